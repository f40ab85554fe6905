public import Motion

/// The samples of a running service.
public final class SocketSamples: SampleSource, ServiceClient {
    private var link: ServiceLink

    /// Listens to the first service of `paths` that is there, now or later.
    public init(paths: [String]) throws(SocketError) {
        link = try ServiceLink(to: paths, saying: "{\"subscribe\":\"samples\"}")
    }

    public var name: String { link.name }
    public var isConnected: Bool { link.isConnected }

    /// A device is held by the service's user, at any pose.
    public var isLive: Bool { true }

    public var notes: [String] { ["\(link.device.map { "\($0) through " } ?? "")\(name)"] }

    /// Appends the samples that have come; while the service is away it is waited for.
    public func read(into samples: inout [ImuSample], timeout: Duration) -> SourceState {
        link.read(timeout: timeout) { line in
            if case .sample(let sample) = line { samples.append(sample) }
        }
    }

    /// Leaves the service until the next `read`.
    public func rest() { link.rest() }
}
