/// A TOML document as text, in which a table can be replaced and the rest stays to the byte.
public struct TOMLText: Sendable, Equatable {
    /// The document in UTF-8.
    public private(set) var bytes: [UInt8]
    private let file: String

    /// A document that makes sense; `file` is what errors call it.
    public init(_ bytes: [UInt8], file: String) throws(TOMLError) {
        (self.bytes, self.file) = (bytes, file)
        _ = try table()
    }

    /// A document that is still to be written.
    public init(emptyNamed file: String) { (bytes, self.file) = ([], file) }

    /// The document of a file; errors call it by its path.
    public init(file path: String) throws(TOMLError) {
        try self.init(contents(of: path), file: path)
    }

    /// What the document says.
    public func table() throws(TOMLError) -> TOMLTable {
        try TOMLTable(parsing: bytes, file: file)
    }

    /// Puts `text`, a whole table with its header, where the table of that path stands; at the end if
    /// there is none.
    ///
    /// Comments between the table's keys go with them; those around it stay.
    public mutating func replace(_ path: [String], by text: String) throws(TOMLError) {
        let before = try table()
        var lines = self.lines
        if let range = rows(of: path, in: lines) {
            lines.replaceSubrange(range, with: Array(text.utf8).lines.dropLast())
        } else if let place = before.place(of: path) {
            let header = "[\(path.joined(separator: "."))]"
            throw TOMLError(place, "cannot be replaced, for it is not written as a table \(header)")
        } else {
            while lines.last?.isEmpty == true { lines.removeLast() }
            lines += (lines.isEmpty ? [] : [[]]) + Array(text.utf8).lines
        }
        bytes = Array(lines.joined(separator: [newline]))
        try checkOthers(than: path, asIn: before)
    }

    private var lines: [ArraySlice<UInt8>] { bytes.lines }

    /// The lines of the table: from its header to the next one, without the blank lines and comments
    /// that lead to that.
    private func rows(of path: [String], in lines: [ArraySlice<UInt8>]) -> Range<Int>? {
        let headers = lines.indices.filter { isHeader($0, in: lines) }
        let own = headers.first { line in
            let alone = try? TOMLTable(parsing: Array(lines[line]), file: file)
            return alone?.isHeader(of: path) == true
        }
        guard let own else { return nil }
        var end = headers.first { $0 > own } ?? lines.count
        while end > own + 1, lines[end - 1].isRemark { end -= 1 }
        return own..<end
    }

    /// What looks like a header within a list or a text of many lines is none: what stands before it
    /// is not whole.
    private func isHeader(_ line: Int, in lines: [ArraySlice<UInt8>]) -> Bool {
        guard lines[line].firstMark == UInt8(ascii: "[") else { return false }
        let before = Array(lines[..<line].joined(separator: [newline]))
        return (try? TOMLTable(parsing: before, file: file)) != nil
    }

    private func checkOthers(than path: [String], asIn before: TOMLTable) throws(TOMLError) {
        guard let after = try? table() else {
            let place = before[path[0]]?.place ?? TOMLPlace(file: file)
            throw TOMLError(
                place, "\(path[0]) is closed: write its tables with headers of their own")
        }
        let own = path.joined(separator: ".") + "."
        let isOther = { (leaf: (key: String, value: TOMLValue.Content)) in
            !leaf.key.hasPrefix(own)
        }
        guard after.leaves.filter(isOther) == before.leaves.filter(isOther) else {
            throw TOMLError(TOMLPlace(file: file), "cannot be changed without harm to other keys")
        }
    }
}

private let newline = UInt8(ascii: "\n")

extension [UInt8] {
    fileprivate var lines: [ArraySlice<UInt8>] {
        split(separator: newline, omittingEmptySubsequences: false)
    }
}

extension ArraySlice<UInt8> {
    /// The first byte that is no white space.
    fileprivate var firstMark: UInt8? { first { ![0x20, 0x09, 0x0D].contains($0) } }

    /// Whether nothing but a comment stands here.
    fileprivate var isRemark: Bool { firstMark == nil || firstMark == UInt8(ascii: "#") }
}

extension TOMLTable {
    /// Whether this is nothing but the tables of that path, each in the one before.
    fileprivate func isHeader(of path: [String]) -> Bool {
        guard let first = path.first else { return entries.isEmpty }
        guard entries.count == 1, entries[0].key == first,
            case .table(let table) = entries[0].value.content
        else { return false }
        return table.isHeader(of: Array(path.dropFirst()))
    }

    /// Where the value of that path stands.
    fileprivate func place(of path: [String]) -> TOMLPlace? {
        guard let first = path.first, let value = self[first] else { return nil }
        guard path.count > 1 else { return value.place }
        guard case .table(let table) = value.content else { return value.place }
        return table.place(of: Array(path.dropFirst()))
    }

    /// All that is no table or list, by its name.
    fileprivate var leaves: [String: TOMLValue.Content] {
        var leaves: [String: TOMLValue.Content] = [:]
        for entry in entries { entry.value.gather(into: &leaves) }
        return leaves
    }
}

extension TOMLValue {
    fileprivate func gather(into leaves: inout [String: Content]) {
        switch content {
        case .table(let table): for entry in table.entries { entry.value.gather(into: &leaves) }
        case .array(let values): for value in values { value.gather(into: &leaves) }
        default: leaves[name] = content
        }
    }
}
