import Geometry
import Paint
import Platform
import Scene
import TOML

/// What a layer's `path` says, with its other keys.
struct PathEntry: ContentEntry {
    static let key = "path"
    static let ownKeys =
        [
            "element", "view", "fill", "fill-rule", "stroke", "cap", "join", "miter", "dash",
            "trim", "morph",
        ]
        + numberKeys

    /// Those of `PathContent.Parameter` that are keys of the layer.
    private static let numberKeys = PathContent.Parameter.allCases.filter { $0 != .morph }
        .map(\.name)

    let source: Source
    /// Nil: the picture's.
    let view: Rect?
    let fill, stroke: BrushEntry?
    let fillRule: FillRule
    let style: StrokeStyle
    let trimsSimultaneously: Bool
    private(set) var morphTarget: Path?
    /// In the order of `PathContent.Parameter`, then those of the brushes.
    let parameters: [ParameterEntry]

    /// Where the path comes from.
    enum Source {
        case data(Path)
        case shapes(Card.Picture, element: String?)

        /// Nil if the file cannot be used, which is noted.
        fileprivate init?(
            _ value: TOMLValue, _ keys: ContentKeys, in folder: PictureFolder, _ mistakes: Mistakes
        ) throws(TOMLError) {
            guard try value.string().lowercased().hasSuffix(".svg") else {
                let path = try value.pathData()
                guard !path.isEmpty else { throw value.error("is empty") }
                self = .data(path)
                return
            }
            let element = try keys["element"]?.plainString()
            if let value = keys["morph"] {
                throw value.error("is for a path that is given as data")
            }
            switch try folder.picture(value) {
            case .success(let picture): self = .shapes(picture, element: element)
            case .failure(let error):
                mistakes.note(error, at: value.location)
                return nil
            }
        }
    }

    init?(
        _ value: TOMLValue, _ keys: ContentKeys, in folder: PictureFolder, _ mistakes: Mistakes
    ) throws(TOMLError) {
        guard let source = try Source(value, keys, in: folder, mistakes) else { return nil }
        self.source = source
        fill = try BrushEntry(ifGiven: keys["fill"])
        stroke = try BrushEntry(ifGiven: keys["stroke"])
        guard fill != nil || stroke != nil else {
            throw value.error("shows nothing: give fill or stroke, a colour or a gradient")
        }
        fillRule = try keys["fill-rule"]?.choice() ?? .nonzero
        style = StrokeStyle(
            cap: try keys["cap"]?.choice() ?? .butt, join: try keys["join"]?.choice() ?? .miter,
            miterLimit: try keys["miter"]?.number(in: 1...1000) ?? 4,
            dash: try keys["dash"]?.dash() ?? [])
        let order = try keys["trim"]?.choice(TrimOrder.self)
        trimsSimultaneously = order == .simultaneously
        var morph: Morph?
        if let value = keys["morph"], case .data(let path) = source {
            morph = try Morph(value, of: path)
        }
        morphTarget = morph?.target
        var numbers: [ParameterEntry] = []
        for parameter in PathContent.Parameter.allCases {
            numbers.append(
                try parameter == .morph
                    ? morph?.amount ?? ParameterEntry(value, constant: 0)
                    : Self.entry(of: parameter, keys, in: value))
        }
        let width = stroke == nil ? 0 : numbers[PathContent.Parameter.strokeWidth.rawValue].constant
        let given = try keys["view"]?.view()
        view =
            if case .data(let path) = source { given ?? path.view(strokeWidth: width) } else {
                given
            }
        parameters = numbers + (fill?.parameters ?? []) + (stroke?.parameters ?? [])
    }

    func content(in card: inout Card, of layer: LayerEntry) -> any LayerContent {
        let content =
            switch source {
            case .data(let path):
                PathContent(
                    path, view: view ?? path.view(strokeWidth: 0), fill: fill?.brush,
                    stroke: stroke?.brush, style: style, fillRule: fillRule,
                    trimsSimultaneously: trimsSimultaneously, morphTarget: morphTarget)
            case .shapes(let picture, let element):
                PathContent(
                    ShapeReference(picture: card.addPicture(picture), element: element), view: view,
                    fill: fill?.brush, stroke: stroke?.brush, style: style, fillRule: fillRule,
                    trimsSimultaneously: trimsSimultaneously)
            }
        return content.with(parameters.map(\.constant))
    }

    private enum TrimOrder: String, CaseIterable {
        case individually, simultaneously
    }

    /// What `morph` says.
    private struct Morph {
        let target: Path
        let amount: ParameterEntry

        init(_ value: TOMLValue, of path: Path) throws(TOMLError) {
            let table = try value.table()
            try table.refuseUnknown(["to", "amount"])
            guard let to = table["to"] else { throw table.error("needs to: the other path") }
            target = try to.pathData()
            amount =
                try table["amount"].map { value throws(TOMLError) in
                    try ParameterEntry(value, of: .content(0, .coordinate))
                } ?? ParameterEntry(value, constant: 0)
            guard let index = path.firstDifference(from: target) else { return }
            func word(_ path: Path) -> String {
                index < path.commands.count ? path.commands[index].kind : "nothing"
            }
            throw to.error(
                "must have the commands of path, and its command \(index + 1) is \(word(target)) "
                    + "instead of \(word(path))")
        }
    }

    private static func entry(
        of parameter: PathContent.Parameter, _ keys: ContentKeys, in value: TOMLValue
    ) throws(TOMLError) -> ParameterEntry {
        guard let given = keys[parameter.name] else {
            return ParameterEntry(value, constant: parameter.defaultValue)
        }
        return try ParameterEntry(given, of: .content(parameter.rawValue, parameter.kind))
    }

    /// Notes keys that change nothing: those of a stroke without one, and `element` without a file. A
    /// style may have them for other layers.
    static func check(_ layer: LayerEntry, in table: TOMLTable, _ mistakes: Mistakes) {
        guard let entry = layer.content as? PathEntry else { return }
        if entry.stroke == nil, table["stroke"] == nil {
            for key in ["cap", "join", "miter", "dash", "trim"] + numberKeys {
                guard let value = table[key] else { continue }
                mistakes.note(value.error("needs stroke: it changes nothing else"))
            }
        }
        if case .data = entry.source, let value = table["element"] {
            mistakes.note(value.error("is for a path from a file: path = \"NAME.svg\""))
        }
    }
}

/// What a key says that paints something: a colour, with drivers or without, or a gradient.
struct BrushEntry {
    let brush: Brush
    /// In the order of the brush's parameters.
    let parameters: [ParameterEntry]

    /// Nil without a value, and for `none`.
    init?(ifGiven value: TOMLValue?) throws(TOMLError) {
        guard let value, value.content != .string("none") else { return nil }
        if case .table(let table) = value.content,
            !table.given(of: ["kind", "colours"]).isEmpty
        {
            let entry = try GradientEntry(value)
            self.init(.gradient(entry.gradient), entry.parameters)
        } else {
            try self.init(colour: value)
        }
    }

    init(_ brush: Brush, _ parameters: [ParameterEntry]) {
        (self.brush, self.parameters) = (brush, parameters)
    }

    /// A constant colour that no key gives, in what `value` says.
    init(_ colour: Colour, of value: TOMLValue) {
        let brush = Brush.colour(colour)
        self.init(brush, brush.parameters.map { ParameterEntry(value, constant: $0) })
    }

    /// A colour, with drivers or without.
    init(colour value: TOMLValue) throws(TOMLError) {
        var components: [ParameterEntry] = []
        for kind in Brush.colourKinds {
            components.append(try ParameterEntry(value, of: .content(0, kind)))
        }
        let numbers = components.map(\.constant)
        let colour = Colour(
            red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3])
        self.init(.colour(colour), components)
    }
}

extension TOMLValue {
    /// SVG's path data.
    fileprivate func pathData() throws(TOMLError) -> Path {
        let text = try string()
        do throws(PathDataError) {
            return try Path(data: text)
        } catch {
            throw self.error("is no path: character \(error.column) of it \(error.problem)")
        }
    }

    /// `[x, y, width, height]` of a part of a plane.
    fileprivate func view() throws(TOMLError) -> Rect {
        let values = try array()
        guard values.count == 4 else {
            throw error("must be four numbers, [x, y, width, height], not \(values.count)")
        }
        var numbers: [Double] = []
        for (index, value) in values.enumerated() {
            numbers.append(
                try value.number(in: index < 2 ? -1_000_000...1_000_000 : 0.001...1_000_000))
        }
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// The lengths of dashes and gaps in turn, of which one at least is above 0.
    fileprivate func dash() throws(TOMLError) -> [Double] {
        let values = try list(atLeast: 1)
        guard values.count <= 32 else {
            throw error("has \(values.count) lengths; 32 are the most")
        }
        var lengths: [Double] = []
        for value in values { lengths.append(try value.number(in: 0...100_000)) }
        guard lengths.contains(where: { $0 > 0 }) else {
            throw error("must have a length above 0")
        }
        return lengths
    }
}
