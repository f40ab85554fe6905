public import Motion

/// A service as a source; it waits while the service or its sensor is absent.
public final class ServiceSource: MotionSource {
    /// The readings that the service is asked for.
    public enum Subscription: Sendable {
        /// The samples of its sensor.
        case samples
        /// The attitudes that it has fused, at a higher rate than most screens have.
        case attitudes

        fileprivate var request: String {
            switch self {
            case .samples: "{\"subscribe\":\"samples\"}"
            case .attitudes: "{\"subscribe\":\"state\",\"hz\":250}"
            }
        }
    }

    private let subscription: Subscription
    private var link: ServiceLink
    public private(set) var lost = 0

    /// Subscribes to the first available service of `paths`, now or later; `notify` gets lines for
    /// people.
    public init(
        _ subscription: Subscription, of paths: [String],
        notify: @escaping @Sendable (String) -> Void
    ) throws(SocketError) {
        self.subscription = subscription
        link = try ServiceLink(to: paths, saying: subscription.request, notify: notify)
    }

    public var name: String { link.name }

    /// The path of the service's socket; before the first connection, the first one given.
    public var path: String { link.path }

    /// Whether the service has sent its hello, so that it is available now.
    public var isReady: Bool { link.isReady }

    /// Whether it is connected but has no hello yet, as while systemd starts the service.
    public var isStarting: Bool { link.isStarting }

    /// The sensor's name in the service's hello; nil if the sensor was absent.
    public var sensorName: String? { link.sensorName }

    /// True: the device may be in any pose at the start.
    public var isHeldInHand: Bool { true }

    public var descriptions: [String] {
        ["\(link.sensorName.map { "\($0) through " } ?? "")\(name)"]
    }

    /// Waits until the service has started, at most as long as systemd does, 90 s.
    public func finishStarting() { link.finishStarting() }

    /// Appends the samples or attitudes that have arrived.
    public func read(into readings: inout [Reading], timeout: Duration) -> SourceState {
        link.read(timeout: timeout) { line in
            switch line {
            case .sample(let sample): readings.append(.sample(sample))
            case .lost(let count): lost += min(count, Int.max - lost)
            case .state(let state):
                guard subscription == .attitudes, state.sensorState != .waiting,
                    let values = state.values
                else { return }
                readings.append(.attitude(values.attitude))
            case .hello, .error: break
            }
        }
    }

    /// Closes the connection until the next `read`.
    public func suspend() { link.suspend() }
}
