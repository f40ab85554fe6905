public import Platform
import TOML

/// Why a card cannot be shown, as one line for the user.
public struct CardError: Error, Equatable, CustomStringConvertible {
    public let kind: ErrorKind
    public let description: String
    /// The other mistakes in the same card.toml, one line each, in the order of its text.
    public let others: [String]
    /// The picture files that are missing or cannot be used: the card may be shown when they
    /// change. A path that ends in `/` is a folder that does not exist, or has too few pictures, or
    /// too many.
    public let pictures: [String]

    /// An error with this whole text.
    public init(
        _ kind: ErrorKind, _ description: String, others: [String] = [], pictures: [String] = []
    ) {
        (self.kind, self.description) = (kind, description)
        (self.others, self.pictures) = (others, pictures)
    }

    init(_ error: TOMLError) { self.init(error.kind, error.description) }

    /// The error of a file or folder at `path`, which `value` names.
    init(_ error: CardError, at value: TOMLValue, _ path: String) {
        self.init(error.kind, "\(value.location): \(error)", pictures: [path])
    }

    init(_ error: FileError) { self.init(error.kind, error.description) }
}
