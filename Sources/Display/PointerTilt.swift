internal import Animation
import Glibc
public import Motion
public import Scene

/// Tilts from the pointer, which stands for the viewer's eye: the centre is neutral, the edges are the
/// base angle.
///
/// The tilts follow the pointer like damped springs. Before the first movement the card sways about its
/// own axis.
public final class PointerTilt: TiltFeed {
    private var axis: TiltAxis
    private var baseDegrees: Double
    /// The pointer's place when the window opened under it, which is not a movement.
    private var first: (x: Double, y: Double)?
    private var motion = Motion()
    private var given: Tilts?
    private var began: Double?

    /// Seconds: period of the sway.
    private static let oscillationPeriod = 7.0

    /// Settles in about a fifth of a second, with a small overshoot.
    private static let spring = Spring(mass: 1, stiffness: 324, damping: 27)

    /// The card's tilts at one time, degrees.
    private struct Motion {
        var x = AnimatedValue(0)
        var y = AnimatedValue(0)
        /// Final tilts, degrees; nil before the first movement.
        var target: (x: Double, y: Double)?
        var time: Double?
    }

    public init(axis: TiltAxis, baseDegrees: Double) {
        (self.axis, self.baseDegrees) = (axis, baseDegrees)
    }

    /// Changes the axis and the base angle, from the next movement on.
    public func select(_ axis: TiltAxis, baseDegrees: Double, following signals: Set<Signal>) {
        (self.axis, self.baseDegrees) = (axis, baseDegrees)
    }

    public func pointer(_ place: (x: Double, y: Double)?, at time: Double) {
        guard motion.target != nil || isMovement(to: place) else { return }
        motion = advanced(to: time)
        let (x, y) = place ?? (0, 0)
        // A pointer above the centre makes the top edge rise; one to the right makes the right edge
        // rise.
        motion.target = (-limited(x) * baseDegrees, limited(y) * baseDegrees)
    }

    public func inputs(until time: Double) -> [Input] {
        motion = advanced(to: time)
        let tilts = tilts(of: motion)
        if tilts == given { return [] }
        given = tilts
        return [Input(.tilts(tilts), at: time)]
    }

    public func expected(at time: Double) -> Tilts? { tilts(of: advanced(to: time)) }

    public func isMoving(at time: Double) -> Bool {
        guard let target = motion.target else { return true }
        return motion.x.isMoving(to: target.x) || motion.y.isMoving(to: target.y)
    }

    public func recenter() {}
    public let hint = "Move the pointer over the picture to tilt it"
    public let hasEnded = false
    public let failure: (any Error)? = nil
    public func age(at time: Double) -> Double? { nil }
    public func helpValues(at time: Double) -> [(name: String, value: String)] { [] }

    private func limited(_ part: Double) -> Double { min(1, max(-1, part)) }

    private func isMovement(to place: (x: Double, y: Double)?) -> Bool {
        guard let place else { return false }
        defer { first = first ?? place }
        return first.map { $0 != place } ?? false
    }

    private func tilts(of motion: Motion) -> Tilts {
        let (x, y) = (motion.x.value, motion.y.value)
        return switch axis {
        case .horizontal: Tilts(card: y, x: x, y: y)
        case .vertical: Tilts(card: x, x: x, y: y)
        // A pointer to the right turns the wheel to the right.
        case .steering: Tilts(card: -x, x: x, y: y)
        }
    }

    private func advanced(to now: Double) -> Motion {
        var motion = motion
        let step = max(0, now - (motion.time ?? now))
        motion.time = now
        if let target = motion.target {
            motion.x.follow(target.x, step, Self.spring)
            motion.y.follow(target.y, step, Self.spring)
        } else {
            sway(&motion, at: now)
        }
        return motion
    }

    private func sway(_ motion: inout Motion, at now: Double) {
        let begin = began ?? now
        began = begin
        let w = 2 * Double.pi / Self.oscillationPeriod
        // Every card sways forward first.
        let amplitude = axis == .steering ? -baseDegrees : baseDegrees
        let tilt = AnimatedValue(
            amplitude * sin(w * (now - begin)), velocity: amplitude * w * cos(w * (now - begin)))
        let still = AnimatedValue(0)
        (motion.x, motion.y) = axis == .horizontal ? (still, tilt) : (tilt, still)
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
