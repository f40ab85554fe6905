public import Paint

// Four numbers of the shape, then five for each stop.
extension Gradient: LayerContent {
    private static let numbersPerShape = 4
    private static let numbersPerStop = 5

    /// The gradient of a kind, with numbers in the order of `parameters`.
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

    /// The same gradient with other parameters.
    public func with(_ parameters: ArraySlice<Double>) -> Gradient {
        Gradient(shape.kind, parameters, colourSpace: colourSpace)
    }

    public var parameters: [Double] {
        let shape = shape.numbers
        return (0..<Self.numbersPerShape).map { shape[$0] }
            + stops.flatMap { [$0.t] + $0.colour.numbers }
    }

    public var parameterKinds: [ParameterKind] {
        Self.shapeKinds(shape.kind) + stops.flatMap { _ in Self.stopKinds }
    }

    public var parameterNames: [String] {
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
    public static func shapeKinds(_ kind: Kind) -> [ParameterKind] {
        switch kind {
        case .linear: [.coordinate, .coordinate, .coordinate, .coordinate]
        case .radial: [.coordinate, .coordinate, .radius, .radius]
        case .angular: [.coordinate, .coordinate, .angle, .angle]
        }
    }

    /// What the five numbers of a stop are.
    public static let stopKinds: [ParameterKind] = [.coordinate, .red, .green, .blue, .alpha]

    public func label(_ pictures: [String]) -> String { "\(shape.kind.rawValue) gradient" }
}
