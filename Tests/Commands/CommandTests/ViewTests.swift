import Foundation
import Geometry
import Glibc
import Picture
import PictureFormats
import TestSupport
import Testing

/// `view`: sheets, seen through lenses.
@Suite struct ViewTests {
    private let folder = TemporaryFolder()

    private func run(_ words: String, variables: String = "") throws -> Program.Result {
        try Program.run(
            script: """
                cd '\(folder.path)' && mkdir -p tmp && export TMPDIR="$PWD/tmp"
                \(variables) "$0" \(words)
                """)
    }

    private var temporary: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/tmp")) ?? []
    }

    /// A card of five pictures with smooth colours and a disc that wanders.
    private func writeCard(
        _ axis: String, order: String = "normal", distance: String = "\"infinite\""
    ) throws {
        for (number, picture) in try Self.pictures.get().enumerated() {
            folder.write("card/\(number).png", picture)
        }
        // 240 lenses beside each other, 150 below each other.
        folder.write(
            "card/card.toml",
            """
            format = 2
            size = [480, 300]
            [lens]
            pictures = ["0.png", "1.png", "2.png", "3.png", "4.png"]
            preset = "60"
            axis = "\(axis)"
            order = "\(order)"
            width = 101.6
            relief = 0
            gloss = 0
            distance = \(distance)
            """)
    }

    private static let pictures = Result { try (0..<5).map { Data(try picture($0).png()) } }

    private static func picture(_ number: Int) -> Bitmap {
        let (width, height) = (480, 300)
        let pixels = (0..<width * height).map { place -> UInt32 in
            let x = Double(place % width) / Double(width)
            let y = Double(place / width) / Double(height)
            let wave = 0.5 + 0.5 * sin(9 * x + Double(number) * 1.3) * cos(7 * y)
            let distance = hypot((x - 0.2 - 0.15 * Double(number)) * 1.6, y - 0.5)
            let light = max(0, 1 - 3 * distance)
            let parts = [wave, (x + y + Double(number % 2)) / 3, light]
            return parts.reduce(0xFF) { $0 << 8 | UInt32(min(255, 255 * $1)) }
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }

    /// Draws the printed sheet and the card at a tilt, and gives the mean difference of their colours.
    private func difference(_ view: String, _ render: String) throws -> Double {
        for words in ["view \(view) -o view.png", "render card \(render) -o card.png"] {
            let result = try run("\(words) --size 240x150")
            // With one pixel for a lens no ribs are seen.
            let isQuiet = result.errors == "" || result.errors.contains("its relief is left out")
            try #require(result.status == 0 && isQuiet, "\(words): \(result.errors)")
        }
        let size = PixelSize(width: 240, height: 150)
        let bitmaps = try ["view.png", "card.png"].map {
            try OpenPicture(path: "\(folder.path)/\($0)").bitmap(size)
        }
        return meanDifference(Array(bitmaps[0].pixels), Array(bitmaps[1].pixels))
    }

    @Test(arguments: ["vertical", "horizontal"], ["normal", "reversed"])
    func `a printed card is seen as the card itself`(axis: String, order: String) throws {
        try writeCard(axis, order: order)
        #expect(try run("print card --no-marks -o sheet.png").status == 0)
        let option = axis == "vertical" ? "--tilt-x" : "--tilt-y"
        // In the middle of each picture, beside its middle, and beyond the viewing zone.
        let tilts =
            order == "normal" ? [-32.6, -16.4, -4, 0, 5, 16.4, 30, 49.5] : [-16.4, 5, 49.5]
        for tilt in tilts {
            let difference = try difference(
                "sheet.png --lpi 60 --lens-axis \(axis) --distance infinite \(option) \(tilt)",
                "\(option) \(tilt)")
            #expect(difference <= 3, "\(tilt)°: \(difference)")
        }
        #expect(temporary.isEmpty)
    }

    @Test func `what the lenses run along is seen in the sheet`() throws {
        try writeCard("horizontal")
        #expect(try run("print card -o sheet.png").status == 0)
        let seen = try run("view sheet.png --lpi 60 --tilt-y 16.4 -o seen.png")
        let told = try run(
            "view sheet.png --lpi 60 --lens-axis horizontal --tilt-y 16.4 -o told.png")
        #expect(seen.status == 0 && told.status == 0)
        #expect(
            FileManager.default.contentsEqual(
                atPath: "\(folder.path)/seen.png", andPath: "\(folder.path)/told.png"))
    }

    @Test func `another tilt shows another picture`() throws {
        try writeCard("vertical")
        #expect(try run("print card --no-marks -o sheet.png").status == 0)
        let view = "sheet.png --lpi 60 --distance infinite --tilt"
        #expect(try difference("\(view) 0", "--tilt 16.4") > 20)
    }

    @Test(arguments: [300.0, 600])
    func `a sheet for a distance is seen from there as one is from far away`(
        distance: Double
    ) throws {
        try writeCard("vertical")
        #expect(try run("print card --no-marks --distance \(distance) -o sheet.png").status == 0)
        for tilt in [-16.4, 0, 16.4] {
            let difference = try difference(
                "sheet.png --lpi 60 --distance \(distance) --tilt \(tilt)", "--tilt \(tilt)")
            #expect(difference <= 3, "\(tilt)°: \(difference)")
        }
    }

    @Test func `a sheet that no distance was made for is seen as the card from near`() throws {
        try writeCard("vertical", distance: "300")
        #expect(
            try run("print card --no-marks --distance infinite -o sheet.png").status == 0)
        for tilt in [0.0, 16.4] {
            let sheet = "sheet.png --lpi 60 --distance 300 --tilt \(tilt)"
            let result = try difference(sheet, "--tilt \(tilt)")
            #expect(result <= 3, "\(tilt)°: \(result)")
        }
    }

    @Test func `slanted lenses and margins are seen too`() throws {
        try writeCard("vertical")
        #expect(try run("print card --slant 10 -o sheet.png").status == 0)
        let result = try run(
            "view sheet.png --lpi 60 --slant 10 --distance infinite --tilt-x 16.4 -o view.png "
                + "--size 240x150")
        #expect(result.status == 0)
        let bitmap = try OpenPicture(path: "\(folder.path)/view.png").bitmap(
            PixelSize(width: 240, height: 150))
        // The fourth picture's disc is to the right of the middle, where others are darker.
        let blues = (30..<210).map { Int(bitmap[$0, 75] & 255) }
        let brightest = try #require(blues.indices.max { blues[$0] < blues[$1] }) + 30
        #expect(abs(Double(brightest) / 240 - 0.63) < 0.05)
    }

    @Test(arguments: [12, 20])
    func `a slanted sheet for these lenses is not warned of`(slant: Int) throws {
        try writeCard("vertical")
        let words = "--slant \(slant) --dpi 300 --no-marks -o sheet.png"
        #expect(try run("print card \(words)").status == 0)
        let result = try run(
            "view sheet.png --lpi 60 --slant \(slant) --distance infinite -o v.png")
        #expect(result.status == 0 && !result.errors.contains("times an inch"), "\(result.errors)")
    }

    @Test(arguments: ["--tilt 16", "--tilt-x 1", "--roll 1 --pitch 2", "--time 1", "--event tap@0"])
    func `a window refuses what only a picture has`(option: String) throws {
        let result = try run("view sheet.png --lpi 60 --display terminal --frames 1 \(option)")
        #expect(result.status == 64)
        #expect(result.errors.contains("--time and --event need -o FILE.png"))
    }

    @Test func `a sheet for other lenses is told of, with numbers`() throws {
        try writeCard("vertical")
        #expect(try run("print card --no-marks -o sheet.png").status == 0)
        let result = try run(
            "view sheet.png --lpi 61 --thickness 0.457 --distance infinite -o v.png")
        #expect(result.status == 0)
        // What the wandering disc changes from side to side makes the number a little uncertain.
        #expect(result.errors.hasPrefix("lenticule: sheet.png: it repeats about 60"))
        #expect(result.errors.contains("an inch, and a print for these lenses does so 61 times"))
        let near = try run("view sheet.png --lpi 60 --distance 50 -o v.png")
        #expect(near.status == 0 && near.errors.contains("a print for these lenses does so 59.65"))
    }

    @Test(arguments: [
        ("sheet.png", Int32(64), "give --lpi, the lenses per inch of the sheet"),
        ("plain.png --lpi 60", 65, "plain.png: it does not state its resolution; give --dpi"),
        ("plain.png --lpi 60 --dpi 100", 64, "the printer's dots are too coarse for the lenses"),
        (
            "plain.png --lpi 60 --dpi 3000", 65,
            "at 3000 dpi it is 4.233 mm wide, and cards from 5 to"
        ),
        (
            "sheet.png --lpi 4 --thickness 3 --dpi 4000", 64,
            "less than two lenses of 6.35 mm; give more --lpi, or less --dpi"
        ),
        ("none.png --lpi 60", 66, "cannot read none.png: No such file or directory"),
        ("text.png --lpi 60", 65, "text.png: neither PNG, JPEG, WebP, GIF nor SVG"),
        ("sheet.png --lpi 60 --index 1", 64, "--index is 1"),
        ("sheet.png --lpi 60 --distance -1", 64, "the eye is before the sheet"),
        ("sheet.png --lpi 60 --dpi 10", 64, "--dpi is 10.0"),
        ("sheet.png --lpi 60 -o none/v.png", 66, "cannot write none/v.png"),
        ("sheet.png --lpi 60 -o sheet.png", 64, "it is also read"),
        ("sheet.png --lpi 60 --from log --time 0 -o log", 64, "cannot write log: it is also read"),
        ("sheet.png --lpi 60 --config config -o config", 64, "config: it is also read"),
    ])
    func `what cannot be seen is told in one message`(
        _ words: String, _ status: Int32, _ message: String
    ) throws {
        try writeCard("vertical")
        folder.write("plain.png", Data(try Self.picture(0).png()))
        folder.write("text.png", "no picture")
        folder.write("config", "")
        folder.write("log", "timestamp_ns,accel_x,accel_y,accel_z\n0,0,0,9.8\n100000000,0,0,9.8\n")
        #expect(try run("print card --no-marks --width 40 -o sheet.png").status == 0)
        let output = words.contains(" -o ") ? "" : "-o view.png"
        let result = try run("view \(words) \(output)")
        #expect(result.status == status)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(temporary.isEmpty)
    }

    @Test func `a sheet is shown where cards are, and its folder goes at the end`() throws {
        try writeCard("vertical")
        #expect(try run("print card --no-marks -o sheet.png").status == 0)
        let result = try run(
            "view sheet.png --lpi 60 --display terminal --frames 1")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines.count == 25)
        #expect(temporary.isEmpty)
    }

    @Test func `a trace is never written over the sheet`() throws {
        try writeCard("vertical")
        #expect(try run("print card --no-marks -o sheet.png").status == 0)
        let sheet = try Data(contentsOf: folder.file("sheet.png"))
        let result = try run(
            "view sheet.png --lpi 60 --renderer cpu --frames 1 --trace sheet.png",
            variables: "SDL_VIDEODRIVER=dummy")
        #expect(result.status == 64)
        #expect(result.errors.contains("cannot write sheet.png: it is also read"))
        #expect(try Data(contentsOf: folder.file("sheet.png")) == sheet)
        #expect(temporary.isEmpty)
    }

    @Test(arguments: ["INT", "TERM"])
    func `a signal leaves no temporary folder`(signal: String) throws {
        try writeCard("vertical")
        #expect(try run("print card --no-marks -o sheet.png").status == 0)
        let script = """
            cd '\(folder.path)' && mkdir -p tmp && export TMPDIR="$PWD/tmp" SDL_VIDEODRIVER=dummy
            "$0" view sheet.png --lpi 60 --from endless.csv --renderer cpu & pid=$!
            while [ -z "$(ls tmp)" ]; do kill -0 $pid || exit 1; sleep 0.05; done
            kill -\(signal) $pid
            wait $pid
            """
        mkfifo("\(folder.path)/endless.csv", 0o600)
        // Nobody writes, so that the log never begins.
        let writer = open("\(folder.path)/endless.csv", O_RDWR)
        defer { close(writer) }
        _ = try Program.run(script: script)
        #expect(temporary.isEmpty)
    }
}
