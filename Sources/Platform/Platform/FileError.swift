public import SystemPackage

/// The kind of an error, which determines the exit status.
public enum ErrorKind: UInt8, Sendable {
    /// The file or folder does not exist.
    case missing
    /// The user has no permission, or the file system is read-only.
    case forbidden
    /// The contents are invalid, or what is to be read is not the kind of file that is wanted.
    case malformed
    /// Any other error, such as a full disk, or a file that another program is writing.
    case inputOutput
    /// Refused, because it would destroy data that is needed.
    case refused

    /// The kind of a system error.
    public init(_ error: Errno) {
        self =
            switch error {
            case .noSuchFileOrDirectory, .notDirectory: .missing
            case .permissionDenied, .notPermitted, .readOnlyFileSystem: .forbidden
            case .tooManySymbolicLinkLevels: .malformed
            default: .inputOutput
            }
    }
}

/// Why a file or folder cannot be used, as one line: the action, the path and the reason.
public struct FileError: Error, Equatable, CustomStringConvertible {
    public let kind: ErrorKind
    /// As given by the caller.
    public let path: String
    public let description: String

    /// `action`, as in "read", failed on the file at `path` for this reason.
    public init(_ kind: ErrorKind, _ action: String, _ path: String, _ reason: String) {
        (self.kind, self.path) = (kind, path)
        description = "cannot \(action) \(path.isEmpty ? "\"\"" : path): \(reason)"
    }

    /// The system's error for `action` on `path`, followed by `addition`.
    public init(_ action: String, _ path: String, _ error: Errno, _ addition: String = "") {
        // Swift replaces invalid UTF-8 of the command line by this character.
        let isNotUTF8 = error == .noSuchFileOrDirectory && path.contains("\u{FFFD}")
        let reason =
            path.isEmpty
            ? "the path is empty"
            : isNotUTF8 ? "its name is not UTF-8; rename it" : error.description
        self.init(ErrorKind(error), action, path, reason + addition)
    }
}
