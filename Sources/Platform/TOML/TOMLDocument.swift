/// A TOML document as text, in which a value or a table can be replaced without a change to other
/// bytes.
public struct TOMLDocument: Sendable, Equatable {
    /// The document in UTF-8.
    public internal(set) var bytes: [UInt8]
    let file: String

    /// A valid document; errors name it `file`.
    public init(_ bytes: [UInt8], file: String) throws(TOMLError) {
        (self.bytes, self.file) = (bytes, file)
        _ = try table()
    }

    init(unchecked bytes: [UInt8], file: String) { (self.bytes, self.file) = (bytes, file) }

    /// An empty document.
    public init(emptyNamed file: String) { (bytes, self.file) = ([], file) }

    /// The document of a file; errors name it by its path.
    public init(file path: String) throws(TOMLError) {
        try self.init(contents(of: path), file: path)
    }

    /// The parsed document.
    public func table() throws(TOMLError) -> TOMLTable {
        try TOMLTable(parsing: bytes, file: file)
    }

    /// Replaces the table at `path` by `text`, a whole table with its header and a newline at its
    /// end. Appends the text if there is no such table.
    ///
    /// Comments between the table's keys are removed; those around the table stay.
    public mutating func replace(_ path: [String], by text: String) throws(TOMLError) {
        let before = try table()
        var lines = bytes.lines
        if let range = lineRange(of: path, in: lines) {
            lines.replaceSubrange(range, with: Array(text.utf8).lines.dropLast())
        } else if let location = before.location(of: path) {
            throw TOMLError(
                location, "must be written as a table [\(path.dottedForTOML)] to be replaced")
        } else {
            while lines.last?.isEmpty == true { lines.removeLast() }
            lines += (lines.isEmpty ? [] : [[]]) + Array(text.utf8).lines
        }
        bytes = Array(lines.joined(separator: [newline]))
        try checkOthers(than: path, asIn: before)
    }

    /// The indices of the table's lines: from its header up to the next header or the document's
    /// end, without the blank lines and comments at the end of that range.
    private func lineRange(of path: [String], in lines: [ArraySlice<UInt8>]) -> Range<Int>? {
        let headers = lines.indices.filter { isHeader($0, in: lines) }
        let own = headers.first { line in
            let alone = try? TOMLTable(parsing: lines[line] + [newline], file: file)
            return alone?.hasOnly(tablesOf: path) == true
        }
        guard let own else { return nil }
        var end = headers.first { $0 > own } ?? lines.count
        while end > own + 1, lines[end - 1].isBlankOrComment { end -= 1 }
        return own..<end
    }

    /// Whether a line is a header. A line that starts with [ inside a multiline list or string is
    /// not one; it is recognised because the text before it does not parse.
    private func isHeader(_ line: Int, in lines: [ArraySlice<UInt8>]) -> Bool {
        guard lines[line].firstVisibleByte == UInt8(ascii: "[") else { return false }
        // With a newline at its end: a carriage return alone does not parse.
        let before = Array(lines[..<line].joined(separator: [newline])) + [newline]
        return (try? TOMLTable(parsing: before, file: file)) != nil
    }

    private func checkOthers(than path: [String], asIn before: TOMLTable) throws(TOMLError) {
        guard let after = try? table() else {
            let location = before[path[0]]?.location ?? TOMLLocation(file: file)
            throw TOMLError(
                location,
                "\(path[0]) is an inline table, to which nothing can be added: write it as "
                    + "[\([path[0]].dottedForTOML)]")
        }
        let own = path.joined(separator: ".") + "."
        let isOther = { (leaf: (key: String, value: TOMLValue.Content)) in
            !leaf.key.hasPrefix(own)
        }
        guard after.leaves.filter(isOther) == before.leaves.filter(isOther) else {
            throw TOMLError(
                TOMLLocation(file: file),
                "\(path.dottedForTOML) cannot be replaced without a change to other keys")
        }
    }
}

let newline = UInt8(ascii: "\n")

extension [UInt8] {
    fileprivate var lines: [ArraySlice<UInt8>] {
        split(separator: newline, omittingEmptySubsequences: false)
    }
}

extension ArraySlice<UInt8> {
    /// The first byte that is not white space.
    fileprivate var firstVisibleByte: UInt8? { first { ![0x20, 0x09, 0x0D].contains($0) } }

    fileprivate var isBlankOrComment: Bool {
        firstVisibleByte == nil || firstVisibleByte == UInt8(ascii: "#")
    }
}

extension TOMLTable {
    /// Whether the table contains only the tables of `path`, each inside the one before it.
    fileprivate func hasOnly(tablesOf path: [String]) -> Bool {
        guard let first = path.first else { return entries.isEmpty }
        guard entries.count == 1, entries[0].key == first,
            case .table(let table) = entries[0].value.content
        else { return false }
        return table.hasOnly(tablesOf: Array(path.dropFirst()))
    }

    /// The location of the value at `path`, or of a value that is no table and stands in the place
    /// of one of the path's tables; nil if there is neither.
    fileprivate func location(of path: [String]) -> TOMLLocation? {
        guard let first = path.first, let value = self[first] else { return nil }
        guard path.count > 1 else { return value.location }
        guard case .table(let table) = value.content else { return value.location }
        return table.location(of: Array(path.dropFirst()))
    }

    /// All values that are not tables or lists, by name. The table must be as it was parsed, not
    /// renamed by `TOMLTable.named`: its dotted names are compared with the path.
    fileprivate var leaves: [String: TOMLValue.Content] {
        var leaves: [String: TOMLValue.Content] = [:]
        for entry in entries { entry.value.collect(into: &leaves) }
        return leaves
    }
}

extension TOMLValue {
    fileprivate func collect(into leaves: inout [String: Content]) {
        switch content {
        case .table(let table): for entry in table.entries { entry.value.collect(into: &leaves) }
        case .array(let values): for value in values { value.collect(into: &leaves) }
        default: leaves[name] = content
        }
    }
}
