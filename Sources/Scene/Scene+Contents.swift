public import Geometry

extension Scene.Layer.Content {
    /// The numbers that drivers may change, besides the layer's properties.
    public var numbers: [Double] {
        switch self {
        case .gradient(let gradient): gradient.numbers
        case .mesh(let mesh): mesh.numbers
        case .lens(let lens): lens.numbers
        case .picture, .colour, .material, .group: []
        }
    }

    /// What each of `numbers` is.
    public var kinds: [NumberKind] {
        switch self {
        case .gradient(let gradient): gradient.kinds
        case .mesh(let mesh): mesh.kinds
        case .lens: LensContent.Number.allCases.map(\.kind)
        case .picture, .colour, .material, .group: []
        }
    }

    /// The names of `numbers` for people: `colour 2 red`.
    public var names: [String] {
        switch self {
        case .gradient(let gradient): gradient.names
        case .mesh(let mesh): mesh.names
        case .lens: LensContent.Number.allCases.map(\.name)
        case .picture, .colour, .material, .group: []
        }
    }
}

// Four numbers of the shape, then five for each stop.
extension Gradient {
    private static let numbersPerShape = 4
    private static let numbersPerStop = 5

    /// The gradient of a kind, with numbers in the order of `Layer.Content.numbers`.
    public init(_ kind: Kind, _ numbers: some Collection<Double>, colourSpace: ColourSpace) {
        let numbers = Array(numbers)
        let stops = stride(
            from: Self.numbersPerShape, to: numbers.count - Self.numbersPerStop + 1,
            by: Self.numbersPerStop
        ).map { index in
            Stop(
                numbers[index],
                Colour(
                    red: numbers[index + 1], green: numbers[index + 2], blue: numbers[index + 3],
                    alpha: numbers[index + 4]))
        }
        self.init(
            Shape(kind, SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])), stops,
            colourSpace: colourSpace)
    }

    /// The same gradient with other numbers.
    public func with(_ numbers: some Collection<Double>) -> Gradient {
        Gradient(shape.kind, numbers, colourSpace: colourSpace)
    }

    fileprivate var numbers: [Double] {
        let shape = shape.numbers
        return (0..<Self.numbersPerShape).map { shape[$0] }
            + stops.flatMap { stop in
                [
                    stop.t, stop.colour.red, stop.colour.green, stop.colour.blue,
                    stop.colour.alpha,
                ]
            }
    }

    fileprivate var kinds: [NumberKind] {
        Self.shapeKinds(shape.kind) + stops.flatMap { _ in Self.stopKinds }
    }

    fileprivate var names: [String] {
        let shape =
            switch shape.kind {
            case .linear: ["from x", "from y", "to x", "to y"]
            case .radial: ["centre x", "centre y", "radius 1", "radius 2"]
            case .angular: ["centre x", "centre y", "angle 1", "angle 2"]
            }
        return shape
            + stops.indices.flatMap { index in
                ["at", "red", "green", "blue", "alpha"].map { "colour \(index + 1) \($0)" }
            }
    }

    /// What the four numbers of a shape are.
    public static func shapeKinds(_ kind: Kind) -> [NumberKind] {
        switch kind {
        case .linear: [.coordinate, .coordinate, .coordinate, .coordinate]
        case .radial: [.coordinate, .coordinate, .radius, .radius]
        case .angular: [.coordinate, .coordinate, .angle, .angle]
        }
    }

    /// What the five numbers of a stop are.
    public static let stopKinds: [NumberKind] = [.coordinate, .red, .green, .blue, .alpha]
}

// Four numbers of the background, then for each vertex its place, its colour, and the control
// points that it has.
extension Mesh {
    /// What the four numbers of a colour are.
    public static let colourKinds: [NumberKind] = [.red, .green, .blue, .alpha]

    /// The same mesh with other numbers.
    public func with(_ numbers: some Collection<Double>) -> Mesh {
        var remaining = numbers.makeIterator()
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

    fileprivate var numbers: [Double] {
        background.numbers
            + vertices.flatMap { vertex in
                vertex.place.numbers + vertex.colour.numbers
                    + vertex.controls.sides.flatMap { vertex.controls[$0]?.numbers ?? [] }
            }
    }

    fileprivate var kinds: [NumberKind] {
        Self.colourKinds
            + vertices.flatMap { vertex in
                [.coordinate, .coordinate] + Self.colourKinds
                    + vertex.controls.sides.flatMap { _ in [.coordinate, .coordinate] }
            }
    }

    fileprivate var names: [String] {
        Self.colourNames.map { "background \($0)" }
            + vertices.enumerated().flatMap { index, vertex in
                (["x", "y"] + Self.colourNames
                    + vertex.controls.sides.flatMap { ["\($0.rawValue) x", "\($0.rawValue) y"] })
                    .map { "vertex \(index + 1) \($0)" }
            }
    }

    private static let colourNames = ["red", "green", "blue", "alpha"]
}

extension Point {
    fileprivate var numbers: [Double] { [x, y] }
}

extension Colour {
    fileprivate var numbers: [Double] { [red, green, blue, alpha] }
}
