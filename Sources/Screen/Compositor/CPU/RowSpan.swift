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

    /// The smallest span around both.
    func hull(_ other: RowSpan) -> RowSpan {
        if other.isEmpty { return self }
        if isEmpty { return other }
        return RowSpan(lower: min(lower, other.lower), upper: max(upper, other.upper))
    }

    private var isEmpty: Bool { lower > upper }

    /// Those of `columns` whose centres lie in the span.
    func columns(in columns: Range<Int>) -> Range<Int> {
        let (first, end) = (Double(columns.lowerBound), Double(columns.upperBound))
        let start = Int(min(end, max(first, (lower - 0.5).rounded(.up))))
        return start..<max(start, Int(min(end, max(first, (upper + 0.5).rounded(.down)))))
    }
}

extension RowSpan {
    /// The places x at which `start` + x `step` lies at most `radius` from the origin.
    fileprivate init(from start: Point, step: Point, within radius: Double) {
        let square = step.x * step.x + step.y * step.y
        let middle = -(start.x * step.x + start.y * step.y) / square
        let across = start.x * step.y - start.y * step.x
        let half = (radius * radius - across * across / square) / square
        guard radius > 0, half >= 0 else {
            self = .nothing
            return
        }
        self.init(lower: middle - half.squareRoot(), upper: middle + half.squareRoot())
    }
}

extension Outline.Corner {
    /// See `Outline.roundSpans`. The box is the hull of two rectangles and four discs.
    fileprivate func spans(y: Double) -> (seen: RowSpan, full: RowSpan) {
        let (start, step) = (toBox.apply(Point(x: 0, y: y)), Point(x: toBox.a, y: toBox.b))
        let inside = -0.5 + Outline.tolerance
        var seen = wide.span(y: y, within: 1).hull(high.span(y: y, within: 1))
        var full = wide.span(y: y, within: inside).hull(high.span(y: y, within: inside))
        for x in [1, size.width - 1] {
            for y in [1, size.height - 1] {
                let from = Point(x: start.x - x, y: start.y - y)
                seen = seen.hull(RowSpan(from: from, step: step, within: 1 + pixel))
                full = full.hull(RowSpan(from: from, step: step, within: 1 - pixel))
            }
        }
        return (seen, full)
    }
}

extension Outline {
    /// The centres, in the line at `y`, of pixels outside of which the box is not seen, and of pixels
    /// that it covers fully; each is off by at most a pixel and a half. Nil unless it has rounded corners
    /// that are not seen in perspective.
    func roundSpans(y: Double) -> (seen: RowSpan, full: RowSpan)? {
        guard let corner, corner.isAffine else { return nil }
        return corner.spans(y: y)
    }

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
