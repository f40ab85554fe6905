import Glibc

/// Why a socket cannot be had: what was tried, on what, and why it failed.
public struct SocketError: Error, CustomStringConvertible {
    /// What a program may make of it.
    public enum Kind: Sendable {
        /// Nobody is there.
        case absent
        /// Another service is there.
        case taken
        /// The system, or this program's own caution, forbids it.
        case forbidden
        /// All else.
        case failed
    }

    public let kind: Kind
    public let description: String

    init(_ kind: Kind, _ description: String) {
        (self.kind, self.description) = (kind, description)
    }

    /// What the system said to an `operation` on `path`; `code` is errno's.
    init(_ operation: String, _ path: String, code: CInt) {
        let kind: Kind =
            switch code {
            case ENOENT, ECONNREFUSED, ENOTDIR: .absent
            case EACCES, EPERM, EROFS: .forbidden
            default: .failed
            }
        self.init(kind, "\(path): cannot \(operation): \(String(cString: strerror(code)))")
    }
}
