/// A topic of an MQTT broker, as in `mqtt://HOST[:PORT]/TOPIC`; `mqtts:` goes through TLS.
public struct MQTTAddress: Sendable, Equatable, CustomStringConvertible {
    /// A name, an IPv4 address, or an IPv6 address without its brackets.
    public var host: String
    public var port: UInt16
    public var topic: String
    public var isEncrypted: Bool

    /// Why a text is no address, for the end of a line.
    public struct Flaw: Error, Equatable, CustomStringConvertible {
        public let description: String
    }

    /// Reads `mqtt://HOST[:PORT]/TOPIC`; the port is 1883 if not given, 8883 with TLS.
    public init(_ text: String) throws(Flaw) {
        guard let scheme = ["mqtt://", "mqtts://"].first(where: text.hasPrefix) else {
            throw Flaw(description: "it does not begin with mqtt:// or mqtts://")
        }
        let parts = text.dropFirst(scheme.count).split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty else {
            throw Flaw(description: "it names no topic: write mqtt://HOST/TOPIC")
        }
        isEncrypted = scheme == "mqtts://"
        topic = String(parts[1])
        try Self.check(topic: topic)
        (host, port) = try Self.place(parts[0], port: isEncrypted ? 8883 : 1883)
    }

    public var description: String {
        let place = host.contains(":") ? "[\(host)]" : host
        return "\(isEncrypted ? "mqtts" : "mqtt")://\(place):\(port)/\(topic)"
    }

    /// One state moves the screens, so the topic has no wildcards; MQTT 3.1.1, section 4.7.
    private static func check(topic: String) throws(Flaw) {
        if topic.contains(where: { "#+".contains($0) }) {
            throw Flaw(description: "its topic must not have the wildcards # and +")
        }
        if topic.utf8.count > 65535 || topic.utf8.contains(0) {
            throw Flaw(description: "its topic is no MQTT topic")
        }
    }

    private static func place(
        _ text: Substring, port standard: UInt16
    ) throws(Flaw) -> (host: String, port: UInt16) {
        if text.contains("@") {
            throw Flaw(description: "user and password do not belong in it: --mqtt-user has them")
        }
        let isBracketed = text.hasPrefix("[")
        let end = isBracketed ? text.firstIndex(of: "]") : text.firstIndex(of: ":")
        let host = text[..<(end ?? text.endIndex)].drop { $0 == "[" }
        let rest = text[(end ?? text.endIndex)...].drop { $0 == "]" }
        guard !host.isEmpty, !isBracketed || end != nil else {
            throw Flaw(description: "it names no host")
        }
        if rest.isEmpty { return (String(host), standard) }
        guard rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()), port > 0 else {
            throw Flaw(description: "its port must be 1 to 65535")
        }
        return (String(host), port)
    }
}

/// How a broker is to be convinced, and how it convinces us.
public struct MQTTAccess: Sendable, Equatable {
    public var user: String?
    /// A file whose first line is the password: a command line can be seen by everybody.
    public var passwordFile: String?
    /// Certificates to trust, PEM; without it, those of the system.
    public var authorityFile: String?

    public init(user: String? = nil, passwordFile: String? = nil, authorityFile: String? = nil) {
        (self.user, self.passwordFile, self.authorityFile) = (user, passwordFile, authorityFile)
    }
}
