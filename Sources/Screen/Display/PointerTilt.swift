internal import Animation
import Glibc
public import Motion
public import Scene

/// Tilts from the pointer, which stands for the viewer's eye: the centre is neutral, the edges are the
/// base angle.
///
/// The tilts follow the pointer like damped springs. Before the first movement the card sways about its
/// own axis for about a minute, then rests.
public final class PointerTilt: TiltFeed {
    private var axis: TiltAxis
    private var baseDegrees: Double
    /// The pointer's place when the window opened under it, which is not a movement.
    private var first: (x: Double, y: Double)?
    private var springs = SpringState()
    private var given: Tilts?
    private var began: Double?

    /// Seconds: the period of the sway before the first movement.
    private static let swayPeriod = 7.0

    /// Seconds: whole periods, after which the springs bring the card to rest.
    private static let swayDuration = 9 * swayPeriod

    /// Reaches the target in a fifth of a second, then overshoots by 3 % of the way.
    private static let spring = Spring(mass: 1, stiffness: 324, damping: 27)

    /// The card's tilts at one time, degrees, and those to which the springs move: x about the
    /// vertical axis, y about the horizontal one.
    private struct SpringState {
        var x = AnimatedValue(0)
        var y = AnimatedValue(0)
        /// Final tilts, degrees; nil while the card sways.
        var target: (x: Double, y: Double)?
        var time: Double?
    }

    public init(axis: TiltAxis, baseDegrees: Double) {
        (self.axis, self.baseDegrees) = (axis, baseDegrees)
    }

    /// Takes over at `time` from another feed that has given these tilts: the card goes to neutral, and does
    /// not sway.
    public init(axis: TiltAxis, baseDegrees: Double, from tilts: Tilts, at time: Double) {
        (self.axis, self.baseDegrees) = (axis, baseDegrees)
        let turned = axis == .steering ? -tilts.card : tilts.aboutVertical
        springs = SpringState(
            x: AnimatedValue(turned), y: AnimatedValue(tilts.aboutHorizontal), target: (0, 0),
            time: time)
    }

    /// Changes the axis at once, and the base angle from the next movement on. While the card
    /// sways, both change at once.
    public func select(_ axis: TiltAxis, baseDegrees: Double, following signals: Set<Signal>) {
        (self.axis, self.baseDegrees) = (axis, baseDegrees)
    }

    public func pointer(_ fromCentre: (x: Double, y: Double)?, at time: Double) {
        guard springs.target != nil || isMovement(to: fromCentre) else { return }
        springs = advanced(to: time)
        let (x, y) = fromCentre ?? (0, 0)
        // A pointer above the centre makes the top edge rise; one to the right makes the right edge
        // rise.
        springs.target = (-limited(x) * baseDegrees, limited(y) * baseDegrees)
    }

    public func inputs(until time: Double) -> [Input] {
        springs = advanced(to: time)
        let tilts = tilts(of: springs)
        if tilts == given { return [] }
        given = tilts
        return [Input(.tilts(tilts), at: time)]
    }

    public func expected(at time: Double) -> Tilts? { tilts(of: advanced(to: time)) }

    public func isMoving(at time: Double) -> Bool {
        guard let target = springs.target else { return true }
        return springs.x.isMoving(to: target.x) || springs.y.isMoving(to: target.y)
    }

    public let canRecenter = false
    public func recenter() -> Bool { false }
    public let hint = "Move the pointer over the picture to tilt it"
    public let hasEnded = false
    public let failure: (any Error)? = nil
    public func age(at time: Double) -> Double? { nil }
    public func helpValues(at time: Double) -> [(name: String, value: String)] { [] }

    private func limited(_ fromCentre: Double) -> Double { min(1, max(-1, fromCentre)) }

    private func isMovement(to place: (x: Double, y: Double)?) -> Bool {
        guard let place else { return false }
        defer { first = first ?? place }
        return first.map { $0 != place } ?? false
    }

    private func tilts(of springs: SpringState) -> Tilts {
        let (x, y) = (springs.x.value, springs.y.value)
        return switch axis {
        case .horizontal: Tilts(card: y, aboutVertical: x, aboutHorizontal: y)
        case .vertical: Tilts(card: x, aboutVertical: x, aboutHorizontal: y)
        // A pointer to the right turns the wheel to the right.
        case .steering: Tilts(card: -x, aboutVertical: x, aboutHorizontal: y)
        }
    }

    private func advanced(to now: Double) -> SpringState {
        var springs = springs
        if springs.target == nil {
            let start = began ?? now
            began = start
            let end = start + Self.swayDuration
            sway(&springs, at: min(now, end), since: start)
            guard now > end else { return springs }
            springs.target = (0, 0)
        }
        follow(&springs, at: now)
        return springs
    }

    private func follow(_ springs: inout SpringState, at now: Double) {
        guard let target = springs.target else { return }
        let step = max(0, now - (springs.time ?? now))
        springs.time = now
        springs.x.follow(target.x, step, Self.spring)
        springs.y.follow(target.y, step, Self.spring)
    }

    private func sway(_ springs: inout SpringState, at now: Double, since start: Double) {
        springs.time = now
        let w = 2 * Double.pi / Self.swayPeriod
        // Every card sways forward first.
        let amplitude = axis == .steering ? -baseDegrees : baseDegrees
        let tilt = AnimatedValue(
            amplitude * sin(w * (now - start)), velocity: amplitude * w * cos(w * (now - start)))
        let still = AnimatedValue(0)
        (springs.x, springs.y) = axis == .horizontal ? (still, tilt) : (tilt, still)
    }
}

extension AnimatedValue {
    fileprivate func isMoving(to target: Double) -> Bool {
        abs(value - target) > 0.01 || abs(velocity) > 0.05
    }

    /// Follows a target, degrees, for `step` seconds.
    fileprivate mutating func follow(_ target: Double, _ step: Double, _ spring: Spring) {
        self = spring.value(from: self, to: target, after: step)
        if !isMoving(to: target) { self = AnimatedValue(target) }
    }
}
