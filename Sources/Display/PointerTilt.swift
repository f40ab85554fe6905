import Glibc

/// The card tilted by the pointer: the centre is neutral, the edge the base angle.
///
/// The tilt follows the pointer like a damped spring. Until the first movement it sways by itself.
public final class PointerTilt: TiltFeed {
    /// Which way over the card tilts it.
    public enum Direction: Sendable {
        case upwards
        case rightwards
    }

    private var direction: Direction
    private var baseDegrees: Double
    /// Where the tilt is going, in degrees; nil before the first movement.
    private var target: Double?
    /// Where the pointer was when the window opened under it, which is no movement.
    private var first: (x: Double, y: Double)?
    private var tilt = 0.0  // degrees
    private var velocity = 0.0  // degrees/s
    private var time: Double?
    private var began: Double?

    /// Seconds of one sway to and fro.
    private static let swayPeriod = 7.0
    /// Stiffness of the spring, 1/s: it arrives in about a fifth of a second.
    private static let stiffness = 18.0
    /// Damping as a part of the critical one: a little over-swing on letting go.
    private static let damping = 0.75

    public init(direction: Direction, baseDegrees: Double) {
        self.direction = direction
        self.baseDegrees = baseDegrees
    }

    /// Tilts a card of another axis and base angle, from the next movement on.
    public func turn(to direction: Direction, baseDegrees: Double) {
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
        guard let target else { return sway(at: now) }
        follow(target, step)
        if !isMoving(at: now) { (tilt, velocity) = (target, 0) }
    }

    private func sway(at now: Double) {
        let begin = began ?? now
        began = begin
        let phase = 2 * Double.pi / Self.swayPeriod
        tilt = baseDegrees * sin(phase * (now - begin))
        velocity = baseDegrees * phase * cos(phase * (now - begin))
    }

    /// The damped spring x'' = -w²x - 2dwx', exactly over `step` seconds.
    private func follow(_ target: Double, _ step: Double) {
        let (w, d) = (Self.stiffness, Self.damping)
        let wd = w * (1 - d * d).squareRoot()
        let (x, v) = (tilt - target, velocity)
        let (c, s) = (cos(wd * step), sin(wd * step))
        let fade = exp(-d * w * step)
        let b = (v + d * w * x) / wd
        tilt = target + fade * (x * c + b * s)
        velocity = fade * (v * c - (w * x + d * v) * w / wd * s)
    }
}
