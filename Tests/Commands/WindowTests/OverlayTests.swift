import Decoding
import Foundation
import Geometry
import Picture
import TestSupport
import Testing

/// What `--overlay` draws over a card in a window.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct OverlayTests {
    /// A box of 60 by 80 points in a card of 240 by 180, which the tilt moves to the right.
    private static let text = """
        format = 2
        size = [240, 180]
        [[layer]]
        name = "sky"
        colour = "#102030"
        [[layer]]
        name = "box"
        colour = "#ff8000"
        at = [0.5, 0.6]
        size = [0.25, 0.4444444444]
        offset-x = { follow = "tilt", range = [0, 30], values = [0, 40] }
        """
    private static let (white, edge) = (Colour(255, 255, 255), Colour(16, 20, 24))
    private static let (sky, box) = (Colour(16, 32, 48), Colour(255, 128, 0))

    private func window(
        tilt: Double, renderer: String, overlay: String?
    ) throws -> CardWindow {
        let card = TestCard.scene(Self.text)
        let log = card.folder.write("log.csv", TestCard.log(tilt: tilt))
        return try CardWindow(
            ["replay", log, "--loop"] + (overlay.map { ["--overlay", $0] } ?? []), card: card,
            renderer: renderer)
    }

    @Test(arguments: ["cpu", "gl"], [0.0, 15])
    func `a box's outline lies where the tilt puts the box`(renderer: String, tilt: Double) throws {
        let window = try window(tilt: tilt, renderer: renderer, overlay: "boxes")
        let left = 90 + Int(tilt / 30 * 40)
        try window.awaitColour(Self.white, x: left, y: 120)
        let (screen, place) = (try window.server.screenshot(), try window.place())
        #expect((place.width, place.height) == (240, 180))
        func row(_ columns: Range<Int>) -> [Colour] {
            columns.map { screen[place.x + $0, place.y + 120] }
        }
        func isNear(_ found: [Colour], _ expected: [Colour]) -> Bool {
            zip(found, expected).allSatisfy { difference($0, $1) <= 1 }
        }
        #expect(
            isNear(
                row(left - 3..<left + 3),
                [Self.sky, Self.edge, Self.white, Self.white, Self.edge, Self.box]))
        let right = left + 60
        #expect(
            isNear(
                row(right - 3..<right + 3),
                [Self.box, Self.edge, Self.white, Self.white, Self.edge, Self.sky]))
        // The card's own layer is outlined along the window's side.
        #expect(difference(screen[place.x, place.y + 120], Self.white) <= 1)
    }

    @Test(arguments: ["cpu", "gl"])
    func `without the option every pixel is that of render, with cpu to the bit`(renderer: String)
        throws
    {
        let window = try window(tilt: 15, renderer: renderer, overlay: nil)
        try window.awaitColour(Self.box, x: 140, y: 120)
        let card = TestCard.scene(Self.text)
        let path = card.folder.file("drawn.png").path
        let result = try Program.run(
            "render", "--card", card.folder.path, "--tilt", "15", "--size", "240x180", "-o", path)
        #expect(result.status == 0)
        let picture = try PictureFile(path: path).bitmap(PixelSize(width: 240, height: 180))
        let place = try window.place()
        // The hint is over the lower part at first.
        let isSame = try eventually(within: 8) {
            let screen = try window.server.screenshot()
            return (0..<240 * 180).allSatisfy { index in
                let (x, y) = (index % 240, index / 240)
                let largest = difference(
                    screen[place.x + x, place.y + y], Colour(picture[x, y]))
                return largest <= (renderer == "cpu" ? 0 : 1)
            }
        }
        #expect(isSame)
    }

    /// Where words are expected, and what is there without them.
    private static let panels: [(String, Rect, [Double])] = [
        ("values", Rect(x: 114, y: 72, width: 50, height: 20), [255, 128, 0]),
        ("passes", Rect(x: 150, y: 12, width: 75, height: 40), [16, 32, 48]),
    ]

    @Test(arguments: ["cpu", "gl"], panels)
    func `values and passes are words on panels`(
        renderer: String, panel: (overlay: String, place: Rect, below: [Double])
    ) throws {
        let window = try window(tilt: 15, renderer: renderer, overlay: panel.overlay)
        let (place, inside) = (try window.place(), panel.place)
        let below = Colour(panel.below[0], panel.below[1], panel.below[2])
        var (dark, light) = (0, 0)
        let isThere = try eventually(within: 10) {
            let screen = try window.server.screenshot()
            let found = (0..<inside.width * inside.height).map { index in
                screen[
                    place.x + inside.x + index % inside.width,
                    place.y + inside.y + index / inside.width]
            }
            dark = found.count { $0.max() < 64 && difference($0, below) > 3 }
            light = found.count { $0.min() > 120 }
            return dark > found.count / 2 && light > 30
        }
        #expect(isThere, "\(dark) dark, \(light) light; \(window.program.words)")
        // Without `boxes` there is no line.
        let screen = try window.server.screenshot()
        #expect(difference(screen[place.x + 110, place.y + 130], Self.white) > 100)
    }

    @Test func `with cpu the part that a tap changed is outlined`() throws {
        let card = TestCard.scene(
            """
            format = 2
            size = [240, 180]
            [[layer]]
            colour = "#102030"
            [[layer]]
            colour = "#ff8000"
            at = [0.5, 0.6]
            size = [0.25, 0.4444444444]
            opacity = { on = "tap", steps = [1, 0.5], animation = { linear = 0.05 } }
            """)
        let log = card.folder.write("log.csv", TestCard.log(tilt: 0))
        let window = try CardWindow(
            ["replay", log, "--loop", "--overlay", "damage"], card: card)
        let amber = Colour(255, 176, 32)
        // The first frame was drawn anew everywhere.
        try window.awaitColour(amber, x: 0, y: 100)
        try window.click(x: 0.5, y: 0.3)
        // The box's columns, in whole quads: 88 to 152; the rows are 68 to 148.
        try window.awaitColour(amber, x: 88, y: 120)
        let (screen, place) = (try window.server.screenshot(), try window.place())
        #expect(difference(screen[place.x + 152, place.y + 120], amber) <= 1)
        #expect(difference(screen[place.x + 120, place.y + 148], amber) <= 1)
        #expect(difference(screen[place.x, place.y + 100], Self.sky) <= 1)
    }

    @Test(arguments: ["boxs", "boxes,", "Boxes", "boxes values"])
    func `unknown words are refused with the known ones`(words: String) throws {
        for command in [["show"], ["replay", "log.csv"], ["view", "a.png", "--lpi", "40"]] {
            let result = try Program.run(arguments: command + ["--overlay", words])
            #expect(result.status == 64)
            let line = try #require(result.errors.split(separator: "\n").first)
            #expect(line.contains("there is no overlay"))
            #expect(line.contains("boxes, values, damage, passes"))
        }
    }

    @Test func `a terminal has none`() throws {
        let card = TestCard.plain()
        for terminal in [try PseudoTerminal(), nil] {
            let program = try RunningProgram(
                [
                    "show", "--from", "pointer:", "--display", "terminal", "--overlay", "boxes",
                    "--card", card.folder.path,
                ], environment: ["HOME": "/nonexistent", "XDG_CONFIG_HOME": nil],
                terminal: terminal?.path)
            let result = try #require(try program.result(within: 30))
            #expect(result.status == 64)
            #expect(result.errors.hasPrefix("lenticule: --overlay needs a window"))
            #expect(result.errors.split(separator: "\n").count == 1)
        }
    }
}
