import Animation
import Testing

@Suite struct UnitCurveTests {
    @Test(arguments: [
        (UnitCurve.linear, [0.10, 0.25, 0.50, 0.75, 0.90]),
        (.easeIn, [0.017027, 0.093465, 0.315357, 0.621862, 0.839428]),
        (.easeOut, [0.160572, 0.378138, 0.684643, 0.906535, 0.982973]),
        (.easeInOut, [0.019722, 0.129162, 0.5, 0.870838, 0.980278]),
        (.circularEaseIn, [0.005013, 0.031754, 0.133975, 0.338562, 0.564110]),
        (.bezier(0.25, 0.1, 0.25, 1), [0.094796, 0.408511, 0.802403, 0.960459, 0.994316]),
    ])
    func `values`(curve: UnitCurve, values: [Double]) {
        for (p, value) in zip([0.10, 0.25, 0.50, 0.75, 0.90], values) {
            #expect(abs(curve.value(at: p) - value) <= sixDigits, "at \(p)")
        }
    }

    @Test(arguments: [(0.25, 1.0593), (0.5, 1.7241), (0.75, 1.0593)])
    func `velocity of ease in and out`(p: Double, velocity: Double) {
        #expect(abs(UnitCurve.easeInOut.slope(at: p) - velocity) <= fourDigits)
    }

    static let all: [UnitCurve] = [
        .linear, .easeIn, .easeOut, .easeInOut, .circularEaseIn, .circularEaseOut,
        .circularEaseInOut, .bezier(0.25, 0.1, 0.25, 1),
        .bezier(0, 0, 0, 1), .bezier(1, 0, 0, 1), .bezier(0, 1, 1, 0), .bezier(1, 1, 1, 1),
        .bezier(0.3, -2, 0.7, 3),
    ]

    @Test(arguments: all) func `ends are met and inputs are limited`(curve: UnitCurve) {
        for p in [0, -1, -Double.infinity, .nan] { #expect(curve.value(at: p) == 0) }
        for p in [1, 2, Double.infinity] { #expect(curve.value(at: p) == 1) }
        for p in stride(from: -0.5, through: 1.5, by: 0.001) {
            let (value, velocity) = (curve.value(at: p), curve.slope(at: p))
            #expect(value.isFinite && velocity.isFinite)
            #expect(value >= curve.bounds.lowerBound - 1e-9)
            #expect(value <= curve.bounds.upperBound + 1e-9)
        }
    }

    @Test(arguments: all) func `velocity is the derivative`(curve: UnitCurve) {
        let h = 1e-6
        for p in [0.03, 0.1, 0.3, 0.45, 0.6, 0.8, 0.97] {
            let difference = (curve.value(at: p + h) - curve.value(at: p - h)) / (2 * h)
            let velocity = curve.slope(at: p)
            #expect(abs(difference - velocity) < 1e-4 * (1 + abs(velocity)), "at \(p)")
        }
    }

    @Test func `the circular curves are circles`() {
        for p in stride(from: 0.0, through: 1, by: 0.05) {
            let q = UnitCurve.circularEaseIn.value(at: p)
            #expect(abs(p * p + (1 - q) * (1 - q) - 1) < 1e-12)
            #expect(abs(UnitCurve.circularEaseOut.value(at: 1 - p) - (1 - q)) < 1e-12)
            #expect(abs(UnitCurve.circularEaseInOut.value(at: p / 2) - q / 2) < 1e-12)
            #expect(abs(UnitCurve.circularEaseInOut.value(at: 1 - p / 2) - 1 + q / 2) < 1e-12)
        }
    }

    @Test func `a thousand curves pass through their own points`() {
        var dice = Dice(seed: 6)
        for _ in 0..<1000 {
            let (x1, x2) = (dice.number(0...1), dice.number(0...1))
            let (y1, y2) = (dice.number(-1...2), dice.number(-1...2))
            let curve = UnitCurve.bezier(x1, y1, x2, y2)
            let t = dice.number(0...1)
            func point(_ a: Double, _ b: Double) -> Double {
                3 * (1 - t) * (1 - t) * t * a + 3 * (1 - t) * t * t * b + t * t * t
            }
            let (x, y) = (point(x1, x2), point(y1, y2))
            // One part in 1e9 for where the curve is steep.
            let steepness = abs(curve.slope(at: x))
            #expect(abs(curve.value(at: x) - y) < 1e-9 + 1e-12 * steepness)
        }
    }

    @Test func `control points are limited`() {
        #expect(UnitCurve.bezier(-1, 0, 2, 1) == .bezier(0, 0, 1, 1))
        #expect(UnitCurve.bezier(.nan, .nan, .infinity, .infinity).value(at: 0.5).isFinite)
    }

    @Test func `bounds are those of the values`() {
        var dice = Dice(seed: 7)
        for _ in 0..<200 {
            let curve = UnitCurve.bezier(
                dice.number(0...1), dice.number(-3...3), dice.number(0...1), dice.number(-3...3))
            let values = stride(from: 0.0, through: 1, by: 0.002).map { curve.value(at: $0) }
            let (low, high) = (values.min() ?? 0, values.max() ?? 0)
            #expect(curve.bounds.lowerBound <= low + 1e-9 && curve.bounds.upperBound >= high - 1e-9)
            // The steps miss the turning point by half a step, in parameter up to much more.
            #expect(low - curve.bounds.lowerBound < 0.05 && curve.bounds.upperBound - high < 0.05)
        }
    }

    @Test func `vertical ends have velocity 0, other ends their tangent`() {
        #expect(UnitCurve.circularEaseOut.slope(at: 0) == 0)
        #expect(UnitCurve.bezier(0, 1, 0.5, 1).slope(at: 0) == 0)
        #expect(UnitCurve.bezier(.leastNonzeroMagnitude, 1, 0.5, 1).slope(at: 0) == 0)
        #expect(UnitCurve.bezier(1e-150, 1, 0.5, 1).slope(at: 0) == 0)
        #expect(UnitCurve.bezier(0, 0, .leastNonzeroMagnitude, 1).slope(at: 0) == 0)
        #expect(abs(UnitCurve.easeOut.slope(at: 0) - 1 / 0.58) < 1e-12)
        #expect(UnitCurve.easeIn.slope(at: 0) == 0)
        #expect(abs(UnitCurve.easeIn.slope(at: 1) - 1 / 0.58) < 1e-12)
        #expect(UnitCurve.bezier(0, 0, 1, 1).slope(at: 0) == 1)
        #expect(UnitCurve.bezier(0.2, 0.1, 0.5, 0.9).slope(at: -1) == 0.5)
    }
}
