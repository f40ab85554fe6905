import Glibc

/// Whether a sensor service can be reached.
public struct ServiceFacts: Sendable, Equatable {
    /// What came of connecting to a socket.
    public enum Answer: Sendable, Equatable {
        /// There is no socket.
        case absent
        case forbidden
        /// There is a socket, but nobody listens.
        case refused
        /// Somebody took the connection, but said nothing in time.
        case silent
        /// The first line that came.
        case line(String)
    }

    /// A socket, and what came of connecting to it.
    public struct Try: Sendable, Equatable {
        public var path: String
        public var answer: Answer
    }

    /// In the order in which clients try.
    public var tries: [Try] = []
    /// Whether the system's unit is installed.
    public var hasUnit = false

    init(tries: [Try] = [], hasUnit: Bool = false) { (self.tries, self.hasUnit) = (tries, hasUnit) }

    /// Connects to each socket and waits for its first line, a second each at most.
    public init(_ root: Root = .machine, sockets: [String]) {
        tries = sockets.map { Try(path: $0, answer: Answer(of: $0)) }
        let folders = ["/etc", "/usr/local/lib", "/usr/lib", "/lib"]
        hasUnit = folders.contains { root.has("\($0)/systemd/system/lenticule.service") }
    }

    /// Whether one of them says what a service says first.
    var isServing: Bool { tries.contains(where: \.isService) }

    var finding: Finding {
        if let service = tries.first(where: \.isService) {
            return Finding(.ok, "service", "a service answers at \(service.path)")
        }
        let found = tries.first { $0.answer != .absent }
        guard let found else { return absence }
        switch found.answer {
        case .forbidden:
            return Finding(
                .note, "service",
                "\(found.path) may not be opened; afterwards log in again:",
                ["sudo usermod -aG \(AccessFacts.group) $USER"])
        case .refused:
            return Finding(
                .note, "service", "\(found.path) is left over: nobody listens there",
                [found.path.hasPrefix("/run/lenticule/") ? start : "lenticule serve"])
        default:
            return Finding(
                .note, "service", "what listens at \(found.path) says nothing that a service says",
                ["systemctl status lenticule"])
        }
    }

    private var absence: Finding {
        Finding(
            .note, "service", "no service runs: each window reads the sensor itself",
            hasUnit ? [start] : ["lenticule serve"])
    }

    private var start: String { "sudo systemctl restart lenticule.socket lenticule.service" }
}

extension ServiceFacts.Try {
    /// The protocol's first line is {"lenticule":1,...}.
    fileprivate var isService: Bool {
        guard case .line(let line) = answer else { return false }
        return line.filter { !$0.isWhitespace }.contains("\"lenticule\":1")
    }
}

extension ServiceFacts.Answer {
    private static let patience: CInt = 1000

    init(of path: String) {
        let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type | CInt(SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else {
            self = .absent
            return
        }
        defer { close(descriptor) }
        switch Self.connect(descriptor, path) {
        case 0: self = Self.firstLine(descriptor).map { .line($0) } ?? .silent
        case EACCES, EPERM: self = .forbidden
        case ECONNREFUSED: self = .refused
        case EAGAIN: self = .silent
        default: self = .absent
        }
    }

    /// errno, or 0.
    private static func connect(_ descriptor: CInt, _ path: String) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return ENOENT }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result == 0 ? 0 : errno
    }

    private static func firstLine(_ descriptor: CInt) -> String? {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, patience) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(
            decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
