import Foundation
import TestSupport
import Testing

/// The commands of docs/lens.md.
@Suite struct LensManualTests {
    @Test func `every command of the page does what it says, one after the other`() throws {
        let folder = TemporaryFolder()
        // The programs that are installed find the card by its name.
        let card = Repository.root.appending(path: "cards/lighthouse")
        try FileManager.default.createSymbolicLink(
            at: folder.file("lighthouse"), withDestinationURL: card)
        for name in ["winter.jpg", "spring.jpg", "summer.jpg"] {
            try FileManager.default.copyItem(
                atPath: Repository.path("docs/seasons/\(name)"), toPath: folder.file(name).path)
        }
        let lines = Manual("lens.md").text.split(separator: "\n")
        let commands = lines.filter { $0.hasPrefix("$ lenticule ") }.map { $0.dropFirst(2) }
        #expect(commands.count == 7)
        for command in commands {
            let isWindow = command.contains(" view ") && !command.contains(" -o ")
            let words =
                command.dropFirst(10) + (isWindow ? " --display terminal --frames 1" : "")
            let result = try Program.run(script: "cd '\(folder.path)' && \"$0\" \(words)")
            #expect(result.status == 0, "\(command): \(result.errors)")
        }
    }

    @Test func `the page's table of sheets is the program's`() throws {
        for lenses in [20, 40, 60, 75, 100] {
            let folder = TemporaryFolder()
            for name in ["back", "middle", "front"] { folder.writePicture("card/\(name).svg") }
            let result = try Program.run(
                "print", "\(folder.path)/card", "--lpi", "\(lenses)", "--report")
            let numbers = try #require(
                Manual("lens.md").text.split(separator: "\n")
                    .first { $0.hasPrefix("| \(lenses) lpi |") }
            ).split(separator: "|").map { $0.drop { $0 == " " }.prefix { $0 != " " } }
            #expect(result.lines[0].contains(" \(numbers[1]) mm thick"))
            #expect(result.lines[2].contains(" \(numbers[2]), then"))
        }
    }
}
