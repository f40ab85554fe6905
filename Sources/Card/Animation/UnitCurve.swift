/// The course of a movement: a function of the progress p in [0, 1] from 0 at 0 to 1 at 1.
public struct UnitCurve: Sendable, Hashable {
    private enum Shape: Sendable, Hashable {
        case linear, circularIn, circularOut, circularInOut
        case bezier(Bezier)
    }

    private let shape: Shape

    /// At constant speed.
    public static let linear = UnitCurve(shape: .linear)
    /// Slow at the start: the Bézier curve (0.42, 0), (1, 1).
    public static let easeIn = bezier(0.42, 0, 1, 1)
    /// Slow at the end: the Bézier curve (0, 0), (0.58, 1).
    public static let easeOut = bezier(0, 0, 0.58, 1)
    /// Slow at both ends: the Bézier curve (0.42, 0), (0.58, 1).
    public static let easeInOut = bezier(0.42, 0, 0.58, 1)
    /// 1 - √(1 - p²).
    public static let circularEaseIn = UnitCurve(shape: .circularIn)
    /// √(1 - (1 - p)²).
    public static let circularEaseOut = UnitCurve(shape: .circularOut)
    /// `circularEaseIn` and `circularEaseOut`, each at half its size.
    public static let circularEaseInOut = UnitCurve(shape: .circularInOut)

    /// The cubic Bézier curve from (0, 0) over two control points to (1, 1). Their x is limited to
    /// [0, 1]; their y may lie outside.
    public static func bezier(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
    ) -> UnitCurve {
        UnitCurve(shape: .bezier(Bezier(x1, y1, x2, y2)))
    }

    /// The value at a progress, which is limited to [0, 1].
    public func value(at progress: Double) -> Double {
        let p = progress.limited(to: 0...1)
        if p == 0 || p == 1 { return p }
        switch shape {
        case .linear: return p
        case .circularIn: return Self.circle(p)
        case .circularOut: return 1 - Self.circle(1 - p)
        case .circularInOut:
            return p < 0.5 ? Self.circle(2 * p) / 2 : 1 - Self.circle(2 - 2 * p) / 2
        case .bezier(let bezier): return bezier.y(at: p)
        }
    }

    /// The derivative of the value by the progress, which is limited to [0, 1]; 0 where the curve
    /// is vertical, or steeper than 1e100.
    public func slope(at progress: Double) -> Double {
        let p = progress.limited(to: 0...1)
        switch shape {
        case .linear: return 1
        case .circularIn: return Self.circleSlope(p)
        case .circularOut: return Self.circleSlope(1 - p)
        case .circularInOut: return Self.circleSlope(p < 0.5 ? 2 * p : 2 - 2 * p)
        case .bezier(let bezier): return bezier.slope(at: p)
        }
    }

    /// The lowest and the highest value: beyond [0, 1] only for a Bézier curve that overshoots.
    public var bounds: ClosedRange<Double> {
        if case .bezier(let bezier) = shape { bezier.bounds } else { 0...1 }
    }

    /// 1 - √(1 - p²).
    private static func circle(_ p: Double) -> Double { 1 - ((1 - p) * (1 + p)).squareRoot() }

    private static func circleSlope(_ p: Double) -> Double {
        p < 1 ? p / ((1 - p) * (1 + p)).squareRoot() : 0
    }
}
