/// Why a picture could not be read or written, as one line for a person.
public struct PictureError: Error, CustomStringConvertible, Equatable {
    public enum Reason: Sendable, Equatable {
        case missing
        case unreadable
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
}
