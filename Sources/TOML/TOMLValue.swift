/// A value of a TOML document, with its place and the dotted key that leads to it.
public struct TOMLValue: Sendable, Equatable {
    /// What stands there.
    public enum Content: Sendable, Equatable {
        case string(String)
        case integer(Int64)
        case float(Double)
        case boolean(Bool)
        /// A date, a time or both, in RFC 3339's form.
        case date(String)
        case array([TOMLValue])
        case table(TOMLTable)
    }

    public let content: Content
    /// As a person would name it: `tilt.base_degrees`, `layer[2].picture`.
    public let name: String
    public let place: TOMLPlace
}

/// A table of a TOML document; its entries in the file's order.
public struct TOMLTable: Sendable, Equatable {
    /// A key with its value.
    public struct Entry: Sendable, Equatable {
        public let key: String
        /// Where the key stands.
        public let place: TOMLPlace
        public let value: TOMLValue
    }

    public let entries: [Entry]
    /// As a person would name it; empty for the document.
    public let name: String
    public let place: TOMLPlace

    /// The value under a key.
    public subscript(key: String) -> TOMLValue? {
        entries.first { $0.key == key }?.value
    }

    /// One error for each key that is not among the known ones, naming the nearest of them.
    public func unknownKeys(known: [String]) -> [TOMLError] {
        entries.filter { !known.contains($0.key) }.map {
            Self.unknown($0, names: known.map { name.isEmpty ? $0 : "\(name).\($0)" })
        }
    }

    /// The error that an entry is none of those that are named so.
    public static func unknown(_ entry: Entry, names: [String]) -> TOMLError {
        let nearest = nearest(to: entry.value.name, of: names).map { "; the nearest is \"\($0)\"" }
        return TOMLError(entry.place, "unknown key \"\(entry.value.name)\"" + (nearest ?? ""))
    }
}
