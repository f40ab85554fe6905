import Testing

@testable import Geometry

/// Path data, its lengths and its parts.
@Suite struct PathTests {
    private func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

    private let square = "M 0 0 H 100 V 100 H 0 Z"
    private let circle = "M 100 50 A 50 50 0 1 1 0 50 A 50 50 0 1 1 100 50 Z"

    private func measured(_ path: Path) -> MeasuredPath { MeasuredPath(path, tolerance: 0.001) }

    private func length(_ data: String) throws -> Double { measured(try Path(data: data)).length }

    private func trimmed(_ data: String, _ trim: PathTrim) throws -> Path {
        measured(try Path(data: data)).trimmed(trim)
    }

    /// The lengths of the sub-paths, rounded.
    private func lengths(_ path: Path) -> [Double] {
        var parts: [Path] = []
        for command in path.commands {
            switch command {
            case .move(let point):
                parts.append(Path())
                parts[parts.count - 1].move(to: point)
            case .line(let point): parts[parts.count - 1].addLine(to: point)
            case .curve(let one, let two, let end):
                parts[parts.count - 1].addCurve(one, two, to: end)
            case .close: parts[parts.count - 1].close()
            }
        }
        return parts.map { (measured($0).length * 1e6).rounded() / 1e6 }
    }

    // Reading.

    @Test(
        arguments: [
            ("M10-20L30.5.5", "M 10 -20 L 30.5 0.5"),
            ("m10,20 5,5-3-4", "M 10 20 L 15 25 L 12 21"),
            ("M1 2 3 4H9V7z", "M 1 2 L 3 4 L 9 4 L 9 7 Z"),
            ("M0 0l1e1 2E-1\n-1.5e+1,+3", "M 0 0 L 10 0.2 L -5 3.2"),
            ("m1 1z l2 0", "M 1 1 Z M 1 1 L 3 1"),
            ("M0 0q3 0 3 3t3 3", "M 0 0 C 2 0 3 1 3 3 C 3 5 4 6 6 6"),
            ("M0 0c1 2 3 4 5 6s1 1 2 2", "M 0 0 C 1 2 3 4 5 6 C 7 8 6 7 7 8"),
            ("M0 0S1 1 2 2T4 4", "M 0 0 C 0 0 1 1 2 2 C 2 2 2.666666667 2.666666667 4 4"),
            ("M0 0a0 5 0 0 1 9 0", "M 0 0 L 9 0"),
            (" \t\n", ""), ("", ""),
        ])
    func `forms of path data`(data: String, written: String) throws {
        let (one, other) = (try Path(data: data), try Path(data: written))
        #expect(one.firstDifference(from: other) == nil)
        for (own, others) in zip(points(one), points(other)) {
            #expect(abs(own.x - others.x) < 1e-6 && abs(own.y - others.y) < 1e-6)
        }
    }

    private func points(_ path: Path) -> [Point] {
        path.commands.flatMap { command -> [Point] in
            switch command {
            case .move(let point), .line(let point): [point]
            case .curve(let one, let two, let end): [one, two, end]
            case .close: []
            }
        }
    }

    /// Flags need no space around them.
    @Test func `the flags of an arc`() throws {
        let spaced = try Path(data: "M 0 0 A 5 5 0 0 1 10 0")
        #expect(try Path(data: "M0 0A5 5 0 0110 0") == spaced)
        #expect(try Path(data: "M0,0a5,5,0,0,1,10,0") == spaced)
    }

    /// SVG 1.1, F.6: which of the four arcs the flags choose.
    @Test(
        arguments: [
            ("0 0", (50.0, 50.0), 0.25), ("0 1", (100, 100), 0.25), ("1 0", (50, 50), 0.75),
            ("1 1", (100, 100), 0.75),
        ])
    func `an arc has its centre and its length`(
        flags: String, centre: (Double, Double), share: Double
    ) throws {
        // From (50, 100) to (100, 50), on circles about (50, 50) and (100, 100).
        let data = "M 50 100 A 50 50 0 \(flags) 100 50"
        let arc = try Path(data: data)
        let places = points(arc).enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
        let expected = flags == "0 0" || flags == "1 1" ? point(50, 50) : point(100, 100)
        for place in places {
            let distance =
                ((place.x - expected.x) * (place.x - expected.x)
                + (place.y - expected.y) * (place.y - expected.y)).squareRoot()
            #expect(abs(distance - 50) < 0.02)
        }
        #expect(abs(try length(data) - share * 100 * .pi) < 0.1)
    }

    @Test(
        arguments: [
            ("L 1 2", 1, "must begin with M or m"),
            ("M 1", 4, "ends where a number must follow"),
            ("M 1 x", 5, "has \"x\" where a number must follow"),
            ("M 1 2 L 3 4 5", 14, "ends where a number must follow"),
            ("M 1 2 Z 3", 9, "has \"3\" after Z, where a command must follow"),
            ("M 1 2 , L 3 4", 7, "has \",\" where a number must follow"),
            ("M 0 0 A 5 5 0 2 1 9 0", 15, "has \"2\" where a flag, 0 or 1, must follow"),
            ("M 1 2 B", 7, "has \"B\" where a number must follow"),
            ("M 1 2 L é", 9, "has \"é\" where a number must follow"),
            ("M NaN 0", 3, "has \"N\" where a number must follow"),
            ("M 1 1,,2 2", 7, "has \",\" where a number must follow"),
            ("M . 0", 3, "has \".\" where a number must follow"),
        ])
    func `a mistake has its column`(data: String, column: Int, problem: String) {
        #expect(throws: PathDataError(column: column, problem: problem)) { try Path(data: data) }
    }

    @Test func `there are at most 20,000 commands, and numbers have limits`() throws {
        let many = "M 0 0" + String(repeating: " 1 1", count: Path.mostCommands)
        #expect(throws: PathDataError.self) { try Path(data: many) }
        let path = try Path(data: "M 1e300 -1e300 l 1e300 1e300 C 1e9 0 0 1e9 5 5")
        #expect(points(path).allSatisfy { abs($0.x) <= 1e6 && abs($0.y) <= 1e6 })
        #expect(MeasuredPath(path, tolerance: 1e-9).length.isFinite)
    }

    // Bounds.

    @Test func `bounds are around the curve, not around its control points`() throws {
        let bounds = try #require(try Path(data: "M 0 0 C 0 -40 100 -40 100 0").bounds)
        #expect(bounds.x == 0 && bounds.width == 100)
        #expect(abs(bounds.y + 30) < 1e-9 && abs(bounds.height - 30) < 1e-9)
        let round = try #require(try Path(data: circle).bounds)
        #expect(abs(round.x) < 0.02 && abs(round.width - 100) < 0.04)
        #expect(Path().bounds == nil)
    }

    // Lengths: effects.md 13.

    @Test func `a square trimmed to a half has the length 200 and ends at the opposite corner`()
        throws
    {
        let half = try trimmed(square, PathTrim(end: 0.5))
        #expect(half == (try Path(data: "M 0 0 L 100 0 L 100 100")))
        #expect(lengths(half) == [200])
    }

    @Test func `a circle trimmed to a quarter has the length 78.54`() throws {
        let quarter = try trimmed(circle, PathTrim(end: 0.25))
        #expect(abs(measured(quarter).length - 78.54) < 0.03)
        #expect(abs(try length(circle) - 314.16) < 0.1)
    }

    @Test(arguments: [(0.5, 0.5), (0.7, 0.2), (1, 2), (-1, 0)])
    func `a part of no length is nothing`(start: Double, end: Double) throws {
        #expect(try trimmed(square, PathTrim(start: start, end: end)).isEmpty)
    }

    /// The part goes on over the beginning of a closed sub-path, without an end there.
    @Test func `an offset turns round a closed path`() throws {
        let part = try trimmed(square, PathTrim(start: 0.25, end: 0.75, offset: 0.5))
        #expect(points(part).first == point(0, 100) && points(part).last == point(100, 0))
        #expect(lengths(part) == [200])
        let back = try trimmed(square, PathTrim(start: 0.25, end: 0.75, offset: -3.5))
        #expect(lengths(back) == [200])
        // An open path has two parts instead.
        let open = try trimmed("M 0 0 H 100", PathTrim(start: 0, end: 0.5, offset: 0.75))
        #expect(lengths(open) == [25, 25])
    }

    @Test func `an offset a little below 0 is none`() throws {
        let part = try trimmed(square, PathTrim(start: 0, end: 0.25, offset: -1e-17))
        #expect(part == (try Path(data: "M 0 0 L 100 0")))
        let two = "M 50 50 H 90 V 90 Z M 0 0 H 9 V 9 Z"
        let both = try trimmed(
            two, PathTrim(start: 0, end: 0.25, offset: -1e-17, isSimultaneous: true))
        #expect(both.commands.filter { $0.kind == "a move" }.count == 2)
    }

    @Test(
        arguments: [
            "M 0 0 A 1e-310 1e-310 0 0 1 5 5", "M 0 0 A 1e300 1e300 0 0 1 1e-300 5",
            "M 0 0 A 1e-8 1e6 45 1 1 1e6 5", "M 0 0 H 1e-320 V 1e-320 Z", "M 5 5", "M 5 5 Z",
            "M 1e6 1e6 C -1e6 -1e6 1e6 1e6 -1e6 -1e6",
        ])
    func `extreme numbers give a path and a view`(data: String) throws {
        let path = try Path(data: data)
        let view = path.view(strokeWidth: 0)
        #expect(min(view.width, view.height) >= Path.leastViewSide)
        for tolerance in [1e-300, 0.1, 1e9] {
            let measured = MeasuredPath(path, tolerance: tolerance)
            #expect(measured.length.isFinite)
            #expect(points(measured.trimmed(PathTrim(end: 0.3))).allSatisfy { $0.x.isFinite })
        }
    }

    @Test func `the numbers of a list`() {
        #expect(Path.numbers(in: "10,10 90-20 50,70.5.5") == [10, 10, 90, -20, 50, 70.5, 0.5])
        #expect(Path.numbers(in: "1 2 x 3") == [1, 2] && Path.numbers(in: "").isEmpty)
    }

    @Test func `sub-paths follow each other, or are trimmed at the same time`() throws {
        let two = "M 0 0 H 30 M 0 10 H 10"
        let individually = try trimmed(two, PathTrim(end: 0.8))
        #expect(lengths(individually) == [30, 2])
        let together = try trimmed(two, PathTrim(end: 0.8, isSimultaneous: true))
        #expect(lengths(together) == [24, 8])
    }

    @Test func `every part of the trim is as long as its share`() throws {
        let data = "M 0 0 C 40 90 80 -60 120 30 L 60 60 Z M 10 10 Q 40 0 50 40 T 90 70"
        let all = try length(data)
        for step in 0...20 {
            let (start, end) = (Double(step) / 40, Double(step) / 20)
            let part = try trimmed(data, PathTrim(start: start, end: end, offset: 0.37))
            #expect(abs(measured(part).length - (end - start) * all) < 0.05)
        }
    }

    // Morphing.

    @Test func `a path becomes another one of the same commands`() throws {
        let (one, other) = (try Path(data: "M 0 0 L 10 0 Z"), try Path(data: "M 2 2 L 10 8 Z"))
        #expect(one.interpolated(to: other, 0.5) == (try Path(data: "M 1 1 L 10 4 Z")))
        #expect(one.interpolated(to: other, 0) == one && one.interpolated(to: other, 1) == other)
        let third = try Path(data: "M 0 0 C 1 1 2 2 3 3 Z")
        #expect(one.interpolated(to: third, 0.5) == nil && one.firstDifference(from: third) == 1)
        #expect(one.firstDifference(from: try Path(data: "M 0 0 L 1 1")) == 2)
    }
}
