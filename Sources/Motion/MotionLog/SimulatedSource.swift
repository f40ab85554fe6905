public import Motion
import Synchronization

/// The figure of the preset `orbit` while it is played: another one may be set at any time, as when
/// another card is shown.
public final class PlayedOrbit: Sendable {
    private let figure: Mutex<Orbit>

    /// Begins with this figure.
    public init(_ figure: Orbit = Orbit()) { self.figure = Mutex(figure) }

    /// Goes on with another figure.
    public func set(_ figure: Orbit) { self.figure.withLock { $0 = figure } }

    /// The figure.
    public var present: Orbit { figure.withLock { $0 } }
}

/// A simulated device as a source, without end. It gives each sample when the sample's timestamp is
/// due.
public final class SimulatedSource: MotionSource {
    /// "simulated" and the preset's name.
    public let name: String
    public var playbackSpeed: Double? { 1 }
    public var quantities: Quantities { [.acceleration, .rotationRate] }
    public var clock: SourceClock? { .simulation }

    private var simulation: Simulation
    private let orbit: PlayedOrbit
    private var pacer = Pacer(speed: .times(1))
    private var next: ImuSample

    /// Starts the simulation; the first `read` gets the first sample at once. The figure of the
    /// preset `orbit` is `orbit`, else that of the settings.
    public init(_ settings: Simulation.Settings, orbit: PlayedOrbit? = nil) {
        name = settings.name
        self.orbit = orbit ?? PlayedOrbit(settings.orbit)
        simulation = Simulation(settings)
        next = simulation.next().sample
    }

    /// Appends the samples that are due, at most 256; waits at most `timeout` for the first.
    public func read(into readings: inout [Reading], timeout: Duration) throws -> SourceState {
        simulation.orbit = orbit.present
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
