import Decoding
import Foundation
import Geometry
import Paint
import Picture
import TestSupport
import Testing

/// A scene in a real window, with the pointer's own events.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct SceneWindowTests {
    private struct Report: Decodable {
        let layers: [SceneTrace.Layer]
    }

    /// What the program computes of a card at an instant.
    private func inspect(
        _ card: TestCard, _ log: String, at time: Double, _ events: [String]
    ) throws -> [SceneTrace.Layer] {
        let options = ["--from", log, "--time", "\(time)", "--json"]
        let result = try Program.run(
            arguments: ["inspect", card.folder.path] + options
                + events.flatMap { ["--event", $0] })
        try #require(result.status == 0, "\(result.errors)")
        return try SceneTrace.decoder.decode(Report.self, from: Data(result.output.utf8)).layers
    }

    /// Half a second of motion to a tilt of 20 degrees, where it stays.
    private func log(_ card: TestCard) -> String {
        let rows = TestCard.swingingLog().split(separator: "\n").prefix(45)
        return card.folder.write("log.csv", rows.joined(separator: "\n") + "\n")
    }

    @Test func `a window is in the state that inspect computes, after taps, drags and keys`() throws
    {
        let card = TestCard.scene()
        let (log, trace) = (log(card), card.folder.file("trace").path)
        // A terminal, so that the window stays at the log's end.
        let terminal = try PseudoTerminal()
        defer { withExtendedLifetime(terminal) {} }
        let window = try CardWindow(
            ["replay", log, "--trace", trace], card: card, terminal: terminal)
        _ = try window.place()
        // After the log's end nothing is predicted any more, and the springs that followed it rest: a
        // sample that came late counts as being of the newest input's time.
        #expect(try eventually { (try SceneTrace(trace).frames.last?.time ?? 0) > 0.4 })
        try awaitRest(trace)
        try window.click(x: 0.3, y: 0.5)
        #expect(try eventually { try SceneTrace(trace).events.count == 1 })
        try window.move(x: 0.75, y: 0.5)
        try window.server.xdotool("mousedown", "1")
        try window.move(x: 0.8, y: 0.6)
        try window.server.xdotool("mouseup", "1")
        #expect(try eventually { try SceneTrace(trace).events.count == 2 })
        try window.press("3")
        #expect(try eventually { try SceneTrace(trace).events.count == 3 })
        usleep(1_500_000)
        try window.press("q")
        _ = try window.result()
        try compare(try SceneTrace(trace), card, log)
    }

    /// Waits until nothing is drawn any more, however late the last samples came, and what nobody sees of
    /// the springs' way has ended, too.
    private func awaitRest(_ trace: String) throws {
        var (drawn, last) = (try SceneTrace(trace).frames.count, -1)
        while drawn != last {
            usleep(1_000_000)
            (drawn, last) = (try SceneTrace(trace).frames.count, drawn)
        }
        usleep(2_500_000)
    }

    private func compare(_ trace: SceneTrace, _ card: TestCard, _ log: String) throws {
        let first = try #require(trace.inputs.first { $0.input == "tap" }).time
        let frames = trace.frames.filter { $0.time > first }
        try #require(frames.count > 3, "the animations were shown")
        for frame in stride(from: 0, to: frames.count, by: max(1, frames.count / 12)) {
            let shown = frames[frame]
            let computed = try inspect(card, log, at: shown.time, trace.events)
            #expect(computed.count == shown.layers.count)
            for (ours, theirs) in zip(computed, shown.layers) {
                #expect(ours.visible == theirs.visible)
                #expect(abs(ours.opacity - theirs.opacity) < 1e-6)
                let differences = zip(ours.toCard, theirs.toCard).map { abs($0 - $1) }
                // Clocks count nanoseconds; a spring moves by 1e-5 points meanwhile.
                #expect((differences.max() ?? 1) < 1e-4, "at \(shown.time)")
            }
        }
    }

    @Test(arguments: ["cpu", "gl"])
    func `a window shows what render draws, after a tap`(renderer: String) throws {
        let card = TestCard.scene()
        let log = log(card)
        let terminal = try PseudoTerminal()
        defer { withExtendedLifetime(terminal) {} }
        let window = try CardWindow(
            ["replay", log], card: card, renderer: renderer, terminal: terminal)
        let place = try window.place()
        usleep(1_000_000)
        try window.click(x: 0.3, y: 0.5)
        let drawn = card.folder.file("drawn.png").path
        let result = try Program.run(
            "render", "--card", card.folder.path, "--from", log, "--time", "20", "--event",
            "tap@1:0.3,0.5", "--size", "\(place.width)x\(place.height)", "-o", drawn)
        try #require(result.status == 0, "\(result.errors)")
        let picture = try PictureFile(path: drawn).bitmap(
            PixelSize(width: place.width, height: place.height))
        var different = Int.max
        let isSame = try eventually(within: 10) {
            let screen = try window.server.screenshot()
            // HUDText may be over the lower third.
            different = (0..<place.height / 2 * place.width).count { index in
                let (x, y) = (index % place.width, index / place.width)
                return difference(screen[place.x + x, place.y + y], Colour(picture[x, y])) > 2
            }
            // Edges lie within a sixteenth of a pixel.
            return different < place.width
        }
        #expect(isSame, "\(different) pixels differ; \(window.program.words)")
    }

    @Test func `a card that is saved is shown anew, and a mistake leaves the last good one`() throws
    {
        let card = TestCard.scene()
        let window = try CardWindow(["show", "--from", "pointer:"], card: card)
        try window.awaitColour(Colour(16, 32, 48), x: 4, y: 4)
        let file = card.folder.file("card.toml")
        // As editors that write in place do.
        try Data(TestCard.sceneText(sky: "#305070").utf8).write(to: file)
        try window.awaitColour(Colour(48, 80, 112), x: 4, y: 4)
        // As editors that write another file and rename it do.
        try Data(TestCard.sceneText(sky: "#507090").utf8).write(to: file, options: .atomic)
        try window.awaitColour(Colour(80, 112, 144), x: 4, y: 4)
        try Data((TestCard.sceneText(sky: "#ff0000") + "\nnonsense = 1\n").utf8).write(to: file)
        #expect(eventually { window.program.words.contains("card.toml:") })
        try window.awaitColour(Colour(80, 112, 144), x: 4, y: 4)
        try Data(TestCard.sceneText(sky: "#7090b0").utf8).write(to: file, options: .atomic)
        try window.awaitColour(Colour(112, 144, 176), x: 4, y: 4)
    }

    @Test func `a picture that comes after the card that names it is shown`() throws {
        let card = TestCard.scene()
        let window = try CardWindow(["show", "--from", "pointer:"], card: card)
        try window.awaitColour(Colour(16, 32, 48), x: 4, y: 4)
        let file = card.folder.file("card.toml")
        let text = TestCard.sceneText(sky: "#102030")
        try Data((text + "\n[[layer]]\npicture = \"art/sun.svg\"\n").utf8).write(to: file)
        #expect(eventually { window.program.words.contains("art/sun.svg") })
        // In a folder that was not there either.
        card.folder.write("art/sun.svg", picture("#305070"))
        try window.awaitColour(Colour(48, 80, 112), x: 4, y: 4)
    }

    private func picture(_ colour: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="240" height="180">\
        <rect width="240" height="180" fill="\(colour)"/></svg>
        """
    }

    @Test func `pictures that come into the folder of a lens are shown`() throws {
        let card = TestCard.scene()
        for number in [1, 9] { card.folder.write("views/\(number).svg", picture("#305070")) }
        card.folder.write(
            "card.toml",
            "format = 2\nsize = [240, 180]\n[lens]\npictures = \"views\"\nrelief = 0\ngloss = 0\n")
        let window = try CardWindow(["show", "--from", "pointer:"], card: card)
        try window.awaitColour(Colour(48, 80, 112), x: 4, y: 4)
        for number in 2...8 { card.folder.write("views/\(number).svg", picture("#7090b0")) }
        try window.awaitColour(Colour(112, 144, 176), x: 4, y: 4)
    }

    @Test(.enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"))
    func `an animation under a lens that is replaced is shown anew`() throws {
        func makeAnimation(_ colour: String, _ seconds: Double) throws {
            // Another file that is renamed, as programs save.
            try Stranger.run(
                """
                cd '\(card.folder.path)' && ffmpeg -v error -f lavfi -i \
                color=\(colour):size=48x36:rate=10:duration=\(seconds) -filter_complex \
                'split[a][b];[a]palettegen[p];[b][p]paletteuse' -y new.gif && mv new.gif flip.gif
                """)
        }
        let card = TestCard.scene()
        try makeAnimation("0x305070", 0.5)
        card.folder.write(
            "card.toml",
            "format = 2\nsize = [240, 180]\n[lens]\npictures = \"flip.gif\"\nrelief = 0\ngloss = 0\n"
        )
        let window = try CardWindow(["show", "--from", "pointer:"], card: card)
        try window.awaitColour(Colour(48, 80, 112), x: 4, y: 4)
        try makeAnimation("0x7090b0", 1.2)
        try window.awaitColour(Colour(112, 144, 176), x: 4, y: 4)
        // A single picture is a mistake, and leaves what was shown.
        try makeAnimation("0xff0000", 0.1)
        #expect(eventually { window.program.words.contains("is a file of one picture") })
        try makeAnimation("0x204060", 0.3)
        try window.awaitColour(Colour(32, 64, 96), x: 4, y: 4)
    }

    @Test func `a folder that is replaced, and one that is rewritten all the time, are shown`()
        throws
    {
        let card = TestCard.scene()
        let window = try CardWindow(["show", "--from", "pointer:"], card: card)
        try window.awaitColour(Colour(16, 32, 48), x: 4, y: 4)
        let other = TemporaryFolder()
        other.write("card.toml", TestCard.sceneText(sky: "#204060"))
        let (path, old) = (card.folder.path, card.folder.path + "-old")
        try FileManager.default.moveItem(atPath: path, toPath: old)
        try FileManager.default.copyItem(atPath: other.path, toPath: path)
        defer { try? FileManager.default.removeItem(atPath: old) }
        try window.awaitColour(Colour(32, 64, 96), x: 4, y: 4)
        for step in 0..<200 {
            card.folder.write(
                "card.toml", TestCard.sceneText(sky: step % 2 == 0 ? "#400000" : "#004000"))
            usleep(10_000)
        }
        card.folder.write("card.toml", TestCard.sceneText(sky: "#6080a0"))
        try window.awaitColour(Colour(96, 128, 160), x: 4, y: 4)
        #expect(window.program.isRunning)
    }
}
