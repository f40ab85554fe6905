import Foundation
import TestSupport
import Testing

private let manual = Manual("cards.md")

/// A PNG of 4 by 3.
private let picture = Data(
    base64Encoded: """
        iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAEElEQVR4nGNQaGiAIwacHAAC9g2BJxBadgAAAABJRU5ErkJggg==
        """, options: .ignoreUnknownCharacters)

@Suite struct ManualTests {
    private let folder = TemporaryFolder()

    @Test(arguments: manual.examples + Manual("first-card.md").examples)
    func `every example of the manual is drawn`(example: Manual.Example) throws {
        let picture = try #require(picture)
        // The decoder goes by what is in a file, not by its name.
        for name in example.pictures { folder.write("card/\(name)", picture) }
        for name in example.shapeFiles { folder.write("card/\(name)", Manual.Example.shapes) }
        for shader in example.shaders { folder.write("card/\(shader.file)", shader.text) }
        folder.write("card/card.toml", example.card)
        let card = "\(folder.path)/card"
        let check = try Program.run("check", card)
        #expect(check.status == 0 && check.errors == "")
        // Ribs of lenses that are too narrow for the screen are said to be left out.
        let size = example.card.contains("lens") ? "960x640" : "96x60"
        for tilt in ["-45", "20"] {
            let result = try Program.run(
                "render", "--card", card, "--tilt", tilt, "--time", "0.5", "--size", size,
                "--event", "tap@0.2:0.5,0.5", "-o", "\(folder.path)/a.png")
            // A line says that the processor draws no shaders.
            #expect(result.status == 0 && result.errors.isEmpty == example.shaders.isEmpty)
        }
        #expect(try Program.run("inspect", card, "--tilt", "20").status == 0)
    }
}
