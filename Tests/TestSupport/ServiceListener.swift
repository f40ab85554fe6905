import Foundation

/// A client of a service, as simple as can be: lines in, lines out.
public final class ServiceListener {
    private let socket: Int32
    private var unread = Data()

    public struct CannotConnect: Error {
        public let code: Int32
    }

    /// Connects to the socket at `path`; tries for ten seconds where it is not there yet.
    public init(_ path: String) throws {
        let socket = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        self.socket = socket
        guard eventually(within: 10, { Self.connect(socket, path) }) else {
            throw CannotConnect(code: errno)
        }
    }

    deinit { close(socket) }

    /// Sends text as it is; false where the service takes no more.
    @discardableResult
    public func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Says that nothing more will be sent.
    public func finish() { shutdown(socket, Int32(SHUT_WR)) }

    /// The next line without its newline; nil at the end, or if none comes in so many seconds.
    public func line(within seconds: Double = 10 * patience) -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread = Data(unread[(end + 1)...]) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            guard receive(within: seconds) else { return nil }
        }
    }

    /// The lines that come in so many seconds.
    public func lines(for seconds: Double) -> [String] {
        let end = Date(timeIntervalSinceNow: seconds)
        var lines: [String] = []
        while end.timeIntervalSinceNow > 0, let line = line(within: end.timeIntervalSinceNow) {
            lines.append(line)
        }
        return lines
    }

    /// The next so many lines; fewer at the end, or if no more come.
    public func lines(_ count: Int) -> [String] {
        var lines: [String] = []
        while lines.count < count, let line = line() { lines.append(line) }
        return lines
    }

    /// The first line with `text` in it; nil at the end.
    public func line(with text: String) -> String? {
        while let line = line() { if line.contains(text) { return line } }
        return nil
    }

    /// Whether the service closes the connection within ten seconds, or what a slow machine takes;
    /// what it says before is lost.
    public func isClosed() -> Bool {
        let end = Date(timeIntervalSinceNow: 10 * patience)
        while receive(within: 10 * patience) { if end.timeIntervalSinceNow < 0 { return false } }
        return end.timeIntervalSinceNow > 0
    }

    private func receive(within seconds: Double) -> Bool {
        var question = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard poll(&question, 1, Int32(max(0, seconds) * 1000)) > 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(socket, &bytes, bytes.count, 0)
        guard count > 0 else { return false }
        unread += bytes[..<count]
        return true
    }

    private static func connect(_ socket: Int32, _ path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: path.utf8.prefix($0.count - 1))
        }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}
