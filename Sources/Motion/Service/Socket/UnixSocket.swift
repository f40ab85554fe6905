import Glibc
import Platform
import SystemPackage

/// Calls `body`, which is bind or connect, with the address for `path`, and returns its result;
/// -1 with errno also if the path is too long.
func withUnixAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
) -> CInt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    // One byte stays 0, which ends the path.
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
        errno = ENAMETOOLONG
        return -1
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}

/// A new stream socket, non-blocking and closed on exec.
func makeUnixSocket() throws(Errno) -> OpenFile {
    let flags = CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
    return OpenFile(try result { socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | flags, 0) })
}

/// The path that a socket is bound to; nil if it has none.
func unixPath(of socket: CInt) -> String? {
    var address = sockaddr_un()
    var size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
    }
    guard result == 0, address.sun_path.0 != 0 else { return nil }
    return withUnsafeBytes(of: address.sun_path) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}

extension OpenFile {
    /// A short path of the open file, for bind and connect: its own path may be too long for them.
    var descriptorPath: String { "/proc/self/fd/\(descriptor)" }
}

/// Why an operation on a socket failed: what was tried, on what, and the reason.
public struct SocketError: Error, Equatable, CustomStringConvertible {
    /// The kinds of errors.
    public enum Kind: Sendable {
        /// No service is there, or the log that it reads has ended.
        case absent
        /// Another service is there.
        case taken
        /// The system forbids it, or this program does not trust the path.
        case forbidden
        /// The service there gives attitudes, and samples were asked for.
        case noSamples
        case failed
    }

    public let kind: Kind
    /// The path of the socket.
    public let path: String
    /// What was tried, and why it failed.
    public let reason: String

    init(_ kind: Kind, _ path: String, _ reason: String) {
        (self.kind, self.path, self.reason) = (kind, path, reason)
    }

    /// The system's error for an `operation` on `path`.
    init(_ operation: String, _ path: String, _ error: Errno) {
        let kind: Kind =
            switch error {
            case .noSuchFileOrDirectory, .connectionRefused, .notDirectory: .absent
            case .permissionDenied, .notPermitted, .readOnlyFileSystem: .forbidden
            default: .failed
            }
        self.init(kind, path, "cannot \(operation): \(error)")
    }

    public var description: String { "\(path): \(reason)" }
}
