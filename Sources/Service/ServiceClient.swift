/// A source that listens to a service.
public protocol ServiceClient {
    /// What a person would call it.
    var name: String { get }

    /// Whether the service is there now.
    var isConnected: Bool { get }
}
