import Geometry
import Scene
import Testing

@testable import Display

/// Where the pointer is for a scene, and for the tilt.
@Suite struct PlayerPointerTests {
    /// Half as high as the window, which shows bars above and below.
    private let card = PlayedCard(
        title: "wide", scene: Scene(size: Size(width: 8, height: 4), layers: []), pictures: [])

    /// The places that a scene and a source of tilt have got when the viewer has done this.
    private func run(_ script: [[ScreenEvent]]) throws -> (scene: Point, tilt: [Point]) {
        let feed = StandingTilt()
        let player = Player(
            card: card, on: ScriptedScreen(script), feed: feed, settings: withoutHint
        ) { [card] _ in card }
        try player.run()
        return (player.state.pointer, feed.places)
    }

    @Test(arguments: [
        (Point(x: 0.5, y: 0.25), Point(x: 0.5, y: 0.5)), (Point(x: 0, y: 1), Point(x: 0, y: 1)),
        (Point(x: -1, y: -0.75), Point(x: -1, y: -1)),
    ])
    func `it is a part of the card, also in a window of another shape`(
        window: Point, card: Point
    ) throws {
        let places = try run([[.pointer(x: window.x, y: window.y)]])
        #expect(places.scene == card && places.tilt == [card])
    }

    @Test func `after a pause it is where it was moved meanwhile`() throws {
        let pause = [ScreenEvent.key(.pause)]
        let (first, second) = (
            ScreenEvent.pointer(x: 0.5, y: 0), ScreenEvent.pointer(x: -0.5, y: 0)
        )
        #expect(try run([[first], pause, [second]]).scene == Point(x: 0.5, y: 0))
        #expect(try run([[first], pause, [second], pause]).scene == Point(x: -0.5, y: 0))
    }

    @Test func `the next card knows it, too`() throws {
        let places = try run([[.pointer(x: 0.5, y: 0)], [.key(.next)], []])
        #expect(places.scene == Point(x: 0.5, y: 0))
    }
}
