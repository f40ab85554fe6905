public import Platform

/// Why a log cannot be read: one line with the file and, if it helps, line and column.
public struct MotionLogError: Error, Equatable, CustomStringConvertible {
    /// Decides the caller's reaction; `malformed` means that the file is not a motion log, has a row
    /// that cannot be read, or not the rows that are needed.
    public let kind: ErrorKind
    /// The line for the user.
    public let description: String

    /// An error with this whole text.
    public init(_ kind: ErrorKind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    init(_ error: FileError) { self.init(error.kind, error.description) }
}
