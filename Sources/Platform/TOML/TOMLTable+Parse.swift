private import CTOML

extension TOMLTable {
    /// Bytes. A larger file is refused: it cannot be a configuration or a card.
    public static let largestFile = 1 << 20

    /// Parses a whole document; errors name it `file`.
    public init(parsing bytes: [UInt8], file: String) throws(TOMLError) {
        guard bytes.count <= Self.largestFile else {
            throw TOMLError(
                TOMLLocation(file: file), "is larger than 1 MiB, the limit for such a file")
        }
        self = try Document(bytes, file: file).table()
    }

    /// Parses a whole document; errors name it `file`.
    public init(parsing text: String, file: String) throws(TOMLError) {
        try self.init(parsing: Array(text.utf8), file: file)
    }
}

/// A document of the C++ parser, freed in deinit.
private struct Document: ~Copyable {
    private let pointer: OpaquePointer
    private let bytes: [UInt8]
    private let file: String

    init(_ bytes: [UInt8], file: String) throws(TOMLError) {
        let parsed = bytes.withUnsafeBytes { buffer in
            ctoml_parse(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        guard let parsed else { throw TOMLError(TOMLLocation(file: file), "not enough memory") }
        pointer = parsed
        (self.bytes, self.file) = (bytes, file)
    }

    deinit { ctoml_free(pointer) }

    func table() throws(TOMLError) -> TOMLTable {
        var count = 0
        guard let nodes = ctoml_nodes(pointer, &count) else { throw error() }
        var reader = NodeReader(nodes: UnsafeBufferPointer(start: nodes, count: count), file: file)
        return reader.table(named: "")
    }

    private func error() -> TOMLError {
        var location = ctoml_location()
        let message = String(ctoml_error(pointer, &location))
        return TOMLError(
            TOMLLocation(location, file), advice(for: message, at: location) ?? message)
    }

    /// How to correct the most frequent errors, by toml++'s message; nil for others.
    private func advice(for message: String, at location: ctoml_location) -> String? {
        if message.contains("could not determine value type") {
            "this is no value: a text stands in quotes, yes and no are true and false"
        } else if message.contains("leading zeroes are prohibited") {
            "a number does not begin with 0; a mode stands in quotes, as in \"0660\""
        } else if message.contains("expected a comment or whitespace, saw ','") {
            isInNumber(location)
                ? "a number has a decimal point, not a comma"
                : "a list stands in brackets, and each key has a line of its own, without a comma"
        } else {
            nil
        }
    }

    /// Whether there are digits on both sides of the character at a location.
    private func isInNumber(_ location: ctoml_location) -> Bool {
        let (line, column) = (Int(location.line), Int(location.column))
        guard line > 0, column > 0 else { return false }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let text = String(decoding: lines.dropFirst(line - 1).first ?? [], as: UTF8.self)
            .unicodeScalars
        guard let before = text.prefix(column - 1).last, let after = text.dropFirst(column).first
        else { return false }
        return ("0"..."9").contains(before) && ("0"..."9").contains(after)
    }
}

/// Builds the tree from the list of nodes, in which a node comes before its children.
private struct NodeReader {
    let nodes: UnsafeBufferPointer<ctoml_node>
    let file: String
    var next = 0

    mutating func table(named name: String) -> TOMLTable {
        let node = take()
        let entries = (0..<node.child_count).map { _ in
            entry(prefix: name.isEmpty ? "" : name + ".")
        }
        return TOMLTable(
            entries: entries.sorted {
                ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column)
            },
            name: name, location: TOMLLocation(node.location, file))
    }

    private mutating func take() -> ctoml_node {
        defer { next += 1 }
        return nodes[next]
    }

    private mutating func entry(prefix: String) -> TOMLTable.Entry {
        let node = nodes[next]
        let key = String(node.key)
        return TOMLTable.Entry(
            key: key, location: TOMLLocation(node.key_location, file),
            value: value(named: prefix + key))
    }

    private mutating func value(named name: String) -> TOMLValue {
        let node = nodes[next]
        return TOMLValue(
            content: content(named: name), name: name, location: TOMLLocation(node.location, file),
            end: TOMLLocation(node.end, file))
    }

    private mutating func content(named name: String) -> TOMLValue.Content {
        let node = nodes[next]
        switch node.kind {
        case CTOML_TABLE: return .table(table(named: name))
        case CTOML_ARRAY: return .array(array(named: name))
        default: break
        }
        next += 1
        return switch node.kind {
        case CTOML_STRING: .string(String(node.text))
        case CTOML_INTEGER: .integer(node.integer)
        case CTOML_FLOAT: .float(node.real)
        case CTOML_BOOLEAN: .boolean(node.boolean)
        default: .date(String(node.text))
        }
    }

    private mutating func array(named name: String) -> [TOMLValue] {
        let node = take()
        return (0..<node.child_count).map { value(named: "\(name)[\($0 + 1)]") }
    }
}

extension TOMLLocation {
    fileprivate init(_ location: ctoml_location, _ file: String) {
        self.init(file: file, line: Int(location.line), column: Int(location.column))
    }
}

extension String {
    fileprivate init(_ text: ctoml_text) {
        let bytes = UnsafeRawBufferPointer(start: text.bytes, count: text.length)
        self = String(decoding: bytes, as: UTF8.self)
    }
}
