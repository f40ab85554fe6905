import FoundationEssentials
import TestSupport
import Testing

@Suite struct CheckTests {
    private let folder = TemporaryFolder()

    @Test(arguments: [("3,2,4", "once"), ("3,2,4,1", "2 times")])
    func `time that jumps back is counted in words`(times: String, words: String) throws {
        let rows = times.split(separator: ",").map { "\($0)000000000,0,0,9.8\n" }.joined()
        let path = folder.write("log.csv", "timestamp_ns,accel_x,accel_y,accel_z\n" + rows)
        let result = try Program.run("check", path)
        #expect(result.status == 0)
        #expect(result.output.hasSuffix(", time jumps back \(words)\n"))
    }

    @Test func `a log that begins anew is as long as its parts together`() throws {
        let times = [0, 1, 2, 3, 0, 1, 2]
        let rows = times.map { "\($0)000000000,0,0,9.8\n" }.joined()
        let path = folder.write("log.csv", "timestamp_ns,accel_x,accel_y,accel_z\n" + rows)
        let result = try Program.run("check", path)
        #expect(result.output.hasPrefix("\(path): a motion log of 7 rows over 5 s, "))
    }

    @Test func `rows out of order lengthen no log`() throws {
        let rows = [0, 2, 1, 7, 2, 8].map { "\($0)00000000,0,0,9.8\n" }.joined()
        let path = folder.write("log.csv", "timestamp_ns,accel_x,accel_y,accel_z\n" + rows)
        let result = try Program.run("check", path)
        #expect(result.output.hasPrefix("\(path): a motion log of 6 rows over 0.8 s, "))
        #expect(result.output.contains(" with rotation rate, 2 out of order"))
        #expect(!result.output.contains("time jumps back"))
    }

    @Test func `what a path's file lacks is told, with its place`() throws {
        folder.write(
            "card/a.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">"
                + "<rect id=\"r\" width=\"5\" height=\"5\"/><use href=\"#r\"/></svg>")
        func check(_ element: String) throws -> Program.Result {
            let layer = "[[layer]]\npath = \"a.svg\"\nfill = \"#fff\"\n"
            folder.write("card/card.toml", "format = 2\nsize = [9, 9]\n\(layer)\(element)")
            return try Program.run("check", "\(folder.path)/card")
        }
        let missing = try check("element = \"x\"\n")
        #expect(missing.status == 65)
        #expect(missing.errors.contains("card.toml:4:8: "))
        #expect(missing.errors.contains("has no element with the id \"x\"\n"))
        let whole = try check("")
        #expect(whole.status == 0)
        #expect(whole.errors.contains("a.svg: the path is without its elements use\n"))
        let part = try check("element = \"r\"\n")
        #expect(part.status == 0 && part.errors == "")
    }

    @Test func `many materials in one group are warned of, with their number`() throws {
        func check(_ count: Int) throws -> Program.Result {
            let plates = String(
                repeating: "[[layer]]\nin = \"plates\"\nmaterial = \"thin\"\n", count: count)
            folder.write(
                "card/card.toml",
                "format = 2\nsize = [4, 3]\n[[layer]]\nname = \"plates\"\n" + plates)
            return try Program.run("check", "\(folder.path)/card")
        }
        #expect(try check(16).errors == "")
        let result = try check(40)
        #expect(result.status == 0)
        #expect(
            result.errors == """
                lenticule: \(folder.path)/card: 40 materials lie in "plates", and each blurs what lies \
                below it: a frame takes about 40 times as long as with one\n
                """)
    }

    /// Half of the card changes from black to white and back so many times in a second.
    private func flashing(_ times: Double, height: Double = 0.5) throws -> Program.Result {
        let step = 0.5 / times
        folder.write(
            "card/card.toml",
            """
            format = 2
            size = [400, 300]
            [[layer]]
            colour = "#fff"
            size = [1, \(height)]
            opacity = { on = "shown", track = [
                { to = 0 }, { to = 0, linear = \(step) }, { to = 1 }, { to = 1, linear = \(step) },
            ], loop = true }
            """)
        return try Program.run("check", "\(folder.path)/card")
    }

    @Test func `a card that flashes by itself is warned of`() throws {
        let warning = "a large part of it flashes more than 3 times in a second"
        #expect(try flashing(5).errors.contains(warning))
        #expect(try flashing(2).errors == "")
        #expect(try flashing(5, height: 0.2).errors == "")
    }

    @Test func `pictures that need too much memory are warned of, with the figure`() throws {
        let names = (0..<170).map { "\($0).svg" }
        for name in names { folder.writePicture("card/\(name)") }
        func check(_ names: some Sequence<String>) throws -> Program.Result {
            let layers = names.map { "[[layer]]\npicture = \"\($0)\"\nrotation = 1\n" }.joined()
            folder.write("card/card.toml", "format = 2\nsize = [480, 300]\n" + layers)
            return try Program.run("check", "\(folder.path)/card")
        }
        #expect(try check(names.prefix(150)).errors == "")
        let result = try check(names)
        #expect(result.status == 0)
        #expect(
            result.errors == """
                lenticule: \(folder.path)/card: its pictures need 2.09 GB at 1920 x 1200 pixels, and may \
                take 2 GB: they are drawn smaller, and unsharp\n
                """)
    }

    @Test func `lenses share their memory, and lost columns are warned of`() throws {
        let names = (0..<64).map { "\($0).svg" }
        for name in names { folder.writePicture("card/\(name)") }
        let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
        let lens = "[[layer]]\nopacity = 0.5\nlens = { pictures = [\(list)] }\n"
        func check(_ count: Int) throws -> Program.Result {
            folder.write(
                "card/card.toml",
                "format = 2\nsize = [480, 300]\n" + String(repeating: lens, count: count))
            return try Program.run("check", "\(folder.path)/card")
        }
        #expect(try check(1).errors == "")
        let result = try check(30)
        #expect(result.status == 0)
        #expect(
            result.errors.contains(
                /at 1920 x 1200 pixels the lens: its 64 pictures are kept with \d+ columns each/))
        #expect(result.errors.hasSuffix("; so are those of 29 more of its lenses\n"))
    }

    @Test func `for check and angles a row is without acceleration if that is not finite`() throws {
        let rows = ["nan,0,9.8", "0,0,inf", "0,0,9.8", "0,-inf,9.8"].enumerated().map {
            "\($0)0000000,\($1),0,0,0\n"
        }
        let path = folder.write(
            "log.csv",
            "timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z\n" + rows.joined())
        let words = try Program.run("check", path).output
        #expect(words.contains(" 4 rows over 0.03 s, 1 with acceleration, 4 with rotation rate"))
        let angles = try Program.run("angles", path).lines.dropFirst()
        #expect(angles.map { $0.contains(",,,,") } == [true, true, false, false])
    }

    @Test func `a configuration without mistakes passes`() throws {
        let path = folder.write("config.toml", "tilt.base_degrees = 45")
        let result = try Program.run("check", path)
        #expect(result.status == 0)
        #expect(result.output == "\(path): a configuration without mistakes\n")
    }

    @Test func `in a check an unknown key is an error`() throws {
        let path = folder.write("config.toml", "[tilt]\naxsi = 1\n[shwo]\n")
        let result = try Program.run("check", path)
        #expect(result.status == 78)
        #expect(
            result.errors == """
                lenticule: \(path):2:1: unknown key "tilt.axsi"; the nearest is "tilt.axis"
                lenticule: \(path):3:2: unknown key "shwo"; the nearest is "show"

                """)
    }

    @Test(arguments: [
        ("tilt.axis = ", 78, "1:13: "), ("tilt.base_degrees = 1000", 78, "1:21: tilt.base_degrees"),
    ])
    func `a mistake in a configuration is named with its place`(
        text: String, status: Int32, message: String
    ) throws {
        let path = folder.write("my.toml", text)
        let result = try Program.run("check", path)
        #expect(result.status == status)
        #expect(result.errors.hasPrefix("lenticule: \(path):\(message)"))
        #expect(result.output.isEmpty)
    }

    @Test func `without a file the configuration in force is checked`() throws {
        let path = folder.write("my.toml", "tilt.axsi = 1")
        let result = try Program.run("check", "--config", path)
        #expect(result.status == 78)
        #expect(result.errors.contains("\(path):1:6: unknown key \"tilt.axsi\""))
    }

    @Test func `a card is checked by its folder or its card.toml`() throws {
        for name in ["back", "middle", "front"] { folder.writePicture("\(name).svg") }
        let file = folder.write("card.toml", "format = 1\nname = \"Lake\"")
        for path in [folder.path, file] {
            let result = try Program.run("check", path)
            #expect(result.status == 0)
            #expect(result.output == "\(path): the card \"Lake\", 3 pictures\n")
        }
    }

    @Test func `an installed card is checked by its name`() throws {
        for name in ["back", "middle", "front"] {
            folder.writePicture("lenticule/cards/lake/\(name).svg")
        }
        let result = try RunningProgram(
            ["check", "lake"], environment: ["XDG_DATA_HOME": folder.path]
        ).result()
        #expect(result.status == 0)
        #expect(result.output == "lake: the card \"lake\", 3 pictures\n")
    }

    @Test(arguments: [
        ("format = 9", 65, "card.toml:1:10: format 9 is a newer format"),
        ("nmae = 1", 65, "card.toml:1:1: unknown key \"nmae\"; the nearest is \"name\""),
        ("[[layer]]\npicture = \"gone.png\"", 66, "card.toml:2:11: "),
        ("[[layer]]\npicture = \"card.toml\"", 65, "card.toml:2:11: "),
    ])
    func `a mistake in a card is named with its place`(
        text: String, status: Int32, message: String
    ) throws {
        folder.write("card.toml", text)
        let result = try Program.run("check", folder.path)
        #expect(result.status == status)
        #expect(result.errors.hasPrefix("lenticule: \(folder.path)/\(message)"))
    }

    @Test func `a scene is checked with its layers and pictures`() throws {
        folder.writePicture("a.svg")
        let layer = "[[layer]]\npicture = \"a.svg\"\n"
        folder.write("card.toml", "format = 2\nname = \"Lake\"\n" + layer + layer)
        let result = try Program.run("check", folder.path)
        #expect(result.status == 0)
        #expect(result.output == "\(folder.path): the card \"Lake\", 2 layers, one picture\n")
    }

    @Test(
        .enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"),
        arguments: [(400, true), (2000, true), (Int.max, false)])
    func `a JPEG that is cut off is warned of`(bytes: Int, isCut: Bool) throws {
        let jpeg = folder.file("a.jpg").path
        try Stranger.run("ffmpeg -v error -f lavfi -i testsrc2=size=320x200 -frames:v 1 '\(jpeg)'")
        let whole = try Data(contentsOf: folder.file("a.jpg"))
        folder.write("a.jpg", whole.prefix(bytes))
        folder.write("card.toml", "format = 2\n[[layer]]\npicture = \"a.jpg\"\n")
        let warning =
            "\(jpeg): the JPEG ends too early, and what is missing is grey; copy or save it anew"
        for arguments in [
            ["check", folder.path],
            ["render", "--card", folder.path, "-o", "\(folder.path)/x.png"],
        ] {
            let result = try Program.run(arguments: arguments)
            #expect(result.status == 0)
            #expect(result.errors == (isCut ? "lenticule: \(warning)\n" : ""))
        }
    }

    @Test func `every mistake of a scene is named`() throws {
        folder.write(
            "card.toml",
            "format = 2\nsize = [1, 1]\n[[layer]]\ncolour = \"#fff\"\nrotaton = 1\nopacity = 2\n")
        let result = try Program.run("check", folder.path)
        #expect(result.status == 65)
        let file = "lenticule: \(folder.path)/card.toml"
        #expect(
            result.errors == """
                \(file):5:1: unknown key "layer[1].rotaton"; the nearest is "layer[1].rotation"
                \(file):6:11: layer[1].opacity is 2, but must be from 0 to 1

                """)
    }

    @Test func `a picture that cannot be decoded is named`() throws {
        for name in ["back", "front"] { folder.writePicture("\(name).svg") }
        folder.write("middle.png", "no picture")
        let result = try Program.run("check", folder.path)
        #expect(result.status == 65)
        #expect(result.errors.hasPrefix("lenticule: \(folder.path)/middle.png: "))
    }

    @Test func `a folder without anything is no card`() throws {
        let result = try Program.run("check", folder.path)
        #expect(result.status == 66)
        #expect(result.errors.contains("has no picture named back"))
    }

    @Test func `a log is checked as a log`() throws {
        let path = folder.write("log.csv", "timestamp_ns,accel_x,accel_y,accel_z\n0,0,0,x\n")
        let result = try Program.run("check", path)
        #expect(result.status == 65)
        #expect(result.errors.hasPrefix("lenticule: \(path):2:"))
    }

    @Test func `what is not there is a missing file, and a picture is none of the three`() throws {
        #expect(try Program.run("check", "\(folder.path)/gone.toml").status == 66)
        #expect(try Program.run("check", "\(folder.path)/gone").status == 66)
        #expect(try Program.run("check", folder.writePicture("a.svg")).status == 64)
    }
}
