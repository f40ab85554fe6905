import Geometry

/// An affine map of colours as sRGB encodes them, not multiplied by alpha, which stays as it is.
public struct ColourMatrix: Sendable, Equatable {
    /// What red, green and blue become: the factors of red, green and blue, and what is added.
    public var red, green, blue: SIMD4<Double>

    public init(red: SIMD4<Double>, green: SIMD4<Double>, blue: SIMD4<Double>) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Each component by itself: times a factor, and something added.
    private init(times factors: SIMD3<Double>, plus summand: Double = 0) {
        red = SIMD4(factors.x, 0, 0, summand)
        green = SIMD4(0, factors.y, 0, summand)
        blue = SIMD4(0, 0, factors.z, summand)
    }

    /// Makes every colour this one.
    public static func constant(_ colour: Colour) -> ColourMatrix {
        ColourMatrix(
            red: SIMD4(0, 0, 0, colour.red), green: SIMD4(0, 0, 0, colour.green),
            blue: SIMD4(0, 0, 0, colour.blue))
    }

    /// Whether every colour becomes the same one.
    public var isConstant: Bool {
        let factors = [red, green, blue].map { SIMD3($0.x, $0.y, $0.z) }
        return factors.allSatisfy { $0 == .zero }
    }

    public static let identity = ColourMatrix(times: SIMD3(1, 1, 1))

    /// The map that applies `inner`, then `outer`, without a limit between them.
    public static func * (outer: ColourMatrix, inner: ColourMatrix) -> ColourMatrix {
        func row(_ row: SIMD4<Double>) -> SIMD4<Double> {
            row.x * inner.red + row.y * inner.green + row.z * inner.blue + SIMD4(0, 0, 0, row.w)
        }
        return ColourMatrix(red: row(outer.red), green: row(outer.green), blue: row(outer.blue))
    }

    /// The colour that the map gives for `colour`; components are limited to 0...1 before and
    /// after.
    public func apply(_ colour: Colour) -> Colour {
        func limited(_ component: Double) -> Double { component > 0 ? min(component, 1) : 0 }
        let old = SIMD4(limited(colour.red), limited(colour.green), limited(colour.blue), 1)
        func new(_ row: SIMD4<Double>) -> Double { limited((row * old).sum()) }
        return Colour(red: new(red), green: new(green), blue: new(blue), alpha: colour.alpha)
    }

    /// The largest difference between the results of the two maps, in any component and for any
    /// colour; the results are not limited to 0...1.
    public func largestDifference(from other: ColourMatrix) -> Double {
        func largest(_ difference: SIMD4<Double>) -> Double {
            let factors = SIMD3(difference.x, difference.y, difference.z)
            let highest = difference.w + pointwiseMax(factors, .zero).sum()
            let lowest = difference.w + pointwiseMin(factors, .zero).sum()
            return max(abs(highest), abs(lowest))
        }
        return max(
            largest(red - other.red), largest(green - other.green), largest(blue - other.blue))
    }
}

// As in the W3C's Filter Effects Module, except `brightness`, which adds instead of multiplying.
extension ColourMatrix {
    /// How bright red, green and blue are.
    private static let weights = SIMD4(0.213, 0.715, 0.072, 0)

    /// Turns the hue, which is not the hue of HSV: the brightness stays, and grays do not change.
    public static func hue(degrees: Double) -> ColourMatrix {
        let (sine, cosine) = sineAndCosine(degrees: degrees)
        func row(_ own: SIMD4<Double>, _ turned: SIMD4<Double>) -> SIMD4<Double> {
            weights + cosine * (own - weights) + sine * turned
        }
        return ColourMatrix(
            red: row(SIMD4(1, 0, 0, 0), SIMD4(-0.213, -0.715, 0.928, 0)),
            green: row(SIMD4(0, 1, 0, 0), SIMD4(0.143, 0.140, -0.283, 0)),
            blue: row(SIMD4(0, 0, 1, 0), SIMD4(-0.787, 0.715, 0.072, 0)))
    }

    /// 0 is gray, 1 changes nothing.
    public static func saturation(_ factor: Double) -> ColourMatrix {
        func row(_ own: SIMD4<Double>) -> SIMD4<Double> { weights + factor * (own - weights) }
        return ColourMatrix(
            red: row(SIMD4(1, 0, 0, 0)), green: row(SIMD4(0, 1, 0, 0)),
            blue: row(SIMD4(0, 0, 1, 0)))
    }

    /// Adds the same to each component.
    public static func brightness(_ summand: Double) -> ColourMatrix {
        ColourMatrix(times: SIMD3(1, 1, 1), plus: summand)
    }

    /// Multiplies each component.
    public static func product(red: Double, green: Double, blue: Double) -> ColourMatrix {
        ColourMatrix(times: SIMD3(red, green, blue))
    }

    /// Moves each component away from the middle; 0 is a medium gray, 1 changes nothing.
    public static func contrast(_ factor: Double) -> ColourMatrix {
        ColourMatrix(times: SIMD3(repeating: factor), plus: (1 - factor) / 2)
    }

    /// 0 changes nothing, 1 exchanges light and dark.
    public static func inversion(_ share: Double) -> ColourMatrix {
        ColourMatrix(times: SIMD3(repeating: 1 - 2 * share), plus: share)
    }
}
