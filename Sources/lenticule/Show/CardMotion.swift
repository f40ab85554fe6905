import Display
import Motion

/// The card's source of tilt: the pointer, or a motion source.
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

    /// Selects the axis and the base angle of the card.
    func select(_ axis: TiltAxis, baseDegrees: Double) {
        reader?.select(axis)
        pointer?.select(axis, baseDegrees: baseDegrees)
    }

    /// Returns when reading has stopped.
    func stop() { reader?.stop() }
}
