import Motion

@testable import Animation

/// Random animations that depend only on the seed.
struct Dice: RandomNumberGenerator {
    private var random: RandomNumbers

    init(seed: UInt64) { random = RandomNumbers(seed: seed) }

    mutating func next() -> UInt64 { random.next() }

    mutating func number(_ range: ClosedRange<Double>) -> Double {
        .random(in: range, using: &self)
    }

    mutating func chance(_ part: Double) -> Bool { number(0...1) < part }

    mutating func state(_ size: Double = 10) -> AnimatedValue {
        AnimatedValue(number(-size...size), velocity: number(-size...size))
    }

    /// A spring that settles: of every kind, some critical.
    mutating func spring() -> Spring {
        let bounce = chance(0.2) ? 0 : number(-0.8...0.9)
        return Spring(duration: number(0.1...2), bounce: bounce)
    }

    /// A curve without vertical tangents, so that numerical derivatives are near the true ones.
    mutating func curve() -> UnitCurve {
        if chance(0.3) { return .linear }
        return .bezier(
            number(0.1...0.7), number(-0.5...1.5), number(0.3...0.9), number(-0.5...1.5))
    }

    mutating func animation() -> Animation {
        chance(0.5) ? .spring(spring()) : .curve(curve(), duration: number(0.05...1.5))
    }

    /// Of every kind; moves and velocities are rarer.
    mutating func keyframe() -> Keyframe {
        let (to, duration) = (number(-10...10), number(0.05...1))
        switch number(0...10) {
        case ..<3: return .linear(to: to, duration: duration, curve: curve())
        case ..<6.5:
            return .cubic(
                to: to, duration: duration, startVelocity: chance(0.2) ? number(-9...9) : nil,
                endVelocity: chance(0.2) ? number(-9...9) : nil)
        case ..<9:
            return .spring(
                to: to, duration: chance(0.7) ? duration : nil, spring: spring(),
                startVelocity: chance(0.2) ? number(-9...9) : nil)
        default: return .jump(to: to)
        }
    }

    mutating func keyframes(_ count: ClosedRange<Int> = 1...7) -> [Keyframe] {
        let count = Int.random(in: count, using: &self)
        return (0..<count).map { _ in keyframe() }
    }
}

/// Half a unit of the sixth decimal, with room for the rounding of the printed number itself.
let sixDigits = 5.001e-7
/// Half a unit of the fourth decimal.
let fourDigits = 5.001e-5
