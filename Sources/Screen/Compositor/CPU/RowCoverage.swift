internal import CRowKernels
internal import Geometry

/// How much of its pixels an operation covers, row by row. With OpenGL: `GLSource`.
struct RowCoverage {
    /// Columns of a row. `touched`: the columns that straight sides leave. `seen`: the part of `touched`
    /// outside of which the operation is not seen. `full`: a part of `seen` that the operation
    /// covers fully.
    struct Columns: Equatable {
        var touched, seen, full: Range<Int>
    }

    private let area: PixelRect
    let weight: UInt16
    private let mostCoverage: Double
    /// The sides of `outlines` that change the coverage; used only if no corner is rounded.
    private let sides: UnsafeBufferPointer<rows_side>
    private let outlines: UnsafeBufferPointer<Outline>
    private let hasRoundCorners: Bool
    private var steadyRows = 0..<0
    private var steady = Columns(touched: 0..<0, seen: 0..<0, full: 0..<0)
    /// Whether there are rounded corners that are seen in perspective.
    private let isProjectedRound: Bool

    /// The caller keeps the memory of `outlines` and of `sides` valid as long as the coverage is used.
    init(
        _ operation: DrawOperation, _ outlines: UnsafeBufferPointer<Outline>,
        _ sides: UnsafeBufferPointer<rows_side>
    ) {
        (area, weight, mostCoverage) = (operation.area, operation.weight, operation.mostCoverage)
        (self.outlines, self.sides) = (outlines, sides)
        hasRoundCorners = outlines.contains { $0.corner != nil }
        isProjectedRound = outlines.contains { $0.corner?.isAffine == false }
        findSteadyRows()
    }

    /// If all sides are vertical or horizontal, all rows that lie wholly between the horizontal
    /// ones have the same columns.
    private mutating func findSteadyRows() {
        guard outlines.allSatisfy(\.isUpright) else { return }
        let middle = columns(y: area.y + area.height / 2)
        guard !middle.full.isEmpty,
            let first = area.rows.first(where: { columns(y: $0) == middle }),
            let last = area.rows.last(where: { columns(y: $0) == middle })
        else { return }
        (steady, steadyRows) = (middle, first..<last + 1)
    }

    func columns(y: Int) -> Columns {
        if steadyRows.contains(y) { return steady }
        return hasRoundCorners ? roundColumns(y) : straightColumns(y)
    }

    private func straightColumns(_ y: Int) -> Columns {
        let middle = Double(y) + 0.5
        var (covered, full) = (RowSpan.everything, RowSpan.everything)
        for index in sides.indices {
            let (slope, across) = (sides[index].x, sides[index].y * middle - sides[index].offset)
            covered = covered.intersection(RowSpan(slope: slope, upTo: 0.5 - across))
            full = full.intersection(
                RowSpan(slope: slope, upTo: -0.5 + Outline.tolerance - across))
        }
        let touched = covered.columns(in: area.columns)
        return Columns(touched: touched, seen: touched, full: full.columns(in: touched))
    }

    private func roundColumns(_ y: Int) -> Columns {
        let middle = Double(y) + 0.5
        var (covered, seen) = (RowSpan.everything, RowSpan.everything)
        var full = RowSpan.everything
        // By index: an outline is large, and a loop over them would copy each.
        for index in outlines.indices {
            covered = covered.intersection(outlines[index].coveredSpan(y: middle))
            if mostCoverage >= 1, let round = outlines[index].roundSpans(y: middle) {
                seen = seen.intersection(round.seen)
                full = full.intersection(round.full)
            } else {
                full = full.intersection(outlines[index].fullSpan(y: middle))
            }
        }
        let touched = covered.columns(in: area.columns)
        let shown = seen.columns(in: touched)
        let found = Columns(touched: touched, seen: shown, full: full.columns(in: shown))
        return isProjectedRound && mostCoverage >= 1 ? rounded(found, y) : found
    }

    /// Opacity times coverage of the columns of quads, in 1/65536.
    func writeWeights(
        _ quads: Range<Int>, y: Int, _ columns: Columns,
        into weights: UnsafeMutablePointer<UInt32>
    ) {
        let all = 4 * quads.lowerBound..<4 * quads.upperBound
        let seen = columns.seen.clamped(to: all)
        let full = columns.full.clamped(to: seen)
        weights.fill(all.lowerBound..<seen.lowerBound, with: 0)
        // From left to right: what follows an edge may be overwritten with it.
        writeEdge(seen.lowerBound..<full.lowerBound, y, into: weights)
        weights.fill(full, with: UInt32(weight))
        writeEdge(full.upperBound..<seen.upperBound, y, into: weights)
        weights.fill(seen.upperBound..<all.upperBound, with: 0)
    }

    /// Writes up to seven more.
    private func writeEdge(
        _ columns: Range<Int>, _ y: Int, into weights: UnsafeMutablePointer<UInt32>
    ) {
        if hasRoundCorners {
            for x in columns { weights[x] = UInt32(Double(weight) * coverage(distance(x, y))) }
        } else if !columns.isEmpty, let first = sides.baseAddress {
            rows_cover(
                weights + columns.lowerBound, columns.lowerBound, columns.count, Double(y) + 0.5,
                first, sides.count, Double(weight), mostCoverage)
        }
    }

    /// How far a pixel lies outside of the outlines; NaN if that is NaN for one of them.
    private func distance(_ x: Int, _ y: Int) -> Double {
        let centre = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
        var largest = -Double.infinity
        for index in outlines.indices {
            let distance = outlines[index].distance(centre)
            if !(distance <= largest) { largest = distance }
            if largest.isNaN { break }
        }
        return largest
    }

    /// How much of a pixel is covered at a distance from the outlines; nothing if that is NaN.
    private func coverage(_ distance: Double) -> Double {
        let share = 0.5 - distance
        return share > 0 ? min(share, mostCoverage) : 0
    }
}

// Rounded corners in perspective.
extension RowCoverage {
    /// Where there are at most this many columns, they are weighed one by one without a search.
    private static let few = 16
    /// A column counts as outside or inside only if it is this much farther away than half a pixel.
    /// So rounding errors of the outlines do not disturb the search.
    private static let reserve = 0.5

    /// Narrows `seen` and widens `full` for rounded corners. A binary search finds the ends,
    /// because the distance from the outlines only decreases from outside to inside.
    private func rounded(_ columns: Columns, _ y: Int) -> Columns {
        var found = columns
        if found.full.isEmpty {
            let middle = (found.touched.lowerBound + found.touched.upperBound) / 2
            guard found.touched.count > Self.few, isInside(middle, y) else { return found }
            found.full = middle..<middle + 1
        }
        let left = found.touched.lowerBound..<found.full.lowerBound
        let right = found.full.upperBound..<found.touched.upperBound
        if left.count > Self.few {
            let first = left.first(fromWhich: { !isOutside($0, y) })
            let inside = left.first(fromWhich: { isInside($0, y) })
            (found.seen, found.full) = (
                first..<found.seen.upperBound, inside..<found.full.upperBound
            )
        }
        if right.count > Self.few {
            let end = right.first(fromWhich: { isOutside($0, y) })
            let edge = right.first(fromWhich: { !isInside($0, y) })
            (found.seen, found.full) = (found.seen.lowerBound..<end, found.full.lowerBound..<edge)
        }
        return found
    }

    private func isInside(_ x: Int, _ y: Int) -> Bool { distance(x, y) <= -0.5 - Self.reserve }
    private func isOutside(_ x: Int, _ y: Int) -> Bool { distance(x, y) >= 0.5 + Self.reserve }
}

extension UnsafeMutablePointer<UInt32> {
    fileprivate func fill(_ range: Range<Int>, with value: UInt32) {
        (self + range.lowerBound).update(repeating: value, count: range.count)
    }
}

extension Range<Int> {
    /// The first number for which `holds` is true; `upperBound` if there is none. `holds` must be
    /// true for all numbers after that one.
    fileprivate func first(fromWhich holds: (Int) -> Bool) -> Int {
        var (lower, upper) = (lowerBound, upperBound)
        while lower < upper {
            let middle = (lower + upper) / 2
            if holds(middle) { upper = middle } else { lower = middle + 1 }
        }
        return lower
    }
}

extension Outline {
    /// Whether all sides stand upright or lie, with square corners.
    fileprivate var isUpright: Bool {
        corner == nil
            && (0..<lines.count).allSatisfy { lines.normalsX[$0] == 0 || lines.normalsY[$0] == 0 }
    }
}

extension PixelRect {
    var columns: Range<Int> { x..<endX }
    var rows: Range<Int> { y..<endY }
}

extension DrawOperation {
    /// How many of the next operations belong to it.
    var innerCount: Int {
        if case .group(let count) = content { count } else { 0 }
    }
}
