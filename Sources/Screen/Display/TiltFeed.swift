public import Motion
public import Scene

/// What tilts the card on a screen: a source, or the pointer.
///
/// Used on the main thread; times are seconds of CLOCK_MONOTONIC.
public protocol TiltFeed: AnyObject {
    /// The inputs since the last call, in order of time.
    func inputs(until time: Double) -> [Input]

    /// The tilts to expect at `time`; nil if the newest input is the best that is known. Until the
    /// next call, a source's feed wakes the screen at most once for new tilts.
    func expected(at time: Double) -> Tilts?

    /// Whether the tilt may change although the feed does not wake the screen.
    func isMoving(at time: Double) -> Bool

    /// When the card begins to move by itself, if nothing happens before; nil if it does not.
    func nextMovement(after time: Double) -> Double?

    /// Begins to tilt another card, or one whose files were changed, about this axis. `baseDegrees`
    /// is the card's base angle; its scene follows only these signals.
    func select(_ axis: TiltAxis, baseDegrees: Double, following signals: Set<Signal>)

    /// Whether it has poses, one of which `recenter` can take as neutral.
    var canRecenter: Bool { get }

    /// Takes the present pose as neutral. Returns false if there is no pose; a source's feed then
    /// takes the next one.
    func recenter() -> Bool

    /// The viewer's pointer, as in `Input.Event.pointer`; nil after it left the window or the
    /// finger was lifted.
    func pointer(_ fromCentre: (x: Double, y: Double)?, at time: Double)

    /// The viewer has pressed a key, or tapped or touched the card.
    func viewerActed(at time: Double)

    /// When the first scene's time is 0, seconds of CLOCK_MONOTONIC: at the first reading of a log or
    /// a simulation. Nil before that reading, and for any other feed: then the scene begins when it is
    /// shown, as all later scenes do.
    var sceneStart: Double? { get }

    /// What tilts the card and how, in one line for the viewer.
    var hint: String { get }

    /// Live numbers for the help panel, a line each.
    func helpValues(at time: Double) -> [(name: String, value: String)]

    /// Seconds from the newest reading's arrival to `time`; nil without readings, and while none
    /// come because the source waits or has ended.
    func age(at time: Double) -> Double?

    /// Whether the source has given all it has, or has failed.
    var hasEnded: Bool { get }

    var failure: (any Error)? { get }

    /// What the source waits for, such as "bmi160" or a broker, while the last tilt is kept; nil if
    /// it waits for nothing.
    var waitsFor: String? { get }
}

extension TiltFeed {
    public func nextMovement(after time: Double) -> Double? { nil }
    public func viewerActed(at time: Double) {}
    public var canRecenter: Bool { true }
    public var waitsFor: String? { nil }
    public var sceneStart: Double? { nil }
}
