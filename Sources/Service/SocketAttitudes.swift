public import Motion

/// The attitudes of a running service.
public final class SocketAttitudes: AttitudeSource, ServiceClient {
    private var link: ServiceLink

    /// Listens to the first service of `paths` that is there, now or later.
    public init(paths: [String]) throws(SocketError) {
        // A window shows the newest; this is as often as any screen asks.
        link = try ServiceLink(to: paths, saying: "{\"subscribe\":\"state\",\"hz\":250}")
    }

    public var name: String { link.name }
    public var isConnected: Bool { link.isConnected }

    /// A device is held by the service's user, at any pose.
    public var isLive: Bool { true }

    /// Appends the attitudes that have come; while the service or its sensor is away it is waited for.
    public func read(into attitudes: inout [Attitude], timeout: Duration) -> SourceState {
        link.read(timeout: timeout) { line in
            guard case .state(let state) = line, state.device != .waiting, let pose = state.pose
            else { return }
            attitudes.append(pose.attitude)
        }
    }

    /// Leaves the service until the next `read`.
    public func rest() { link.rest() }
}
