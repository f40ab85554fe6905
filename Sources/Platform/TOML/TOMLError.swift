public import Platform

/// A location in a TOML file.
public struct TOMLLocation: Sendable, Hashable, CustomStringConvertible {
    public var file: String
    /// From 1; 0 if only the file is known.
    public var line: Int
    /// From 1, in Unicode scalars; 0 if only the file is known.
    public var column: Int

    public init(file: String, line: Int = 0, column: Int = 0) {
        self.file = file
        self.line = line
        self.column = column
    }

    public var description: String { line > 0 ? "\(file):\(line):\(column)" : file }
}

/// An error in a TOML file, and its location.
public struct TOMLError: Error, Equatable, CustomStringConvertible {
    public let kind: ErrorKind
    /// Nil if the file could not be read.
    public let location: TOMLLocation?
    /// The text alone: no location before it, no prefix and no full stop.
    public let message: String

    /// An error in the contents at `location`.
    public init(_ location: TOMLLocation, _ message: String) {
        (kind, self.location, self.message) = (.malformed, location, message)
    }

    init(_ error: FileError) {
        (kind, location, message) = (error.kind, nil, error.description)
    }

    public var description: String { location.map { "\($0): \(message)" } ?? message }
}
