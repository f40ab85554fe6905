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
}
