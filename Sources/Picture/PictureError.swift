import Glibc

/// Why a picture could not be read or written, as one line for a person.
public struct PictureError: Error, CustomStringConvertible, Equatable {
    public enum Reason: Sendable, Equatable {
        /// There is no such file, or no such folder to write it to.
        case missing
        /// It is there, but this user may not read or write it.
        case permission
        /// The file can be read, but what is in it makes no sense.
        case malformed
        case unwritable
    }

    public let reason: Reason
    public let description: String

    init(_ reason: Reason, _ description: String) {
        self.reason = reason
        self.description = description
    }

    /// A C call on `path` that failed with `code`; `action` as in "cannot open the picture".
    init(_ action: String, _ path: String, code: Int32, otherwise: Reason) {
        let reason: Reason =
            switch code {
            case ENOENT, ENOTDIR, ELOOP: .missing
            case EACCES, EPERM, EROFS: .permission
            default: otherwise
            }
        self.init(reason, "\(path): cannot \(action): \(String(cString: strerror(code)))")
    }
}
