/// A cubic Bézier curve: its beginning, two control points, its end.
struct CubicCurve {
    let points: (Point, Point, Point, Point)

    init(_ start: Point, _ one: Point, _ two: Point, _ end: Point) {
        points = (start, one, two, end)
    }

    /// How many lines between places at equal distances of the parameter are near enough: Wang's
    /// formula.
    func neededLines(_ tolerance: Double) -> Double {
        let (a, b, c, d) = points
        func bend(_ p: Point, _ q: Point, _ r: Point) -> Double {
            Point(x: 0, y: 0).distance(to: Point(x: p.x - 2 * q.x + r.x, y: p.y - 2 * q.y + r.y))
        }
        let most = max(bend(a, b, c), bend(b, c, d))
        return max(1, (0.75 * most / tolerance).squareRoot().rounded(.up))
    }

    /// The same, but at most `most`.
    func lineCount(_ tolerance: Double) -> Int {
        let needed = neededLines(tolerance)
        return needed < Self.most ? Int(needed) : Int(Self.most)
    }

    private static let most = 10_000.0

    func place(_ t: Double) -> Point {
        let (a, b, c, d) = points
        let s = 1 - t
        let (w0, w1, w2, w3) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        return Point(
            x: w0 * a.x + w1 * b.x + w2 * c.x + w3 * d.x,
            y: w0 * a.y + w1 * b.y + w2 * c.y + w3 * d.y)
    }

    /// The part between two parameters.
    func part(_ from: Double, _ to: Double) -> CubicCurve {
        if from <= 0, to >= 1 { return self }
        return from <= 0
            ? firstPart(to)
            : to >= 1
                ? lastPart(from) : lastPart(from).firstPart((to - from) / (1 - from))
    }

    private func firstPart(_ t: Double) -> CubicCurve {
        let (a, b, c, d) = points
        let (ab, bc, cd) = (
            a.moved(towards: b, by: t), b.moved(towards: c, by: t), c.moved(towards: d, by: t)
        )
        let (abc, bcd) = (ab.moved(towards: bc, by: t), bc.moved(towards: cd, by: t))
        return CubicCurve(a, ab, abc, abc.moved(towards: bcd, by: t))
    }

    private func lastPart(_ t: Double) -> CubicCurve {
        let (a, b, c, d) = points
        let (ab, bc, cd) = (
            a.moved(towards: b, by: t), b.moved(towards: c, by: t), c.moved(towards: d, by: t)
        )
        let (abc, bcd) = (ab.moved(towards: bc, by: t), bc.moved(towards: cd, by: t))
        return CubicCurve(abc.moved(towards: bcd, by: t), bcd, cd, d)
    }

    /// The places inside the curve at which x or y turns round.
    var extremes: [Point] {
        let (a, b, c, d) = points
        let parameters = Self.turns(a.x, b.x, c.x, d.x) + Self.turns(a.y, b.y, c.y, d.y)
        return parameters.map(place)
    }

    /// Where the derivative of one coordinate is 0, between 0 and 1.
    private static func turns(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> [Double] {
        let (p, q, r) = (d - 3 * c + 3 * b - a, 2 * (c - 2 * b + a), b - a)
        let roots: [Double]
        if abs(p) < 1e-12 {
            roots = q == 0 ? [] : [-r / q]
        } else {
            let discriminant = q * q - 4 * p * r
            guard discriminant >= 0 else { return [] }
            let root = discriminant.squareRoot()
            roots = [(-q + root) / (2 * p), (-q - root) / (2 * p)]
        }
        return roots.filter { $0 > 0 && $0 < 1 }
    }
}
