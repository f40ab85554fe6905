import Glibc
import Testing

@testable import Motion

struct AttitudeFilterTests {
    /// Poses to start in: flat, upside down, at the gimbal, on a side.
    static let poses = [
        Quaternion.identity, Quaternion(0, 1, 0, 0), Quaternion(rotation: Vector3(.pi / 2, 0, 0)),
        Quaternion(rotation: Vector3(0, -.pi / 2, 0)),
    ]

    /// The largest inclination error in degrees after `settled` seconds.
    private func worst(
        _ motion: SyntheticMotion, seconds: Double, after settled: Double
    ) -> Double {
        var (motion, filter, worst) = (
            motion, AttitudeFilter(settings: SyntheticMotion.settings), 0.0
        )
        for sample in motion.samples(to: seconds) {
            filter.update(with: sample)
            guard let attitude = filter.attitude else { continue }
            if Double(attitude.timestamp) > settled * 1e9 {
                worst = max(worst, motion.inclinationError(attitude))
            }
        }
        return worst
    }

    @Test(arguments: poses.indices)
    func `a start in mid-motion finds the vertical in any pose`(pose: Int) {
        var motion = SyntheticMotion()
        motion.pose = Self.poses[pose]
        // Three seconds leave some of what bias and scale are not yet known.
        #expect(worst(motion, seconds: 10, after: 3) < 2)
    }

    @Test(arguments: [10.0, 25, 100, 1000])
    func `any rate of samples does without another setting`(rate: Double) {
        var motion = SyntheticMotion()
        motion.rate = rate
        motion.swing *= 0.5
        // At 10 Hz the motion's fastest parts are read eight times a period.
        #expect(worst(motion, seconds: 10, after: 4) < (rate > 20 ? 2 : 4))
    }

    @Test func `a bias of 5 degrees a second is learnt within 3 seconds of rest`() {
        var (motion, filter) = (
            SyntheticMotion().still, AttitudeFilter(settings: SyntheticMotion.settings)
        )
        motion.bias = Vector3(1, -1, 1) * (5 * .pi / 180)
        for sample in motion.samples(to: 3) { filter.update(with: sample) }
        #expect(filter.status == .resting)
        // Low-passed noise of 0.003 rad/s at 200 Hz leaves a few 0.0001 rad/s.
        #expect((filter.b - motion.bias).length < 0.001)
    }

    @Test func `at rest the attitude is gravity's`() {
        var motion = SyntheticMotion().still
        motion.pose = Quaternion(rotation: Vector3(0.5, 0.2, 0))
        #expect(worst(motion, seconds: 5, after: 2) < 0.1)
    }

    @Test func `sensors with rates and clocks of their own are fused`() {
        var (motion, filter, worst) = (
            SyntheticMotion(), AttitudeFilter(settings: SyntheticMotion.settings), 0.0
        )
        for k in 0..<4000 {
            let t = Double(k) / 400
            var sample = motion.sample(at: t)
            if k % 4 != 1 { sample.acceleration = nil } else { sample.rotationRate = nil }
            filter.update(with: sample)
            if let attitude = filter.attitude, t > 3 {
                worst = max(worst, motion.inclinationError(attitude))
            }
        }
        #expect(worst < 2)
    }

    @Test func `the same samples give the same bits in any chunks`() {
        var motion = SyntheticMotion()
        let samples = motion.samples(to: 5)
        var (whole, parts) = (
            AttitudeFilter(settings: SyntheticMotion.settings),
            AttitudeFilter(settings: SyntheticMotion.settings)
        )
        for sample in samples { whole.update(with: sample) }
        for sample in samples.prefix(300) { parts.update(with: sample) }
        var copy = parts
        for sample in samples.dropFirst(300) { copy.update(with: sample) }
        #expect(copy.attitude == whole.attitude)
        #expect(copy.status == whole.status)
    }

    @Test func `status tells start, rest and motion`() {
        var (motion, filter) = (
            SyntheticMotion(), AttitudeFilter(settings: SyntheticMotion.settings)
        )
        var still = motion.still
        #expect(filter.status == .starting)
        for sample in still.samples(to: 0.5) { filter.update(with: sample) }
        #expect(filter.status == .starting)
        for sample in still.samples(from: 0.5, to: 4) { filter.update(with: sample) }
        #expect(filter.status == .resting)
        for sample in motion.samples(from: 4, to: 5) { filter.update(with: sample) }
        #expect(filter.status == .moving)
    }
}
