internal import Geometry

/// Up to eight lines on the screen that bound a convex area: their unit normals, which point
/// outwards, and their offsets along these, in pixels.
struct ConvexArea: Equatable {
    private(set) var normalsX = SIMD8<Double>.zero
    private(set) var normalsY = SIMD8<Double>.zero
    /// Infinity where there is no line.
    private(set) var offsets = SIMD8<Double>(repeating: .infinity)
    private(set) var count = 0

    /// The sides of a rectangle of a box at left, right, top and bottom, then the lines where the
    /// box is cut in front of the eye.
    init(_ rect: Rect, of box: Frame.Box, _ fromScreen: Homography) {
        insert(HalfPlanes(inside: rect).preimage(under: fromScreen))
        insert(box.inFront.preimage(under: fromScreen))
    }

    /// Adds the lines of half planes on the screen. A line without a direction, such as that of a
    /// side that lies infinitely far away, leaves everything or nothing.
    private mutating func insert(_ planes: HalfPlanes) {
        for index in 0..<planes.count {
            let (a, b, c) = (planes.a[index], planes.b[index], planes.c[index])
            let length = Point(x: a, y: b).length
            if length > 0 {
                (normalsX[count], normalsY[count]) = (-a / length, -b / length)
                offsets[count] = c / length
            } else if c < 0 {
                offsets[count] = -.infinity
            }
            count += 1
        }
    }

    /// Whether all normals are finite, and each line has places on its inner side.
    var areFinite: Bool {
        (0..<count).allSatisfy {
            normalsX[$0].isFinite && normalsY[$0].isFinite && offsets[$0] > -.infinity
        }
    }

    /// How far a place lies beyond each line, pixels; negative inside.
    func beyond(_ place: Point) -> SIMD8<Double> {
        normalsX * place.x + normalsY * place.y - offsets
    }

    /// The smaller distance between two opposite sides; if sides are not parallel, measured at
    /// `place`.
    func narrowest(at place: Point) -> Double {
        if normalsX[0] == -normalsX[1], normalsY[0] == -normalsY[1],
            normalsX[2] == -normalsX[3], normalsY[2] == -normalsY[3]
        {
            return min(offsets[1] + offsets[0], offsets[3] + offsets[2])
        }
        let beyond = beyond(place)
        return max(0, min(-beyond[0] - beyond[1], -beyond[2] - beyond[3]))
    }

    /// The part of the screen's row at `y` whose places lie at most `distance` beyond each line.
    func span(y: Double, within distance: Double) -> RowSpan {
        let rooms = distance - (normalsY * y - offsets)
        return (0..<count).reduce(RowSpan.everything) { span, index in
            span.intersection(RowSpan(slope: normalsX[index], upTo: rooms[index]))
        }
    }
}
