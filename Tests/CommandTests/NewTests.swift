import FoundationEssentials
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
            result.errors == "lenticule: \(card): is there already, and nothing is overwritten\n")
        #expect(text("back.svg") == "mine" && text("card.toml").isEmpty)
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
}
