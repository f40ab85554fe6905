/// What lies on one side of up to four lines: the places with a x + b y + c >= 0 for each of them.
public struct HalfPlanes: Sendable, Equatable {
    /// How many lines there may be.
    public static let most = 4

    public private(set) var a = SIMD4<Double>.zero
    public private(set) var b = SIMD4<Double>.zero
    public private(set) var c = SIMD4<Double>.one
    /// How many lines there are.
    public private(set) var count = 0

    /// The whole plane.
    public static let everything = HalfPlanes()

    private init() {}

    /// The inside of a rectangle.
    public init(inside rect: Rect) {
        a = SIMD4(1, -1, 0, 0)
        b = SIMD4(0, 0, 1, -1)
        c = SIMD4(-rect.x, rect.maxX, -rect.y, rect.maxY)
        count = 4
    }

    /// Leaves only what lies on one side of a further line.
    public mutating func insert(a: Double, b: Double, c: Double) {
        precondition(count < Self.most, "there are at most four lines")
        (self.a[count], self.b[count], self.c[count]) = (a, b, c)
        count += 1
    }

    /// The preimage under `map`. Of the places where `map.distance(of:)` is above 0, it contains
    /// exactly those that `map` puts into these half planes; for other places it means nothing.
    public func preimage(under map: Homography) -> HalfPlanes {
        var planes = self
        planes.a = a * map.a + b * map.b + c * map.g
        planes.b = a * map.c + b * map.d + c * map.h
        planes.c = a * map.tx + b * map.ty + c * map.i
        return planes
    }

    /// How far a place lies inside of each of the first `count` lines, in the line's own unit. The
    /// other numbers mean nothing.
    public func distances(of place: Point) -> SIMD4<Double> { a * place.x + b * place.y + c }

    public func contains(_ place: Point) -> Bool {
        let distances = distances(of: place)
        return (0..<count).allSatisfy { distances[$0] >= 0 }
    }
}

extension HalfPlanes {
    /// The corners of the part of a convex polygon that lies in all half planes.
    public func cut(_ corners: [Point]) -> [Point] {
        (0..<count).reduce(corners) { cut($0, line: $1) }
    }

    /// Sutherland and Hodgman, "Reentrant polygon clipping", 1974, for one line.
    private func cut(_ corners: [Point], line: Int) -> [Point] {
        var remaining: [Point] = []
        for (index, corner) in corners.enumerated() {
            let last = corners[index == 0 ? corners.count - 1 : index - 1]
            let (from, to) = (distances(of: last)[line], distances(of: corner)[line])
            if (from < 0) != (to < 0) {
                let t = from / (from - to)
                remaining.append(
                    Point(
                        x: last.x + t * (corner.x - last.x),
                        y: last.y + t * (corner.y - last.y)))
            }
            if to >= 0 { remaining.append(corner) }
        }
        return remaining
    }
}
