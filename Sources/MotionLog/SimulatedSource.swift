public import Motion

/// A simulated device as a source, with the timing of its timestamps, without end.
public final class SimulatedSource: MotionSource {
    /// "simulated" and the preset's name.
    public let name: String
    /// False: no device is held in the hand.
    public var isLive: Bool { false }

    private var simulation: Simulation
    private var pacer = Pacer(speed: .times(1))
    private var next: ImuSample

    /// Starts the simulation; the first `read` gets the first sample at once.
    public init(_ settings: Simulation.Settings) {
        name = "simulated \(settings.preset.rawValue)"
        simulation = Simulation(settings)
        next = simulation.next().sample
    }

    /// Appends the samples that are due; waits at most `timeout` for the first.
    public func read(into readings: inout [Reading], timeout: Duration) throws -> SourceState {
        pacer.wait(for: next.timestamp, until: .now + timeout)
        while pacer.isDue(next.timestamp) {
            readings.append(.sample(next))
            next = simulation.next().sample
        }
        return .open
    }
}
