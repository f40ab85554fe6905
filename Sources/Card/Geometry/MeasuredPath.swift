/// A path whose pieces are measured, so that parts of it can be found by their length.
public struct MeasuredPath: Sendable {
    private struct Piece {
        let shape: CubicCurve
        let isLine: Bool
        /// How long the piece is up to parameters at equal distances; the last one is its length.
        let lengths: [Double]

        var length: Double { lengths[lengths.count - 1] }

        init(_ shape: CubicCurve, isLine: Bool, _ count: Int) {
            (self.shape, self.isLine) = (shape, isLine)
            var (sum, place, lengths) = (0.0, shape.points.0, [0.0])
            lengths.reserveCapacity(count + 1)
            for number in 1...count {
                let next = shape.place(Double(number) / Double(count))
                sum += place.distance(to: next)
                lengths.append(sum)
                place = next
            }
            self.lengths = lengths
        }

        /// The parameter of the place at a length.
        func parameter(_ length: Double) -> Double {
            let index = min(
                max(1, lengths.firstIndex { $0 >= length } ?? lengths.count - 1), lengths.count - 1)
            let (start, end) = (lengths[index - 1], lengths[index])
            let share = end > start ? (length - start) / (end - start) : 1
            return (Double(index - 1) + min(max(0, share), 1)) / Double(lengths.count - 1)
        }
    }

    private struct SubPath {
        var pieces: [Piece] = []
        var isClosed = false
        var length: Double { pieces.reduce(0) { $0 + $1.length } }
    }

    private var subPaths: [SubPath] = []
    public let path: Path

    /// The most lines by which curves are measured.
    private static let mostLines = 400_000.0

    /// Measures by lines that are at most `tolerance` away from the path, where it is not enormous.
    public init(_ path: Path, tolerance: Double) {
        self.path = path
        var tolerance = tolerance
        let excess = path.neededLines(tolerance) / Self.mostLines
        // The number of lines falls with the root of the tolerance.
        if excess > 1 { tolerance *= excess * excess }
        var (place, start) = (Point(x: 0, y: 0), Point(x: 0, y: 0))
        for command in path.commands {
            switch command {
            case .move(let point):
                subPaths.append(SubPath())
                (place, start) = (point, point)
            case .line(let point):
                addLine(from: place, to: point)
                place = point
            case .curve(let one, let two, let end):
                let curve = CubicCurve(place, one, two, end)
                add(Piece(curve, isLine: false, curve.lineCount(tolerance)))
                place = end
            case .close:
                if place != start { addLine(from: place, to: start) }
                if !subPaths.isEmpty { subPaths[subPaths.count - 1].isClosed = true }
                place = start
            }
        }
        subPaths.removeAll { $0.pieces.isEmpty }
    }

    private mutating func addLine(from start: Point, to end: Point) {
        let curve = CubicCurve(
            start, start.moved(towards: end, by: 1.0 / 3), end.moved(towards: start, by: 1.0 / 3),
            end)
        add(Piece(curve, isLine: true, 1))
    }

    private mutating func add(_ piece: Piece) {
        if !subPaths.isEmpty { subPaths[subPaths.count - 1].pieces.append(piece) }
    }

    /// The length of all sub-paths together.
    public var length: Double { subPaths.reduce(0) { $0 + $1.length } }

    /// The lengths of its sub-paths, and whether these are closed.
    public var parts: [(length: Double, isClosed: Bool)] {
        subPaths.map { ($0.length, $0.isClosed) }
    }

    /// A sub-path between two lengths; all of it, and closed, if they are 0 and its length.
    public func part(ofSubPath index: Int, _ range: ClosedRange<Double>) -> Path {
        var path = Path()
        Self.add(subPaths[index], range.lowerBound, range.upperBound, to: &path, goesOn: false)
        return path
    }

    /// What of the path is seen. Parts that meet where an only sub-path begins and ends are one.
    public func trimmed(_ trim: PathTrim) -> Path {
        if trim.isWhole { return path }
        var seen = Path()
        guard !trim.isSimultaneous else {
            for subPath in subPaths { Self.add(trim.ranges, of: [subPath], to: &seen) }
            return seen
        }
        Self.add(trim.ranges, of: subPaths, to: &seen)
        return seen
    }

    private static func add(
        _ ranges: [ClosedRange<Double>], of subPaths: [SubPath], to path: inout Path
    ) {
        let total = subPaths.reduce(0) { $0 + $1.length }
        guard total > 0 else { return }
        let goesOn = ranges.count == 2 && subPaths.count == 1 && subPaths[0].isClosed
        let countBefore = path.commands.count
        for (number, range) in ranges.enumerated() {
            let goesOn = goesOn && number == 1 && path.commands.count > countBefore
            var before = 0.0
            for subPath in subPaths {
                let (from, to) = (
                    range.lowerBound * total - before, range.upperBound * total - before
                )
                before += subPath.length
                add(subPath, from, to, to: &path, goesOn: goesOn)
            }
        }
    }

    /// Adds the part of a sub-path between two lengths. `goesOn`: it begins where the path has ended.
    private static func add(
        _ subPath: SubPath, _ from: Double, _ to: Double, to path: inout Path, goesOn: Bool
    ) {
        let length = subPath.length
        guard from < to, from < length || length == 0, to > 0 || length == 0 else { return }
        let isWhole = from <= 0 && to >= length
        var (before, hasBegun) = (0.0, goesOn)
        for (index, piece) in subPath.pieces.enumerated() {
            let (start, end) = (from - before, to - before)
            before += piece.length
            guard start < piece.length || isWhole, end > 0 || isWhole else { continue }
            let isLast = isWhole && subPath.isClosed && index == subPath.pieces.count - 1
            let (first, last) = (
                start <= 0 ? 0 : piece.parameter(start),
                end >= piece.length ? 1 : piece.parameter(end)
            )
            let part = piece.shape.part(first, last)
            if !hasBegun { path.move(to: part.points.0) }
            hasBegun = true
            if piece.isLine {
                if !isLast { path.addLine(to: part.points.3) }
            } else {
                path.addCurve(part.points.1, part.points.2, to: part.points.3)
            }
        }
        if isWhole, subPath.isClosed { path.close() }
    }
}

extension Path {
    fileprivate func neededLines(_ tolerance: Double) -> Double {
        var (sum, start) = (0.0, Point(x: 0, y: 0))
        for command in commands {
            switch command {
            case .move(let point), .line(let point):
                start = point
                sum += 1
            case .curve(let one, let two, let end):
                sum += CubicCurve(start, one, two, end).neededLines(tolerance)
                start = end
            case .close: sum += 1
            }
        }
        return sum
    }
}

/// Which part of a path is seen, as shares of its length.
public struct PathTrim: Sendable, Equatable {
    public var start, end, offset: Double
    /// Whether the shares are of each sub-path's own length; otherwise of the length of all sub-paths,
    /// one after the other.
    public var isSimultaneous: Bool

    public init(
        start: Double = 0, end: Double = 1, offset: Double = 0, isSimultaneous: Bool = false
    ) {
        (self.start, self.end, self.offset) = (start, end, offset)
        self.isSimultaneous = isSimultaneous
    }

    /// Whether all of the path is seen.
    public var isWhole: Bool { start <= 0 && end >= 1 }

    /// The parts that are seen, each as a range of shares; two if the offset moves one over the end.
    fileprivate var ranges: [ClosedRange<Double>] {
        let (low, high) = (min(max(start, 0), 1), min(max(end, 0), 1))
        guard low < high else { return [] }
        // A little below 0, the difference may be rounded to 1.
        let moved = ((low + offset) - (low + offset).rounded(.down)).truncatingRemainder(
            dividingBy: 1)
        let end = moved + high - low
        return end <= 1 ? [moved...end] : [moved...1, 0...end - 1]
    }
}
