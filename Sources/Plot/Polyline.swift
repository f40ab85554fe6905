/// A point on the page: x to the right, y down.
typealias PagePoint = SIMD2<Double>

/// A line through points, which can be simplified without a visible change.
struct Polyline {
    /// Pixels: a smaller difference is not visible.
    private static let tolerance = 0.2
    private let points: [PagePoint]

    /// A line through at least one point.
    init(_ points: [PagePoint]) { self.points = points }

    /// Without the points that lie on the line between others (Douglas and Peucker 1973).
    var simplified: Polyline {
        var isKept = [Bool](repeating: false, count: points.count)
        isKept[0] = true
        isKept[points.count - 1] = true
        var pending = [(0, points.count - 1)]
        while let (start, end) = pending.popLast() {
            guard let middle = farthest(start, end) else { continue }
            isKept[middle] = true
            pending += [(start, middle), (middle, end)]
        }
        return Polyline(points.indices.filter { isKept[$0] }.map { points[$0] })
    }

    /// The point farthest from the line between two others; nil if it is within the tolerance.
    private func farthest(_ start: Int, _ end: Int) -> Int? {
        var (best, greatest) = (0, Self.tolerance * Self.tolerance)
        for index in start + 1..<max(end, start + 1) {
            let square = points[index].squareDistance(from: points[start], to: points[end])
            if square > greatest { (best, greatest) = (index, square) }
        }
        return best > 0 ? best : nil
    }

    /// As SVG path commands, in pixels with at most one decimal. If all points are then at one
    /// place, the path is a dot.
    var path: String {
        let tenths = points.map { ($0 * 10).rounded(.toNearestOrAwayFromZero) }
        var last = tenths[0]
        var text = "M\(tenth(last.x)) \(tenth(last.y))"
        if tenths.allSatisfy({ $0 == last }) { return text + "h0" }
        for point in tenths.dropFirst() where point != last {
            let step = point - last
            text += "l" + tenth(step.x) + (step.y < 0 ? "" : " ") + tenth(step.y)
            last = point
        }
        return text
    }
}

extension PagePoint {
    /// The square of the distance to the line segment between two points.
    fileprivate func squareDistance(from start: PagePoint, to end: PagePoint) -> Double {
        let (line, offset) = (end - start, self - start)
        let square = (line * line).sum()
        let share = square > 0 ? Swift.min(1, Swift.max(0, (offset * line).sum() / square)) : 0
        let miss = offset - share * line
        return (miss * miss).sum()
    }
}

/// A whole number of tenths as the shortest decimal: `12`, `-.5`.
private func tenth(_ value: Double) -> String {
    let tenths = Int(value)
    let (whole, fraction) = (abs(tenths) / 10, abs(tenths) % 10)
    let digits = fraction == 0 ? "\(whole)" : whole == 0 ? ".\(fraction)" : "\(whole).\(fraction)"
    return (tenths < 0 ? "-" : "") + digits
}
