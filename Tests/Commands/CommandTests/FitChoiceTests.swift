import TestSupport
import Testing

/// How `show` and `new` let pictures fill the card.
@Suite struct FitChoiceTests {
    private let folder = TemporaryFolder()

    @Test func `a fit is for pictures only`() throws {
        folder.writePicture("card/back.svg")
        folder.write("card/card.toml", "layer = [{ picture = \"back.svg\" }]")
        for arguments in [["--card", "\(folder.path)/card"], ["\(folder.path)/card"], []] {
            let result = try Program.run(arguments: ["show", "--fit", "cover"] + arguments)
            #expect(result.status == 64)
            #expect(result.errors.contains("--fit is for pictures"))
        }
    }
}
