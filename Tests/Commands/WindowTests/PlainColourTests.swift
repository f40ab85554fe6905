import TestSupport
import Testing

/// Plain colours that cover much of a window.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct PlainColourTests {
    @Test(arguments: ["cpu", "gl"])
    func `a colour is the same in all of a large window`(renderer: String) throws {
        let card = TestCard.scene(
            "format = 2\nsize = [400, 300]\n[[layer]]\ncolour = \"#102030\"\n")
        let window = try CardWindow(
            ["show", "--from", "pointer:"], card: card, renderer: renderer, screen: (1200, 900))
        let sky = Colour(16, 32, 48)
        try window.awaitColour(sky)
        let place = try window.place()
        var wrong: [(x: Int, y: Int)] = []
        // A screenshot may show a frame of which the server has copied only a part.
        let isRight = try eventually(within: 5) {
            let screen = try window.server.screenshot()
            // Above the hint.
            wrong = stride(from: 4, to: place.height * 3 / 4, by: 9).flatMap { y in
                stride(from: 4, to: place.width, by: 9).filter { x in
                    difference(screen[place.x + x, place.y + y], sky) > 1
                }.map { (x: $0, y: y) }
            }
            return wrong.isEmpty
        }
        let first = wrong.first.map { "from \($0.x), \($0.y)" } ?? ""
        #expect(isRight, "\(wrong.count) pixels \(first)")
    }
}
