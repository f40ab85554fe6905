import Motion
import MotionLog
import NIOCore

/// All clients, and what they are told; it lives on the event loop.
final class Audience {
    /// So many clients are served at a time.
    static let most = 64
    /// How long the sensor stays awake without clients: a client that comes back finds it so.
    private static let grace = TimeAmount.seconds(1)

    let loop: any EventLoop
    private let demand: Demand
    private let mayRest: Bool
    private let version: String
    private let events: MotionServer.Events
    private var clients: [ObjectIdentifier: Client] = [:]
    /// What is read, or waited for.
    private var device: String
    /// Whether that is waited for.
    private var isWaiting: Bool
    private var newest: MotionState?
    /// The line of `newest`, once somebody needed it.
    private var newestLine: ByteBuffer?
    private var isAwake = false
    private var sleep: Scheduled<Void>?
    private var text = TextBuffer(capacity: 1 << 12)

    init(
        on loop: any EventLoop, _ demand: Demand, _ settings: MotionServer.Settings,
        _ events: MotionServer.Events
    ) {
        (self.loop, self.demand, self.events) = (loop, demand, events)
        mayRest = settings.mayRest
        (version, device, isWaiting) = (settings.version, settings.device, settings.isWaiting)
    }

    /// How many clients there are.
    var count: Int { clients.count }
    /// How many readings were published.
    private(set) var readings = 0
    private var wantsSamples = false

    /// What the source does, for people.
    var activity: String {
        if isWaiting { return "waiting for \(device)" }
        return "\(device) \(isAwake ? newest?.device.rawValue ?? "starting" : "asleep")"
    }

    /// The newest state as a line; nil before the first and while the sensor sleeps.
    var stateLine: ByteBuffer? {
        if newestLine == nil, let newest { newestLine = .line { $0.appendState(newest) } }
        return newestLine
    }

    /// Tells everyone what is due; a change of the device is due to all.
    func publish(_ state: MotionState, of device: String, samples: [ImuSample], readings: Int) {
        self.readings += readings
        (self.device, isWaiting) = (device, state.device == .waiting)
        // What was still on its way when the source was sent to rest would get old.
        guard isAwake else { return }
        let isNews = state.device != newest?.device
        (newest, newestLine) = (state, nil)
        let timestamp = state.pose?.attitude.timestamp
        for client in clients.values where client.followsState {
            // Asked in any case: the count of states goes on.
            let isDue = readings > 0 && timestamp.map { client.wantsState(of: $0) } ?? false
            if isDue || isNews, let line = stateLine { client.send(state: line) }
        }
        if wantsSamples { send(samples) }
        updateDemand()
    }

    /// Takes a new client, if there is room.
    func join(_ client: Client) {
        guard clients.count < Self.most else {
            return client.drop("\(Self.most) clients are connected already; try again later")
        }
        clients[ObjectIdentifier(client)] = client
        let name = isWaiting ? nil : device
        client.send(samples: .line { $0.appendHello(device: name, version: version) })
        if let line = stateLine { client.send(state: line) }
        countListeners()
    }

    /// The client has gone.
    func leave(_ client: Client) {
        clients[ObjectIdentifier(client)] = nil
        countListeners()
    }

    func recenter() { events.recenter() }

    /// Closes every connection.
    func close() {
        sleep?.cancel()
        for client in clients.values { client.close() }
    }

    /// Wakes the source for the first client, and lets it sleep soon after the last.
    func countListeners() {
        wantsSamples = clients.values.contains { $0.wantsSamples }
        updateDemand()
        if clients.isEmpty {
            guard isAwake, mayRest, sleep == nil else { return }
            sleep = loop.assumeIsolated().scheduleTask(in: Self.grace) { self.fallAsleep() }
        } else {
            sleep?.cancel()
            sleep = nil
            if !isAwake { events.wake() }
            isAwake = true
        }
    }

    private func updateDemand() {
        demand.wait(for: clients.values.map(\.due).min() ?? .min)
    }

    private func fallAsleep() {
        sleep = nil
        isAwake = false
        (newest, newestLine) = (nil, nil)
        events.sleep()
    }

    private func send(_ samples: [ImuSample]) {
        guard !samples.isEmpty else { return }
        text.removeAll()
        for sample in samples { text.appendSample(sample) }
        let lines = text.withBytes { ByteBuffer(bytes: $0) }
        for client in clients.values where client.wantsSamples { client.send(samples: lines) }
    }
}
