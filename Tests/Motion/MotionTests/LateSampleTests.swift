import Glibc
import Testing

@testable import Motion

/// Samples that come late, as those of the second of two devices do on a busy machine.
struct LateSampleTests {
    @Test(arguments: [0, 0.05, 0.13, 0.3, 0.45], [true, false])
    func `what one of two devices is late by is not turned twice`(
        lateness: Double, isGyroscope: Bool
    ) throws {
        var (motion, filter) = (
            SyntheticMotion(), AttitudeFilter(settings: SyntheticMotion.settings)
        )
        let isLate = { (sample: ImuSample) in
            (sample.rotationRate != nil) == isGyroscope
                && (4 - lateness..<4).contains(Double(sample.timestamp) * 1e-9)
        }
        let samples = motion.samples(to: 8).flatMap { parts(of: $0) }
        let (early, rest) = (
            samples.filter { $0.timestamp < 4_000_000_000 },
            samples.filter { $0.timestamp >= 4_000_000_000 }
        )
        var worst = 0.0
        for sample in early.filter({ !isLate($0) }) + early.filter(isLate) {
            filter.update(with: sample)
        }
        for sample in rest {
            filter.update(with: sample)
            worst = max(worst, motion.inclinationError(try #require(filter.attitude)))
        }
        // 0.7 without a late sample.
        #expect(worst < (lateness > 0.4 ? 4 : 1.2))
    }

    @Test func `in a pause of both the device turns as before and after it`() throws {
        var (motion, filter) = (
            SyntheticMotion(),
            AttitudeFilter(settings: SyntheticMotion.settings)
        )
        motion.swing = Vector3(0.5, 0, 0)
        for sample in motion.samples(to: 4.2) { filter.update(with: sample) }
        let before = motion.quaternion(at: 4.2).conjugate
        let next = try #require(parts(of: motion.sample(at: 4.9)).last)
        let turned = 2 * acos((before * motion.quaternion(at: 4.9)).w) * 180 / .pi
        filter.update(with: next)
        #expect(turned > 30)
        #expect(motion.inclinationError(try #require(filter.attitude)) < turned / 4)
    }

    @Test func `a gyroscope's first rate tells of the pause before it`() throws {
        var (motion, filter) = (
            SyntheticMotion(), AttitudeFilter(settings: SyntheticMotion.settings)
        )
        for sample in motion.samples(to: 0.3) {
            filter.update(with: try #require(parts(of: sample).first))
        }
        let error = motion.inclinationError(try #require(filter.attitude))
        let turned =
            2 * acos((motion.quaternion(at: 0.295).conjugate * motion.quaternion(at: 0.48)).w) * 180
            / .pi
        filter.update(with: try #require(parts(of: motion.sample(at: 0.48)).last))
        #expect(turned > 15)
        #expect(motion.inclinationError(try #require(filter.attitude)) < error + turned / 4)
    }

    /// The two devices' samples of a sample.
    private func parts(of sample: ImuSample) -> [ImuSample] {
        [
            ImuSample(
                timestamp: sample.timestamp, acceleration: sample.acceleration, rotationRate: nil),
            ImuSample(
                timestamp: sample.timestamp, acceleration: nil, rotationRate: sample.rotationRate),
        ]
    }

    @Test func `a gap after the first sample is not the usual step`() {
        var integrator = RateIntegrator()
        _ = integrator.add(Vector3(1, 0, 0), dt: 0)
        // The mean of both rates, as in each later step.
        #expect(integrator.add(Vector3(3, 0, 0), dt: 0.35) == Vector3(0.7, 0, 0))
        _ = integrator.add(Vector3(3, 0, 0), dt: 0.01)
        #expect(integrator.usualStep == 0.01)
        for _ in 0..<200 { _ = integrator.add(Vector3(3, 0, 0), dt: 0.01) }
        _ = integrator.add(Vector3(3, 0, 0), dt: 0.35)
        #expect(abs(integrator.usualStep - 0.01) < 0.0003)
    }
}
