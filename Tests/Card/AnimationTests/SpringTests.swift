import Animation
import Testing

/// The printed digits' tolerances are those of each table; elsewhere a few roundings.
@Suite struct SpringTests {
    @Test(arguments: [
        (Spring.smooth, 0.5, 0.0, 157.9137, 25.1327, 1.0),
        (.snappy, 0.5, 0.15, 157.9137, 21.3628, 0.85),
        (.bouncy, 0.5, 0.3, 157.9137, 17.5929, 0.7),
        (.interactive, 0.15, 0.15, 1754.596, 71.2094, 0.85),
        (Spring(response: 0.5, dampingFraction: 0.825), 0.5, 0.175, 157.9137, 20.7345, 0.825),
        (Spring(response: 0.15, dampingFraction: 0.86), 0.15, 0.14, 1754.596, 72.0472, 0.86),
    ])
    func `duration and bounce give stiffness and damping`(
        spring: Spring, duration: Double, bounce: Double, k: Double, c: Double, ratio: Double
    ) {
        #expect(spring.mass == 1)
        #expect(abs(spring.stiffness - k) <= (k > 1000 ? 5.001e-4 : fourDigits))
        #expect(abs(spring.damping - c) <= fourDigits)
        #expect(abs(spring.dampingRatio - ratio) < 1e-12)
        #expect(abs(spring.duration - duration) < 1e-12)
        #expect(abs(spring.bounce - bounce) < 1e-12)
    }

    @Test func `mass, stiffness and damping give duration and bounce`() {
        let spring = Spring(mass: 1, stiffness: 100, damping: 10)
        #expect(abs(spring.duration - 0.63) <= 0.005)
        #expect(abs(spring.bounce - 0.5) < 1e-12)
        #expect(abs(Spring(mass: 4, stiffness: 400, damping: 40).bounce - 0.5) < 1e-12)
    }

    @Test func `without over-damping the ratio ends at 1 and the frequency stays`() {
        let limited = Spring(mass: 2, stiffness: 50, damping: 1000)
        #expect(limited.dampingRatio == 1)
        #expect(limited.damping == 20)
        let free = Spring(mass: 2, stiffness: 50, damping: 1000, allowsOverDamping: true)
        #expect(free.dampingRatio == 50)
        #expect(free.angularFrequency == limited.angularFrequency)
        #expect(abs(free.bounce + 0.98) < 1e-12)
    }

    @Test func `bounce overshoots, a negative bounce is over-damped`() {
        #expect(Spring(bounce: 0.3) == .bouncy)
        #expect(abs(Spring(bounce: 0.25).bounce - 0.25) < 1e-12)
        #expect(Spring(duration: 2, bounce: 0.3).duration == 2)
        #expect(abs(Spring(duration: 1, bounce: -0.3).dampingRatio - 1 / 0.7) < 1e-12)
        #expect(abs(Spring(duration: 1, bounce: -0.3).bounce + 0.3) < 1e-12)
    }

    static let times = [0.05, 0.1, 0.2, 0.25, 0.3, 0.5, 0.75, 1]

    @Test(arguments: [
        (
            Spring.smooth,
            [0.131311, 0.357740, 0.715416, 0.821026, 0.890034, 0.986399, 0.999159, 0.999953]
        ),
        (
            .snappy,
            [0.138210, 0.388102, 0.786369, 0.894509, 0.956447, 1.006020, 1.000436, 0.999966]
        ),
        (
            .bouncy,
            [0.145715, 0.423302, 0.873711, 0.984087, 1.033930, 1.014498, 0.998192, 1.000072]
        ),
        (
            Spring(duration: 0.3, bounce: 0.7),
            [0.411567, 1.068301, 1.254420, 1.004852, 0.868106, 1.043776, 1.004862, 0.998672]
        ),
        (
            Spring(duration: 0.35, bounce: 0.55),
            [0.293839, 0.789893, 1.204818, 1.136901, 1.035850, 0.994079, 0.998607, 1.000344]
        ),
        (
            Spring(duration: 0.5, bounce: -0.3),
            [0.114430, 0.290826, 0.570395, 0.667382, 0.742606, 0.907764, 0.974430, 0.992911]
        ),
        (
            Spring(duration: 0.5, bounce: 1),
            [0.190983, 0.690983, 1.809017, 2, 1.809017, 0, 2, 0]
        ),
        (
            Spring(mass: 1, stiffness: 100, damping: 10),
            [.nan, 0.340300, 0.849426, .nan, 1.124355, 1.074591, .nan, 1.002170]
        ),
        (
            Spring(response: 0.15, dampingFraction: 0.86),
            [0.676635, 0.975876, 1.001449, .nan, .nan, 1, .nan, .nan]
        ),
    ])
    func `values from 0 to 1`(spring: Spring, values: [Double]) {
        for (time, value) in zip(Self.times, values) where !value.isNaN {
            let computed = spring.value(from: AnimatedValue(0), to: 1, after: time).value
            #expect(abs(computed - value) <= sixDigits, "at \(time)")
        }
    }

    @Test(arguments: [(0.1, 0.604020), (0.2, 0.967237), (0.5, 1.007819)])
    func `bouncy with an initial velocity`(time: Double, value: Double) {
        let start = AnimatedValue(0, velocity: 5)
        #expect(
            abs(Spring.bouncy.value(from: start, to: 1, after: time).value - value) <= sixDigits)
    }

    @Test(arguments: [
        (Spring.snappy, 0.474579, 0.006288), (.bouncy, 0.350070, 0.045988),
        (Spring(duration: 0.3, bounce: 0.7), 0.157243, 0.372326),
        (Spring(duration: 0.35, bounce: 0.55), 0.195962, 0.205346),
    ])
    func `the first overshoot`(spring: Spring, time: Double, size: Double) {
        let from = AnimatedValue(0)
        #expect(abs(spring.value(from: from, to: 1, after: time).value - 1 - size) <= sixDigits)
        #expect(spring.value(from: from, to: 1, after: time - 1e-6).velocity > 0)
        #expect(spring.value(from: from, to: 1, after: time + 1e-6).velocity < 0)
    }
}
