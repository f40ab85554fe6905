import Display
import Motion

/// The card's source of tilt: the pointer, or a motion source.
struct CardMotion {
    let feed: any TiltFeed
    private let reader: MotionReader?

    init(_ pointer: PointerTilt) { (feed, reader) = (pointer, nil) }

    init(_ reader: MotionReader, hint: String) {
        (feed, self.reader) = (SensorTilt(reader, hint: hint), reader)
    }

    /// Returns when reading has stopped, or after the timeout of `ReadingThread.stop`.
    func stop() { reader?.stop() }
}
