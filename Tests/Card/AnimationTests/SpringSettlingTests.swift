import Animation
import Glibc
import Testing

@Suite struct SpringSettlingTests {
    @Test(arguments: [
        (Spring.smooth, 0.73477, Double.nan, 0.7348),
        (.snappy, 0.69669, 0.7067, 0.8768),
        (.bouncy, 0.81874, 0.8236, 1.0447),
        (Spring(duration: 0.3, bounce: 0.7), 1.00878, 1.1069, 1.4154),
        (Spring(duration: 0.35, bounce: 0.55), 0.84819, 0.8691, 1.1282),
    ])
    func `three settling times`(spring: Spring, searched: Double, envelope: Double, bound: Double) {
        let from = AnimatedValue(0)
        #expect(abs(spring.settlingDuration - bound) <= fourDigits)
        #expect(abs(lastTime(spring, from: from, to: 1, outside: 0.001) - searched) <= 2e-5)
        if envelope.isFinite {
            #expect(abs(spring.timeToRest(from: from, to: 1) - envelope) <= fourDigits)
        } else {
            #expect(abs(spring.timeToRest(from: from, to: 1) - searched) <= 5.001e-6)
        }
    }

    @Test func `the formula takes distance and velocity of the start`() {
        // |x0| + |ζω x0 + v0| = 2 + |8.7965 · -2 + 3|, ζω = 8.7965.
        let rate = 0.7 * 4 * Double.pi
        let expected = log((2 + abs(-2 * rate + 3)) / 0.01) / rate
        let computed = Spring.bouncy.settlingDuration(
            from: AnimatedValue(-1, velocity: 3), to: 1, within: 0.01)
        #expect(abs(computed - expected) < 1e-12)
    }

    @Test func `after the time to rest a thousand springs stay near the target`() {
        var dice = Dice(seed: 3)
        for _ in 0..<1000 {
            let (spring, start, target) = (dice.spring(), dice.state(20), dice.number(-1...1))
            let rest = spring.timeToRest(from: start, to: target)
            #expect(rest.isFinite)
            for _ in 0..<30 {
                let t = rest + dice.number(0...2)
                let value = spring.value(from: start, to: target, after: t + 1e-9)
                #expect(abs(value.value - target) <= 0.001 + 1e-9)
                #expect(spring.isAtRest(value, at: target, within: 0.0010001))
            }
        }
    }

    @Test func `springs that do not overshoot rest at the first possible time`() {
        var dice = Dice(seed: 4)
        for _ in 0..<200 {
            let spring = Spring(duration: dice.number(0.2...1), bounce: dice.number(-0.6...0))
            let start = dice.chance(0.5) ? dice.state(2) : AnimatedValue(dice.number(-1...1))
            let rest = spring.timeToRest(from: start, to: 0, within: 0.1)
            let searched = lastTime(spring, from: start, to: 0, outside: 0.1)
            #expect(abs(rest - searched) <= 2e-3)
        }
    }

    @Test func `at the target nothing has to settle`() {
        for spring in [Spring.smooth, .bouncy, Spring(bounce: -0.5), Spring(bounce: 1)] {
            #expect(spring.settlingDuration(from: AnimatedValue(1), to: 1) == 0)
            #expect(spring.timeToRest(from: AnimatedValue(1), to: 1) == 0)
            #expect(spring.isAtRest(AnimatedValue(1), at: 1))
            // Through the target at speed.
            #expect(!spring.isAtRest(AnimatedValue(1, velocity: 50), at: 1))
            #expect(spring.timeToRest(from: AnimatedValue(1, velocity: 50), to: 1) > 0.1)
        }
    }

    @Test func `without tolerance nothing settles`() {
        for spring in [Spring.smooth, .bouncy, Spring(bounce: -0.5)] {
            let rest = spring.timeToRest(from: AnimatedValue(0), to: 1, within: 0)
            #expect(rest == .infinity)
        }
    }

    /// The last time, in steps, at which the value is not within the tolerance; 0 if it always is.
    private func lastTime(
        _ spring: Spring, from: AnimatedValue, to: Double, outside tolerance: Double
    ) -> Double {
        let end = spring.timeToRest(from: from, to: to, within: tolerance) + 0.01
        let step = tolerance < 0.01 ? 1e-5 : 1e-3
        var t = end
        while t > 0 {
            if abs(spring.value(from: from, to: to, after: t).value - to) >= tolerance { return t }
            t -= step
        }
        return 0
    }
}
