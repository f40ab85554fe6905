import Motion

/// The rows of a simulated device, as `simulate` writes them, with the exact truth.
final class SimulatedLog: LogStream {
    let quantities: Quantities = [.acceleration, .rotationRate]
    private var simulation: Simulation
    private var remaining: Int
    private let readsTruth: Bool
    private var truths: [Truth?] = []

    /// The first `seconds` of the simulation.
    init(_ settings: Simulation.Settings, seconds: Double, readsTruth: Bool) {
        (simulation, self.readsTruth) = (Simulation(settings), readsTruth)
        remaining = settings.rows(inSeconds: seconds)
    }

    func read(
        into samples: inout [ImuSample], atMost limit: Int, until deadline: ContinuousClock.Instant?
    ) -> Bool {
        for _ in 0..<min(limit, remaining) {
            let row = simulation.next()
            samples.append(row.sample)
            if readsTruth {
                truths.append(Truth(quaternion: row.truth, isJudged: row.isMoving))
            }
        }
        remaining -= min(limit, remaining)
        return remaining > 0
    }

    func takeTruths() -> [Truth?] {
        defer { truths.removeAll() }
        return truths
    }
}
