public import Motion

/// A simulated device as a source: it gives its samples when their time comes, without end.
public final class SimulatedSource: SampleSource {
    /// "simulated" and the preset's name.
    public let name: String
    /// No device is held.
    public var isLive: Bool { false }

    private var simulation: Simulation
    private var pacer = Pacer(speed: .times(1))
    private var next: ImuSample

    /// Starts the simulation; its first sample is due at the first `read`.
    public init(_ settings: Simulation.Settings) {
        name = "simulated \(settings.preset.rawValue)"
        simulation = Simulation(settings)
        next = simulation.next().sample
    }

    /// Appends the samples whose time has come, waiting at most `timeout` for the first.
    public func read(into samples: inout [ImuSample], timeout: Duration) throws -> SourceState {
        pacer.wait(for: next.timestamp, until: .now + timeout)
        while pacer.isDue(next.timestamp) {
            samples.append(next)
            next = simulation.next().sample
        }
        return .open
    }
}
