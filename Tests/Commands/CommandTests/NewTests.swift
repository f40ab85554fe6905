import Foundation
import TestSupport
import Testing

@Suite struct NewTests {
    private let folder = TemporaryFolder()
    private var card: String { "\(folder.path)/lake" }

    private func text(_ name: String) -> String {
        (try? String(contentsOfFile: "\(card)/\(name)", encoding: .utf8)) ?? ""
    }

    @Test func `three pictures become back, middle and front`() throws {
        let pictures = ["a.svg", "b.svg", "c.SVG"].map { folder.writePicture($0) }
        let result = try Program.run(arguments: ["new", card] + pictures)
        #expect(result.status == 0)
        #expect(result.output == "\(card): show it with: lenticule show --card \(card)\n")
        for name in ["back.svg", "middle.svg", "front.svg"] { #expect(!text(name).isEmpty) }
        #expect(try Program.run("check", card).output == "\(card): the card \"lake\", 3 pictures\n")
    }

    @Test(arguments: [1, 2, 5])
    func `any number of pictures becomes a card`(count: Int) throws {
        let pictures = (0..<count).map { folder.writePicture("\($0).svg") }
        #expect(try Program.run(arguments: ["new", card + "/"] + pictures).status == 0)
        #expect(try Program.run("check", card).status == 0)
        #expect(text("card.toml").contains("picture = \"\(count).svg\""))
    }

    @Test func `what card.toml has commented out is right too`() throws {
        let pictures = (0..<3).map { folder.writePicture("\($0).svg") }
        _ = try Program.run(arguments: ["new", card] + pictures)
        let lines = text("card.toml").split(separator: "\n").map { line in
            line.hasPrefix("# ") && line.contains(" = ") ? String(line.dropFirst(2)) : String(line)
        }
        #expect(lines.contains("size = [4, 3]") && lines.contains("beyond = \"hold\""))
        folder.write("lake/card.toml", lines.joined(separator: "\n"))
        let result = try Program.run("check", card)
        #expect(result.errors == "")
        #expect(result.status == 0)
    }

    /// Replaces card.toml by itself with all keys that are commented out; gives what `check` says.
    private func checkWithAllKeys() throws -> Program.Result {
        let lines = text("card.toml").split(separator: "\n").map { line in
            (line.hasPrefix("# ") && line.contains(" = ") && !line.contains("depth = 1 moves"))
                || line.hasPrefix("# [")
                ? String(line.dropFirst(2)) : String(line)
        }
        folder.write("lake/card.toml", lines.joined(separator: "\n"))
        return try Program.run("check", card)
    }

    @Test(arguments: [(0, "no pictures"), (1, "one picture"), (3, "3 pictures"), (5, "5 pictures")])
    func `a scene is made of any number of pictures`(count: Int, words: String) throws {
        let pictures = (0..<count).map { folder.writePicture("art/\($0).svg") }
        let result = try Program.run(arguments: ["new", "--scene", card] + pictures)
        #expect(result.status == 0 && result.errors == "")
        let layers = [0: "4 layers", 1: "one layer"][count] ?? "\(count) layers"
        let summary = "\(card): the card \"lake\", \(layers), \(words)\n"
        #expect(try Program.run("check", card).output == summary)
        #expect(text("card.toml").contains("format = 2\n"))
        #expect(text("card.toml").contains("track = ["))
        #expect(try Program.run("render", "--card", card, "-o", "\(folder.path)/a.png").status == 0)
        let all = try checkWithAllKeys()
        // With the title.
        let more = summary.replacing(layers, with: "\(count == 0 ? 5 : count + 1) layers")
        #expect(all.output == more && all.errors == "")
    }

    @Test(arguments: [
        "bars", "reverse", "cosmos", "glitter", "rainbow", "radiant", "gold", "cross-hatch",
    ])
    func `a photograph becomes a foil card`(foil: String) throws {
        let photo = folder.writePicture("holiday.svg")
        let result = try Program.run("new", "--foil", foil, card, photo)
        #expect(result.status == 0 && result.errors == "")
        #expect(text("photo.svg") != "" && text("mask.svg").hasPrefix("<svg"))
        #expect(text("card.toml").contains("foil = \"\(foil)\""))
        let summary = "\(card): the card \"lake\", 7 layers, 3 pictures\n"
        let check = try Program.run("check", card)
        #expect(check.output == summary && check.errors == "")
        #expect(try checkWithAllKeys().output == summary)
        // The foil shines elsewhere at another tilt.
        let pictures = try ["-8", "8"].map { tilt in
            let path = "\(folder.path)/\(tilt).png"
            let result = try Program.run(
                "render", "--card", card, "--tilt-x", tilt, "--tilt-y", "2", "-o", path)
            #expect(result.status == 0 && result.errors == "")
            return try Data(contentsOf: URL(fileURLWithPath: path))
        }
        #expect(pictures[0] != pictures[1])
    }

    @Test func `a photograph may not refer to a name that a foil card needs`() throws {
        folder.writePicture("frame.svg")
        let photo = folder.write(
            "photo.svg",
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="4" height="3">
            <image href="frame.svg" width="4" height="3"/></svg>
            """)
        let result = try Program.run("new", "--foil", "gold", card, photo)
        #expect(result.status == 65 && result.errors.contains("refers to frame.svg, a name"))
        #expect(!FileManager.default.fileExists(atPath: card))
    }

    @Test(arguments: [[], ["--scene", "a.svg"], ["a.svg", "a.svg"], ["--fit", "cover", "a.svg"]])
    func `a foil is for one photograph`(others: [String]) throws {
        let photo = folder.writePicture("a.svg")
        let words = others.map { $0 == "a.svg" ? photo : $0 }
        let result = try Program.run(arguments: ["new", "--foil", "cosmos", card] + words)
        #expect(result.status == 64 && result.errors.contains("--foil is for one photograph"))
        let unknown = try Program.run("new", "--foil", "cosmic", card, photo)
        #expect(unknown.status == 64 && unknown.errors.contains("cosmic"))
    }

    @Test(arguments: [[], ["--scene"]])
    func `pictures of different shapes cover the card, which is said`(options: [String]) throws {
        let wide = folder.writePicture("wide.svg")
        let tall = folder.write(
            "tall.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='30' height='40'/>")
        let result = try Program.run(arguments: ["new", card, wide, tall] + options)
        #expect(result.status == 0)
        #expect(
            result.errors == """
                lenticule: \(tall) is 30 x 40 and \(wide) 4 x 3: each picture covers the card and is cut \
                at its edges; --fit contain shows all of it, --fit stretch distorts it; \
                \(card)/card.toml says it for each picture\n
                """)
        #expect(text("card.toml").matches(of: /(?m)^fit = "cover"$/).count == 2)
        #expect(try Program.run("check", card).errors == "")
        #expect(try checkWithAllKeys().errors == "")
    }

    @Test func `pictures of nearly one shape, and those with a wished fit, are not cut`() throws {
        let one = folder.writePicture("one.svg")
        let other = folder.write(
            "other.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='29.5'/>")
        let tall = folder.write(
            "tall.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='30' height='40'/>")
        for (name, arguments) in [
            ("a", [one, other]), ("b", [one, tall, "--fit", "stretch"]), ("c", [tall]),
        ] {
            let card = "\(folder.path)/\(name)"
            let result = try Program.run(arguments: ["new", card] + arguments)
            #expect(result.status == 0 && result.errors == "")
            let text = try String(contentsOfFile: "\(card)/card.toml", encoding: .utf8)
            #expect(text.contains(/(?m)^# fit = "stretch"$/) && !text.contains(/(?m)^fit/))
        }
        #expect(try Program.run("new", card, one, tall, "--fit", "contain").errors == "")
        #expect(text("card.toml").matches(of: /(?m)^fit = "contain"$/).count == 2)
        #expect(try Program.run("new", "--scene", card, "--fit", "cover").status == 64)
    }

    @Test func `pictures keep their names in a scene, if they can`() throws {
        let (a, b) = (folder.writePicture("x/a@2x.svg"), folder.writePicture("y/a@2x.svg"))
        #expect(try Program.run("new", "--scene", card, a).status == 0)
        #expect(text("card.toml").contains("picture = \"a@2x.svg\""))
        // In points.
        #expect(text("card.toml").contains("# size = [2, 1.5]"))
        let other = "\(folder.path)/other"
        #expect(try Program.run("new", "--scene", other, a, b).status == 0)
        #expect(try Program.run("check", other).status == 0)
    }

    @Test(arguments: [[], ["--scene"]])
    func `a size below what card.toml allows is scaled up`(options: [String]) throws {
        let picture = folder.write(
            "a.svg",
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="0.4" height="0.6">
            <rect width="1" height="1"/></svg>
            """)
        #expect(try Program.run(arguments: ["new", card, picture] + options).status == 0)
        #expect(text("card.toml").contains("# size = [1, 1.5]\n"))
    }

    @Test func `a card whose name ends as a file's is checked as a card`() throws {
        for name in ["my.png", "my.toml"] {
            let card = "\(folder.path)/\(name)"
            #expect(try Program.run("new", card, folder.writePicture("a.svg")).status == 0)
            let result = try Program.run("check", card)
            #expect(result.output == "\(card): the card \"\(name)\", one picture\n")
        }
    }

    @Test func `the printed command takes a name for no option`() throws {
        let run = try RunningProgram(["new", "--", "-x", folder.writePicture("a.svg")])
        #expect(try run.result().output == "-x: show it with: lenticule show --card ./-x\n")
    }

    @Test func `a name with quotes is written so that it reads back`() throws {
        let name = "\(folder.path)/a \"b\" \\ c\u{1}é"
        #expect(try Program.run("new", name, folder.writePicture("a.svg")).status == 0)
        #expect(try Program.run("check", name).status == 0)
    }

    @Test func `nothing is overwritten`() throws {
        let picture = folder.writePicture("a.svg")
        folder.write("lake/back.svg", "mine")
        let result = try Program.run("new", card, picture)
        #expect(result.status == 64)
        #expect(
            result.errors
                == "lenticule: \(card): is there already, and nothing is overwritten; give another name, or remove it first\n"
        )
        #expect(text("back.svg") == "mine" && text("card.toml").isEmpty)
    }

    @Test func `an empty folder of the name stays`() throws {
        let picture = folder.writePicture("a.svg")
        try FileManager.default.createDirectory(atPath: card, withIntermediateDirectories: true)
        #expect(try Program.run("new", card, picture).status == 64)
        #expect(FileManager.default.fileExists(atPath: card))
    }

    @Test func `a picture that is missing or none makes no card`() throws {
        let picture = folder.writePicture("a.svg")
        let bad = folder.write("b.png", "no picture")
        #expect(try Program.run("new", card, picture, "\(folder.path)/gone.png").status == 66)
        #expect(try Program.run("new", card, picture, bad).status == 65)
        #expect(try Program.run("new", card).status == 64)
        #expect(try Program.run("new", "\(folder.path)/x/y", picture).status == 66)
        #expect(!FileManager.default.fileExists(atPath: card))
    }

    /// Writes an SVG of 8 by 8 that shows another picture; gives its path.
    private func writeSVG(_ name: String, showing reference: String) -> String {
        folder.write(
            name,
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">
            <image href="\(reference)" width="8" height="8"/></svg>
            """)
    }

    @Test func `what an SVG shows from files beside it is copied too`() throws {
        folder.writePicture("art/deep sea/fish.svg")
        folder.writePicture("art/lake.svg")
        let back = writeSVG("art/a.svg", showing: "deep%20sea/shoal.svg")
        folder.write(
            "art/deep sea/shoal.svg",
            try String(contentsOfFile: back, encoding: .utf8)
                .replacing("deep%20sea/shoal.svg", with: "fish.svg"))
        let front = writeSVG("art/b.svg", showing: "lake.svg")
        let result = try Program.run("new", card, back, front)
        #expect(result.status == 0 && result.errors == "")
        for name in ["lake.svg", "deep sea/shoal.svg", "deep sea/fish.svg"] {
            #expect(!text(name).isEmpty)
        }
    }

    @Test(arguments: ["link.svg", "there/lake.svg"])
    func `a link out of the folder of an SVG that shows it is refused`(reference: String) throws {
        folder.writePicture("secret/lake.svg")
        let picture = writeSVG("art/a.svg", showing: reference)
        for (link, target) in [("link.svg", "lake.svg"), ("there", "")] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/art/\(link)",
                withDestinationPath: "\(folder.path)/secret/\(target)")
        }
        let result = try Program.run("new", card, picture)
        #expect(result.status == 65)
        #expect(
            result.errors == """
                lenticule: \(picture) refers to \(reference), a link that leads out of its folder: put \
                the file itself there\n
                """)
        #expect(!FileManager.default.fileExists(atPath: card))
    }

    @Test(arguments: ["key", "key.png"])
    func `what an SVG names and is no picture is not copied`(name: String) throws {
        folder.write("art/\(name)", "private")
        let picture = writeSVG("art/a.svg", showing: name)
        let result = try Program.run("new", card, picture)
        #expect(result.status == 0)
        #expect(
            result.errors.contains(
                "\(picture) refers to \(name), which is no picture and is not copied"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: card).sorted() == [
                "1.svg", "card.toml",
            ])
    }

    @Test(arguments: ["file://FOLDER/lake.svg", "1.svg"])
    func `what an SVG shows and cannot be copied is said`(reference: String) throws {
        folder.writePicture("lake.svg")
        folder.writePicture("1.svg")
        let picture = writeSVG(
            "a.svg", showing: reference.replacing("FOLDER", with: folder.path))
        let result = try Program.run("new", card, picture)
        #expect(result.status == 0)
        #expect(
            result.errors == """
                lenticule: \(card)/1.svg does not look like \(picture): it shows a file that could \
                not be copied with it\n
                """)
    }

    @Test(arguments: ["Ann's lake; at night", "a\nb's \\ \u{1}\u{202E}é"])
    func `the printed command is quoted as a shell needs it`(name: String) throws {
        let name = "\(folder.path)/\(name)"
        let result = try Program.run("new", name, folder.writePicture("a.svg"))
        let command = try #require(result.output.firstRange(of: "with: ")).upperBound
        let script = folder.write(
            "words.sh", "printf '%s|' \(result.output[command...].dropLast())")
        let words = try Program.run(script: "bash '\(script)'")
        #expect(words.output == "lenticule|show|--card|\(name)|")
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal leaves no card`(signal: Int32) throws {
        // `new` waits while it tells that the copy does not look like the picture.
        let pipe = try SilentPipe(folder.file("pipe").path)
        pipe.fill()
        folder.writePicture("lake.svg")
        let picture = writeSVG("a.svg", showing: "file://\(folder.path)/lake.svg")
        let place = TemporaryFolder()
        let program = try Child(
            Program.executable.path, ["new", "lake", picture], streams: .init(errors: pipe.path),
            folder: place.path)
        let text = place.file("lake/card.toml").path
        #expect(eventually { FileManager.default.fileExists(atPath: text) })
        program.send(signal)
        #expect(program.wait() == 128 + signal)
        #expect(pipe.isFull)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
    }

    @Test(.enabled(if: Program.canMount, "needs unshare and mount"))
    func `a full disk is named, and leaves no card`() throws {
        let picture = folder.writePicture("a.svg")
        let result = try Program.run(
            onFullDisk: """
                echo > full/room
                "$0" new full/card '\(picture)' 2>&1; echo $?; ls full
                """)
        #expect(
            result.output
                == "lenticule: cannot write full/card/1.svg: No space left on device\n74\nroom\n")
    }
}
