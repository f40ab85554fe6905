public import Motion
import Platform

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
    private var received = ReceivedAttitudes()
    /// The readings that `awaitSample` has taken and `read` has not given yet.
    private var early: [Reading] = []
    private var hasSentSamples = false
    public private(set) var lost = 0

    /// Nanoseconds: the longest wait for the first sample of a sensor.
    private static let longestWait: Int64 = 10_000_000_000

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
    public var sensorName: String? { link.sensor?.name }

    /// What the readings of the subscription contain.
    public var quantities: Quantities {
        subscription == .attitudes ? .attitude : link.sensor?.quantities ?? []
    }

    public var clock: SourceClock? { link.sensor?.clock }

    public var automaticNeutral: Neutral { .start }
    public var isSensor: Bool { true }
    public var tiltsScreen: Bool { true }
    public var isSuspendable: Bool { true }

    public var descriptions: [String] {
        ["\(sensorName.map { "\($0) through " } ?? "")\(name)"]
    }

    /// Waits until the service has started, at most as long as systemd does, 90 s.
    public func finishStarting() { link.finishStarting() }

    /// If samples are asked for, waits at most ten seconds for the first one, which `read` gives
    /// later; returns earlier if the sensor is absent. Throws if the service has no samples, or if
    /// there is no connection at the end.
    public func awaitSample() throws(SocketError) {
        let end = monotonicNow() + Self.longestWait
        var readings: [Reading] = []
        while subscription == .samples, readings.isEmpty, monotonicNow() < end,
            try read(into: &readings, timeout: .milliseconds(100)) == .open
        {}
        early = readings
        if let trouble = link.trouble { throw trouble }
    }

    /// Appends the samples or attitudes that have arrived. Throws if samples are asked for and the
    /// service has none.
    public func read(
        into readings: inout [Reading], timeout: Duration
    ) throws(SocketError) -> SourceState {
        readings += early
        early = []
        do throws(SocketError) {
            return try link.read(timeout: timeout) { line in take(line, into: &readings) }
        } catch {
            guard error.kind == .noSamples, hasSentSamples else { throw error }
            throw SocketError(
                .noSamples, path,
                "the service's sensor was replaced by one that gives attitudes, not samples")
        }
    }

    private func take(_ line: ServedLine, into readings: inout [Reading]) {
        switch line {
        case .sample(let sample):
            hasSentSamples = true
            readings.append(.sample(sample))
        case .lost(let count): lost += min(count, Int.max - lost)
        case .state(let state):
            guard subscription == .attitudes, state.sensorState != .waiting,
                let attitude = received.next(in: state)
            else { return }
            readings.append(.attitude(attitude))
        case .hello, .recentered, .error, .unknown: break
        }
    }

    /// Closes the connection until the next `read`.
    public func suspend() { link.suspend() }
}
