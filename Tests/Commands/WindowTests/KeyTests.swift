import Decoding
import Foundation
import Geometry
import Paint
import Picture
import TestSupport
import Testing

/// What keys do in a real window.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct KeyTests {
    @Test(arguments: ["q", "Escape"])
    func `q and Escape quit`(key: String) throws {
        let window = try CardWindow(.plain(), tilt: 0)
        try window.awaitColour(Colour(0, 255, 0))
        try window.press(key)
        #expect(try window.result().status == 0)
        #expect(window.program.words == "")
    }

    @Test(arguments: ["cpu", "gl"])
    func `h opens the help in the corner and closes it`(renderer: String) throws {
        let card = TestCard.plain()
        let window = try CardWindow(card, tilt: 0, renderer: renderer)
        try window.awaitColour(Colour(0, 255, 0))
        let place = try window.place()
        let corner = Rect(x: place.x, y: place.y, width: place.width / 3, height: place.height / 3)
        let before = try window.server.screenshot().crop(corner)
        try window.press("h")
        #expect(try eventually { try window.server.screenshot().crop(corner) != before })
        try window.press("h")
        #expect(try eventually { try window.server.screenshot().crop(corner) == before })
    }

    @Test(arguments: ["cpu", "gl"])
    func `s saves a PNG of what is shown`(renderer: String) throws {
        let card = try TestCard.gradients()
        let window = try CardWindow(card, tilt: 25, renderer: renderer)
        try window.awaitColour(card.colour(x: 9, y: 9, tilt: 25), x: 9, y: 9)
        try window.press("s")
        var path = ""
        let isSaved = try eventually {
            let names = try FileManager.default.contentsOfDirectory(
                atPath: window.program.folder.path
            ).filter { $0.hasSuffix(".png") }
            path = names.first.map { window.program.folder.file($0).path } ?? ""
            return names.count == 1 && (try? PictureFile(path: path).size()) != nil
        }
        try #require(isSaved)
        let place = try window.place()
        let saved = try PictureFile(path: path).bitmap(
            PixelSize(width: place.width, height: place.height))
        #expect(
            try PictureFile(path: path).size()
                == Size(width: Double(place.width), height: Double(place.height)))
        // The words that say where it was saved go after some seconds.
        let isShown = try eventually {
            let screen = try window.server.screenshot()
            let largest = Self.rows(place).map { x, y in
                difference(screen[place.x + x, place.y + y], Colour(saved[x, y]))
            }.max()
            return try #require(largest) <= (renderer == "cpu" ? 0 : 1)
        }
        #expect(isShown, "at \(card.colour(x: 9, y: 9, tilt: 25))")
    }

    private static func rows(_ place: Rect) -> [(Int, Int)] {
        (0..<place.height / 3).flatMap { y in (0..<place.width).map { ($0, y) } }
    }

    @Test func `space takes this pose as neutral`() throws {
        let window = try CardWindow(.plain(), tilt: 30)
        try window.awaitColour(Colour(0, 128, 128))
        try window.press("space")
        try window.awaitColour(Colour(0, 255, 0))
    }

    @Test func `p holds the picture until it is pressed again`() throws {
        let card = TestCard.plain()
        let log = card.folder.write("log.csv", TestCard.swingingLog())
        let window = try CardWindow(["replay", log, "--loop"], card: card)
        let spot = try window.place().centre
        func colour() throws -> Colour { try window.server.screenshot()[spot.x, spot.y] }
        let first = try colour()
        #expect(try eventually { try colour() != first })
        try window.press("p")
        // A swing lasts a second: it never stands for so long.
        var still = 0
        var last = Colour()
        #expect(
            try eventually {
                let now = try colour()
                still = now == last ? still + 1 : 0
                last = now
                return still == 25
            })
        try window.press("p")
        #expect(try eventually { try colour() != last })
    }

    @Test(arguments: [false, true])
    func `left and right go through the cards, each with its own axis`(isPath: Bool) throws {
        let data = TemporaryFolder()
        let cards = "lenticule/cards"
        for (name, fill, axis) in [("one", "red", "horizontal"), ("two", "blue", "vertical")] {
            for picture in ["back", "middle", "front"] {
                data.write(
                    "\(cards)/\(name)/\(picture).svg",
                    """
                    <svg xmlns="http://www.w3.org/2000/svg" width="240" height="180"><rect \
                    width="240" height="180" fill="\(picture == "front" ? "lime" : fill)"/></svg>
                    """)
            }
            data.write("\(cards)/\(name)/card.toml", "tilt = { axis = \"\(axis)\" }\n")
        }
        // Tilted about the horizontal axis only: the second card shows its middle picture.
        let log = data.write("log.csv", TestCard.log(tilt: 60))
        let card = isPath ? "\(data.path)/\(cards)/./one/" : "one"
        let window = try CardWindow(["replay", log, "--loop", "--card", card], cards: data)
        try window.awaitColour(Colour(0, 255, 0))
        for _ in 0..<2 {
            try window.press("Right")
            try window.awaitColour(Colour(0, 0, 255))
            try window.press("Left")
            try window.awaitColour(Colour(0, 255, 0))
        }
    }

    @Test func `a broken neighbour is told of and the card stays`() throws {
        let data = TemporaryFolder()
        data.write("lenticule/cards/broken/card.toml", "colour = 1\n")
        let card = TestCard.plain()
        let log = card.folder.write("log.csv", TestCard.log(tilt: 0))
        let window = try CardWindow(
            ["replay", log, "--loop"], card: card, cards: data)
        try window.awaitColour(Colour(0, 255, 0))
        try window.press("Right")
        try window.press("q")
        #expect(try window.result().status == 0)
    }

    @Test func `a card that is read anew does not lead back to a broken neighbour`() throws {
        let data = TemporaryFolder()
        func write(_ name: String, _ layer: String) {
            data.write(
                "lenticule/cards/\(name)/card.toml",
                "format = 2\nsize = [240, 180]\n[[layer]]\n\(layer)\n")
        }
        write("a", "colour = \"#f00\"")
        write("b", "broken = 1")
        write("c", "colour = \"#00f\"")
        let window = try CardWindow(["show", "--from", "pointer:", "--card", "a"], cards: data)
        try window.awaitColour(Colour(255, 0, 0))
        try window.press("Right")
        #expect(eventually { window.program.words.contains("/b/card.toml") })
        write("a", "colour = \"#0f0\"")
        try window.awaitColour(Colour(0, 255, 0))
        try window.press("Right")
        try window.awaitColour(Colour(0, 0, 255))
    }
}
