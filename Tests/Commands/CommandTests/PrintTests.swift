import Decoding
import Foundation
import Geometry
import Picture
import PictureFormats
import TestSupport
import Testing

/// `print`: sheets, and what is told of them.
@Suite struct PrintTests {
    private let folder = TemporaryFolder()

    init() {
        for (name, colour) in [("back", "teal"), ("middle", "gold"), ("front", "navy")] {
            folder.writePicture("card/\(name).svg", colour: colour)
        }
        folder.write(
            "twice/card.toml",
            ["back", "front", "back"].map { "[[layer]]\npicture = \"\($0).svg\"\n" }.joined())
        for (name, colour) in [("back", "teal"), ("front", "navy")] {
            folder.writePicture("twice/\(name).svg", colour: colour)
        }
        folder.writePicture("one/only.svg")
        folder.write("one/card.toml", "[[layer]]\npicture = \"only.svg\"\n")
        folder.write(
            "scene/card.toml",
            """
            format = 2
            size = [200, 100]
            [tilt]
            axis = "vertical"
            [[layer]]
            colour = "#203040"
            [[layer]]
            colour = "#ffffff"
            at = [0.5, 0.5]
            size = [0.2, 0.4]
            offset-x = { follow = "tilt-x", range = [-45, 45], values = [-90, 90] }
            """)
        folder.write(
            "lens/card.toml",
            """
            format = 2
            size = [400, 300]
            [lens]
            pictures = ["a.svg", "b.svg", "c.svg", "d.svg", "e.svg"]
            preset = "60"
            width = 80
            distance = 300
            """)
        for (name, colour) in zip("abcde", ["red", "lime", "blue", "yellow", "aqua"]) {
            folder.writePicture("lens/\(name).svg", colour: colour)
        }
        let layers = [("1", "teal"), ("2", "gold"), ("3", "navy"), ("4", "red")].map {
            folder.writePicture("four/\($0).svg", colour: $1)
            return "[[layer]]\npicture = \"\($0).svg\"\n"
        }
        folder.write(
            "four/card.toml", "[tilt]\nbase_degrees = 5\nflat_degrees = 2\n" + layers.joined())
    }

    @Test(arguments: ["horizontal", "vertical"])
    func `the card covers each dot, also if its sides are no whole dots`(axis: String) throws {
        for name in ["back", "middle", "front"] {
            folder.write(
                "white/\(name).svg",
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" \
                height="200" fill="white"/></svg>
                """)
        }
        // 865.7 x 577.2 dots.
        let result = try run(
            "white --no-marks --lpi 60 --dpi 300 --width 73.3 --lens-axis \(axis) -o sheet.png")
        #expect(result.status == 0)
        let sheet = try PictureFile(path: folder.file("sheet.png").path).bitmap(
            PixelSize(width: 866, height: 577))
        #expect((0..<866).allSatisfy { sheet[$0, 288] == 0xFFFF_FFFF })
    }

    private func run(_ arguments: String) throws -> Program.Result {
        try Program.run(script: "cd '\(folder.path)' && \"$0\" print \(arguments)")
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    /// The size of a PNG in pixels.
    private func size(_ name: String) throws -> Size {
        try OpenPicture(path: "\(folder.path)/\(name)").size
    }

    @Test func `a card with a lens is printed as it says`() throws {
        let result = try run("lens --no-marks -o sheet.png")
        #expect(result.status == 0 && result.errors == "")
        #expect(
            result.lines == [
                "lenses   60 per inch, 0.457 mm thick, index 1.56; they run from top to bottom",
                "pitch    0.4233 mm, printed 0.4237 mm (59.941 per inch) for an eye at 300 mm",
                "zone     81.9°, then the 5 pictures begin again",
                "changes  at -41, -24.7, -8.3, 8.3, 24.7, 41°",
                "dots     10.01 a lens, 2 a picture",
                "lost     across the lenses all detail finer than one of the 189 lenses",
                "paper    80 x 60 mm: 80.01 x 59.99 mm, 1890 x 1417 dots at 600 an inch",
            ])
        #expect(try size("sheet.png") == Size(width: 1890, height: 1417))
        #expect(abs((statedDotsPerInch("\(folder.path)/sheet.png") ?? 0) - 600) < 0.02)
    }

    @Test func `what is given on the command line replaces what the card says`() throws {
        let result = try run(
            "lens --no-marks --lpi 40 --dpi 1200 --width 50.8 --distance infinite --lens-axis "
                + "horizontal -o sheet.png")
        #expect(result.status == 0 && result.errors == "")
        #expect(result.lines[0].hasPrefix("lenses   40 per inch, 0.838 mm thick"))
        #expect(result.lines[0].hasSuffix("from side to side"))
        #expect(result.lines[1].hasSuffix("printed 0.635 mm (40 per inch) for an eye far away"))
        #expect(try size("sheet.png") == Size(width: 2400, height: 1800))
        let bitmap = try OpenPicture(path: "\(folder.path)/sheet.png").bitmap(
            PixelSize(width: 2400, height: 1800))
        // Thirty dots a lens, six for each of five colours, from the top.
        let colours = (0..<30).map { bitmap[700, $0 + 60] }
        #expect(
            colours
                == [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FF00, 0xFF00_FFFF].flatMap {
                    Array(repeating: $0, count: 6)
                })
    }

    /// Adds to the card `lens`, prints it, and gives every second of the ten dots under the lens in
    /// its middle.
    private func dots(adding lines: String) throws -> [UInt32] {
        let text = try String(contentsOfFile: "\(folder.path)/lens/card.toml", encoding: .utf8)
        folder.write("lens/card.toml", "\(text)\n\(lines)\n")
        let result = try run("lens --no-marks --distance infinite --width 50.8 -o sheet.png")
        #expect(result.status == 0 && result.errors == "")
        let bitmap = try OpenPicture(path: "\(folder.path)/sheet.png").bitmap(
            PixelSize(width: 1200, height: 900))
        return stride(from: 600, to: 610, by: 2).map { bitmap[$0, 450] }
    }

    @Test func `the order of a card is the order on paper`() throws {
        #expect(
            try dots(adding: "order = \"reversed\"\ncross-talk = 0")
                == [0xFF00_FFFF, 0xFFFF_FF00, 0xFF00_00FF, 0xFF00_FF00, 0xFFFF_0000])
    }

    @Test(arguments: [
        "{ follow = \"time\", range = [0, 4], values = [-30, 30] }",
        "{ follow = \"tilt-x\", range = [-30, 30], values = [-60, 60] }",
    ])
    func `each picture is printed under its own angle, whatever drives the lens's tilt`(
        driver: String
    ) throws {
        #expect(
            try dots(adding: "tilt-x = \(driver)")
                == [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FF00, 0xFF00_FFFF])
    }

    @Test func `relief and cross-talk of a second lens are left out`() throws {
        let stamp = """
            [[layer]]
            size = [0.2, 0.3]
            [layer.lens]
            pictures = ["a.svg", "b.svg", "c.svg"]
            width = 10
            cross-talk = 0.3
            """
        #expect(
            try dots(adding: stamp)
                == [0xFFFF_0000, 0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFF00_00FF])
    }

    @Test func `a title in the middle is printed in the middle`() throws {
        for name in ["a", "b"] {
            folder.write(
                "title/\(name).svg",
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">
                <rect width="400" height="300" fill="#fff"/><text x="200" y="170" font-size="80"
                font-family="DejaVu Sans" text-anchor="middle">HOH</text></svg>
                """)
        }
        folder.write(
            "title/card.toml",
            "format = 2\nsize = [400, 300]\n[lens]\npictures = [\"a.svg\", \"b.svg\"]\nwidth = 80")
        #expect(try run("title --no-marks --dpi 600 -o sheet.png").status == 0)
        let size = PixelSize(width: 1890, height: 1417)
        let sheet = try OpenPicture(path: "\(folder.path)/sheet.png").bitmap(size)
        let drawing = try OpenPicture(path: "\(folder.path)/title/a.svg").bitmap(size)
        #expect(abs(sheet.ink.share - drawing.ink.share) < 0.1 * drawing.ink.share)
        // A lens, ten dots, has one colour.
        #expect(abs(sheet.ink.column - drawing.ink.column) < 5)
    }

    @Test(arguments: [
        ("[0.2, 0.3]", "width = 20", "100 x 75"), ("[0.2, 0.3]", "", "100 x 75"),
        ("[0.5, 0.3]", "width = 100", "200 x 150"), ("[0, 0.3]", "width = 80", "80 x 60"),
        (
            "[0.2, 0.3]", "width = { follow = \"tilt-x\", range = [0, 30], values = [10, 20] }",
            "50 x 37.5"
        ),
    ])
    func `a width that the card gives for a lens in a part of it decides the card's width`(
        size: String, width: String, paper: String
    ) throws {
        folder.write(
            "lens/card.toml",
            """
            format = 2
            size = [400, 300]
            [[layer]]
            size = \(size)
            [layer.lens]
            pictures = ["a.svg", "b.svg"]
            \(width)
            """)
        let result = try run("lens --report")
        #expect(result.lines.contains { $0.hasPrefix("paper    \(paper) mm") })
    }

    @Test(arguments: [
        ("card", [UInt32(0xFF00_8080), 0xFFFF_D700, 0xFF00_0080]),
        ("twice", [0xFF00_8080, 0xFF00_0080, 0xFF00_8080]),
        ("four", [0xFF00_8080, 0xFFFF_D700, 0xFF00_0080, 0xFFFF_0000]),
    ])
    func `a classic card is printed with the pictures that it fades between`(
        card: String, colours: [UInt32]
    ) throws {
        let result = try run(
            "\(card) --lpi 50 --thickness 0.6 --no-marks --distance infinite --width 50.8 -o sheet.png"
        )
        #expect(result.status == 0 && result.errors == "")
        // Its tilt is about the horizontal axis.
        #expect(result.lines[0].hasSuffix("from side to side"))
        let bitmap = try OpenPicture(path: "\(folder.path)/sheet.png").bitmap(
            PixelSize(width: 1200, height: 900))
        #expect(
            (600..<612).map { bitmap[300, $0] }
                == colours.flatMap { Array(repeating: $0, count: 12 / colours.count) })
    }

    @Test(arguments: [("vertical", "tilt-x"), ("steering", "tilt")])
    func `a scene is printed as it looks at the angles of its views`(
        axis: String, signal: String
    ) throws {
        let text = try String(contentsOfFile: "\(folder.path)/scene/card.toml", encoding: .utf8)
        folder.write(
            "scene/card.toml",
            text.replacing("\"vertical\"", with: "\"\(axis)\"").replacing("tilt-x", with: signal))
        let result = try run(
            "scene --lpi 60 --pictures 5 --no-marks --distance infinite --width 50.8 -o sheet.png")
        #expect(result.status == 0 && result.errors == "")
        let bitmap = try OpenPicture(path: "\(folder.path)/sheet.png").bitmap(
            PixelSize(width: 1200, height: 600))
        // Of each view, two dots of ten: from which lens to which it is white.
        let middles = (0..<5).map { view -> Double in
            let white = (0..<120).filter { bitmap[10 * $0 + 2 * view, 300] == 0xFFFF_FFFF }
            #expect(abs(white.count - 24) <= 1)
            return Double(white.reduce(0, +)) / Double(white.count)
        }
        // Views are seen at -32.6, -16.4, 0, 16.4 and 32.6 degrees; a degree moves it by two points of
        // 200, which 120 lenses show.
        for (view, degrees) in [-32.6, -16.4, 0, 16.4, 32.6].enumerated() {
            #expect(abs(middles[view] - 59.5 - degrees * 2 * 120 / 200) < 0.7)
        }
    }

    @Test(
        .enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"))
    func `the name decides the kind of file, and all kinds have the same dots`() throws {
        for name in ["sheet.png", "sheet.tiff", "sheet.TIF", "sheet.pdf", "-"] {
            let target = name == "-" ? "- > piped.png" : name
            #expect(try run("lens --width 20 -o \(target)").status == 0)
        }
        let path = "\(folder.path)/sheet"
        let pixels = try Stranger.pixels("\(path).png")
        #expect(pixels.count > 100_000)
        #expect(try Stranger.pixels("\(path).tiff") == pixels)
        #expect(try Stranger.pixels("\(folder.path)/piped.png") == pixels)
        let tiff = try Data(contentsOf: folder.file("sheet.tiff"))
        #expect(try Data(contentsOf: folder.file("sheet.TIF")) == tiff)
        let pdf = try Data(contentsOf: folder.file("sheet.pdf"))
        #expect(pdf.starts(with: Data("%PDF-1.4".utf8)))
    }

    @Test(arguments: [
        ("card -o sheet.png", Int32(64), "the card card has no lens: give --lpi"),
        ("card --lpi 33 -o sheet.png", 64, "--lpi 33: give --thickness too"),
        (
            "one --lpi 60 -o sheet.png", 65,
            "the card one has one picture, and a lens shows 2 or more"
        ),
        ("lens --pictures 3 -o sheet.png", 64, "--pictures: the card lens has a lens, with 5"),
        (
            "lens --dpi 100 -o sheet.png", 64,
            "the printer's dots are too coarse for the lenses: 60 per inch, of"
        ),
        (
            "lens --width 2000 --dpi 1200 -o sheet.png", 64,
            "dots, and at most 32767 a side are written"
        ),
        (
            "lens --width 5 --lpi 4 --thickness 3 -o sheet.png", 64,
            "less than two lenses of 6.35 mm"
        ),
        (
            "lens --thickness 0 -o sheet.png", 64,
            "--thickness is 0.0; it must be from 0.05 to 20 mm"
        ),
        ("lens --index 1 -o sheet.png", 64, "--index is 1, that of air: such lenses show nothing"),
        ("lens --distance -300 -o sheet.png", 64, "the eye is before the sheet, at 10 mm or more"),
        ("lens --distance 0 -o sheet.png", 64, "the eye is before the sheet, at 10 mm or more"),
        ("lens --lpi 2000 -o sheet.png", 64, "--lpi is 2000.0; it must be from 1 to 1000"),
        ("lens --pictures 65 -o sheet.png", 64, "--pictures is 65; a lens shows from 2 to 64"),
        ("lens -o sheet.jpg", 64, "this command writes PNG, TIFF or PDF"),
        ("lens", 64, "give -o SHEET.png, or --report"),
        ("lens -o none/sheet.png", 66, "cannot write none/sheet.png: No such file or directory"),
        ("lens -o lens/a.svg", 64, "this command writes PNG, TIFF or PDF"),
        ("lens -o lens/card.toml", 64, "this command writes PNG, TIFF or PDF"),
        ("--pitch-test -o sheet.png", 64, "--pitch-test needs --lpi"),
        ("lens --pitch-test --lpi 60 -o sheet.png", 64, "no card: leave out lens"),
        ("--card lens --pitch-test --lpi 60 -o sheet.png", 64, "no card: leave out lens"),
        ("--pitch-test --lpi 60 --config config -o sheet.png", 64, "leave out --config"),
        ("lens --pitch-range 2 -o sheet.png", 64, "--pitch-range is for --pitch-test"),
        ("--pitch-test --lpi 60 --report -o sheet.png", 64, "--pitch-test shows no pictures"),
        ("--pitch-test --lpi 60 --slant 5 -o sheet.png", 64, "--pitch-test shows no pictures"),
        ("--pitch-test --lpi 60 --no-marks -o sheet.png", 64, "--pitch-test shows no pictures"),
        (
            "--pitch-test --lpi 400 --thickness 0.1 -o sheet.png", 64,
            "the printer's dots are too coarse for the lenses"
        ),
        ("missing --lpi 60 -o sheet.png", 66, "there is no card \"missing\""),
    ])
    func `what cannot be printed is told in one message`(
        _ arguments: String, _ status: Int32, _ words: String
    ) throws {
        let before = try names()
        let result = try run(arguments)
        #expect(result.status == status, "\(result.errors)")
        #expect(result.errors.contains(words))
        if status != 0 { #expect(try names() == before) }
    }

    @Test(arguments: [
        ("lens", "lens/a.svg"), ("lens", "lens/shown/by-a.svg"),
        ("lens/card.toml", "lens/card.toml"), ("mine", "lenticule/cards/mine/card.toml"),
        ("lens --config config", "config"),
    ])
    func `what is read is never written over`(words: String, name: String) throws {
        folder.writePicture("lens/shown/by-a.svg")
        folder.writePicture("lens/a.svg", showing: "shown/by-a.svg")
        folder.write("config", "")
        folder.write(
            "lenticule/cards/mine/card.toml",
            "format = 2\nsize = [200, 100]\n[[layer]]\ncolour = \"#203040\"\n")
        symlink("\(folder.path)/\(name)", "\(folder.path)/link.png")
        let before = try Data(contentsOf: folder.file(name))
        let result = try Program.run(
            script: """
                cd '\(folder.path)' && export XDG_DATA_HOME="$PWD"
                "$0" print \(words) --lpi 60 -o link.png
                """)
        #expect(result.status == 64 && result.errors.contains("it is also read"))
        #expect(try Data(contentsOf: folder.file(name)) == before)
    }

    @Test(arguments: ["-", "/dev/stdout"])
    func `standard output gets the picture alone`(output: String) throws {
        for words in ["lens --width 20", "--pitch-test --lpi 60 --width 60"] {
            let result = try run(
                "\(words) -o sheet.png && \"$0\" print \(words) -o \(output) | cmp - sheet.png")
            #expect(result.status == 0, "\(result.output) \(result.errors)")
        }
    }

    @Test func `more pictures than dots are warned of, with their number`() throws {
        let result = try run("scene --lpi 60 --pictures 25 --report --distance infinite")
        #expect(result.status == 0)
        #expect(
            result.errors.hasPrefix(
                "lenticule: a lens covers 10 dots, and the card has 25 pictures: about 15 of them fall "
            ))
        let lost = try #require(result.lines.first { $0.hasPrefix("lost") })
        #expect(
            lost.hasPrefix("lost     15 of 25 pictures under a lens, which fall between two dots;"))
    }

    @Test func `the quality is told by its measures, as text and as JSON`() throws {
        let text = try run("lens --report")
        #expect(text.status == 0)
        #expect(text.lines.filter { $0.contains("uniform") }.count == 1)
        #expect(text.lines.suffix(5).allSatisfy { $0.contains("%; half as far ") })
        let json = try run("lens --json")
        #expect(json.status == 0)
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(report["lenses_per_inch"] as? Double == 60)
        #expect(abs((report["viewing_zone"] as? Double ?? 0) - 81.9) < 0.05)
        #expect((report["change_angles"] as? [Double])?.count == 6)
        #expect(report["dots"] as? [Int] == [2270, 1797])
        let quality = try #require(report["quality"] as? [[String: Any]])
        #expect(quality.count == 5)
        let names: Set = [
            "picture", "from", "to", "cross_talk", "misalignment", "without_dot", "uniformity",
            "uniformity_at_half_distance", "uniformity_far_away",
        ]
        for picture in quality {
            #expect(Set(picture.keys) == names)
            #expect((0.0005...0.03).contains(picture["cross_talk"] as? Double ?? 1))
            #expect(picture["uniformity"] as? Double == 1)
        }
    }

    @Test func `of a picture that is hidden nothing is told`() throws {
        // So thin that only the middle of each lens is seen.
        let text = try run("lens --lpi 20 --thickness 0.05 --report")
        #expect(text.status == 0)
        #expect(text.lines.suffix(5).filter { $0.hasSuffix("hidden") }.count == 4)
        #expect(text.output.contains("0.1 mm beside its place shows nothing of what is printed"))
    }

    @Test func `a pitch test has a number for every band`() throws {
        let result = try run("--pitch-test --lpi 60 --pitch-range 2 --width 60 -o test.png")
        #expect(result.status == 0 && result.errors == "")
        #expect(result.output.hasPrefix("21 bands from 58.8 to 61.2 lenses per inch: look through"))
        let size = try size("test.png")
        #expect(size.width == 1748 && size.height > 2900)
        let level = try run("--pitch-test --lpi 60 --lens-axis horizontal --width 60 -o test.pdf")
        #expect(level.status == 0 && level.errors == "")
    }

    @Test func `a sheet that is interrupted leaves nothing`() throws {
        let before = try names()
        let result = try Program.run(
            script: """
                cd '\(folder.path)'
                "$0" print scene --lpi 60 --dpi 2400 --width 300 -o sheet.tiff & pid=$!
                while ! ls -A | grep -q '^.lenticule-'; do
                    kill -0 $pid || exit 1
                    sleep 0.05
                done
                kill -TERM $pid
                wait $pid
                """)
        #expect(result.status == 128 + SIGTERM, "\(result.errors)")
        #expect(try names() == before)
    }

    @Test(.enabled(if: Program.canMount, "needs unshare and mount"))
    func `where the disk is full the sheet before stays`() throws {
        let result = try Program.run(
            onFullDisk: """
                full=$PWD/full/sheet.tiff
                echo before > $full
                cd '\(folder.path)'
                "$0" print lens -o $full 2>&1 || echo $?
                cat $full; ls -A ${full%/*}
                """)
        let lines = result.output.split(separator: "\n")
        #expect(lines.first?.hasSuffix("sheet.tiff: No space left on device") == true)
        #expect(lines.dropFirst() == ["74", "before", "sheet.tiff"])
    }
}

extension Bitmap {
    /// How much of the bitmap is dark, from 0 to 1, and the mean column of that.
    fileprivate var ink: (share: Double, column: Double) {
        var (sum, moment) = (0.0, 0.0)
        // The last lens reaches beyond the picture, and its dots are a little grey.
        for (index, pixel) in pixels.enumerated() where pixel & 0xFF < 128 {
            sum += 1
            moment += Double(index % width) + 0.5
        }
        return (sum / Double(pixels.count), moment / sum)
    }
}
