public import Motion

/// A simulated device as a source, without end. It gives each sample when the sample's timestamp is
/// due.
public final class SimulatedSource: MotionSource {
    /// "simulated" and the preset's name.
    public let name: String
    /// False: no device is held in the hand.
    public var isHeldInHand: Bool { false }
    public var playbackSpeed: Double? { 1 }
    public var quantities: Quantities { [.acceleration, .rotationRate] }
    public var clock: SourceClock? { .simulation }

    private var simulation: Simulation
    private var pacer = Pacer(speed: .times(1))
    private var next: ImuSample

    /// Starts the simulation; the first `read` gets the first sample at once.
    public init(_ settings: Simulation.Settings) {
        name = settings.name
        simulation = Simulation(settings)
        next = simulation.next().sample
    }

    /// Appends the samples that are due, at most 256; waits at most `timeout` for the first.
    public func read(into readings: inout [Reading], timeout: Duration) throws -> SourceState {
        pacer.wait(for: next.timestamp, until: .now + timeout)
        // After a sleep of the machine many are due.
        for _ in 0..<256 {
            guard pacer.isDue(next.timestamp) else { break }
            readings.append(.sample(next))
            next = simulation.next().sample
        }
        return .open
    }
}
