import Foundation
import TestSupport
import Testing

/// What `export` writes, and what it refuses.
@Suite(.enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"))
struct ExportTests {
    private let folder = TemporaryFolder()

    /// A card of three pictures, with this card.toml.
    private func card(_ text: String? = nil) -> String {
        for (name, colour) in [("back", "teal"), ("middle", "gold"), ("front", "navy")] {
            folder.writePicture("card/\(name).svg", colour: colour)
        }
        if let text { folder.write("card/card.toml", text) }
        return "\(folder.path)/card"
    }

    private var output: String { "\(folder.path)/card.html" }

    @Test func `a card's own words are no markup`() throws {
        let name = #"</title><script>alert("1")</script>&amp;"#
        let card = card("name = '\(name)'\nauthor = '\"><b>'\n")
        let page = try ExportedPage(card, ["--grid", "3"], in: folder)
        let words = "&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;"
        #expect(page.html.contains("<title>\(words)</title>"))
        #expect(page.html.contains("by &quot;&gt;&lt;b&gt; that changes"))
        #expect(page.html.components(separatedBy: "<script").count == 2)
    }

    @Test func `the script has at most 200 lines`() throws {
        let page = try ExportedPage(card(), ["--grid", "3"], in: folder)
        let start = try #require(page.html.range(of: "]};\n"))
        let end = try #require(page.html.range(of: "</script>"))
        let lines = page.html[start.upperBound..<end.lowerBound].split(separator: "\n")
        #expect((50...200).contains(lines.count))
    }

    @Test func `standard output gets the page, and the result is told on standard error`() throws {
        let result = try Program.run("export", card(), "--grid", "3", "-o", "-")
        #expect(result.status == 0 && result.output.hasPrefix("<!doctype html>\n"))
        #expect(result.errors.hasPrefix("lenticule: standard output: 3 pictures of 720x"))
    }

    @Test func `an address of a picture is what previews get`() throws {
        let address = "https://example.org/a.png?b&c"
        let page = try ExportedPage(
            card(), ["--grid", "3", "--preview", address], in: folder)
        #expect(
            page.html.contains(#"property="og:image" content="https://example.org/a.png?b&amp;c""#))
    }

    @Test func `a page is as small as it is asked to be`() throws {
        let card = Repository.path("cards/koi")
        for limit in [150_000, 400_000] {
            let page = try ExportedPage(
                card, ["--grid", "5x3", "--under", "\(limit)"], in: folder)
            #expect((limit / 2...limit).contains(page.html.utf8.count))
        }
    }

    @Test(arguments: [
        (["--grid", "3", "-o", "card.txt"], Int32(64), "give a name that ends in .html"),
        (["--grid", "3", "-o", "card"], 64, "give a name that ends in .html"),
        (["--grid", "8"], 64, "'8'"), (["--grid", "99x99"], 64, "'99x99'"),
        (["--grid", "0"], 64, "'0'"), (["--grid", "5x"], 64, "'5x'"),
        (["--grid", "5x3"], 64, "give --grid one number"),
        (["--under", "5 apples"], 64, "'5 apples'"), (["--quality", "101"], 64, "from 1 to 100"),
        (["--degrees", "90"], 64, "from 1 to 80 degrees"),
        (["--preview", "a.png"], 64, "begins with https:"),
        (["--under", "20kB", "--size", "2000x2000"], 64, "cannot be smaller than 20 kB"),
        (["--grid", "3", "-o", "/dev/full"], 74, "No space left on device"),
        (["--grid", "3", "-o", "missing/card.html"], 66, "No such file or directory"),
    ])
    func `what cannot be done is one line`(
        arguments: [String], status: Int32, words: String
    ) throws {
        let own = arguments.contains("-o") ? [] : ["-o", output]
        let result = try Program.run(arguments: ["export", card()] + arguments + own)
        #expect(result.status == status && result.output == "")
        #expect(result.errors.split(separator: "\n")[0].contains(words), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test func `without ffmpeg the old page stays`() throws {
        folder.write("card.html", "old")
        let result = try Program.run(
            script: "PATH=/nowhere exec \"$0\" export '\(card())' -o '\(output)'")
        #expect(result.status == 69)
        #expect(result.errors == "lenticule: there is no program ffmpeg: install its package\n")
        #expect(try String(contentsOfFile: output, encoding: .utf8) == "old")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
                == ["card", "card.html"])
    }

    @Test func `a card of which nothing can be drawn has no page`() throws {
        let card = card()
        for name in ["back", "middle", "front"] { folder.write("card/\(name).svg", "<svg") }
        let result = try Program.run("export", card, "-o", output)
        #expect(result.status == 65 && result.errors.contains("back.svg"))
        #expect(!FileManager.default.fileExists(atPath: output))
        #expect(try Program.run("export", "no-such-card", "-o", output).status == 66)
    }

    @Test(arguments: [
        ("demo", [], "41 pictures", "columns: 1, rows: 41, reachX: 0.0, reachY: 60.0"),
        ("demo", ["--axis", "vertical"], "41 pictures", "columns: 41, rows: 1, reachX: 60.0"),
        ("demo", ["--axis", "steering"], "41 pictures", "reachY: 0.0, isWheel: true"),
        // Its lenses stand upright: a tilt about the horizontal axis changes nothing.
        ("orrery", [], "41 pictures", "columns: 41, rows: 1, reachX: 30.0, reachY: 0.0"),
        ("lanterns", [], "11x7 pictures", "reachX: 20.0, reachY: 20.0, isWheel: false"),
        ("lanterns", ["--grid", "3", "--axis", "horizontal"], "3 pictures", "columns: 1, rows: 3"),
        (
            "lanterns", ["--grid", "3x5", "--degrees", "9"], "3x5 pictures",
            "reachX: 9.0, reachY: 9.0"
        ),
        ("examples/parallax-scroll", [], "41 pictures", "columns: 41, rows: 1"),
    ])
    func `the grid is that of the tilts which change the card`(
        card: String, options: [String], words: String, grid: String
    ) throws {
        let result = try Program.run(
            arguments: [
                "export", Repository.path("cards/\(card)"), "--size", "48x30", "-o", output,
            ]
                + options)
        #expect(result.output.hasPrefix("\(output): \(words) of 48x30 at quality 85, "))
        #expect(try String(contentsOfFile: output, encoding: .utf8).contains(grid))
    }

    @Test(arguments: [
        ("theatre", "answers to taps"), ("theatre", "what moves by itself"),
        ("examples/snow-globe", "answers to shakes, taps"), ("examples/springs", "springs"),
    ])
    func `what a page does not show is told`(card: String, words: String) throws {
        let result = try Program.run(
            "export", Repository.path("cards/\(card)"), "--size", "96x60", "--grid", "3", "-o",
            output)
        #expect(result.status == 0 && result.errors.contains(words))
        #expect(result.errors.split(separator: "\n").count == 1)
    }
}
