internal import Geometry

/// The places from one to another along a row of the screen; none if they are in the wrong order.
struct RowSpan {
    let lower, upper: Double

    static let everything = RowSpan(lower: -.infinity, upper: .infinity)
    static let nothing = RowSpan(lower: .infinity, upper: -.infinity)

    init(lower: Double, upper: Double) { (self.lower, self.upper) = (lower, upper) }

    /// The places x at which `slope` times x lies between two values.
    init(slope: Double, from lower: Double, to upper: Double) {
        if lower > upper {
            self = .nothing
        } else if abs(slope) < 1e-12 {
            self = lower <= 0 && upper >= 0 ? .everything : .nothing
        } else {
            let (one, other) = (lower / slope, upper / slope)
            self.init(lower: min(one, other), upper: max(one, other))
        }
    }

    func intersection(_ other: RowSpan) -> RowSpan {
        RowSpan(lower: max(lower, other.lower), upper: min(upper, other.upper))
    }

    /// Those of `columns` whose centres lie in the span.
    func columns(in columns: Range<Int>) -> Range<Int> {
        let (first, end) = (Double(columns.lowerBound), Double(columns.upperBound))
        let start = Int(min(end, max(first, (lower - 0.5).rounded(.up))))
        return start..<max(start, Int(min(end, max(first, (upper + 0.5).rounded(.down)))))
    }
}

extension Outline {
    /// The places at height `y` that the box may cover.
    func coveredSpan(y: Double) -> RowSpan { span(y: y, within: 0.5) }

    /// Places at height `y` that it covers fully: of a rounded box not all of them.
    func fullSpan(y: Double) -> RowSpan {
        let inside = -0.5 + Self.tolerance
        guard let corner else { return span(y: y, within: inside) }
        let wide = span(y: y, within: inside, insetY: 1 / corner.perPixelY)
        let high = span(y: y, within: inside, insetX: 1 / corner.perPixelX)
        return wide.upper - wide.lower > high.upper - high.lower ? wide : high
    }

    /// The places at height `y` that lie at most `distance` outside of the sides, which are moved
    /// inwards by the insets.
    private func span(
        y: Double, within distance: Double, insetX: Double = 0, insetY: Double = 0
    ) -> RowSpan {
        let (x, farX) = (normalX.y * y, distance - insetX)
        let (y, farY) = (normalY.y * y, distance - insetY)
        return RowSpan(slope: normalX.x, from: left - farX - x, to: right + farX - x)
            .intersection(RowSpan(slope: normalY.x, from: top - farY - y, to: bottom + farY - y))
    }
}
