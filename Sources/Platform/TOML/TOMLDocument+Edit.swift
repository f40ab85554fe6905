// Edits of one value.
extension TOMLDocument {
    /// The text of a value; nil if there is no such value, or if it is a table without a text of its
    /// own, which headers or dotted keys make.
    public func text(at path: TOMLPath) throws(TOMLError) -> String? {
        try table()[path].flatMap(text(of:))
    }

    /// The text of a value of the present `table()`; nil as in `text(at:)`.
    public func text(of value: TOMLValue) -> String? {
        range(of: value).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// Replaces the text of a value, or adds the last key of `path` to the table before it, and changes
    /// nothing else.
    ///
    /// A new key comes after the last of the keys in `before` that the table has, else as its first key. A
    /// throw leaves the document as it was: `text` is not exactly one value, there is no such place, or
    /// with it something else would have another meaning.
    public mutating func set(
        _ path: TOMLPath, to text: String, after before: [String] = []
    ) throws(TOMLError) {
        let old = try table()
        let meant = try value(of: text)
        guard let (range, inserted) = edit(of: path, to: text, after: before, in: old) else {
            throw TOMLError(TOMLLocation(file: file), "there is no place for \(path)")
        }
        var changed = bytes
        changed.replaceSubrange(range, with: inserted.utf8)
        let new = try TOMLTable(parsing: changed, file: file)
        guard new[path]?.means(meant) == true, old.means(new, exceptAt: path) else {
            throw TOMLError(
                old[path]?.location ?? old.location,
                "\(path) cannot be changed without a change of other keys")
        }
        bytes = changed
    }

    /// What a text means that is exactly one value.
    private func value(of text: String) throws(TOMLError) -> TOMLValue {
        let (key, own) = ("v = ", TOMLLocation(file: file))
        let document = TOMLDocument(unchecked: Array((key + text).utf8), file: file)
        guard let table = try? document.table(), let value = table["v"], table.entries.count == 1,
            document.range(of: value) == key.utf8.count..<document.bytes.count
        else { throw TOMLError(own, "\(text.quotedShort) is no value") }
        return value
    }

    private func edit(
        of path: TOMLPath, to text: String, after before: [String], in table: TOMLTable
    ) -> (Range<Int>, String)? {
        if let value = table[path] { return range(of: value).map { ($0, text) } }
        guard case .key(let key)? = path.steps.last, let owner = path.parent else { return nil }
        return addition([key], text, to: owner, after: before, in: table)
    }

    /// Where a key comes into the table at `path`, and with which text. In a table that only dotted keys
    /// make, it is a dotted key as well, of the table that contains these.
    private func addition(
        _ keys: [String], _ text: String, to path: TOMLPath, after before: [String],
        in document: TOMLTable
    ) -> (Range<Int>, String)? {
        let assignment = "\(keys.dottedForTOML) = \(text)"
        guard let owner = document[path] else {
            guard path.steps.isEmpty else { return nil }
            return line(assignment, in: document, after: before, header: nil)
        }
        guard case .table(let table) = owner.content, let start = offset(of: owner.location) else {
            return nil
        }
        switch bytes[start] {
        case UInt8(ascii: "{"): return member(assignment, of: owner, table, after: before)
        case UInt8(ascii: "["):
            return line(assignment, in: table, after: before, header: offset(of: owner.end))
        default:
            guard case .key(let key)? = path.steps.last, let parent = path.parent else {
                return nil
            }
            return addition([key] + keys, text, to: parent, after: before + [key], in: document)
        }
    }

    /// An addition to an inline table.
    private func member(
        _ assignment: String, of owner: TOMLValue, _ table: TOMLTable, after before: [String]
    ) -> (Range<Int>, String)? {
        if let end = end(ofLast: before, in: table) { return (end..<end, ", \(assignment)") }
        guard let range = range(of: owner) else { return nil }
        let place = range.lowerBound + 1
        guard table.entries.isEmpty else { return (place..<place, " \(assignment),") }
        return (range, "{ \(assignment) }")
    }

    /// An addition of a line to a table with a header, or to the document.
    private func line(
        _ assignment: String, in table: TOMLTable, after before: [String], header: Int?
    ) -> (Range<Int>, String) {
        let previous = end(ofLast: before, in: table)
        guard let place = previous ?? header else {
            let first = table.entries.first.flatMap { offset(of: $0.location) }
            let start = first.map(lineStart(before:)) ?? beginning
            return (start..<start, assignment + lineBreak)
        }
        let end = bytes[place...].firstIndex(of: newline) ?? bytes.count
        let indent = previous.map(indentation(ofLineAt:)) ?? ""
        // Before the end of the line, which a carriage return may begin.
        let isCarriage = end > place && end < bytes.count && bytes[end - 1] == carriageReturn
        let insertion = isCarriage ? end - 1 : end
        return (insertion..<insertion, lineBreak + indent + assignment)
    }

    /// Where the value of the last of these keys ends that the table has; nil if it has none with a text.
    private func end(ofLast keys: [String], in table: TOMLTable) -> Int? {
        table.entries.filter { keys.contains($0.key) }.compactMap { end(of: $0.value) }.max()
    }

    /// Where a value's text ends; of a table that dotted keys make, the end of its last value. Nil for a
    /// table with a header, and for a list of such tables.
    private func end(of value: TOMLValue) -> Int? {
        if let range = range(of: value) { return range.upperBound }
        guard case .table(let table) = value.content, let start = offset(of: value.location),
            bytes[start] != UInt8(ascii: "[")
        else { return nil }
        return table.entries.compactMap { end(of: $0.value) }.max()
    }
}

// Where texts stand.
extension TOMLDocument {
    /// The bytes of a value's text; nil for a table or a list of tables without a text of its own.
    private func range(of value: TOMLValue) -> Range<Int>? {
        guard let start = offset(of: value.location), let end = offset(of: value.end), start < end
        else { return nil }
        switch value.content {
        case .table: return bytes[start] == UInt8(ascii: "{") ? start..<end : nil
        case .array(let values):
            if case .table? = values.first?.content, let first = offset(of: values[0].location),
                bytes[first] == UInt8(ascii: "[")
            {
                return nil
            }
            return start..<end
        default: return start..<end
        }
    }

    /// The index of the byte at a location; nil beyond the document.
    private func offset(of location: TOMLLocation) -> Int? {
        guard location.line > 0, location.column > 0 else { return nil }
        var index = beginning
        for _ in 1..<location.line {
            guard let end = bytes[index...].firstIndex(of: newline) else { return nil }
            index = end + 1
        }
        for _ in 1..<location.column {
            guard index < bytes.count else { return nil }
            index += 1
            while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
        }
        return index
    }

    /// The index of the first byte of the line that contains `index`.
    private func lineStart(before index: Int) -> Int {
        bytes[..<index].lastIndex(of: newline).map { $0 + 1 } ?? beginning
    }

    /// The index of the first character: a byte order mark is none.
    private var beginning: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    /// The white space at the beginning of the line that contains a byte.
    private func indentation(ofLineAt index: Int) -> String {
        let start = lineStart(before: index)
        let space = bytes[start..<index].prefix { $0 == 0x20 || $0 == 0x09 }
        return String(decoding: space, as: UTF8.self)
    }

    /// How the document's lines end.
    private var lineBreak: String {
        guard let end = bytes.firstIndex(of: newline), end > 0 else { return "\n" }
        return bytes[end - 1] == carriageReturn ? "\r\n" : "\n"
    }
}

private let carriageReturn = UInt8(ascii: "\r")
