public import TOML

/// Which card is to be opened, and how.
public enum CardRequest: Sendable, Equatable {
    /// That many places further in the list of all cards; 0 is the same card, read anew.
    case move(Int)
    /// The same card with this text in the place of its card.toml, and with its outline.
    case tune(TOMLDocument)
    /// A copy of the card in the user's own folder, with this text as its card.toml; nil: as it is.
    case copy(TOMLDocument?)
}
