import Glibc

/// Tilt from the pointer: the centre is neutral, the edge is the base angle.
///
/// The tilt follows the pointer like a damped spring. Before the first movement it oscillates.
public final class PointerTilt: TiltFeed {
    /// The direction in which the pointer tilts the card.
    public enum Direction: Sendable {
        case upwards
        case rightwards
    }

    private var direction: Direction
    private var baseDegrees: Double
    /// Final tilt, degrees; nil before the first movement.
    private var target: Double?
    /// The pointer's place when the window opened under it, which is not a movement.
    private var first: (x: Double, y: Double)?
    private var tilt = 0.0  // degrees
    private var velocity = 0.0  // degrees/s
    private var time: Double?
    private var began: Double?

    /// Seconds: period of the oscillation.
    private static let oscillationPeriod = 7.0
    /// Natural frequency of the spring, rad/s: it settles in about a fifth of a second.
    private static let naturalFrequency = 18.0
    /// Damping ratio of the spring: a small overshoot.
    private static let dampingRatio = 0.75

    public init(direction: Direction, baseDegrees: Double) {
        self.direction = direction
        self.baseDegrees = baseDegrees
    }

    /// Changes the axis and the base angle, from the next movement on.
    public func select(_ direction: Direction, baseDegrees: Double) {
        self.direction = direction
        self.baseDegrees = baseDegrees
    }

    public func pointer(_ place: (x: Double, y: Double)?, at time: Double) {
        guard target != nil || isMovement(to: place) else { return }
        advance(to: time)
        let part = place.map { direction == .upwards ? $0.y : $0.x } ?? 0
        target = min(1, max(-1, part)) * baseDegrees
    }

    public func tilt(at time: Double) -> Double? {
        advance(to: time)
        return tilt
    }

    public func isMoving(at time: Double) -> Bool {
        guard let target else { return true }
        return abs(tilt - target) > 0.01 || abs(velocity) > 0.05
    }

    public func recenter() {}
    public let hint = "Move the pointer over the picture to tilt it"
    public let hasEnded = false
    public let failure: (any Error)? = nil
    public func age(at time: Double) -> Double? { nil }
    public func readings(at time: Double) -> [(name: String, value: String)] { [] }

    private func isMovement(to place: (x: Double, y: Double)?) -> Bool {
        guard let place else { return false }
        defer { first = first ?? place }
        return first.map { $0 != place } ?? false
    }

    private func advance(to now: Double) {
        let step = min(0.1, max(0, now - (time ?? now)))
        time = now
        guard let target else { return oscillate(at: now) }
        follow(target, step)
        if !isMoving(at: now) { (tilt, velocity) = (target, 0) }
    }

    private func oscillate(at now: Double) {
        let begin = began ?? now
        began = begin
        let w = 2 * Double.pi / Self.oscillationPeriod
        tilt = baseDegrees * sin(w * (now - begin))
        velocity = baseDegrees * w * cos(w * (now - begin))
    }

    /// Integrates the damped spring x'' = -w²x - 2dwx' exactly over `step` seconds.
    private func follow(_ target: Double, _ step: Double) {
        let (w, d) = (Self.naturalFrequency, Self.dampingRatio)
        let wd = w * (1 - d * d).squareRoot()
        let (x, v) = (tilt - target, velocity)
        let (c, s) = (cos(wd * step), sin(wd * step))
        let decay = exp(-d * w * step)
        let b = (v + d * w * x) / wd
        tilt = target + decay * (x * c + b * s)
        velocity = decay * (v * c - (w * x + d * v) * w / wd * s)
    }
}
