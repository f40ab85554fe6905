import Foundation

/// A real mosquitto on a free port of the loopback, which can be killed and started again.
public final class Broker {
    /// Where it listens.
    public let port: UInt16
    private let folder = TemporaryFolder()
    private var child: Child?

    /// Its path; nil where it is not installed.
    public static let program = [
        "/usr/sbin/mosquitto", "/usr/bin/mosquitto", "/usr/local/sbin/mosquitto",
    ]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// The plugin that decides who may subscribe; nil where it is not installed.
    public static let security = ["x86_64", "aarch64"]
        .map { "/usr/lib/\($0)-linux-gnu/mosquitto_dynamic_security.so" }
        .first { FileManager.default.fileExists(atPath: $0) }

    /// Lines of a configuration that lets nobody subscribe to anything; the file that they name stays in
    /// the system's temporary folder.
    public static func refusingSubscriptions() throws -> [String] {
        let path = FileManager.default.temporaryDirectory.appending(
            path: "lenticule-security-\(UUID().uuidString).json"
        ).path
        let rights = #"{"publishClientSend":true,"publishClientReceive":true,"subscribe":false}"#
        try #"{"defaultACLAccess":\#(rights)}"#.write(
            toFile: path, atomically: false, encoding: .utf8)
        return ["plugin \(security ?? "")", "plugin_opt_config_file \(path)"]
    }

    /// A broker that lets everybody in, or `user` alone; `options` are lines of its configuration.
    public init(user: (name: String, password: String)? = nil, options: [String] = []) throws {
        port = Self.freePort()
        var lines = ["listener \(port) 127.0.0.1", "persistence false"] + options
        if let user {
            let path = folder.write("users", "\(user.name):\(user.password)\n")
            try Child("mosquitto_passwd", ["-U", path]).wait()
            lines += ["allow_anonymous false", "password_file \(path)"]
        } else {
            lines.append("allow_anonymous true")
        }
        // Started by root it would give up the rights to its files.
        if getuid() == 0 { lines.append("user root") }
        folder.write("mosquitto.conf", lines.joined(separator: "\n") + "\n")
        try start()
    }

    /// Starts it, and returns when it listens.
    public func start() throws {
        child = try Child(
            Self.program ?? "mosquitto", ["-c", folder.file("mosquitto.conf").path],
            streams: .init(errors: folder.file("log").path))
        _ = eventually { Self.listens(on: port) }
    }

    /// Ends it without a word to anybody.
    public func kill() {
        child?.send(SIGKILL)
        child?.wait()
        child = nil
    }

    /// Stops or goes on, as a machine does that swaps.
    public func freeze(_ isFrozen: Bool) { child?.send(isFrozen ? SIGSTOP : SIGCONT) }

    private static func freePort() -> UInt16 {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(socket, $0, length)
                _ = getsockname(socket, $0, &length)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func listens(on port: UInt16) -> Bool {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = loopback(port: port)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
