public import System
import TOML

/// Why a card cannot be shown, as one line for the user.
public struct CardError: Error, Equatable, CustomStringConvertible {
    public let kind: ErrorKind
    public let description: String
    /// The other mistakes in the same card.toml, one line each, in the order of its text.
    public let others: [String]

    /// An error with this whole text.
    public init(_ kind: ErrorKind, _ description: String, others: [String] = []) {
        (self.kind, self.description, self.others) = (kind, description, others)
    }

    init(_ error: TOMLError) { self.init(error.kind, error.description) }

    init(_ error: FileError) { self.init(error.kind, error.description) }
}
