import Foundation
import TestSupport
import Testing

/// Cards under a lens whose pictures are the pages of an animation.
@Suite(
    .enabled(
        if: ["ffmpeg", "gif2webp"].allSatisfy(Stranger.isHere), "ffmpeg or webp is not here"))
struct AnimationCardTests {
    private let folder = TemporaryFolder()

    /// A card in the folder `name` with these pictures under its lens.
    private func write(_ name: String, _ pictures: String) {
        folder.write(
            "\(name)/card.toml",
            "format = 2\nsize = [96, 64]\n[lens]\npictures = \(pictures)\nrelief = 0\ngloss = 0\n")
    }

    /// The same animation as GIF, as WebP, and as single pictures, under a lens each.
    private func makeCards() throws {
        for name in ["gif", "webp", "pages"] {
            write(name, name == "pages" ? "\"all\"" : "\"flip.\(name)\"")
        }
        folder.write("pages/all/notes.txt", "")
        try Stranger.run(
            """
            cd '\(folder.path)' && mkdir -p gif webp && \
            ffmpeg -v error -f lavfi -i testsrc2=size=96x64:rate=8:duration=1.5 gif/flip.gif && \
            gif2webp -quiet gif/flip.gif -o webp/flip.webp && \
            ffmpeg -v error -i gif/flip.gif pages/all/%d.png
            """)
    }

    @Test func `a lens over an animation shows what one over its pages does`() throws {
        try makeCards()
        func output(_ card: String, _ command: [String], _ name: String) throws -> Data {
            let path = folder.file(name).path
            let result = try Program.run(arguments: command + ["-o", path])
            #expect(result.status == 0 && result.errors == "", "\(card): \(result.errors)")
            return try Data(contentsOf: folder.file(name))
        }
        for card in ["gif", "webp", "pages"] {
            let path = folder.file(card).path
            let check = try Program.run("check", path)
            #expect(check.status == 0 && check.errors == "", "\(check.errors)")
            #expect(check.output.contains("one layer, 12 pictures"))
        }
        var seen: Set<Data> = []
        for tilt in ["-31", "-9", "4", "22"] {
            let drawn = try ["gif", "webp", "pages"].map { card in
                try output(
                    card,
                    [
                        "render", "--card", folder.file(card).path, "--tilt-x", tilt, "--size",
                        "96x64",
                    ], "\(card).png")
            }
            #expect(drawn[0] == drawn[2] && drawn[1] == drawn[2], "at \(tilt)")
            seen.insert(drawn[0])
        }
        #expect(seen.count == 4)
        let sheets = try ["gif", "webp", "pages"].map { card in
            try output(
                card, ["print", folder.file(card).path, "--dpi", "720", "--width", "30"],
                "sheet.png")
        }
        #expect(sheets[0] == sheets[2] && sheets[1] == sheets[2])
        let shown = try Program.run(
            "show", "--display", "terminal", "--frames", "1", "--from", "simulated:hand", "--card",
            folder.file("gif").path)
        #expect(shown.status == 0, "\(shown.errors)")
    }

    @Test func `an animation as an ordinary picture is its first page`() throws {
        try makeCards()
        let first = folder.file("pages/all/1.png").path
        let drawn = try ["gif/flip.gif", "webp/flip.webp", "pages/all/1.png"].map { name in
            folder.write(
                "card/card.toml", "format = 2\nsize = [96, 64]\n[[layer]]\npicture = \"a\"\n")
            try? FileManager.default.removeItem(at: folder.file("card/a"))
            try FileManager.default.copyItem(at: folder.file(name), to: folder.file("card/a"))
            let result = try Program.run(
                "render", "--card", folder.file("card").path, "--size", "96x64", "-o",
                folder.file("drawn.png").path)
            #expect(result.status == 0 && result.errors == "", "\(result.errors)")
            return try Stranger.pixels(folder.file("drawn.png").path)
        }
        let expected = try Stranger.pixels(first)
        #expect(drawn.allSatisfy { $0 == expected })
    }

    @Test func `an animation that cannot be shown is one line and an exit status`() throws {
        try makeCards()
        let whole = try Data(contentsOf: folder.file("gif/flip.gif"))
        let still = try Data(contentsOf: folder.file("pages/all/1.png"))
        var huge = whole
        huge.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0xFF])
        let cases: [(String, Data?, Int32, String)] = [
            ("gone.gif", nil, 66, "gone.gif: No such file or directory"),
            ("still.gif", still, 65, "lens.pictures is a file of one picture, and must be"),
            (
                "cut.gif", whole.prefix(whole.count - 500), 65,
                "cut.gif: it is damaged or cut off after"
            ),
            (
                "damaged.gif", Data(damagedPage), 65,
                "damaged.gif: not a readable picture: its page 2: Image is defective"
            ),
            ("huge.gif", huge, 65, "huge.gif: too large with 65535 x 65535 pixels; scale it down"),
        ]
        for (name, bytes, status, words) in cases {
            write("bad", "\"\(name)\"")
            if let bytes { folder.write("bad/\(name)", bytes) }
            for command in [["check"], ["render", "-o", "\(folder.path)/a.png", "--card"]] {
                let result = try Program.run(arguments: command + [folder.file("bad").path])
                #expect(result.status == status, "\(name): \(result.errors)")
                let lines = result.errors.split(separator: "\n")
                #expect(lines.count == 1 && lines[0].contains(words), "\(name): \(result.errors)")
            }
        }
    }
}

/// A GIF of three pages of one pixel, of which the second has a code that no page can have.
private let damagedPage: [UInt8] = {
    let codes: [[UInt8]] = [[0x44, 1], [0xFF, 0xFF], [0x44, 1]]
    return Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        + codes.flatMap { [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2] + $0 + [0] } + [0x3B]
}()
