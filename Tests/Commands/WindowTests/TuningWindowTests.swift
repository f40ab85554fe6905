import Foundation
import TestSupport
import Testing

/// A card is tuned in a real window.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct TuningWindowTests {
    static let text = """
        format = 2  # a card for a test
        size = [240, 180]

        [[layer]]
        name = "sky"
        colour = "#102030"

        [[layer]]
        name = "box"   # in the middle
        colour = "#ff8000"
        at = [0.5, 0.5]
        size = [0.5, 0.5]
        opacity = 0.5  # half

        """

    /// A window with an open panel.
    private final class Tuned {
        let card: TestCard
        let window: CardWindow
        private let trace: String

        init(renderer: String, text: String = TuningWindowTests.text) throws {
            card = TestCard.scene(text)
            trace = card.folder.file("trace.jsonl").path
            window = try CardWindow(
                ["show", "--tune", "--from", "pointer:", "--trace", trace], card: card,
                renderer: renderer, screen: (1200, 900))
            _ = try panel { $0.panel["Save"] != nil && $0.panel["layer 1"] != nil }
        }

        /// What the panel shows now.
        var last: SceneTrace.Panel? { SceneTrace.Panel.last(trace) }

        /// Waits until the panel shows something.
        func panel(_ holds: (SceneTrace.Panel) -> Bool) throws -> SceneTrace.Panel {
            let found = eventually { last.map(holds) ?? false || !window.program.isRunning }
            #expect(found && window.program.isRunning, "\(window.program.words)")
            return try #require(last, "no panel: \(window.program.words)")
        }

        /// Where a widget is on the screen, by a part of its width, once it stays there: a list that is
        /// new may take more than one frame to find its size.
        func place(of name: String, part: Double = 0.5) throws -> (x: Int, y: Int) {
            var place = try #require(try panel { $0.panel[name] != nil }.panel[name])
            _ = try eventually {
                let before = place
                usleep(100_000)
                place = try #require(try panel { $0.panel[name] != nil }.panel[name])
                return place == before
            }
            let window = try window.place()
            return (
                window.x + Int(place[0] + part * place[2]), window.y + Int(place[1] + place[3] / 2)
            )
        }

        func move(to name: String, part: Double = 0.5) throws {
            let place = try place(of: name, part: part)
            try window.server.xdotool("mousemove", "\(place.x)", "\(place.y)")
        }

        func click(_ name: String, part: Double = 0.5) throws {
            try move(to: name, part: part)
            try window.server.xdotool("click", "1")
        }

        /// The middle of the card, whose width the panel leaves to it.
        func middle() throws -> (x: Int, y: Int) {
            let place = try window.place()
            let panel = try panel { $0.panel["Save"] != nil }.panel
            let left = panel.values.map { $0[0] }.min() ?? 0
            return (Int(left / 2), place.height / 2)
        }

        /// Waits for a colour in the middle of the card.
        func awaitColour(_ colour: Colour) throws {
            let spot = try middle()
            try window.awaitColour(colour, x: spot.x, y: spot.y)
        }

        var file: String {
            get throws {
                try String(contentsOf: card.folder.file("card.toml"), encoding: .utf8)
            }
        }
    }

    /// The box over the sky.
    private func colour(opacity: Double) -> Colour {
        let (box, sky) = (Colour(255, 128, 0), Colour(16, 32, 48))
        return sky + (box - sky) * opacity
    }

    private let saved = #/opacity = (1|1\.0)  # half/#

    @Test(arguments: ["cpu", "gl"])
    func `a click chooses, a drag changes, undo and redo, and one value is saved`(renderer: String)
        throws
    {
        let tuned = try Tuned(renderer: renderer)
        try tuned.awaitColour(colour(opacity: 0.5))
        let (spot, place) = (try tuned.middle(), try tuned.window.place())
        try tuned.window.server.xdotool(
            "mousemove", "\(place.x + spot.x)", "\(place.y + spot.y)", "click", "1")
        _ = try tuned.panel { $0.chosen == 1 }
        let opacity = "layer[2].opacity"
        let (from, to) = (
            try tuned.place(of: opacity), try tuned.place(of: opacity, part: 0.995)
        )
        try tuned.window.server.xdotool("mousemove", "\(from.x)", "\(from.y)")
        try tuned.window.server.xdotool("mousedown", "1")
        try tuned.window.server.xdotool("mousemove", "\(to.x - 40)", "\(to.y)")
        try tuned.window.server.xdotool("mousemove", "\(to.x)", "\(to.y)")
        // While it is still held.
        try tuned.awaitColour(colour(opacity: 1))
        try tuned.window.server.xdotool("mouseup", "1")
        #expect(try tuned.file == Self.text)
        try tuned.click("Undo")
        try tuned.awaitColour(colour(opacity: 0.5))
        try tuned.click("Redo")
        try tuned.awaitColour(colour(opacity: 1))
        try tuned.click("Save")
        #expect(try eventually { try tuned.file.firstMatch(of: saved) != nil })
        #expect(try tuned.file.replacing(saved, with: "opacity = 0.5  # half") == Self.text)
        #expect(tuned.window.program.words == "")
    }

    @Test(arguments: ["cpu", "gl"])
    func `the same by keys alone`(renderer: String) throws {
        let tuned = try Tuned(renderer: renderer)
        try tuned.awaitColour(colour(opacity: 0.5))
        func go(_ key: String, to name: String) throws {
            for _ in 0..<30 where tuned.last?.focused != name {
                let before = tuned.last?.focused
                try tuned.window.press(key)
                try #require(
                    eventually(within: 5) { tuned.last?.focused != before },
                    "\(key) does not leave \(before ?? "nothing")")
            }
            #expect(tuned.last?.focused == name)
        }
        try go("Down", to: "eye 1")
        try go("Right", to: "layer 1")
        try tuned.window.press("space")
        _ = try tuned.panel { $0.chosen == 1 }
        try go("Down", to: "layer[2].opacity")
        // Enter lets a number be typed.
        for key in ["Return", "ctrl+a", "1", "Return"] { try tuned.window.press(key) }
        try tuned.awaitColour(colour(opacity: 1))
        try tuned.window.press("ctrl+z")
        try tuned.awaitColour(colour(opacity: 0.5))
        try tuned.window.press("ctrl+y")
        try tuned.awaitColour(colour(opacity: 1))
        try tuned.window.press("ctrl+s")
        #expect(try eventually { try tuned.file.firstMatch(of: saved) != nil })
        #expect(try tuned.file.replacing(saved, with: "opacity = 0.5  # half") == Self.text)
        try tuned.window.press("Escape")
        try tuned.window.press("q")
        #expect(try tuned.window.result().status == 0)
    }

    @Test(arguments: ["koi", "theatre"])
    func `clicks all over a card choose layers, again and again`(card: String) throws {
        let folder = TemporaryFolder()
        let trace = folder.file("trace.jsonl").path
        let window = try CardWindow(
            [
                "show", "--tune", "--from", "pointer:", "--trace", trace, "--card",
                Repository.path("cards/\(card)"),
            ],
            screen: (1200, 900))
        let place = try window.place()
        func chosen() -> Int? { SceneTrace.Panel.last(trace)?.chosen }
        #expect(eventually { SceneTrace.Panel.last(trace)?.panel["layer card"] != nil })
        for index in 0..<12 {
            let (x, y) = (place.width * (1 + index % 4) / 8, place.height * (1 + index / 4) / 4)
            for _ in 0..<2 {
                try window.server.xdotool(
                    "mousemove", "\(place.x + x)", "\(place.y + y)", "click", "1")
            }
        }
        #expect(eventually { chosen() != nil || !window.program.isRunning })
        // The last click was heard: the panel still answers.
        try window.press("t")
        try window.press("t")
        #expect(window.program.isRunning, "\(window.program.words)")
        try window.press("q")
        #expect(try window.result().status == 0)
    }

    @Test func `what is not saved is asked about`() throws {
        let tuned = try Tuned(renderer: "cpu")
        try tuned.click("layer 1")
        _ = try tuned.panel { $0.chosen == 1 }
        try tuned.click("layer[2].opacity", part: 0.995)
        try tuned.awaitColour(colour(opacity: 1))
        try tuned.window.press("q")
        _ = try tuned.panel { $0.panel["Quit without saving"] != nil }
        #expect(tuned.window.program.isRunning)
        try tuned.click("Save and quit")
        #expect(try tuned.window.result().status == 0)
        #expect(try tuned.file.firstMatch(of: saved) != nil)
    }

    @Test func `a signal ends it without a question, and the file stays`() throws {
        let tuned = try Tuned(renderer: "cpu")
        try tuned.click("layer 1")
        _ = try tuned.panel { $0.chosen == 1 }
        try tuned.click("layer[2].opacity", part: 0.995)
        try tuned.awaitColour(colour(opacity: 1))
        tuned.window.program.send(SIGTERM)
        _ = try tuned.window.result()
        #expect(try tuned.file == Self.text)
    }

    @Test func `what an editor writes meanwhile stays, and what both have changed is asked about`()
        throws
    {
        let tuned = try Tuned(renderer: "cpu")
        try tuned.click("layer 1")
        _ = try tuned.panel { $0.chosen == 1 }
        try tuned.click("layer[2].opacity", part: 0.995)
        try tuned.awaitColour(colour(opacity: 1))
        // Another value: both are kept.
        let blue = Self.text.replacing("#ff8000", with: "#0000ff")
        tuned.card.folder.write("card.toml", blue)
        try tuned.awaitColour(Colour(0, 0, 255))
        // The same value: the editor's is shown, and the panel asks.
        tuned.card.folder.write("card.toml", blue.replacing("opacity = 0.5", with: "opacity = 0"))
        _ = try tuned.panel { $0.panel["Keep mine"] != nil }
        try tuned.awaitColour(Colour(16, 32, 48))
        try tuned.click("Keep mine")
        try tuned.awaitColour(Colour(0, 0, 255))
    }

    @Test func `an eye hides a layer, and nothing is written`() throws {
        let tuned = try Tuned(renderer: "cpu")
        try tuned.awaitColour(colour(opacity: 0.5))
        try tuned.click("eye 1")
        try tuned.awaitColour(Colour(16, 32, 48))
        try tuned.click("eye 1")
        try tuned.awaitColour(colour(opacity: 0.5))
        try tuned.click("alone 1")
        // On black.
        try tuned.awaitColour(Colour(127.5, 64, 0))
        #expect(try tuned.file == Self.text)
    }

    @Test func `c copies a card that may not be changed, and says where`() throws {
        let text = Self.text
        let home = TemporaryFolder()
        let card = TestCard.scene(text)
        let window = try CardWindow(
            ["show", "--from", "pointer:"], card: card,
            environment: ["HOME": home.path], screen: (1200, 900))
        try window.awaitColour(colour(opacity: 0.5), y: window.place().height / 2)
        try window.press("c")
        let name = card.folder.path.split(separator: "/").last ?? ""
        let copy = "\(home.path)/.local/share/lenticule/cards/\(name)"
        #expect(
            eventually {
                (try? String(contentsOfFile: "\(copy)/card.toml", encoding: .utf8)) == text
            })
        #expect(eventually { window.program.words.contains("The copy is \(copy)") })
        #expect(window.program.words.split(separator: "\n").count == 1)
    }
}
