/// A cubic Bézier curve from (0, 0) to (1, 1) whose x increases.
struct Bezier: Sendable, Hashable {
    /// The control points; x in [0, 1], y in [-1e6, 1e6].
    let x1: Double
    let y1: Double
    let x2: Double
    let y2: Double

    init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        (self.x1, self.x2) = (x1.limited(to: 0...1), x2.limited(to: 0...1))
        (self.y1, self.y2) = (Self.usable(y1), Self.usable(y2))
    }

    private static func usable(_ y: Double) -> Double { y.orZero.limited(to: -1e6...1e6) }

    /// y at this x in (0, 1).
    func y(at x: Double) -> Double { Cubic(y1, y2).value(parameter(at: x)) }

    /// dy/dx at this x in [0, 1]; 0 where the curve is vertical, or too steep for a usable number.
    func slope(at x: Double) -> Double {
        let slope: Double
        if x <= 0 {
            slope = tangent(x1, y1, x2, y2)
        } else if x >= 1 {
            slope = tangent(1 - x2, 1 - y2, 1 - x1, 1 - y1)
        } else {
            let t = parameter(at: x)
            slope = Cubic(y1, y2).slope(t) / Cubic(x1, x2).slope(t)
        }
        return slope.isUsable ? slope : 0
    }

    /// The slope at one end of the curve: that of the line from this end to the nearer control
    /// point. If that lies at this end, the line goes to the second control point; if that lies
    /// there, too, to the other end. 0 if the line is vertical. The coordinates of the control
    /// points are relative to this end.
    private func tangent(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Double {
        if x1 > 0 { return y1 / x1 }
        if y1 != 0 { return 0 }
        if x2 > 0 { return y2 / x2 }
        return y2 == 0 ? 1 : 0
    }

    /// The parameter t with x(t) = `x`: Newton's method, and bisection where that leaves the
    /// bracket.
    private func parameter(at x: Double) -> Double {
        let cubic = Cubic(x1, x2)
        var (low, high, t) = (0.0, 1.0, x)
        for _ in 0..<64 {
            let error = cubic.value(t) - x
            if error > 0 { high = t } else { low = t }
            var next = t - error / cubic.slope(t)
            if !(next >= low && next <= high) { next = (low + high) / 2 }
            let step = abs(next - t)
            t = next
            if step < 1e-11 { break }
        }
        return t
    }

    /// The lowest and the highest y.
    var bounds: ClosedRange<Double> {
        let cubic = Cubic(y1, y2)
        let extrema = cubic.extrema
        let (a, b) = (cubic.value(extrema.0), cubic.value(extrema.1))
        return min(0, a, b)...max(1, a, b)
    }
}

/// One coordinate of a Bézier curve: ((a t + b) t + c) t.
private struct Cubic {
    let a: Double
    let b: Double
    let c: Double

    /// From 0 over the control points' coordinates to 1.
    init(_ first: Double, _ second: Double) {
        c = 3 * first
        b = 3 * (second - first) - c
        a = 1 - c - b
    }

    func value(_ t: Double) -> Double { ((a * t + b) * t + c) * t }
    func slope(_ t: Double) -> Double { (3 * a * t + 2 * b) * t + c }

    /// The parameters in (0, 1) at which the slope is 0; 0 in place of those that do not exist.
    var extrema: (Double, Double) {
        let root = (b * b - 3 * a * c).squareRoot()
        // Vieta's second form is exact where `a` is near 0.
        let q = -(b + (b < 0 ? -root : root))
        return (inside(q / (3 * a)), inside(c / q))
    }

    private func inside(_ t: Double) -> Double { t > 0 && t < 1 ? t : 0 }
}
