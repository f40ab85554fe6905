import Geometry
import Paint
import Platform
import Scene
import TOML

/// What a layer's `text` says, with its other keys.
struct TextEntry: ContentEntry {
    static let key = "text"
    static let ownKeys = fontKeys + ["align", "line-spacing", "each"]
    static let takenKeys = brushKeys
    private static let fontKeys = ["font", "text-size", "weight", "italic", "tracking"]
    private static let brushKeys = ["colour", "gradient"]

    let text: TextDescription
    /// First that of the text.
    private let brushes: [BrushEntry]
    private let numbers: [(number: PrintedNumber, parameter: ParameterEntry)]
    private let parts: [TextParts]

    var parameters: [ParameterEntry] {
        brushes.flatMap(\.parameters) + numbers.map(\.parameter)
    }

    init?(
        _ value: TOMLValue, _ keys: ContentKeys, in folder: PictureFolder, _ mistakes: Mistakes
    ) throws(TOMLError) {
        let font = try TextDescription.Font(keys, over: TextDescription.Font(), in: folder)
        var brushes = [try BrushEntry(ofText: keys) ?? BrushEntry(.white, of: value)]
        var spans: [TextDescription.Span] = []
        var numbers: [(PrintedNumber, ParameterEntry)] = []
        var names: [String: Set<Int>] = [:]
        for member in try value.spans() {
            guard case .table(let table) = member.content else {
                try spans.append(member, TextDescription.Span("", font: font), &numbers)
                continue
            }
            try table.refuseUnknown(["text", "name"] + Self.fontKeys + Self.brushKeys)
            guard let text = table["text"] else { throw table.error("needs text") }
            let name = try table["name"]?.plainString()
            let own = ContentKeys(
                uniqueKeysWithValues: table.entries.map { ($0.key, $0.value) })
            let brush = try BrushEntry(ofText: own)
            let first = spans.count
            try spans.append(
                text,
                TextDescription.Span(
                    "", font: try TextDescription.Font(own, over: font, in: folder),
                    brush: brush == nil ? 0 : brushes.count), &numbers)
            if let name { names[name, default: []].formUnion(first..<spans.count) }
            if let brush { brushes.append(brush) }
        }
        let count =
            spans.reduce(0) { $0 + $1.text.unicodeScalars.count }
            + numbers.reduce(0) { $0 + $1.0.mostCharacters }
        guard count <= TextDescription.mostCharacters else {
            throw value.error(
                "has \(count) characters; \(TextDescription.mostCharacters) are the most")
        }
        guard count > 0 else { throw value.error("is empty") }
        text = TextDescription(
            spans, alignment: try keys["align"]?.choice() ?? .start,
            lineSpacing: try keys["line-spacing"]?.number(in: 0.1...10) ?? 1)
        (self.brushes, self.numbers) = (brushes, numbers)
        if let value = keys["each"], !numbers.isEmpty {
            throw value.error("does not go with a number in the text")
        }
        var parts: [TextParts] = []
        for table in try keys["each"]?.tables() ?? [] {
            parts.append(try TextParts(table, named: names))
        }
        self.parts = parts
    }

    func content(in card: inout Card, of layer: LayerEntry) -> any LayerContent {
        TextContent(
            text, numbers: numbers.map(\.number), brushes: brushes.map(\.brush), parts: parts
        )
        .with(parameters.map(\.constant))
    }
}

extension TextDescription.Font {
    /// The font that these keys give; what they do not give is that of `outer`.
    fileprivate init(
        _ keys: ContentKeys, over outer: TextDescription.Font, in folder: PictureFolder
    ) throws(TOMLError) {
        self = outer
        source =
            try keys["font"].map { value throws(TOMLError) in try folder.font(value) } ?? source
        size = try keys["text-size"]?.number(in: 1...2000) ?? size
        weight = try keys["weight"]?.weight() ?? weight
        isItalic = try keys["italic"]?.boolean() ?? isItalic
        tracking = try keys["tracking"]?.number(in: -1000...1000) ?? tracking
    }
}

extension BrushEntry {
    /// What `colour` or `gradient` says beside a text; nil without both.
    fileprivate init?(ofText keys: ContentKeys) throws(TOMLError) {
        if let value = keys["gradient"], keys["colour"] != nil {
            throw value.error("does not go with colour: give one of them")
        }
        if let value = keys["gradient"] {
            let entry = try GradientEntry(value)
            self.init(.gradient(entry.gradient), entry.parameters)
            return
        }
        guard let value = keys["colour"] else { return nil }
        try self.init(colour: value)
    }
}

extension PictureFolder {
    /// A family, or the file of a font in the folder.
    fileprivate func font(_ value: TOMLValue) throws(TOMLError) -> TextDescription.Font.Source {
        let name = try value.plainString()
        guard [".ttf", ".otf", ".ttc"].contains(where: name.lowercased().hasSuffix) else {
            guard !name.isEmpty else { throw value.error("is empty: give a family of fonts") }
            return .family(name)
        }
        let written = try checkedPath(value)
        try checkLinks(written, of: value)
        let file = "\(path)/\(written)"
        guard FileKind(file) == .file else {
            throw value.error("is \(written.quotedShort), which is no file in the card's folder")
        }
        return .file(file)
    }
}

extension TOMLValue {
    /// The pieces of a text: one text, or a list of texts and tables.
    fileprivate func spans() throws(TOMLError) -> [TOMLValue] {
        guard case .array(let values) = content else { return [self] }
        guard values.count <= TextDescription.mostSpans else {
            throw error("has \(values.count) pieces; \(TextDescription.mostSpans) are the most")
        }
        return values
    }

    /// The weight of a font by its name, or from 100 to 1000.
    fileprivate func weight() throws(TOMLError) -> Int {
        expect(.choice(FontWeight.allCases.map(\.rawValue)))
        guard case .string(let word) = content else { return try integer(in: 100...1000) }
        if let weight = FontWeight(rawValue: word) { return weight.number }
        let words = FontWeight.allCases.map(\.rawValue)
        let advice =
            nearest(to: word, of: words).map { "the nearest is \($0.quotedShort)" }
            ?? "give \(words.joined(separator: ", ")), or a number from 100 to 1000 without quotes"
        throw error("is \(word.quotedShort); \(advice)")
    }
}

/// The usual names of weights.
private enum FontWeight: String, CaseIterable {
    case thin, light, regular, medium, semibold, bold, heavy, black

    var number: Int {
        switch self {
        case .thin: 100
        case .light: 300
        case .regular: 400
        case .medium: 500
        case .semibold: 600
        case .bold: 700
        case .heavy: 800
        case .black: 900
        }
    }
}

extension TOMLValue {
    /// One table, or a list of them.
    func tables() throws(TOMLError) -> [TOMLTable] {
        guard case .array(let values) = content else { return [try table()] }
        guard values.count <= TextParts.mostTables else {
            throw error("has \(values.count) tables; \(TextParts.mostTables) are the most")
        }
        return try values.map { value throws(TOMLError) in try value.table() }
    }
}

extension TextParts {
    fileprivate static let mostTables = 32

    static let keys =
        ["by", "of", "order", "seed", "stagger", "total", "element", "spread"]
        + numberProperties.map(\.name)

    /// Those of `TextParts.properties`, then those of colour effects.
    private static let numberProperties =
        properties + Property.allCases.filter { $0.effect != nil }

    /// What `each` says; `names` are the spans by their names.
    fileprivate init(_ table: TOMLTable, named names: [String: Set<Int>]) throws(TOMLError) {
        try table.refuseUnknown(Self.keys)
        let spans = try table["of"].map { value throws(TOMLError) in try value.spans(in: names) }
        var drivers: [Driver] = []
        var constants: [(Property, Double)] = []
        for property in Self.numberProperties {
            guard let value = table[property.name] else { continue }
            let entry = try ParameterEntry(value, of: .content(0, .property(property)))
            constants.append((property, entry.constant))
            for driver in entry.drivers {
                try driver.kind.checkPart(value)
                drivers.append(Driver(layer: 0, property, driver.kind))
            }
        }
        guard !constants.isEmpty else {
            throw table.error("changes nothing: give opacity, offset-y or another number")
        }
        let ready = drivers.withTimelines
        self.init(
            try table["by"]?.choice() ?? .cluster, of: spans,
            order: try table["order"]?.choice() ?? .forward,
            seed: try table["seed"]?.integer(in: 0...1_000_000) ?? 0, delay: try table.delay(),
            spread: try table["spread"]?.number(in: 0...0.99) ?? 0,
            numbers: constants.map { property, constant in
                Number(
                    property, constant: constant,
                    drivers: ready.filter { $0.property == property }.map(\.kind))
            },
            effects: Self.effects(table))
    }
}

extension TextParts {
    /// The colour effects in the order of their keys.
    private static func effects(_ table: TOMLTable) -> [Effect] {
        var effects: [Effect] = []
        for entry in table.entries {
            let effect = Property.allCases.first { $0.name == entry.key }?.effect
            guard let effect, !effects.contains(effect) else { continue }
            effects.append(effect)
        }
        return effects
    }
}

extension Driver.Kind {
    /// Throws for what a part cannot have.
    fileprivate func checkPart(_ value: TOMLValue) throws(TOMLError) {
        switch self {
        case .phases, .transition:
            throw value.error("cannot have phases or a transition here: give it a track or steps")
        case .follow, .scrub, .run, .steps: break
        }
    }
}

extension TOMLTable {
    /// When a part begins after the one before: as `stagger` says, or `total` and `element`.
    fileprivate func delay() throws(TOMLError) -> TextParts.Delay {
        if let value = self["stagger"] {
            guard given(of: ["total", "element"]).isEmpty else {
                throw value.error("does not go with total and element")
            }
            return .constant(try value.number(in: 0...60))
        }
        guard let total = self["total"], let element = self["element"] else {
            guard given(of: ["total", "element"]).isEmpty else {
                throw error("needs total and element together, or stagger")
            }
            return .constant(0.05)
        }
        return .within(
            total: try total.number(in: 0...3600), element: try element.number(in: 0...3600))
    }
}

extension TOMLValue {
    /// The spans that one name or several give.
    fileprivate func spans(in names: [String: Set<Int>]) throws(TOMLError) -> Set<Int> {
        guard case .array(let values) = content else {
            let name = try string()
            if let spans = names[name] { return spans }
            let near = nearest(to: name, of: names.keys.sorted())
            throw error(
                "is \(name.quotedShort), and no piece of text has this name; "
                    + (near.map { "the nearest is \($0.quotedShort)" }
                        ?? "give a piece one, as in { text = \"...\", name = \(name.quotedShort) }")
            )
        }
        var spans: Set<Int> = []
        for value in values { spans.formUnion(try value.spans(in: names)) }
        return spans
    }
}
