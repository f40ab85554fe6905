import TestSupport
import Testing

/// The card's place in windows of any shape.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct ShapeTests {
    private func resize(_ window: CardWindow, width: Int, height: Int) throws {
        try window.server.xdotool(
            "search", "--onlyvisible", "--class", "lenticule", "windowsize", "\(width)",
            "\(height)")
    }

    @Test(arguments: ["cpu", "gl"], [(300, 120), (120, 200), (241, 179)])
    func `a resized window keeps the card's proportions, between black bars`(
        renderer: String, size: (width: Int, height: Int)
    ) throws {
        let window = try CardWindow(.plain(), tilt: 60, renderer: renderer)
        try window.awaitColour(Colour(0, 0, 255))
        try resize(window, width: size.width, height: size.height)
        #expect(
            try eventually {
                let place = try window.place()
                return (place.width, place.height) == size
            })
        let place = try window.place()
        let card = Self.letterbox(size)
        #expect(try eventually { try Self.isBlue(card, place, in: window.server.screenshot()) })
    }

    /// 4:3 within a window, to the nearest pixel.
    private static func letterbox(_ size: (width: Int, height: Int)) -> Rect {
        let scale = min(Double(size.width) / 4, Double(size.height) / 3)
        let (width, height) = (Int((4 * scale).rounded()), Int((3 * scale).rounded()))
        return Rect(
            x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height
        )
    }

    /// Whether the card is blue and all around it black, in the upper half: below are words.
    private static func isBlue(_ card: Rect, _ place: Rect, in screen: Screenshot) -> Bool {
        (0..<place.height / 2).allSatisfy { y in
            (0..<place.width).allSatisfy { x in
                let isInside =
                    x >= card.x && x < card.x + card.width && y >= card.y
                    && y < card.y + card.height
                return screen[place.x + x, place.y + y] == Colour(0, 0, isInside ? 255 : 0)
            }
        }
    }

    @Test(
        .enabled(if: Xvfb.isManagerInstalled, "full screen needs a window manager: openbox"),
        arguments: ["cpu", "gl"])
    func `f fills the display and gives it back`(renderer: String) throws {
        let window = try CardWindow(.plain(), tilt: 0, renderer: renderer, isManaged: true)
        try window.awaitColour(Colour(0, 255, 0))
        let before = try window.place()
        #expect(try window.press("f", until: { $0.width == 320 }))
        try window.awaitColour(Colour(0, 255, 0))
        #expect(try window.press("f", until: { $0 == before }))
    }

    @Test(.enabled(if: Xvfb.isManagerInstalled, "full screen needs a window manager: openbox"))
    func `--fullscreen fills the display from the start`() throws {
        let window = try CardWindow(
            ["show", "--from", "simulated:still", "--fullscreen"], card: .plain(), isManaged: true)
        #expect(try eventually { try window.place() == Rect(x: 0, y: 0, width: 320, height: 240) })
        try window.awaitColour(Colour(0, 255, 0))
    }

    @Test(.enabled(if: Xvfb.isManagerInstalled, "minimising needs a window manager: openbox"))
    func `a minimised window draws nothing until it is back`() throws {
        let card = TestCard.plain()
        let log = card.folder.write("log.csv", TestCard.swingingLog())
        // The frames of some ten seconds.
        let window = try CardWindow(
            ["replay", log, "--loop", "--frames", "600"], card: card, isManaged: true)
        _ = try window.place()
        let id = try window.server.xdotool("search", "--class", "lenticule")
            .split(separator: "\n").last.map(String.init)
        let name = try #require(id)
        try window.server.xdotool("windowminimize", name)
        #expect(try window.program.result(within: 4) == nil, "it drew 600 frames that nobody saw")
        try window.server.xdotool("windowactivate", name)
        #expect(try window.result().status == 0)
    }
}
