import TOML

/// Why a card cannot be shown, as one line for a person.
public struct CardError: Error, Equatable, CustomStringConvertible {
    public enum Reason: Sendable, Equatable {
        /// The card or one of its files is not there.
        case missing
        /// It is there, but this user may not read it.
        case unreadable
        /// What is in it makes no sense.
        case malformed
    }

    public let reason: Reason
    public let description: String

    public init(_ reason: Reason, _ description: String) {
        self.reason = reason
        self.description = description
    }

    init(_ error: TOMLError) {
        let reason: Reason =
            switch error.reason {
            case .missing: .missing
            case .unreadable: .unreadable
            case .malformed: .malformed
            }
        self.init(reason, error.description)
    }
}
