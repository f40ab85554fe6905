import Animation
import Compositor
import Foundation
import Geometry
import Motion
import Paint
import Picture
import Scene
import Testing

@testable import Display

/// What is drawn over a card to show how it is made.
@Suite struct InspectionOverlayTests {
    /// A card of 80 by 60 points with a box that follows the tilt, 0.2 of its width.
    private static let card = PlayedCard(
        title: "boxes",
        scene: Scene(
            size: Size(width: 80, height: 60),
            layers: [
                Scene.Layer(Colour(red: 1, green: 0, blue: 0)),
                Scene.Layer(
                    Colour(red: 0, green: 0, blue: 1), values: [.width: 0.2, .height: 0.5]),
            ],
            drivers: [
                Driver(
                    layer: 1, .offsetX,
                    .follow(.tilt, Conversion(gain: 2.0 / 3), nil, .atOnce))
            ]), pictures: [])

    private func screen(_ overlays: Set<CardOverlay>, _ feed: StandingTilt) throws -> ScriptedScreen
    {
        let screen = ScriptedScreen()
        screen.size = PixelSize(width: 320, height: 240)
        var settings = withoutHint
        settings.overlays = overlays
        try Player(card: Self.card, on: screen, feed: feed, settings: settings).run()
        return screen
    }

    @Test func `without the option nothing is added, and nothing drawn again`() throws {
        let screen = try screen([], StandingTilt())
        #expect(screen.frames.count == 1 && screen.frames[0].overlays.isEmpty)
    }

    @Test func `a box's outline follows the tilt`() throws {
        let feed = StandingTilt()
        feed.batches = [[0], [15]]
        let frames = try screen([.boxes], feed).frames
        #expect(frames.count == 2)
        for (frame, offset) in zip(frames, [0, 40]) {
            // 4 pixels a point: the box is 64 wide, and its middle at 160.
            var compositor = CPUCompositor()
            let picture = compositor.bitmap(frame)
            for x in [128 + offset, 192 + offset] {
                #expect(picture[x, 150] == 0xFFFF_FFFF && picture[x - 1, 150] == 0xFFFF_FFFF)
            }
            var bare = frame
            bare.overlays = []
            let plain = compositor.bitmap(bare)
            #expect(picture[160 + offset, 160] == plain[160 + offset, 160])
        }
    }

    @Test func `numbers of the last frame are shown by one more frame`() throws {
        let frames = try screen([.passes], StandingTilt()).frames
        #expect(frames.map(\.overlays.count) == [0, 1])
        #expect(try screen([.damage], StandingTilt()).frames.count == 2)
        // Values are those of the frame itself.
        #expect(try screen([.values], StandingTilt()).frames.count == 1)
    }
}
