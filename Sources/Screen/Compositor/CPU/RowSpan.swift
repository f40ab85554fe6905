internal import Geometry

/// The places from `lower` to `upper` along a row of the screen; none if `lower` is above `upper`.
struct RowSpan {
    let lower, upper: Double

    static let everything = RowSpan(lower: -.infinity, upper: .infinity)
    static let nothing = RowSpan(lower: .infinity, upper: -.infinity)

    init(lower: Double, upper: Double) { (self.lower, self.upper) = (lower, upper) }

    /// The places x at which `slope` times x is at most `value`.
    init(slope: Double, upTo value: Double) {
        if abs(slope) < 1e-12 {
            self = value >= 0 ? .everything : .nothing
        } else if slope > 0 {
            self.init(lower: -.infinity, upper: value / slope)
        } else {
            self.init(lower: value / slope, upper: .infinity)
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
    /// The centres, in the line at `y`, of pixels that the box may cover.
    func coveredSpan(y: Double) -> RowSpan { lines.span(y: y, within: 0.5) }

    /// The centres, in the line at `y`, of pixels that the box covers fully; if its corners are
    /// rounded, some of these are left out.
    func fullSpan(y: Double) -> RowSpan {
        let inside = -0.5 + Self.tolerance
        guard let corner else { return lines.span(y: y, within: inside) }
        let wide = corner.wide.span(y: y, within: inside)
        let high = corner.high.span(y: y, within: inside)
        return wide.upper - wide.lower > high.upper - high.lower ? wide : high
    }
}
