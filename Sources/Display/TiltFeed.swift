/// What tilts the card: a sensor, a log or the pointer.
///
/// Lives on the main thread; times are seconds on a clock that never stands.
public protocol TiltFeed: AnyObject {
    /// The tilt to show at `time`, in degrees; nil while there is none yet.
    func tilt(at time: Double) -> Double?

    /// Whether the tilt changes without a wake.
    func isMoving(at time: Double) -> Bool

    /// Takes the pose of now as neutral.
    func recenter()

    /// The viewer's pointer, as `ScreenEvent.pointer` has it; nil has left the window.
    func pointer(_ place: (x: Double, y: Double)?, at time: Double)

    /// What tilts the card and how, in one line for the viewer.
    var hint: String { get }

    /// Lines of live numbers for the help panel: a word and its value.
    func readings(at time: Double) -> [(name: String, value: String)]

    /// Seconds from a sample's arrival to `time`; nil where there are no samples.
    func age(at time: Double) -> Double?

    /// Whether the source has given all it has.
    var hasEnded: Bool { get }

    /// Why the source gave up; it has ended then.
    var failure: (any Error)? { get }

    /// What the source waits for, as in "bmi160", while its last tilt stays; nil while it gives.
    var waitsFor: String? { get }
}

extension TiltFeed {
    public var waitsFor: String? { nil }
}
