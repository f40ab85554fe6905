public import Geometry

/// Colours that go over into each other in a box.
public struct Gradient: Sendable, Equatable {
    /// How the colours are arranged: along a line, between two circles, or around a centre.
    public enum Kind: String, Sendable, CaseIterable {
        case linear, radial, angular
    }

    /// Where a gradient begins and ends. The sides of the box count as 1.
    public enum Shape: Sendable, Equatable {
        /// Along the line between two places.
        case linear(from: Point, to: Point)
        /// Between two circles. A radius of 1 is half the box's shorter side.
        case radial(centre: Point, from: Double, to: Double)
        /// Between two angles, degrees clockwise from the right. If `from` is larger than `to`, the
        /// colours go counter-clockwise. If the angles span more than one revolution, only the last
        /// revolution is seen.
        case angular(centre: Point, from: Double, to: Double)
    }

    /// The numbers in which colours are interpolated, multiplied by alpha.
    public enum ColourSpace: String, Sendable, CaseIterable {
        /// As sRGB encodes them.
        case device
        /// Proportional to the light.
        case linear
        /// Proportional to what is seen.
        case oklab
    }

    /// A colour at a `t`: 0 where the gradient begins, 1 where it ends.
    public struct Stop: Sendable, Equatable {
        public var t: Double
        public var colour: Colour

        public init(_ t: Double, _ colour: Colour) {
            (self.t, self.colour) = (t, colour)
        }
    }

    public var shape: Shape
    /// In any order; before the first and after the last `t` their colours go on.
    public var stops: [Stop]
    public var colourSpace: ColourSpace

    public init(_ shape: Shape, _ stops: [Stop], colourSpace: ColourSpace = .device) {
        (self.shape, self.stops, self.colourSpace) = (shape, stops, colourSpace)
    }

    /// Whether it lets nothing through.
    public var isOpaque: Bool { !stops.isEmpty && stops.allSatisfy { $0.colour.alpha >= 1 } }
}

extension Gradient.Shape {
    /// The shape of a kind, from numbers in the order of the property `numbers`.
    public init(_ kind: Gradient.Kind, _ numbers: SIMD4<Double>) {
        let place = Point(x: numbers.x, y: numbers.y)
        self =
            switch kind {
            case .linear: .linear(from: place, to: Point(x: numbers.z, y: numbers.w))
            case .radial: .radial(centre: place, from: numbers.z, to: numbers.w)
            case .angular: .angular(centre: place, from: numbers.z, to: numbers.w)
            }
    }

    public var kind: Gradient.Kind {
        switch self {
        case .linear: .linear
        case .radial: .radial
        case .angular: .angular
        }
    }

    /// x and y of the first place or of the centre, then x and y of the second place, or `from` and
    /// `to`.
    public var numbers: SIMD4<Double> {
        switch self {
        case .linear(let from, let to): SIMD4(from.x, from.y, to.x, to.y)
        case .radial(let centre, let from, let to), .angular(let centre, let from, let to):
            SIMD4(centre.x, centre.y, from, to)
        }
    }
}
