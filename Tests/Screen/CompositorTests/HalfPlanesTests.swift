import Geometry
import Testing

@Suite struct HalfPlanesTests {
    private let square = [(0.0, 0.0), (4, 0), (4, 4), (0, 4)].map { Point(x: $0, y: $1) }

    @Test func `everything cuts nothing off`() {
        #expect(HalfPlanes.everything.cut(square) == square)
        #expect(HalfPlanes.everything.contains(Point(x: 1e9, y: -1e9)))
    }

    @Test func `a rectangle's inside is told from its outside`() {
        let planes = HalfPlanes(inside: Rect(x: 1, y: 2, width: 3, height: 1))
        for (x, y, isInside) in [
            (2.0, 2.5, true), (1, 2, true), (4, 3, true), (0.9, 2.5, false), (4.1, 2.5, false),
            (2, 1.9, false), (2, 3.1, false),
        ] {
            #expect(planes.contains(Point(x: x, y: y)) == isInside, "\(x), \(y)")
        }
    }

    @Test func `a polygon is cut to its part on one side`() {
        var planes = HalfPlanes.everything
        planes.insert(a: 1, b: 1, c: -6)
        let left = Set(planes.cut(square).map { [$0.x, $0.y] })
        #expect(left == [[4, 2], [4, 4], [2, 4]])
        planes.insert(a: -1, b: 0, c: 1)
        #expect(planes.cut(square).isEmpty)
    }

    @Test func `the half planes before a map are those whose places it shows inside`() {
        var noise = Noise(seed: 31)
        for _ in 0..<500 {
            let map =
                Homography.translation(Point(x: noise.between(-5, 5), y: noise.between(-5, 5)))
                * .seen(turnedX: noise.between(-60, 60), y: noise.between(-60, 60), from: 40)
                * .rotation(degrees: noise.between(0, 360))
            let planes = HalfPlanes(inside: Rect(x: -3, y: -2, width: 5, height: 6))
            let place = Point(x: noise.between(-9, 9), y: noise.between(-9, 9))
            let isInside = planes.contains(map.apply(place))
            #expect(planes.preimage(under: map).contains(place) == isInside)
        }
    }
}
