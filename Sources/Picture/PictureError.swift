public import System

/// Why a picture could not be read or written, as one line for the user.
public struct PictureError: Error, CustomStringConvertible, Equatable {
    public let kind: ErrorKind
    public let description: String

    init(_ kind: ErrorKind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    init(_ error: FileError) { self.init(error.kind, error.description) }
}
