import Motion
import MotionLog
import Synchronization

/// All clients of a service.
///
/// The event loop adds and removes clients. The reading thread sends to them directly: waking the
/// event loop for each state would cost more than sending.
final class Clients: Sendable {
    fileprivate struct State {
        var outputs: [ObjectIdentifier: ClientOutput] = [:]
        /// The sensor that the service reads or waits for.
        var sensor: ServedSensor
        /// Whether the service waits for the sensor.
        var isWaiting: Bool
        var newestState: MotionState?
        var isSourceSuspended: Bool
        /// Whether there was no client at the last `suspendIfIdle`.
        var wasIdle = false
        /// The number of readings taken since the last `status`.
        var readings = 0
    }

    static let limit = 64

    private let version: String
    private let suspendsWhenIdle: Bool
    private let callbacks: MotionServer.Callbacks
    private let state: Mutex<State>

    init(_ settings: MotionServer.Settings, _ callbacks: MotionServer.Callbacks) {
        (version, suspendsWhenIdle) = (settings.version, settings.suspendsWhenIdle)
        self.callbacks = callbacks
        state = Mutex(
            State(
                sensor: settings.sensor, isWaiting: settings.isWaiting,
                isSourceSuspended: settings.isSuspended))
    }

    /// Sends each client the lines that are due. A change of the hello is sent at once to every
    /// client, a change of the sensor's state to every client that subscribed to states.
    func send(_ newestState: MotionState, of sensor: ServedSensor, _ readings: [Reading]) {
        state.withLock { state in
            let before = state.hello(version)
            state.readings += readings.count
            (state.sensor, state.isWaiting) = (sensor, newestState.sensorState == .waiting)
            // Otherwise the next client would get a state from before the source was suspended.
            guard !state.isSourceSuspended else { return }
            let isSensorStateNew =
                newestState.sensorState != state.newestState?.sensorState
            state.newestState = newestState
            let hello = state.hello(version)
            var outgoing = Outgoing(
                newestState, readings, hello, isHelloNew: hello != before,
                isSensorStateNew: isSensorStateNew)
            for output in state.outputs.values { output.send(&outgoing) }
        }
    }

    /// Sends a new client its first lines, and resumes the source if it is suspended; false if
    /// there are too many clients.
    func add(_ output: ClientOutput) -> Bool {
        state.withLock { state in
            guard state.outputs.count < Self.limit else { return false }
            state.outputs[ObjectIdentifier(output)] = output
            let hello = state.hello(version)
            output.send(.line { $0.appendHello(hello) })
            if let newest = state.newestState { output.send(.line { $0.appendState(newest) }) }
            if state.isSourceSuspended { callbacks.resume() }
            (state.isSourceSuspended, state.wasIdle) = (false, false)
            return true
        }
    }

    func remove(_ output: ClientOutput) {
        state.withLock { _ = $0.outputs.removeValue(forKey: ObjectIdentifier(output)) }
    }

    func recenter() { callbacks.recenter() }

    /// Suspends the source, if the settings say so, when there is no client now and there was none
    /// at the last call, a second ago. So a client that reconnects within a second need not wait
    /// for the source.
    func suspendIfIdle() {
        state.withLock { state in
            let isIdle = state.outputs.isEmpty
            if isIdle, state.wasIdle, !state.isSourceSuspended, suspendsWhenIdle {
                (state.isSourceSuspended, state.newestState) = (true, nil)
                callbacks.suspend()
            }
            state.wasIdle = isIdle
        }
    }

    /// The service's status for people. It names the readings since the last call as those of a
    /// second, so it is to be called once a second.
    func status() -> String {
        state.withLock { state in
            let count = state.outputs.count
            let clients = count == 1 ? "one client" : "\(count) clients"
            defer { state.readings = 0 }
            return "\(state.activity), \(state.readings) readings/s, \(clients)"
        }
    }
}

extension Clients.State {
    fileprivate func hello(_ version: String) -> Hello {
        Hello(sensor: isWaiting ? nil : sensor, version: version)
    }

    fileprivate var activity: String {
        if isWaiting { return "waiting for \(sensor.name)" }
        let source =
            isSourceSuspended ? "suspended" : newestState?.sensorState.rawValue ?? "starting"
        return "\(sensor.name) \(source)"
    }
}
