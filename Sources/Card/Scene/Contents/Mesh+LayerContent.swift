import Geometry
public import Paint

// Four numbers of the background, then for each vertex its place, its colour, and the control
// points that it has.
extension Mesh: LayerContent {
    /// What the four numbers of a colour are.
    public static let colourKinds: [ParameterKind] = [.red, .green, .blue, .alpha]

    /// The same mesh with other parameters.
    public func with(_ parameters: ArraySlice<Double>) -> Mesh {
        var remaining = parameters.makeIterator()
        func next() -> Double { remaining.next() ?? 0 }
        func point() -> Point { Point(x: next(), y: next()) }
        func colour() -> Colour {
            Colour(red: next(), green: next(), blue: next(), alpha: next())
        }
        var mesh = self
        mesh.background = colour()
        for index in vertices.indices {
            mesh.vertices[index].place = point()
            mesh.vertices[index].colour = colour()
            for side in vertices[index].controls.sides {
                mesh.vertices[index].controls[side] = point()
            }
        }
        return mesh
    }

    public var parameters: [Double] {
        background.numbers
            + vertices.flatMap { vertex in
                vertex.place.numbers + vertex.colour.numbers
                    + vertex.controls.sides.flatMap { vertex.controls[$0]?.numbers ?? [] }
            }
    }

    public var parameterKinds: [ParameterKind] {
        Self.colourKinds
            + vertices.flatMap { vertex in
                [.coordinate, .coordinate] + Self.colourKinds
                    + vertex.controls.sides.flatMap { _ in [.coordinate, .coordinate] }
            }
    }

    public var parameterNames: [String] {
        Self.colourNames.map { "background \($0)" }
            + vertices.enumerated().flatMap { index, vertex in
                (["x", "y"] + Self.colourNames
                    + vertex.controls.sides.flatMap { ["\($0.rawValue) x", "\($0.rawValue) y"] })
                    .map { "vertex \(index + 1) \($0)" }
            }
    }

    public func label(_ pictures: [String]) -> String { "mesh of \(width) x \(height)" }

    private static let colourNames = ["red", "green", "blue", "alpha"]
}

extension Point {
    fileprivate var numbers: [Double] { [x, y] }
}

extension Colour {
    /// In the order of the parameters of a content.
    var numbers: [Double] { [red, green, blue, alpha] }
}
