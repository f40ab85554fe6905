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

private func lean(_ row: Simulation.Row) -> Double {
    let up = row.truth.conjugate.rotate(Vector3(0, 0, 1))
    return atan2(-up.x, up.z) * 180 / .pi
}

@Suite struct SimulationTests {
    @Test(arguments: Simulation.Preset.allCases)
    func `the same seed gives the same samples, another seed others`(preset: Simulation.Preset) {
        #expect(rows(preset).map(\.sample) == rows(preset).map(\.sample))
        // An orbit has no noise, and always the same figure.
        let isSame = rows(preset).map(\.sample) == rows(preset, seed: 2).map(\.sample)
        #expect(isSame == (preset == .orbit))
    }

    @Test(arguments: [(tilt: pitch, least: 44.0, most: 56.0), (tilt: lean, least: 26, most: 38)])
    func `a hand tilts about both axes, both ways, and ends flat`(
        tilt: @Sendable (Simulation.Row) -> Double, least: Double, most: Double
    ) {
        for seed in 1...5 as ClosedRange<UInt64> {
            let tilts = rows(.hand, seed: seed).map(tilt)
            #expect((least...most).contains(tilts.max() ?? 0))
            #expect((least...most).contains(-(tilts.min() ?? 0)))
            #expect(abs(tilts[0]) < 0.5)
            #expect(abs(tilts[tilts.count - 1]) < 0.5)
        }
    }

    @Test func `an orbit is a figure of eight that ends where it began`() throws {
        let rows = rows(.orbit, seconds: 8)
        for (index, row) in rows.enumerated() {
            let phase = 2 * .pi * Double(index) / 400
            #expect(abs(lean(row) - 20 * sin(phase)) < 1e-9)
            #expect(abs(pitch(row) - 10 * sin(2 * phase)) < 1e-9)
        }
        for (first, second) in zip(rows[..<400], rows[400...]) {
            let (one, other) = (first.sample, second.sample)
            #expect(one.acceleration == other.acceleration)
            #expect(one.rotationRate == other.rotationRate)
        }
    }

    @Test(arguments: TiltAxis.allCases, DisplayOrientation.allCases)
    func `an orbit about one axis has the whole amplitude`(
        axis: TiltAxis, orientation: DisplayOrientation
    ) throws {
        var settings = Simulation.Settings(preset: .orbit)
        settings.orbit = Orbit(degrees: 60, axis: axis, orientation: orientation)
        var simulation = Simulation(settings)
        var tilt = AxisTilt(settings: TiltSettings(axis: axis, orientation: orientation))
        for index in 0..<400 {
            let row = simulation.next()
            let attitude = Attitude(
                timestamp: row.sample.timestamp, quaternion: row.truth, rate: .zero)
            let angle = tilt.update(with: attitude)
            let shown = try #require(angle)
            // About the vertical axis the gyroscope's angle takes part, which this test leaves out.
            let tolerance = axis == .vertical ? 3.0 : 1e-9
            #expect(abs(shown - 60 * sin(2 * .pi * Double(index) / 400)) < tolerance)
        }
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
