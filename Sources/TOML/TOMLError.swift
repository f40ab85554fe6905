/// A place in a TOML file.
public struct TOMLPlace: Sendable, Equatable, CustomStringConvertible {
    public var file: String
    /// From 1; 0 where only the file is known.
    public var line: Int
    /// From 1, in characters.
    public var column: Int

    public init(file: String, line: Int = 0, column: Int = 0) {
        self.file = file
        self.line = line
        self.column = column
    }

    public var description: String { line > 0 ? "\(file):\(line):\(column)" : file }
}

/// What is wrong in a TOML file, and where.
public struct TOMLError: Error, Equatable, CustomStringConvertible {
    public enum Reason: Sendable, Equatable {
        /// There is no such file.
        case missing
        /// It is there, but this user may not read it.
        case unreadable
        /// What is in it makes no sense.
        case malformed
    }

    public var reason = Reason.malformed
    public var place: TOMLPlace
    /// Without the place, a prefix or a full stop.
    public var message: String

    public init(_ place: TOMLPlace, _ message: String) {
        self.place = place
        self.message = message
    }

    public var description: String { "\(place): \(message)" }
}
