import Paint
import Scene
import TOML

/// What a layer's `gradient` says.
struct GradientEntry: ContentEntry {
    static let key = "gradient"
    let kind: Gradient.Kind
    let colourSpace: Gradient.ColourSpace
    /// In the order of the parameters of a layer's content.
    private(set) var parameters: [ParameterEntry] = []

    static let keys = ["kind", "mix", "colours"] + shapeKeys
    static let stopKeys = ["at", "colour"]
    /// The largest number of colours.
    static let mostStops = 32

    private static let shapeKeys = ["from", "to", "centre", "radii", "angles"]

    /// The pairs of numbers that a shape has: the key of each, the pattern that names its members
    /// in messages, and its default values.
    private static func pairs(
        _ kind: Gradient.Kind
    ) -> [(key: String, pattern: String, defaults: [Double])] {
        let centre = ("centre", "[x, y]", [0.5, 0.5])
        return switch kind {
        case .linear: [("from", "[x, y]", [0.5, 0]), ("to", "[x, y]", [0.5, 1])]
        case .radial: [centre, ("radii", "[from, to]", [0, 1])]
        case .angular: [centre, ("angles", "[from, to]", [0, 360])]
        }
    }

    init(
        _ value: TOMLValue, _ keys: ContentKeys, in folder: PictureFolder, _ mistakes: Mistakes
    ) throws(TOMLError) {
        try self.init(value)
    }

    init(_ value: TOMLValue) throws(TOMLError) {
        let table = try value.table()
        try table.refuseUnknown(Self.keys)
        guard let word = table["kind"] else {
            throw table.error("needs kind: \"linear\", \"radial\" or \"angular\"")
        }
        kind = try word.choice()
        colourSpace = try table["mix"]?.choice() ?? .device
        let pairs = Self.pairs(kind)
        for key in Self.shapeKeys where !pairs.contains(where: { $0.key == key }) {
            if let value = table[key] {
                throw value.error("does not go with kind = \"\(kind.rawValue)\"")
            }
        }
        for pair in pairs { try add(table[pair.key], pair.pattern, pair.defaults, of: value) }
        try addStops(table)
    }

    func content(in card: inout Card, of layer: LayerEntry) -> any LayerContent { gradient }

    /// With the constants of the numbers.
    var gradient: Gradient {
        Gradient(kind, parameters.map(\.constant), colourSpace: colourSpace)
    }

    /// Adds two numbers of the shape: those of `value`, or the defaults if `gradient` gives none.
    private mutating func add(
        _ value: TOMLValue?, _ pattern: String, _ defaults: [Double], of gradient: TOMLValue
    ) throws(TOMLError) {
        guard let value else {
            parameters += defaults.map { ParameterEntry(gradient, constant: $0) }
            return
        }
        for member in try value.pair(pattern) {
            let kind = Gradient.shapeKinds(kind)[parameters.count]
            parameters.append(try ParameterEntry(member, of: .content(parameters.count, kind)))
        }
    }

    private mutating func addStops(_ table: TOMLTable) throws(TOMLError) {
        guard let value = table["colours"] else {
            throw table.error("needs colours = [\"#rgb\", ...]")
        }
        let stops = try value.array()
        guard (2...Self.mostStops).contains(stops.count) else {
            throw value.error(
                "has \(stops.count) colours, and may have from 2 to \(Self.mostStops)")
        }
        for (index, stop) in stops.enumerated() {
            try add(stop, evenly: Double(index) / Double(stops.count - 1))
        }
    }

    /// Adds a colour and its place, which is `t` unless the table of the colour has `at`.
    private mutating func add(_ stop: TOMLValue, evenly t: Double) throws(TOMLError) {
        var colour = stop
        var at = ParameterEntry(stop, constant: t)
        if case .table(let table) = stop.content, table["at"] != nil || table["colour"] != nil {
            try table.refuseUnknown(Self.stopKeys)
            guard let own = table["colour"] else { throw table.error("needs colour") }
            colour = own
            if let value = table["at"] {
                at = try ParameterEntry(value, of: .content(parameters.count, .coordinate))
            }
        }
        parameters.append(at)
        for component in Gradient.stopKinds.dropFirst() {
            parameters.append(try ParameterEntry(colour, of: .content(parameters.count, component)))
        }
    }
}
