import Glibc
import Motion
import Testing

private func rows(_ preset: Simulation.Preset, seed: UInt64 = 1, seconds: Int = 6)
    -> [Simulation.Row]
{
    var settings = Simulation.Settings(preset: preset)
    settings.seed = seed
    var simulation = Simulation(settings)
    return (0..<seconds * 100).map { _ in simulation.next() }
}

private func pitch(_ row: Simulation.Row) -> Double {
    let up = row.truth.conjugate.rotate(Vector3(0, 0, 1))
    return atan2(up.y, up.z) * 180 / .pi
}

@Suite struct SimulationTests {
    @Test(arguments: Simulation.Preset.allCases)
    func `the same seed gives the same samples, another seed others`(preset: Simulation.Preset) {
        #expect(rows(preset).map(\.sample) == rows(preset).map(\.sample))
        #expect(rows(preset).map(\.sample) != rows(preset, seed: 2).map(\.sample))
    }

    @Test func `a hand tilts past 60 degrees both ways and ends flat`() {
        let tilts = rows(.hand).map(pitch)
        #expect(tilts.max() ?? 0 > 60)
        #expect(tilts.min() ?? 0 < -60)
        #expect(abs(tilts[0]) < 0.5)
        #expect(abs(tilts[tilts.count - 1]) < 0.5)
    }

    @Test func `flip turns the device right over`() {
        #expect(rows(.flip).map(pitch).contains { abs($0) > 179 })
    }

    @Test func `lying still is no motion`() {
        #expect(rows(.still).allSatisfy { !$0.isMoving && $0.truth == .identity })
    }

    @Test func `shaking is felt`() {
        #expect(rows(.shake).contains { ($0.sample.acceleration ?? .zero).length > 18 })
    }

    // The tolerance is what 6 s of the bias (0.6 degrees a second at most here) and noise add up to.
    @Test(arguments: Simulation.Preset.allCases)
    func `integrated rates follow the truth`(preset: Simulation.Preset) {
        let rows = rows(preset)
        var attitude = rows[0].truth
        for (before, after) in zip(rows, rows.dropFirst()) {
            let rates = (before.sample.rotationRate ?? .zero, after.sample.rotationRate ?? .zero)
            attitude = attitude * Quaternion(rotation: (rates.0 + rates.1) * 0.005)
        }
        let error = attitude.conjugate * rows[rows.count - 1].truth
        #expect(2 * asin(min(1, error.vector.length)) * 180 / .pi < 8)
    }

    // Madgwick's filter has 0.7, 0.7 and 0.8 degrees.
    @Test(arguments: [(Simulation.Preset.hand, 0.35), (.flip, 0.35), (.shake, 0.45)])
    func `the filter follows a phone`(preset: Simulation.Preset, bound: Double) {
        let errors = (1...5).map { error(of: rows(preset, seed: $0, seconds: 30)) }
        #expect(errors.reduce(0, +) / 5 < bound)
    }

    /// Root mean square of the filter's inclination error in motion, degrees.
    private func error(of rows: [Simulation.Row]) -> Double {
        var (filter, square, count) = (AttitudeFilter(), 0.0, 0.0)
        for row in rows {
            filter.update(with: row.sample)
            guard row.isMoving, let up = filter.attitude?.up else { continue }
            let cross = row.truth.conjugate.rotate(Vector3(0, 0, 1)).cross(up)
            (square, count) = (square + cross.dot(cross), count + 1)
        }
        return (square / count).squareRoot() * 180 / .pi
    }

    @Test func `random numbers are those of SplitMix64`() {
        var random = RandomNumbers(seed: 1_234_567)
        #expect(random.next() == 6_457_827_717_110_365_317)
        #expect(random.next() == 3_203_168_211_198_807_973)
    }

    @Test func `normal numbers have mean 0 and deviation 1`() {
        var random = RandomNumbers(seed: 9)
        let numbers = (0..<20_000).map { _ in random.normal() }
        let mean = numbers.reduce(0, +) / 20_000
        let variance = numbers.map { $0 * $0 }.reduce(0, +) / 20_000
        // Three standard errors: 3 / √20000, and √2 times that.
        #expect(abs(mean) < 0.022)
        #expect(abs(variance - 1) < 0.03)
    }
}
