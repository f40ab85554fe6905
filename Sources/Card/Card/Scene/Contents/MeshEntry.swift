import Geometry
import Paint
import Scene
import TOML

/// What a layer's `mesh` says.
struct MeshEntry: ContentEntry {
    static let key = "mesh"
    /// With the constants of the numbers.
    private(set) var mesh: Mesh
    /// In the order of the parameters of a layer's content.
    private(set) var parameters: [ParameterEntry] = []

    static let keys = ["width", "height", "vertices", "smooth", "mix", "background"]
    static let vertexKeys = ["at", "colour"] + sideKeys

    private static let sideKeys = Mesh.Side.allCases.map(\.rawValue)

    init(
        _ value: TOMLValue, _ keys: ContentKeys, in folder: PictureFolder, _ mistakes: Mistakes
    ) throws(TOMLError) {
        let table = try value.table()
        try table.refuseUnknown(Self.keys)
        let (width, height) = (
            try Self.vertexCount("width", table), try Self.vertexCount("height", table)
        )
        guard let list = table["vertices"] else {
            throw table.error("needs vertices = [\"#rgb\", ...]")
        }
        let values = try list.array()
        guard values.count == width * height else {
            throw list.error(
                "has \(values.count) vertices, but width times height is "
                    + "\(width) x \(height) = \(width * height)")
        }
        mesh = Mesh(
            width: width, Self.places(width, height).map { Mesh.Vertex($0, Mesh.clear) },
            isSmooth: try table["smooth"]?.boolean() ?? true,
            colourSpace: try table["mix"]?.choice() ?? .device)
        try addColour(table["background"], of: value)
        for (index, vertex) in values.enumerated() { try add(vertex, at: index) }
        mesh = mesh.with(parameters.map(\.constant))
    }

    func content(in card: inout Card, of layer: LayerEntry) -> any LayerContent { mesh }

    /// Reads `width`, the number of vertices in a row, or `height`, that in a column.
    private static func vertexCount(_ key: String, _ table: TOMLTable) throws(TOMLError) -> Int {
        guard let value = table[key] else { throw table.error("needs \(key)") }
        return try value.integer(in: Mesh.vertexRange)
    }

    /// Places at equal distances in the box, row by row; x and y are from 0 to 1.
    private static func places(_ width: Int, _ height: Int) -> [Point] {
        (0..<height).flatMap { row in
            (0..<width).map { column in
                Point(
                    x: Double(column) / Double(width - 1), y: Double(row) / Double(height - 1))
            }
        }
    }

    /// Adds a vertex: a colour, or a table with a colour and more.
    private mutating func add(_ value: TOMLValue, at index: Int) throws(TOMLError) {
        let keys = Self.vertexKeys
        guard case .table(let table) = value.content, !table.given(of: keys).isEmpty else {
            addPlace(index, of: value)
            return try addColour(value, of: value)
        }
        try table.refuseUnknown(keys)
        guard let colour = table["colour"] else { throw table.error("needs colour") }
        if let place = table["at"] { try addPoint(place) } else { addPlace(index, of: value) }
        try addColour(colour, of: value)
        for side in Mesh.Side.allCases {
            guard let point = table[side.rawValue] else { continue }
            mesh.vertices[index].controls[side] = Point(x: 0, y: 0)
            try addPoint(point)
        }
    }

    /// Adds the place that a vertex has if card.toml gives none.
    private mutating func addPlace(_ index: Int, of value: TOMLValue) {
        let place = mesh.vertices[index].place
        parameters += [place.x, place.y].map { ParameterEntry(value, constant: $0) }
    }

    private mutating func addPoint(_ value: TOMLValue) throws(TOMLError) {
        for member in try value.pair("[x, y]") {
            parameters.append(
                try ParameterEntry(member, of: .content(parameters.count, .coordinate)))
        }
    }

    /// Adds the numbers of a colour; without `value` those of a clear colour, with `owner` as their
    /// text in card.toml.
    private mutating func addColour(
        _ value: TOMLValue?, of owner: TOMLValue
    ) throws(TOMLError) {
        for component in Mesh.colourKinds {
            parameters.append(
                try value.map { value throws(TOMLError) in
                    try ParameterEntry(value, of: .content(parameters.count, component))
                } ?? ParameterEntry(owner, constant: 0))
        }
    }
}
