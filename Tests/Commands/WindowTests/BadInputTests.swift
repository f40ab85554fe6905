import Foundation
import TestSupport
import Testing

/// What cannot be shown ends in one line and its exit status.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct BadInputTests {
    /// The one line that the run must say before it ends with `status`.
    private func line(_ window: CardWindow, status: Int32) throws -> String {
        let result = try window.result()
        #expect(result.status == status)
        #expect(result.errors.hasPrefix("lenticule: "))
        #expect(result.errors.hasSuffix("\n"))
        #expect(result.errors.dropLast().contains("\n") == false, "\(result.errors)")
        return result.errors
    }

    @Test(arguments: ["cpu", "gl"])
    func `a picture that breaks off is told of, and the show goes on without it`(renderer: String)
        throws
    {
        let card = TestCard.plain()
        let front = try breakPicture("front", of: card)
        let log = card.folder.write(
            "log.csv", TestCard.log(tilt: -30))
        let window = try CardWindow(
            ["replay", log, "--loop"], card: card, renderer: renderer)
        try window.awaitColour(Colour(128, 127, 0))
        #expect(eventually { window.program.words.contains(front) })
        // The line lies over the lower part of the picture.
        let place = try window.place()
        let hasLine = try eventually {
            let screen = try window.server.screenshot()
            return (place.height / 2..<place.height).contains { y in
                difference(screen[place.x + place.width / 2, place.y + y], Colour(128, 127, 0)) > 20
            }
        }
        #expect(hasLine)
        try window.press("q")
        #expect(try line(window, status: 0).contains(front))
    }

    @Test func `a show does not begin without any picture`() throws {
        let card = TestCard.plain()
        for name in ["back", "middle", "front"] { _ = try breakPicture(name, of: card) }
        card.folder.write("card.toml", "format = 1\nname = \"broken\"\nsize = [4, 4]\n")
        let log = card.folder.write("log.csv", TestCard.log(tilt: 0))
        let window = try CardWindow(["replay", log, "--loop"], card: card)
        let result = try window.result()
        #expect(result.status == 65)
        for name in ["back", "middle", "front"] {
            #expect(result.errors.contains("\(name).png: not a readable PNG"))
        }
    }

    /// Puts a PNG that breaks off in the place of a picture; returns its path.
    private func breakPicture(_ name: String, of card: TestCard) throws -> String {
        let picture = card.folder.file("\(name).png")
        try FileManager.default.removeItem(at: card.folder.file("\(name).svg"))
        // A signature and a header of 4 x 4 pixels, and nothing behind them.
        let header: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
            0, 0, 0, 4, 0, 0, 0, 4, 8, 6, 0, 0, 0, 0xA9, 0xF1, 0x9E, 0x7E,
        ]
        try Data(header).write(to: picture)
        return picture.path
    }

    @Test func `a picture that is gone when it is wanted is told of`() throws {
        let card = TestCard.plain()
        let window = try CardWindow(
            [
                "show", "--from", "pointer:", card.folder.file("back.svg").path,
                card.folder.file("gone.svg").path,
            ], cards: card.folder)
        #expect(try line(window, status: 66).contains("gone.svg"))
    }

    @Test func `a log that breaks off in the middle is told of`() throws {
        let card = TestCard.plain()
        let log = card.folder.write("log.csv", TestCard.log(tilt: 0) + "what\n1\n")
        let window = try CardWindow(["replay", log], card: card)
        #expect(try line(window, status: 65).contains("log.csv:102"))
    }

    @Test(arguments: ["DISPLAY", "--display"])
    func `a display that is not there is told of`(what: String) throws {
        let window = try CardWindow(
            ["show", "--from", "pointer:"] + (what == "DISPLAY" ? [] : ["--display", "Sony"]),
            card: .plain(), environment: what == "DISPLAY" ? ["DISPLAY": ":9999"] : [:])
        let line = try line(window, status: 69)
        if what == "--display" {
            #expect(line.contains("no display Sony; give one of: 0 ("))
        } else {
            #expect(line.hasSuffix("; --display terminal needs none\n"))
        }
    }

    @Test(arguments: ["log.csv", "config.toml", "password", "ca.pem"])
    func `a trace is never what is read`(name: String) throws {
        let card = TestCard.plain()
        let texts = [
            "log.csv": TestCard.log(tilt: 0), "password": "secret\n", "ca.pem": "certificates\n",
            "config.toml": """
            mqtt.password_file = "\(card.folder.file("password").path)"
            mqtt.ca_file = "\(card.folder.file("ca.pem").path)"
            """,
        ]
        for (name, text) in texts { card.folder.write(name, text) }
        let (log, config) = (card.folder.file("log.csv"), card.folder.file("config.toml"))
        let output = card.folder.file(name).path
        let window = try CardWindow(
            ["replay", log.path, "--config", config.path, "--trace", output], card: card)
        #expect(
            try line(window, status: 64) == """
                lenticule: cannot write \(output): it is also read; give another file to write

                """)
        #expect(try String(contentsOfFile: output, encoding: .utf8) == texts[name])
    }
}
