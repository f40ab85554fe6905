import Glibc

/// Why a log cannot be read or written: one line that names the file and, where it helps, the place.
public struct MotionLogError: Error, Equatable, CustomStringConvertible {
    /// What went wrong, as far as a caller treats it differently.
    public enum Kind: Sendable {
        /// No such file or folder.
        case missing
        case permission
        /// The content is no motion log.
        case malformed
        /// The device failed or is full.
        case inputOutput
    }

    /// How a caller should treat it.
    public let kind: Kind
    /// The line for a person.
    public let description: String

    /// An error that `description` tells in full.
    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// A C call on `path` that failed with `code`; `action` as in "cannot read".
    init(_ action: String, _ path: String, code: CInt) {
        let kind: Kind =
            switch code {
            case ENOENT, ENOTDIR, ELOOP: .missing
            case EACCES, EPERM, EROFS: .permission
            default: .inputOutput
            }
        self.init(kind, "cannot \(action) \(path): \(String(cString: strerror(code)))")
    }
}
