import Geometry
import Paint
import Platform
import Scene
import TOML

/// What a layer's `text` says, with its other keys.
struct TextEntry: ContentEntry {
    static let key = "text"
    static let ownKeys = fontKeys + ["align", "line-spacing"]
    static let takenKeys = brushKeys
    private static let fontKeys = ["font", "text-size", "weight", "italic", "tracking"]
    private static let brushKeys = ["colour", "gradient"]

    let text: TextDescription
    /// First that of the text.
    private let brushes: [BrushEntry]

    var parameters: [ParameterEntry] { brushes.flatMap(\.parameters) }

    init?(
        _ value: TOMLValue, _ keys: ContentKeys, in folder: PictureFolder, _ mistakes: Mistakes
    ) throws(TOMLError) {
        let font = try TextDescription.Font(keys, over: TextDescription.Font(), in: folder)
        var brushes = [try BrushEntry(ofText: keys) ?? BrushEntry(.white, of: value)]
        var spans: [TextDescription.Span] = []
        for member in try value.spans() {
            guard case .table(let table) = member.content else {
                spans.append(TextDescription.Span(try member.shownText(), font: font))
                continue
            }
            try table.refuseUnknown(["text", "name"] + Self.fontKeys + Self.brushKeys)
            guard let text = table["text"] else { throw table.error("needs text") }
            _ = try table["name"]?.plainString()
            let own = ContentKeys(
                uniqueKeysWithValues: table.entries.map { ($0.key, $0.value) })
            let brush = try BrushEntry(ofText: own)
            spans.append(
                TextDescription.Span(
                    try text.shownText(),
                    font: try TextDescription.Font(own, over: font, in: folder),
                    brush: brush == nil ? 0 : brushes.count))
            if let brush { brushes.append(brush) }
        }
        let count = spans.reduce(0) { $0 + $1.text.unicodeScalars.count }
        guard count <= TextDescription.mostCharacters else {
            throw value.error(
                "has \(count) characters; \(TextDescription.mostCharacters) are the most")
        }
        guard count > 0 else { throw value.error("is empty") }
        text = TextDescription(
            spans, alignment: try keys["align"]?.choice() ?? .start,
            lineSpacing: try keys["line-spacing"]?.number(in: 0.1...10) ?? 1)
        self.brushes = brushes
    }

    func content(in card: inout Card, of layer: LayerEntry) -> any LayerContent {
        TextContent(text, brushes: brushes.map(\.brush)).with(parameters.map(\.constant))
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

    /// A text as it is shown; of control characters it may have line ends and tabs.
    fileprivate func shownText() throws(TOMLError) -> String {
        guard case .string(let text) = content else {
            throw error("must be a text, or a list of texts and { text = \"...\" }")
        }
        let shown = text.replacing("\r\n", with: "\n")
        let isControl = { (scalar: Unicode.Scalar) in
            scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
        }
        if let scalar = shown.unicodeScalars.first(where: isControl) {
            throw error("holds the control character \(Int(scalar.value))")
        }
        return shown
    }

    /// The weight of a font by its name, or from 100 to 1000.
    fileprivate func weight() throws(TOMLError) -> Int {
        guard case .string = content else { return try integer(in: 100...1000) }
        return try choice(FontWeight.self).number
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
