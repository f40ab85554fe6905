import TestSupport
import Testing

/// Pixels of a real window against product.md's table and source-over.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct TiltPixelTests {
    /// Tilts in degrees, and red, green and blue at each. (A vector in a test's arguments breaks
    /// the compiler's code, so they are arrays.)
    static let tilts: [(Double, [Double])] = [
        // A log at exactly -180 is one at 180: its sign is that of a sine a hair from 0.
        (-179.9, [255, 0, 0]), (-60, [255, 0, 0]), (-45, [191, 64, 0]), (-30, [128, 128, 0]),
        (0, [0, 255, 0]), (30, [0, 128, 128]), (45, [0, 64, 191]), (60, [0, 0, 255]),
        (120, [0, 0, 255]),
    ]

    @Test(arguments: ["cpu", "gl"], tilts)
    func `a tilt shows the pictures as the table says`(
        renderer: String, expected: (tilt: Double, colour: [Double])
    ) throws {
        let card = TestCard.plain()
        let window = try CardWindow(card, tilt: expected.tilt, renderer: renderer)
        try window.awaitColour(
            Colour(expected.colour[0], expected.colour[1], expected.colour[2]))
    }

    @Test(arguments: ["cpu", "gl"], [-45.0, 0, 20, 60])
    func `pictures that let through are composited by the formula`(
        renderer: String, tilt: Double
    ) throws {
        let card = TestCard.translucent()
        let window = try CardWindow(card, tilt: tilt, renderer: renderer)
        try window.awaitColour(card.colour(tilt: tilt))
    }

    @Test(arguments: ["cpu", "gl"], [-20.0, 0, 35])
    func `every pixel of a picture lies where it belongs`(renderer: String, tilt: Double) throws {
        let card = try TestCard.gradients()
        let window = try CardWindow(card, tilt: tilt, renderer: renderer)
        let place = try window.place()
        #expect((place.width, place.height) == (TestCard.width, TestCard.height))
        let centre = (x: TestCard.width / 2, y: TestCard.height / 4)
        try window.awaitColour(
            card.colour(x: centre.x, y: centre.y, tilt: tilt), x: centre.x, y: centre.y)
        var worst = 0.0
        // A frame may be on its way to the screen while that is read.
        let isRight = try eventually {
            worst = try Self.worst(of: card, at: tilt, window.server.screenshot(), place)
            return worst <= 1
        }
        #expect(isRight, "\(worst)")
    }

    /// The largest difference to the formula in the upper half: the lower part is under the hint.
    private static func worst(
        of card: TestCard, at tilt: Double, _ screen: Screenshot, _ place: Rect
    ) -> Double {
        var worst = 0.0
        for y in 0..<TestCard.height / 2 {
            for x in 0..<TestCard.width {
                let pixel = screen[place.x + x, place.y + y]
                worst = max(worst, difference(pixel, card.colour(x: x, y: y, tilt: tilt)))
            }
        }
        return worst
    }
}
