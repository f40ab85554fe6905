import Geometry
import Testing

@Suite struct HomographyTests {
    private func isNear(_ one: Point, _ other: Point, _ tolerance: Double = 1e-9) -> Bool {
        abs(one.x - other.x) <= tolerance && abs(one.y - other.y) <= tolerance
    }

    @Test func `the left map is applied last`() {
        let map = Homography.translation(Point(x: 10, y: 20)) * .scale(x: 2, y: 3)
        #expect(map.apply(Point(x: 1, y: 1)) == Point(x: 12, y: 23))
        let other = Homography.scale(x: 2, y: 3) * .translation(Point(x: 10, y: 20))
        #expect(other.apply(Point(x: 1, y: 1)) == Point(x: 22, y: 63))
    }

    @Test(arguments: [
        (0.0, 1.0, 0.0), (90, 0, 1), (180, -1, 0), (270, 0, -1), (-90, 0, -1), (450, 0, 1),
        (-180, -1, 0), (-270, 0, 1), (360, 1, 0),
    ])
    func `quarter turns are exact, clockwise where y points down`(
        degrees: Double, x: Double, y: Double
    ) {
        #expect(Homography.rotation(degrees: degrees).apply(Point(x: 1, y: 0)) == Point(x: x, y: y))
    }

    @Test(arguments: (-58...58).map { 12.5 * Double($0) })
    func `turns add up, and keep lengths`(degrees: Double) {
        let turn = Homography.rotation(degrees: degrees)
        let rest = Homography.rotation(degrees: 30 - degrees)
        let whole = (rest * turn).apply(Point(x: 1, y: 0))
        #expect(isNear(whole, Point(x: 0.75.squareRoot(), y: 0.5)))
        #expect(abs(turn.determinant - 1) < 1e-12 && abs(turn.largestStretch - 1) < 1e-12)
    }

    @Test func `a similarity without its scale is a turn`() throws {
        let place = Homography.translation(Point(x: 12, y: -7))
        let turned = place * .rotation(degrees: 33) * .scale(x: 2.5, y: 2.5)
        let turn = try #require(turned.withoutScale)
        let (one, other) = (turn.apply(Point(x: 4, y: 5)), turned.apply(Point(x: 1.6, y: 2)))
        #expect(isNear(one, other) && abs(turn.largestStretch - 1) < 1e-12)
        let mirrored = place * .rotation(degrees: 33) * .scale(x: -3, y: 3)
        #expect(try abs(#require(mirrored.withoutScale).determinant + 1) < 1e-12)
        #expect((place * .scale(x: 2, y: 2.001)).withoutScale == nil)
        #expect((place * .scale(x: 0, y: 0)).withoutScale == nil)
        let foreshortened = Homography(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0, g: 0.001, h: 0, i: 1)
        #expect(foreshortened.withoutScale == nil)
    }

    @Test func `the inverse leads back`() throws {
        var noise = Noise(seed: 5)
        for _ in 0..<100 {
            let map =
                Homography.translation(Point(x: noise.unit() * 100, y: noise.unit()))
                * .rotation(degrees: noise.unit() * 360)
                * Homography(a: 0.1 + noise.unit(), b: 0, c: noise.unit(), d: -0.1, tx: 3, ty: 4)
            let back = try #require(map.inverse)
            let place = Point(x: noise.unit() * 50, y: noise.unit() * 50)
            #expect(isNear(back.apply(map.apply(place)), place, 1e-9))
            #expect(map.determinant < 0)
        }
    }

    @Test(arguments: [
        Homography.scale(x: 0, y: 1), Homography(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0),
        .scale(x: .nan, y: 1), .scale(x: .infinity, y: 1), .scale(x: 1e-300, y: 1e-300),
        .translation(Point(x: .nan, y: 0)), .rotation(degrees: .infinity),
        .scale(x: 1e200, y: 1e200), .scale(x: 1e-160, y: 1e-160),
    ])
    func `there is no way back from a singular map, nor from one that is not finite`(
        map: Homography
    ) {
        let isTiny = map.a != 0 && map.determinant != 0 && map.determinant.isFinite
        #expect(map.inverse == nil || isTiny)
        #expect(map.inverse?.isFinite ?? true)
    }

    @Test(arguments: [
        Homography.scale(x: 3, y: -7), .rotation(degrees: 33) * .scale(x: 5, y: 2),
        .scale(x: 5, y: 2) * .rotation(degrees: 33),
        Homography(a: 1, b: 0, c: 1, d: 1, tx: 0, ty: 0),
    ])
    func `the largest stretch is that of the best direction`(map: Homography) {
        let lengths = (0..<3600).map { step -> Double in
            let there = map.apply(
                Homography.rotation(degrees: Double(step) / 10).apply(Point(x: 1, y: 0)))
            return (there.x * there.x + there.y * there.y).squareRoot()
        }
        #expect(abs((lengths.max() ?? 0) - map.largestStretch) < 1e-4)
    }

    @Test func `whole pixels are told from parts of them`() {
        #expect(Homography.translation(Point(x: -3, y: 1e6)).isTranslationByWholePixels)
        #expect(Homography.translation(Point(x: 0.1 + 0.2 + 0.7, y: 0)).isTranslationByWholePixels)
        #expect(!Homography.translation(Point(x: 0.5, y: 0)).isTranslationByWholePixels)
        #expect(!Homography.rotation(degrees: 90).isTranslationByWholePixels)
        #expect(!Homography.scale(x: 1.001, y: 1).isTranslationByWholePixels)
        #expect(!Homography.translation(Point(x: .nan, y: 0)).isTranslationByWholePixels)
    }
}

@Suite struct RectTests {
    @Test func `what lies in two rectangles`() {
        let rect = Rect(x: 0, y: 0, width: 10, height: 5)
        #expect(
            rect.intersection(Rect(x: 8, y: -2, width: 9, height: 4))
                == Rect(x: 8, y: 0, width: 2, height: 2))
        #expect(rect.intersection(Rect(x: 20, y: 0, width: 5, height: 5)).width == 0)
        let pixels = PixelRect(x: 1, y: 2, width: 3, height: 4)
        let other = PixelRect(x: 3, y: 0, width: 9, height: 4)
        #expect(pixels.intersection(other) == PixelRect(x: 3, y: 2, width: 1, height: 2))
        #expect(pixels.union(other) == PixelRect(x: 1, y: 0, width: 11, height: 6))
        #expect(pixels.union(other).contains(pixels) && !pixels.contains(other))
        #expect(pixels.intersection(PixelRect(x: 50, y: 50, width: 1, height: 1)).isEmpty)
    }
}
