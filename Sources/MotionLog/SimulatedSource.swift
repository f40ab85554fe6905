public import Motion

/// A simulated device as a source: it gives its samples when their time comes, without end.
public final class SimulatedSource: SampleSource {
    public let name: String
    public var isLive: Bool { false }

    private var simulation: Simulation
    private var pacer = Pacer(speed: .times(1))
    private var next: ImuSample

    public init(_ settings: Simulation.Settings) {
        name = "simulated \(settings.preset.rawValue)"
        simulation = Simulation(settings)
        next = simulation.next().sample
    }

    public func read(into samples: inout [ImuSample], timeout: Duration) throws -> SourceState {
        pacer.wait(for: next.timestamp, until: .now + timeout)
        while pacer.isDue(next.timestamp) {
            samples.append(next)
            next = simulation.next().sample
        }
        return .open
    }
}
