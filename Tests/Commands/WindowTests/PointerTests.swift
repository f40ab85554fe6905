import TestSupport
import Testing

/// The pointer tilts the card in a real window.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct PointerTests {
    private func window(_ card: TestCard, renderer: String = "cpu") throws -> CardWindow {
        try CardWindow(
            ["show", "--from", "pointer:"], card: card, renderer: renderer)
    }

    private func move(_ window: CardWindow, x: Int, y: Int) throws {
        // Twice, for the first place that a window hears of is no movement.
        for x in [x + 1, x] { try window.server.xdotool("mousemove", "\(x)", "\(y)") }
    }

    @Test(arguments: ["cpu", "gl"])
    func `the edges show front and back, and leaving swings to the middle`(renderer: String) throws
    {
        let window = try window(.plain(), renderer: renderer)
        let place = try window.place()
        try move(window, x: place.centre.x, y: place.centre.y)
        try move(window, x: place.centre.x, y: place.y)
        // The edge's pixel lies half a pixel inside: 0.3 degrees, 1.4 of 255.
        try window.awaitColour(Colour(0, 1, 254))
        try move(window, x: place.centre.x, y: place.y + place.height - 1)
        try window.awaitColour(Colour(254, 1, 0))
        try move(window, x: 0, y: 0)
        try window.awaitColour(Colour(0, 255, 0))
    }

    @Test func `a card with a vertical axis follows the pointer sideways, to its base angle`()
        throws
    {
        let card = TestCard.plain()
        card.folder.write("card.toml", "tilt = { axis = \"vertical\", base_degrees = 20 }\n")
        let window = try window(card)
        let place = try window.place()
        try move(window, x: place.centre.x, y: place.centre.y)
        // The pointer is the eye: from the left one sees what a right edge that goes down shows.
        try move(window, x: place.x, y: place.centre.y)
        try window.awaitColour(Colour(0, 1, 254))
        try move(window, x: place.x + place.width / 4, y: place.centre.y)
        try window.awaitColour(Colour(0, 129, 126))
    }

    @Test func `until the pointer moves the card sways by itself`() throws {
        let window = try window(.plain())
        let spot = try window.place().centre
        var seen: Set<Colour> = []
        #expect(
            try eventually {
                seen.insert(try window.server.screenshot()[spot.x, spot.y])
                return seen.count > 20
            })
    }
}
