public import Geometry

extension Scene.Layer.Content {
    /// The numbers that drivers may change, besides the layer's properties.
    public var numbers: [Double] {
        if case .gradient(let gradient) = self { gradient.numbers } else { [] }
    }

    /// What each of `numbers` is.
    public var kinds: [ContentNumber] {
        if case .gradient(let gradient) = self { gradient.kinds } else { [] }
    }

    /// The names of `numbers` for people: `colour 2 red`.
    public var names: [String] {
        if case .gradient(let gradient) = self { gradient.names } else { [] }
    }
}

// Four numbers of the shape, then five of each stop.
extension Gradient {
    private static let shapeCount = 4
    private static let stopCount = 5

    /// Of a kind, with constants in the order of a layer's numbers.
    public init(_ kind: Kind, _ numbers: some Collection<Double>, mix: Mix) {
        let numbers = Array(numbers)
        let stops = stride(
            from: Self.shapeCount, to: numbers.count - Self.stopCount + 1, by: Self.stopCount
        ).map { index in
            Stop(
                numbers[index],
                Colour(
                    red: numbers[index + 1], green: numbers[index + 2], blue: numbers[index + 3],
                    alpha: numbers[index + 4]))
        }
        self.init(
            Shape(kind, SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])), stops, mix: mix)
    }

    /// The same gradient with other numbers.
    public func with(_ numbers: some Collection<Double>) -> Gradient {
        Gradient(shape.kind, numbers, mix: mix)
    }

    fileprivate var numbers: [Double] {
        let shape = shape.numbers
        return (0..<Self.shapeCount).map { shape[$0] }
            + stops.flatMap { stop in
                [
                    stop.place, stop.colour.red, stop.colour.green, stop.colour.blue,
                    stop.colour.alpha,
                ]
            }
    }

    fileprivate var kinds: [ContentNumber] {
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
    public static func shapeKinds(_ kind: Kind) -> [ContentNumber] {
        switch kind {
        case .linear: [.part, .part, .part, .part]
        case .radial: [.part, .part, .radius, .radius]
        case .angular: [.part, .part, .angle, .angle]
        }
    }

    /// What the five numbers of a stop are.
    public static let stopKinds: [ContentNumber] = [.part, .red, .green, .blue, .alpha]
}
