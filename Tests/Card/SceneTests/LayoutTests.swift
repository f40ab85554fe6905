import Geometry
import Motion
import Scene
import Testing

/// M = T(at parent + offset) R S T(-anchor box), computed with matrices of its own.
@Suite struct LayoutTests {
    /// A matrix of rows a c e, b d f, 0 0 1.
    private struct Matrix {
        var rows: [[Double]]

        static func * (left: Matrix, right: Matrix) -> Matrix {
            Matrix(
                rows: (0..<3).map { row in
                    (0..<3).map { column in
                        (0..<3).reduce(0) { $0 + left.rows[row][$1] * right.rows[$1][column] }
                    }
                })
        }

        static func translation(_ x: Double, _ y: Double) -> Matrix {
            Matrix(rows: [[1, 0, x], [0, 1, y], [0, 0, 1]])
        }

        static func scale(_ x: Double, _ y: Double) -> Matrix {
            Matrix(rows: [[x, 0, 0], [0, y, 0], [0, 0, 1]])
        }

        /// Clockwise on a screen whose y goes down.
        static func rotation(_ degrees: Double) -> Matrix {
            let map = Homography.rotation(degrees: degrees)
            return Matrix(rows: [[map.a, map.c, 0], [map.b, map.d, 0], [0, 0, 1]])
        }

        func isNear(_ map: Homography) -> Bool {
            let numbers = [map.a, map.c, map.tx, map.b, map.d, map.ty]
            return zip(rows[0] + rows[1], numbers).allSatisfy {
                abs($0 - $1) < 1e-9 * max(1, abs($0))
            }
        }
    }

    private func placing(_ random: inout RandomNumbers) -> [Property: Double] {
        var values: [Property: Double] = [:]
        for property in [
            Property.atX, .atY, .width, .height, .scale, .scaleX, .scaleY, .anchorX, .anchorY,
        ] {
            values[property] = random.uniform() * 2
        }
        values[.rotation] = random.uniform() * 720 - 360
        (values[.offsetX], values[.offsetY]) = (random.uniform() * 99, random.uniform() * -99)
        return values
    }

    private func matrix(_ values: [Property: Double], in parent: Size) -> (Matrix, Size) {
        let size = Size(
            width: parent.width * values[.width]!, height: parent.height * values[.height]!)
        let matrix =
            Matrix.translation(
                values[.atX]! * parent.width + values[.offsetX]!,
                values[.atY]! * parent.height + values[.offsetY]!)
            * .rotation(values[.rotation]!)
            * .scale(values[.scale]! * values[.scaleX]!, values[.scale]! * values[.scaleY]!)
            * .translation(-values[.anchorX]! * size.width, -values[.anchorY]! * size.height)
        return (matrix, size)
    }

    @Test func `layers in groups lie where the formula puts them`() {
        var random = RandomNumbers(seed: 5)
        for _ in 0..<200 {
            let values = (0..<3).map { _ in placing(&random) }
            let scene = Scene(
                size: Size(width: 400, height: 300),
                layers: [
                    .group(of: 2, values: values[0]), .group(of: 1, in: 0, values: values[1]),
                    .colour(in: 1, values: values[2]),
                ])
            let look = scene.snapshot()
            var (whole, parent) = (Matrix.scale(1, 1), scene.size)
            for index in 0..<3 {
                let (own, size) = matrix(values[index], in: parent)
                (whole, parent) = (whole * own, size)
                #expect(whole.isNear(look.layers[index].toCard))
                #expect(isNear(look.layers[index].size.width, size.width))
                #expect(isNear(look.layers[index].size.height, size.height))
            }
        }
    }

    /// The place in the card of a part of a layer's box.
    private func place(_ values: [Property: Double], _ x: Double, _ y: Double) -> Point {
        let look = Scene.single([], values: values).snapshot().layers[0]
        return look.toCard.apply(Point(x: x * look.size.width, y: y * look.size.height))
    }

    private func expect(
        _ place: Point, _ x: Double, _ y: Double, _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(
            isNear(place.x, x) && isNear(place.y, y), "\(place)", sourceLocation: location)
    }

    @Test func `without values a layer is the card`() {
        #expect(Scene.single().snapshot().layers[0].toCard == .identity)
        expect(place([:], 0, 0), 0, 0)
        expect(place([:], 1, 1), 400, 300)
    }

    @Test func `the anchor lies at the place and is what turns and scales`() {
        let box: [Property: Double] = [
            .width: 0.5, .height: 0.5, .anchorX: 0, .anchorY: 1, .atX: 0.25, .atY: 0.75,
        ]
        expect(place(box, 0, 1), 100, 225)
        expect(place(box, 1, 0), 300, 75)
        let turned = box.merging([.rotation: 90, .offsetX: 7, .offsetY: -5]) { $1 }
        expect(place(turned, 0, 1), 107, 220)
        // Clockwise: what went up goes right.
        expect(place(turned, 0, 0), 257, 220)
        let large = box.merging([.scale: 2, .scaleX: 0.5]) { $1 }
        expect(place(large, 0, 1), 100, 225)
        expect(place(large, 1, 0), 300, -75)
    }

    @Test func `a layer with a size of its own takes its factors from that`() {
        var layer = Scene.Layer.colour(values: [.width: 2, .height: 0.5])
        layer.ownSize = Size(width: 30, height: 40)
        let look = Scene(size: Size(width: 400, height: 300), layers: [layer]).snapshot().layers[0]
        #expect(look.size == Size(width: 60, height: 20))
    }

    @Test func `a layer is visible with all of its groups only`() {
        func visible(_ numbers: [Double]) -> [Bool] {
            Scene(
                size: Size(width: 400, height: 300),
                layers: [
                    .group(of: 2, values: [.visible: numbers[0]]),
                    .group(of: 1, in: 0, values: [.visible: numbers[1]]),
                    .colour(in: 1, values: [.visible: numbers[2]]),
                ]
            ).snapshot().layers.map(\.isVisible)
        }
        #expect(visible([1, 1, 1]) == [true, true, true])
        #expect(visible([0, 1, 1]) == [false, false, false])
        #expect(visible([1, 0.49, 1]) == [true, false, false])
        #expect(visible([1, 0.5, 0]) == [true, true, false])
    }
}

@Suite struct PlacementTests {
    private func placement(
        _ fit: Fit, own: Size?, in size: Size, crop: Rect = Rect(x: 0, y: 0, width: 1, height: 1)
    ) -> Placement {
        PictureContent(0, fit, size: own).placement(in: size, cropped: crop)
    }

    private let wide = Size(width: 200, height: 100)
    private let square = Size(width: 60, height: 60)

    @Test func `contain shows all of the picture in the middle`() {
        let placement = placement(.contain, own: wide, in: square)
        #expect(placement.filledPart == Rect(x: 0, y: 15, width: 60, height: 30))
        #expect(placement.shownPart == Rect(x: 0, y: 0, width: 1, height: 1))
        #expect(placement.whole == Size(width: 60, height: 30))
    }

    @Test func `cover fills the box with the middle of the picture`() {
        let placement = placement(.cover, own: wide, in: square)
        #expect(placement.filledPart == Rect(square))
        #expect(placement.shownPart == Rect(x: 0.25, y: 0, width: 0.5, height: 1))
        #expect(placement.whole == Size(width: 120, height: 60))
    }

    @Test(arguments: [
        // The place of the square that the middle of the box shows, as far as the picture covers it.
        (0.5, 0.25), (0.4, 0.15), (0.25, 0), (0, 0), (1, 0.5), (0.7, 0.45),
    ])
    func `cover keeps the focus in view, as near to the middle as it can`(
        focus: Double, start: Double
    ) {
        let placement = placement(
            Fit(.cover, focus: Point(x: focus, y: 0.9)), own: wide, in: square)
        #expect(placement.filledPart == Rect(square))
        #expect(abs(placement.shownPart.x - start) < 1e-12)
        #expect(
            placement.shownPart.y == 0 && placement.shownPart.size == Size(width: 0.5, height: 1))
    }

    @Test func `a focus counts in what the crop leaves`() {
        let half = Rect(x: 0.5, y: 0, width: 0.5, height: 1)
        let tall = Size(width: 30, height: 60)
        let fit = Fit(.cover, focus: Point(x: 0, y: 0.5))
        let placement = placement(fit, own: wide, in: tall, crop: half)
        #expect(placement.shownPart == Rect(x: 0.5, y: 0, width: 0.25, height: 1))
    }

    @Test func `a crop is made before the fit`() {
        // The right half of the picture is a square.
        let half = Rect(x: 0.5, y: 0, width: 0.5, height: 1)
        for fit in Fit.Mode.allCases.map({ Fit($0) }) {
            let placement = placement(fit, own: wide, in: square, crop: half)
            #expect(placement.filledPart == Rect(square) && placement.shownPart == half)
            #expect(placement.whole == Size(width: 120, height: 60))
        }
        let strip = Rect(x: 0, y: 0.25, width: 1, height: 0.5)
        let placement = placement(.contain, own: wide, in: square, crop: strip)
        #expect(placement.filledPart == Rect(x: 0, y: 22.5, width: 60, height: 15))
        #expect(placement.shownPart == strip)
    }

    @Test func `a picture of unknown size is stretched`() {
        let quarter = Rect(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
        let placement = placement(.cover, own: nil, in: square, crop: quarter)
        #expect(placement.filledPart == Rect(square) && placement.shownPart == quarter)
        #expect(placement.whole == Size(width: 120, height: 120))
    }

    @Test func `nothing has no place`() {
        let nothing = [Size(width: 0, height: 60), Size(width: 60, height: 0)]
        for fit in Fit.Mode.allCases.map({ Fit($0) }) {
            for own in [wide, nil] {
                for size in nothing {
                    let box = placement(fit, own: own, in: size).filledPart
                    #expect(box.width == 0 && box.height == 0)
                }
                let crop = Rect(x: 1, y: 0, width: 0, height: 1)
                #expect(placement(fit, own: own, in: square, crop: crop).filledPart.width == 0)
            }
        }
    }

    @Test func `sizes are known ahead as far as the drivers tell`() throws {
        let grow = try Driver.Kind.follow(.front, over: 0...1, [1, 3])
        let scene = Scene(
            size: Size(width: 400, height: 300),
            layers: [
                .group(of: 1, values: [.width: 0.5, .scale: 2]),
                .colour(in: 0, values: [.height: 0.5, .scaleX: 1.5]),
            ], drivers: [Driver(layer: 1, .scale, grow)])
        #expect(scene.largestSizes[0] == Size(width: 400, height: 600))
        #expect(scene.largestSizes[1] == Size(width: 200 * 1.5 * 3 * 2, height: 150 * 3 * 2))
    }

    private static let factors: [([[Double]], Double)] = [
        ([[-2, 0], [-2, 0]], 4), ([[-3, -1], [-2, -1]], 6), ([[-3, 2], [1, 2]], 4),
        ([[-2, 0], [-2, 0], [-1, 0]], 0), ([[-2, 1], [-2, 1], [-2, 1]], 4),
    ]

    @Test(arguments: factors)
    func `factors below 0 count with those that make them large`(
        factors: [[Double]], scale: Double
    ) throws {
        let drivers = try factors.map {
            Driver(layer: 0, .scale, try .follow(.front, over: 0...1, $0))
        }
        let scene = Scene(
            size: Size(width: 400, height: 300), layers: [Scene.Layer(.picture(0))],
            drivers: drivers)
        #expect(scene.largestSizes[0] == Size(width: 400 * scale, height: 300 * scale))
    }

    @Test func `sizes of layers beyond all measure are numbers`() throws {
        let many = try (0..<500).map { _ in
            Driver(layer: 0, .scale, try .follow(.front, over: 0...1, [100, 100]))
        }
        for width in [0.0, 1] {
            let layer = Scene.Layer(.picture(0), values: [.width: width])
            let scene = Scene(size: Size(width: 400, height: 300), layers: [layer], drivers: many)
            #expect(scene.largestSizes[0].width.isFinite && scene.largestSizes[0].height.isFinite)
        }
    }
}

@Suite struct ParallaxTests {
    private func scene(_ layer: Scene.Layer, points: Double = 20) -> Scene {
        Scene(
            size: Size(width: 400, height: 300), parallax: .init(points: points, degrees: 30),
            layers: [layer])
    }

    /// Where the centre of a layer of a quarter of the card has moved.
    private func way(_ depth: Double, x: Double = 0, y: Double = 0) -> Point {
        let layer = Scene.Layer.colour(
            values: [.width: 0.25, .height: 0.25, .depth: depth])
        let look = scene(layer).evaluate(
            SceneState(of: scene(layer)), at: 0,
            expecting: Tilts(card: 0, aboutVertical: x, aboutHorizontal: y)
        ).layers[0]
        let centre = look.toCard.apply(
            Point(x: look.size.width / 2, y: look.size.height / 2))
        return Point(x: centre.x - 200, y: centre.y - 150)
    }

    /// tilt-y = B pointer-y and tilt-x = -B pointer-x: with the eye up and to the right, near things
    /// go down and to the left.
    @Test func `near things move against the eye, far ones with it`() {
        #expect(way(1, x: -30).x == -20 && way(1, y: 30).y == 20)
        #expect(way(-1, x: -30).x == 20 && way(-1, y: 30).y == -20)
        #expect(isNear(way(0.5, x: 15).x, 5) && way(0.5, x: 15).y == 0)
        #expect(way(1, x: 90).x == 20 && way(1, y: -999).y == -20)
        #expect(way(0, x: 30, y: 30) == Point(x: 0, y: 0))
        #expect(way(1, x: .nan, y: 30) == Point(x: 0, y: 20))
    }

    @Test(arguments: [20.0, 200, -20], [-1.0, -0.3, 0.5, 1])
    func `a full layer shows no edge at any tilt`(points: Double, depth: Double) {
        let full = scene(.colour(values: [.depth: depth]), points: points)
        let state = SceneState(of: full)
        for x in [-99.0, -30, -7, 0, 30, 180] {
            for y in [-30.0, 0, 11, 30] {
                let look = full.evaluate(
                    state, at: 0,
                    expecting: Tilts(card: 0, aboutVertical: x, aboutHorizontal: y)
                ).layers[0]
                let (low, high) = (
                    look.toCard.apply(Point(x: 0, y: 0)),
                    look.toCard.apply(Point(x: look.size.width, y: look.size.height))
                )
                #expect(low.x <= 1e-9 && low.y <= 1e-9, "\(x) \(y)")
                #expect(high.x >= 400 - 1e-9 && high.y >= 300 - 1e-9, "\(x) \(y)")
            }
        }
    }

    @Test func `a picture is drawn for the size at which it covers its edges`() {
        let full = scene(.colour(values: [.depth: -0.5]))
        let look = full.snapshot().layers[0]
        #expect(isNear(full.largestSizes[0].width, 400 * look.toCard.a))
        #expect(isNear(full.largestSizes[0].width, 400 * (1 + 20.0 / 300)))
    }

    @Test func `a layer that does not fill its group is not enlarged`() {
        #expect(
            scene(.colour(values: [.depth: 1, .width: 0.9])).snapshot().layers[0].toCard.a == 1)
        #expect(
            scene(.colour(values: [.depth: 1, .rotation: 9])).snapshot().layers[0].size.width == 400
        )
    }
}
