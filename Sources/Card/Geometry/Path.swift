/// Lines and cubic Bézier curves, in one or more sub-paths.
public struct Path: Sendable, Equatable {
    public enum Command: Sendable, Equatable {
        /// Begins a sub-path.
        case move(Point)
        case line(Point)
        /// Its two control points and its end.
        case curve(Point, Point, Point)
        /// A line back to the beginning of the sub-path, which ends there.
        case close
    }

    public private(set) var commands: [Command] = []
    /// Where the next command begins, and where the present sub-path began.
    private var (current, start) = (Point(x: 0, y: 0), Point(x: 0, y: 0))

    public init() {}

    public mutating func move(to point: Point) {
        commands.append(.move(point))
        (current, start) = (point, point)
    }

    public mutating func addLine(to point: Point) {
        beginIfNeeded()
        commands.append(.line(point))
        current = point
    }

    public mutating func addCurve(_ one: Point, _ two: Point, to end: Point) {
        beginIfNeeded()
        commands.append(.curve(one, two, end))
        current = end
    }

    /// A parabola, whose tangents at both ends go through `control`.
    public mutating func addCurve(_ control: Point, to end: Point) {
        addCurve(
            control.moved(towards: current, by: 1.0 / 3), control.moved(towards: end, by: 1.0 / 3),
            to: end)
    }

    public mutating func close() {
        guard commands.last.map({ $0 != .close }) ?? false else { return }
        commands.append(.close)
        current = start
    }

    /// After `close` a sub-path begins where the last one began.
    private mutating func beginIfNeeded() {
        if commands.isEmpty || commands.last == .close { move(to: current) }
    }

    /// The place where the next command begins.
    public var currentPoint: Point { current }

    public var isEmpty: Bool { commands.isEmpty }

    /// Each place of the path as a map moves it.
    public func transformed(by map: Homography) -> Path {
        var path = Path()
        for command in commands {
            switch command {
            case .move(let point): path.move(to: map.apply(point))
            case .line(let point): path.addLine(to: map.apply(point))
            case .curve(let one, let two, let end):
                path.addCurve(map.apply(one), map.apply(two), to: map.apply(end))
            case .close: path.close()
            }
        }
        return path
    }

    public mutating func append(_ other: Path) {
        guard !other.isEmpty else { return }
        commands += other.commands
        (current, start) = (other.current, other.start)
    }

    /// Between this path (0) and another one of the same commands (1); nil if these differ.
    public func interpolated(to other: Path, _ share: Double) -> Path? {
        guard firstDifference(from: other) == nil else { return nil }
        func between(_ one: Point, _ two: Point) -> Point { one.moved(towards: two, by: share) }
        var path = Path()
        for (own, others) in zip(commands, other.commands) {
            switch (own, others) {
            case (.move(let one), .move(let two)): path.move(to: between(one, two))
            case (.line(let one), .line(let two)): path.addLine(to: between(one, two))
            case (.curve(let a, let b, let c), .curve(let x, let y, let z)):
                path.addCurve(between(a, x), between(b, y), to: between(c, z))
            default: path.close()
            }
        }
        return path
    }

    /// The number of the first command, from 0, of which another path has another kind, or none; nil if
    /// there is no such command.
    public func firstDifference(from other: Path) -> Int? {
        let pairs = zip(commands, other.commands)
        if let index = pairs.enumerated().first(where: { $1.0.kind != $1.1.kind })?.offset {
            return index
        }
        let (own, others) = (commands.count, other.commands.count)
        return own == others ? nil : min(own, others)
    }
}

extension Path.Command {
    /// The word for it in messages.
    public var kind: String {
        switch self {
        case .move: "a move"
        case .line: "a line"
        case .curve: "a curve"
        case .close: "a close"
        }
    }

    fileprivate var points: [Point] {
        switch self {
        case .move(let point), .line(let point): [point]
        case .curve(let one, let two, let end): [one, two, end]
        case .close: []
        }
    }
}

extension Point {
    /// The place a share of the way to another one.
    func moved(towards other: Point, by share: Double) -> Point {
        Point(x: x + (other.x - x) * share, y: y + (other.y - y) * share)
    }

    func distance(to other: Point) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return (dx * dx + dy * dy).squareRoot()
    }
}

extension Path {
    /// The smallest rectangle around the path; nil for an empty one.
    public var bounds: Rect? {
        var (low, high) = (Point(x: .infinity, y: .infinity), Point(x: -.infinity, y: -.infinity))
        func take(_ point: Point) {
            low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
            high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
        }
        var place = Point(x: 0, y: 0)
        for command in commands {
            if case .curve(let one, let two, let end) = command {
                for extreme in CubicCurve(place, one, two, end).extremes { take(extreme) }
            }
            for point in command.points.suffix(1) {
                take(point)
                place = point
            }
        }
        guard low.x <= high.x else { return nil }
        return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }

    /// The smallest view of a plane around the path and a line along it; no side is shorter than
    /// `leastViewSide`.
    public func view(strokeWidth: Double) -> Rect {
        let bounds = bounds ?? Rect(x: 0, y: 0, width: 1, height: 1)
        let least = max(Self.leastViewSide, max(bounds.width, bounds.height) / 1000)
        func side(_ start: Double, _ length: Double) -> (start: Double, length: Double) {
            let whole = max(length + strokeWidth, least)
            return (start + length / 2 - whole / 2, whole)
        }
        let (x, y) = (side(bounds.x, bounds.width), side(bounds.y, bounds.height))
        return Rect(x: x.start, y: y.start, width: x.length, height: y.length)
    }

    public static let leastViewSide = 0.001
}
