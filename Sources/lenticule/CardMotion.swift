import Display
import Motion

/// What tilts the card of a showing: the pointer, or a source that is read.
struct CardMotion {
    let feed: any TiltFeed
    private let reader: MotionReader?
    private let pointer: PointerTilt?

    init(_ pointer: PointerTilt) {
        (feed, self.pointer, reader) = (pointer, pointer, nil)
    }

    init(_ reader: MotionReader, hint: String) {
        (feed, pointer, self.reader) = (SensorTilt(reader, hint: hint), nil, reader)
    }

    /// Tilts a card of this axis and base angle from now on.
    func turn(to axis: TiltAxis, baseDegrees: Double) {
        reader?.turn(to: axis)
        pointer?.turn(to: .init(axis), baseDegrees: baseDegrees)
    }

    /// Returns when nothing is read any more.
    func stop() { reader?.stop() }
}

extension PointerTilt.Direction {
    /// The pointer's way that tilts a card of this axis.
    init(_ axis: TiltAxis) { self = axis == .horizontal ? .upwards : .rightwards }
}
