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
        /// Empty without a unit.
        public let unit: String
        /// What it is where no layer gives it; nil if that is not known.
        public let usual: Double?
        /// What it does, for people; nil if that is not known.
        public let meaning: String?
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
        /// What adds a key that it does not have, in the manual's order.
        public let additions: [Addition]
    }

    public struct Addition: Sendable {
        public let key: String
        /// What it does, for people; nil if that is not known.
        public let meaning: String?
        public let edit: TOMLEdit
    }

    /// What is known of the keys of layers.
    public struct Keys {
        /// By the label of a field.
        public var unit: (String) -> String
        public var usual: (String) -> Double?
        public var meaning: (String) -> String?
        /// The keys that a layer with these keys could have, with their first texts and the keys before them.
        public var additions: ([String]) -> [(key: String, text: String, before: [String])]

        public init(
            unit: @escaping (String) -> String, usual: @escaping (String) -> Double?,
            meaning: @escaping (String) -> String?,
            additions: @escaping ([String]) -> [(key: String, text: String, before: [String])]
        ) {
            (self.unit, self.usual) = (unit, usual)
            (self.meaning, self.additions) = (meaning, additions)
        }

        /// Nothing is known.
        public static var none: Keys {
            Keys(
                unit: { _ in "" }, usual: { _ in nil }, meaning: { _ in nil },
                additions: { _ in [] })
        }
    }

    /// Values of the card itself.
    public let fields: [Field]
    /// In the file's order.
    public let layers: [Layer]

    /// `expectations` are those that were noted as the card with this text was read.
    public init(_ table: TOMLTable, _ expectations: TOMLExpectations, _ keys: Keys = .none) {
        let reader = OutlineReader(table: table, expectations: expectations, keys: keys)
        let ofLayers = ["layer", "style"]
        fields = table.entries.filter { !ofLayers.contains($0.key) }.flatMap { entry in
            reader.fields(entry.value, at: [.key(entry.key)], label: entry.key, style: nil)
        }
        layers = reader.layers()
    }

    /// For people: the layer's name, else its number and what it shows.
    public func name(ofLayer index: Int) -> String {
        guard layers.indices.contains(index) else { return "layer \(index + 1)" }
        if let name = layers[index].name { return name }
        let content = layers[index].fields.first {
            ["picture", "text", "foil", "path"].contains($0.label)
        }
        guard case .string(let text)? = content?.value else { return "layer \(index + 1)" }
        return "layer \(index + 1), \(text.prefix(20))"
    }

    /// The indices of the layers that have a style.
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
    let keys: CardOutline.Keys

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
                keys: table.entries.map(\.key), fields: fields(of: table, at: .layer(index)),
                additions: additions(to: table, at: .layer(index)))
        }
    }

    private func additions(to layer: TOMLTable, at path: TOMLPath) -> [CardOutline.Addition] {
        let style = layer["style"]?.text.flatMap { table[["style", .key($0)]]?.content }
        let shared =
            if case .table(let table)? = style { table.entries.map(\.key) } else { [String]() }
        return keys.additions(layer.entries.map(\.key) + shared).map { addition in
            CardOutline.Addition(
                key: addition.key, meaning: keys.meaning(addition.key),
                edit: TOMLEdit(
                    path.appending(.key(addition.key)), addition.text, after: addition.before))
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
                    accepted: expectations.of(value), style: style, unit: keys.unit(label),
                    usual: keys.usual(label), meaning: keys.meaning(label))
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
