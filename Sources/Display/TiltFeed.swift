public import Motion
public import Scene

/// What tilts the card on a screen: a sensor, a log or the pointer.
///
/// Used on the main thread; times are seconds of CLOCK_MONOTONIC.
public protocol TiltFeed: AnyObject {
    /// The inputs since the last call, in order of time.
    func inputs(until time: Double) -> [Input]

    /// The tilts to expect at `time`; nil if the newest input is the best that is known.
    func expected(at time: Double) -> Tilts?

    /// Whether the tilt may change although the feed does not wake the screen.
    func isMoving(at time: Double) -> Bool

    /// Another card is tilted from now on: about this axis, and fully at this angle. Its scene follows
    /// only these signals.
    func select(_ axis: TiltAxis, baseDegrees: Double, following signals: Set<Signal>)

    /// Takes the present pose as neutral.
    func recenter()

    /// The viewer's pointer, as in `Input.Event.pointer`; nil after it left the window.
    func pointer(_ fromCentre: (x: Double, y: Double)?, at time: Double)

    /// When the scene's time is 0, seconds of CLOCK_MONOTONIC: at the first row of a log. Nil where the
    /// scene begins as it is shown, and before that row.
    var sceneStart: Double? { get }

    /// What tilts the card and how, in one line for the viewer.
    var hint: String { get }

    /// Live numbers for the help panel, a line each.
    func helpValues(at time: Double) -> [(name: String, value: String)]

    /// Seconds from the newest sample's arrival to `time`; nil without samples.
    func age(at time: Double) -> Double?

    /// Whether the source has given all it has.
    var hasEnded: Bool { get }

    /// The error that ended the source.
    var failure: (any Error)? { get }

    /// The absent device, as in "bmi160", while the last tilt is held; nil if it is there.
    var waitsFor: String? { get }
}

extension TiltFeed {
    public var waitsFor: String? { nil }
    public var sceneStart: Double? { nil }
}
