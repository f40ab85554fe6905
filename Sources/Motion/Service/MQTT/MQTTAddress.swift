import Glibc

/// A topic of an MQTT broker, as in `mqtt://HOST[:PORT]/TOPIC`; `mqtts:` uses TLS.
public struct MQTTAddress: Sendable, Equatable, CustomStringConvertible {
    /// A name, an IPv4 address, or an IPv6 address without its brackets.
    public var host: String
    public var port: UInt16
    public var topic: String
    public var isEncrypted: Bool

    /// Why a text is no address, as the end of a message.
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
        (host, port) = try Self.hostAndPort(parts[0], port: isEncrypted ? 8883 : 1883)
    }

    public var description: String {
        let bracketed = host.contains(":") ? "[\(host)]" : host
        return "\(isEncrypted ? "mqtts" : "mqtt")://\(bracketed):\(port)/\(topic)"
    }

    /// Whether both are the same topic of the same broker; may look up host names.
    public func isSame(as other: MQTTAddress) -> Bool {
        // A broker may listen on two ports, one of them for TLS.
        guard topic == other.topic, port == other.port || isEncrypted != other.isEncrypted else {
            return false
        }
        return isSameHost(host, other.host)
    }

    /// Throws for wildcards, because states come from one topic, and for a text that brokers refuse
    /// as a topic; MQTT 3.1.1, section 4.7.
    private static func check(topic: String) throws(Flaw) {
        // By bytes, as brokers do: in Swift a wildcard and a combining accent are one character.
        if topic.utf8.contains(where: { "#+".utf8.contains($0) }) {
            throw Flaw(description: "its topic must not have the wildcards # and +")
        }
        // Brokers close the connection if a topic contains a control character.
        let hasControl = topic.unicodeScalars.contains { $0.properties.generalCategory == .control }
        if topic.utf8.count > 65535 || hasControl {
            throw Flaw(description: "its topic is not an MQTT topic")
        }
    }

    private static func hostAndPort(
        _ text: Substring, port standard: UInt16
    ) throws(Flaw) -> (host: String, port: UInt16) {
        guard text.utf8.allSatisfy({ 0x21...0x7e ~= $0 }) else {
            throw Flaw(description: "its host has characters that a host's name may not have")
        }
        if text.contains("@") {
            throw Flaw(
                description:
                    "user and password may not be part of it; give --mqtt-user and --mqtt-password-file"
            )
        }
        let isBracketed = text.hasPrefix("[")
        let end = isBracketed ? text.firstIndex(of: "]") : text.firstIndex(of: ":")
        let host = text[..<(end ?? text.endIndex)].dropFirst(isBracketed ? 1 : 0)
        let remainder = text[(end ?? text.endIndex)...].dropFirst(isBracketed ? 1 : 0)
        guard !host.isEmpty, !host.contains("["), !isBracketed || end != nil else {
            throw Flaw(description: "it names no host")
        }
        if remainder.isEmpty { return (String(host), standard) }
        guard remainder.hasPrefix(":"), !remainder.hasPrefix(":+"),
            let port = UInt16(remainder.dropFirst()), port > 0
        else {
            throw Flaw(description: "its port must be 1 to 65535")
        }
        return (String(host), port)
    }
}

/// The credentials for a broker, and the certificates to trust for it.
public struct MQTTAccess: Sendable, Equatable {
    public var user: String?
    /// A file whose first line is the password. A password on the command line could be read by
    /// other users.
    public var passwordFile: String?
    /// A PEM file of certificates to trust; nil for those of the system. With a file, `mqtt:` uses
    /// TLS too.
    public var authorityFile: String?

    public init(user: String? = nil, passwordFile: String? = nil, authorityFile: String? = nil) {
        (self.user, self.passwordFile, self.authorityFile) = (user, passwordFile, authorityFile)
    }

    /// The files, none of which may be an output.
    public var files: [String] { [passwordFile, authorityFile].compactMap { $0 } }
}

/// Whether two host names are the same or share an address.
func isSameHost(_ one: String, _ other: String) -> Bool {
    comparableName(one) == comparableName(other)
        || !addresses(of: one).isDisjoint(with: addresses(of: other))
}

/// The name in lowercase, without a final dot.
private func comparableName(_ host: String) -> String {
    let name = host.lowercased()
    return name.hasSuffix(".") ? String(name.dropLast()) : name
}

/// The addresses of a host as texts; all loopback addresses count as one.
private func addresses(of host: String) -> Set<String> {
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, nil, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var texts: Set<String> = []
    for entry in sequence(first: list, next: { $0?.pointee.ai_next }) {
        guard let entry = entry?.pointee else { break }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let result = getnameinfo(
            entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        guard result == 0 else { continue }
        let bytes = text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        let address = String(decoding: bytes, as: UTF8.self)
        texts.insert(address == "::1" || address.hasPrefix("127.") ? "loopback" : address)
    }
    return texts
}
