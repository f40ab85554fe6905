import Glibc
import Testing

@testable import Motion

struct IllInputTests {
    private func isUnit(_ attitude: Attitude?) -> Bool {
        guard let q = attitude?.quaternion else { return true }
        return q.isFinite && abs(q.norm - 1) < 1e-6
    }

    /// Feeds 5 s of ill samples after 5 s of good ones, then good ones again.
    private func recovers(_ spoil: (Int, ImuSample) -> ImuSample) -> Double {
        var (motion, filter) = (
            SyntheticMotion(), AttitudeFilter(settings: SyntheticMotion.settings)
        )
        for sample in motion.samples(to: 5) { filter.update(with: sample) }
        for (k, sample) in motion.samples(from: 5, to: 10).enumerated() {
            filter.update(with: spoil(k, sample))
            #expect(isUnit(filter.attitude))
        }
        for sample in motion.samples(from: 10, to: 18) { filter.update(with: sample) }
        #expect(isUnit(filter.attitude))
        guard let attitude = filter.attitude else { return .infinity }
        return motion.inclinationError(attitude)
    }

    static let vectors: [Vector3] = [
        Vector3(.nan, 0, 0), Vector3(.infinity, 0, 0), .zero, Vector3(1e300, -1e300, 1e300),
        Vector3(5, 5, 5), Vector3(0, 0, -9.8), Vector3(repeating: .leastNonzeroMagnitude),
    ]

    @Test(arguments: vectors)
    func `after senseless accelerations the filter recovers`(a: Vector3) {
        #expect(recovers { _, s in with(s) { $0.acceleration = a } } < 3)
    }

    @Test(arguments: vectors)
    func `after senseless rates the filter recovers`(w: Vector3) {
        #expect(recovers { _, s in with(s) { $0.rotationRate = w } } < 3)
    }

    @Test func `after swapped signs the filter recovers`() {
        #expect(recovers { _, s in with(s) { $0.acceleration = s.acceleration.map { -$0 } } } < 3)
        #expect(recovers { _, s in with(s) { $0.rotationRate = s.rotationRate.map { -$0 } } } < 3)
    }

    @Test func `after timestamps that stand or run backwards the filter recovers`() {
        #expect(recovers { _, s in with(s) { $0.timestamp = 5_000_000_000 } } < 3)
        #expect(recovers { k, s in with(s) { $0.timestamp = 5_000_000_000 - Int64(k) << 24 } } < 3)
        #expect(recovers { k, s in with(s) { $0.timestamp = k % 2 == 0 ? .min : .max } } < 3)
    }

    @Test func `random samples leave a finite unit quaternion`() {
        let count = getenv("LENTICULE_RANDOM_SAMPLES").flatMap { Int(String(cString: $0)) }
        var (random, filter, time) = (RandomNumbers(seed: 1), AttitudeFilter(), Int64(0))
        for _ in 0..<(count ?? 20_000) {
            time &+= Int64(truncatingIfNeeded: random.next() >> (random.next() % 64))
            filter.update(
                with: ImuSample(
                    timestamp: time, acceleration: wild(&random), rotationRate: wild(&random)))
            #expect(isUnit(filter.attitude))
        }
    }

    /// Any bits at all in one of four, else any size up to 1,000.
    private func wild(_ random: inout RandomNumbers) -> Vector3? {
        let kind = random.next() % 8
        if kind == 0 { return nil }
        if kind < 3 {
            return Vector3(
                Double(bitPattern: random.next()), Double(bitPattern: random.next()),
                Double(bitPattern: random.next()))
        }
        return random.sumsOfTwelve() * pow(10, Double(kind) - 5)
    }

    private func with(_ sample: ImuSample, _ change: (inout ImuSample) -> Void) -> ImuSample {
        var sample = sample
        change(&sample)
        return sample
    }
}
