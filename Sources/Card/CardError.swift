public import System
import TOML

/// Why a card cannot be shown, as one line for the user.
public struct CardError: Error, Equatable, CustomStringConvertible {
    public let kind: ErrorKind
    public let description: String

    /// An error with this whole text.
    public init(_ kind: ErrorKind, _ description: String) {
        (self.kind, self.description) = (kind, description)
    }

    init(_ error: TOMLError) { self.init(error.kind, error.description) }

    init(_ error: FileError) { self.init(error.kind, error.description) }
}
