public import Platform

/// Why a picture could not be read or written, as one line for the user.
public struct PictureError: Error, CustomStringConvertible, Equatable {
    public let kind: ErrorKind
    public let description: String

    public init(_ kind: ErrorKind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// A file that cannot be used.
    public init(_ error: FileError) { self.init(error.kind, error.description) }
}
