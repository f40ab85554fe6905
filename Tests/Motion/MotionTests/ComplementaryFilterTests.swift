import Testing

@testable import Motion

/// The filters kept for comparison.
struct ComplementaryFilterTests {
    static let choices = [ComplementaryFilter.Settings.complementary, .madgwick]

    private func fused(
        _ samples: [ImuSample], _ settings: ComplementaryFilter.Settings
    ) -> ComplementaryFilter {
        var filter = ComplementaryFilter(settings: settings)
        for sample in samples { filter.update(with: sample) }
        return filter
    }

    @Test(arguments: AttitudeFilterTests.poses.indices)
    func `at rest the first sample already gives gravity's attitude`(pose: Int) {
        var motion = SyntheticMotion().still
        motion.pose = AttitudeFilterTests.poses[pose]
        motion.noise = (0, 0)
        for settings in Self.choices {
            for seconds in [0.006, 5] {
                let attitude = fused(motion.samples(to: seconds), settings).attitude
                #expect((attitude.map { motion.inclinationError($0) } ?? 180) < 1e-4)
            }
        }
    }

    @Test(arguments: choices)
    func `motion is followed, as far as such a filter can`(
        settings: ComplementaryFilter.Settings
    ) {
        var (motion, filter, worst) = (
            SyntheticMotion(), ComplementaryFilter(settings: settings), 0.0
        )
        for sample in motion.samples(to: 20) {
            filter.update(with: sample)
            if let attitude = filter.attitude, attitude.timestamp > 10_000_000_000 {
                worst = max(worst, motion.inclinationError(attitude))
            }
        }
        // It is moved by up to 0.26 g, which is up to 15 degrees off.
        #expect(worst < 5)
    }

    @Test(arguments: choices)
    func `clocks and rates of their own do no harm`(settings: ComplementaryFilter.Settings) {
        var (motion, filter, worst) = (
            SyntheticMotion(), ComplementaryFilter(settings: settings), 0.0
        )
        var random = RandomNumbers(seed: 3)
        var t = 0.0
        while t < 20 {
            t += 0.001 + 0.004 * Double(random.next() >> 11) * 0x1p-53
            var sample = motion.sample(at: t)
            if random.next() % 3 == 0 {
                sample.rotationRate = nil
            } else {
                sample.acceleration = nil
            }
            filter.update(with: sample)
            guard t > 10, let attitude = filter.attitude else { continue }
            worst = max(worst, motion.inclinationError(attitude))
        }
        #expect(worst < 6)
    }

    @Test func `a wrong attitude is forgotten with the time constant, whatever the rate`() {
        for rate in [20.0, 500] {
            var filter = ComplementaryFilter(settings: .complementary)
            let tilted = Vector3(0, 1, 1)
            for k in 0...Int(5 * rate) {
                filter.update(
                    with: ImuSample(
                        timestamp: Int64(Double(k) / rate * 1e9),
                        acceleration: k == 0 ? Vector3(0, 0, 9.81) : 6.937 * tilted,
                        rotationRate: .zero))
            }
            // After T = 5 s, of 45 degrees a part of 1/e is left.
            let pitch = filter.attitude.map { EulerAngles($0.quaternion).pitch * 180 / .pi }
            #expect(abs((pitch ?? 0) - 45 * (1 - 0.36788)) < 0.1)
        }
    }

    @Test(arguments: choices)
    func `without a gyroscope gravity alone turns the attitude`(
        settings: ComplementaryFilter.Settings
    ) throws {
        let filter = fused(
            (0..<100).map {
                ImuSample(
                    timestamp: Int64($0) * 10_000_000,
                    acceleration: 9.81 * ($0 < 10 ? Vector3(0, 0, 1) : Vector3(0, 0.6, 0.8)),
                    rotationRate: nil)
            }, settings)
        #expect(filter.status == .noGyroscope)
        let up = try #require(filter.attitude).up
        #expect((up - Vector3(0, 0.6, 0.8)).length < 1e-3)
    }

    @Test(arguments: choices)
    func `where the time jumps back gravity alone gives the attitude`(
        settings: ComplementaryFilter.Settings
    ) throws {
        let filter = fused(
            ([500, 501, 0] as [Int64]).map {
                ImuSample(
                    timestamp: $0 * 10_000_000,
                    acceleration: 9.81 * ($0 > 0 ? Vector3(0, 0, 1) : Vector3(0, 0.6, 0.8)),
                    rotationRate: .zero)
            }, settings)
        let attitude = try #require(filter.attitude)
        #expect(attitude.timestamp == 0)
        #expect((attitude.up - Vector3(0, 0.6, 0.8)).length < 1e-6)
    }

    @Test(arguments: choices)
    func `ill input leaves a finite unit quaternion`(settings: ComplementaryFilter.Settings) throws
    {
        let bad: [Vector3?] = [
            nil, .zero, Vector3(.nan, 0, 0), Vector3(0, .infinity, 0), Vector3(1e300, 0, 0),
            Vector3(0, 0, -9.81), Vector3(0, 0, 1e-300), Vector3(150, -80, 20),
        ]
        var (random, filter) = (RandomNumbers(seed: 9), ComplementaryFilter(settings: settings))
        for _ in 0..<100_000 {
            filter.update(
                with: ImuSample(
                    timestamp: Int64(bitPattern: random.next()) >> (random.next() % 40),
                    acceleration: bad[Int(random.next() % 8)],
                    rotationRate: bad[Int(random.next() % 8)]))
        }
        let q = try #require(filter.attitude).quaternion
        #expect(abs(q.norm - 1) < 1e-9)
    }

    @Test(arguments: choices)
    func `the same samples give the same bits`(settings: ComplementaryFilter.Settings) {
        var motion = SyntheticMotion()
        let samples = motion.samples(to: 3)
        #expect(fused(samples, settings).attitude == fused(samples, settings).attitude)
    }

    @Test(arguments: FilterChoice.allCases)
    func `every choice gives an estimator that starts with nothing`(choice: FilterChoice) {
        #expect(choice.estimator.attitude == nil)
        #expect(choice.estimator.status == .starting)
    }
}
