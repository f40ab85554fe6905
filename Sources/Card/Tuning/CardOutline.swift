public import TOML

/// The layers of a card.toml of format 2, and their values with what the program accepts for each.
public struct CardOutline: Sendable {
    /// A value that is neither a table nor a list, or a text, such as a colour, that stands for several numbers.
    public struct Field: Sendable {
        public let path: TOMLPath
        /// The way to it from its layer: `gradient.stops[2][1]`.
        public let label: String
        public let value: TOMLValue.Content
        /// What the reader accepts in its place; empty if it was not read.
        public let accepted: [TOMLExpectation]
        /// The style that gives it; nil if the layer itself does.
        public let style: String?
    }

    public struct Layer: Sendable {
        public let path: TOMLPath
        /// Nil if it has none.
        public let name: String?
        /// The index of the group in which it is; nil for the card itself.
        public let group: Int?
        /// The keys that the layer has, without those that only its style has.
        public let keys: [String]
        /// In the file's order: its own, then those of its style that it does not give itself.
        public let fields: [Field]
    }

    /// Values of the card itself.
    public let fields: [Field]
    /// In the file's order.
    public let layers: [Layer]

    /// `expectations` are those that were noted as the card with this text was read.
    public init(_ table: TOMLTable, _ expectations: TOMLExpectations) {
        let reader = OutlineReader(table: table, expectations: expectations)
        let ofLayers = ["layer", "style"]
        fields = table.entries.filter { !ofLayers.contains($0.key) }.flatMap { entry in
            reader.fields(entry.value, at: [.key(entry.key)], label: entry.key, style: nil)
        }
        layers = reader.layers()
    }

    /// The names of the layers that have a style.
    public func layers(withStyle style: String) -> [Int] {
        layers.indices.filter { index in layers[index].fields.contains { $0.style == style } }
    }
}

extension TOMLPath {
    fileprivate static func layer(_ index: Int) -> TOMLPath { ["layer", .index(index)] }
}

private struct OutlineReader {
    let table: TOMLTable
    let expectations: TOMLExpectations

    func layers() -> [CardOutline.Layer] {
        guard case .array(let values)? = table["layer"]?.content else { return [] }
        let tables = values.map { value in
            if case .table(let table) = value.content { table } else { nil as TOMLTable? }
        }
        let names = tables.map { $0?["name"]?.text }
        return tables.enumerated().compactMap { index, table in
            guard let table else { return nil }
            let group = table["in"]?.text.flatMap { name in names.firstIndex(of: name) }
            return CardOutline.Layer(
                path: .layer(index), name: names[index], group: group,
                keys: table.entries.map(\.key), fields: fields(of: table, at: .layer(index)))
        }
    }

    private func fields(of layer: TOMLTable, at path: TOMLPath) -> [CardOutline.Field] {
        let own = layer.entries.flatMap { entry in
            fields(entry.value, at: path.appending(.key(entry.key)), label: entry.key, style: nil)
        }
        guard let style = layer["style"]?.text,
            case .table(let shared)? = table[["style", .key(style)]]?.content
        else { return own }
        let others = shared.entries.filter { layer[$0.key] == nil }.flatMap { entry in
            fields(
                entry.value, at: ["style", .key(style), .key(entry.key)], label: entry.key,
                style: style)
        }
        return own + others
    }

    func fields(
        _ value: TOMLValue, at path: TOMLPath, label: String, style: String?
    ) -> [CardOutline.Field] {
        switch value.content {
        case .table(let table):
            table.entries.flatMap { entry in
                fields(
                    entry.value, at: path.appending(.key(entry.key)),
                    label: "\(label).\(entry.key)", style: style)
            }
        case .array(let values):
            values.enumerated().flatMap { index, value in
                fields(
                    value, at: path.appending(.index(index)), label: "\(label)[\(index + 1)]",
                    style: style)
            }
        default:
            [
                CardOutline.Field(
                    path: path, label: label, value: value.content,
                    accepted: expectations.of(value), style: style)
            ]
        }
    }
}

extension TOMLValue {
    /// A text, if it is one.
    fileprivate var text: String? {
        if case .string(let text) = content { text } else { nil }
    }
}
