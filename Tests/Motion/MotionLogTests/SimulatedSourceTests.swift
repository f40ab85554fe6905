import Motion
import Testing

@testable import MotionLog

@Suite struct SimulatedSourceTests {
    @Test func `samples that are long due come in parts, none of them lost`() throws {
        var settings = Simulation.Settings(preset: .still)
        settings.samplingRate = 100_000
        let source = SimulatedSource(settings)
        var readings: [Reading] = []
        _ = try source.read(into: &readings, timeout: .zero)
        Pacer.sleep(until: .now + .milliseconds(20))
        // Two thousand are due.
        for _ in 0..<4 {
            let before = readings.count
            _ = try source.read(into: &readings, timeout: .zero)
            #expect(readings.count == before + 256)
        }
        #expect(readings.map(\.timestamp) == readings.indices.map { Int64($0) * 10_000 })
    }

    @Test func `an orbit goes on with the figure that is set`() throws {
        let orbit = PlayedOrbit(Orbit(axis: .horizontal))
        var settings = Simulation.Settings(preset: .orbit)
        settings.samplingRate = 100_000
        let source = SimulatedSource(settings, orbit: orbit)
        func newest() throws -> ImuSample {
            var readings: [Reading] = []
            // The sample after the last one was made before.
            while readings.count < 512 {
                _ = try source.read(into: &readings, timeout: .seconds(1))
            }
            return try #require(readings.last?.sample)
        }
        let first = try #require(try newest().acceleration)
        #expect(first.x == 0 && first.y > 0)
        orbit.set(Orbit(axis: .vertical))
        let second = try #require(try newest().acceleration)
        #expect(second.x < 0 && second.y == 0)
    }
}
