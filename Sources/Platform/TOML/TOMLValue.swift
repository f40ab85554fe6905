/// A value of a TOML document, with its location and its name.
public struct TOMLValue: Sendable, Equatable {
    /// The value, by its type.
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
    /// The dotted key, for messages: `tilt.base_degrees`, `layer[2].picture`; another name if the
    /// table has one from `named`.
    public let name: String
    /// Where its text begins.
    public let location: TOMLLocation
    /// Where its text ends, just after the last character. For a table with a header: where the
    /// header ends.
    public let end: TOMLLocation
}

/// A table of a TOML document, with its entries in the file's order.
public struct TOMLTable: Sendable, Equatable {
    /// A key with its value.
    public struct Entry: Sendable, Equatable {
        public let key: String
        /// The key's location.
        public let location: TOMLLocation
        public let value: TOMLValue
    }

    public let entries: [Entry]
    /// For messages; empty for the document.
    public let name: String
    public let location: TOMLLocation

    /// The value of a key.
    public subscript(key: String) -> TOMLValue? {
        entries.first { $0.key == key }?.value
    }

    /// The same table with only some of its keys, at the location of the first of them.
    public func only(_ keys: [String]) -> TOMLTable {
        let entries = entries.filter { keys.contains($0.key) }
        return TOMLTable(
            entries: entries, name: name, location: entries.first?.location ?? location)
    }

    /// One error for each key that is not among the known ones.
    public func unknownKeys(known: [String]) -> [TOMLError] {
        entries.filter { !known.contains($0.key) }.map { unknown($0, known: known) }
    }

    /// The error for an unknown entry of this table; it names the key that was probably meant, or
    /// else all known keys.
    public func unknown(_ entry: Entry, known: [String]) -> TOMLError {
        // A table name that contains quotes, such as `layer "moon"`, is not put inside quotes.
        let isQuoted = name.contains("\"")
        let path = name.isEmpty || isQuoted ? "" : "\(name)."
        let advice =
            nearest(to: entry.key, of: known).map { "the nearest is \"\(path)\($0)\"" }
            ?? "known are " + known.joined(separator: ", ")
        let key = isQuoted ? "\"\(entry.key)\" in \(name)" : "\"\(entry.value.name)\""
        return TOMLError(entry.location, "unknown key \(key); \(advice)")
    }
}

// Names for messages.
extension TOMLTable {
    /// The same table with another name for messages, such as `layer "moon"` instead of `layer[2]`.
    public func named(_ name: String) -> TOMLTable {
        let old = self.name.count
        return TOMLTable(
            entries: entries.map { entry in
                Entry(
                    key: entry.key, location: entry.location,
                    value: entry.value.named(name + entry.value.name.dropFirst(old)))
            }, name: name, location: location)
    }
}

extension TOMLValue {
    fileprivate func named(_ name: String) -> TOMLValue {
        let old = self.name.count
        let content: Content =
            switch content {
            case .table(let table): .table(table.named(name + table.name.dropFirst(old)))
            case .array(let values):
                .array(values.map { $0.named(name + $0.name.dropFirst(old)) })
            default: content
            }
        return TOMLValue(content: content, name: name, location: location, end: end)
    }
}
