import ArgumentParser
import Geometry
import TestSupport
import Testing

@testable import lenticule

/// How `show` and `new` let pictures fill the card.
@Suite struct FitChoiceTests {
    private let folder = TemporaryFolder()

    private func choice(_ arguments: String...) throws -> FitChoice {
        try FitChoice.parse(arguments)
    }

    @Test func `shapes that differ by more than two in a hundred are covered`() throws {
        let sizes = [(400.0, 300.0), (404, 300), (400, 309)].map { Size(width: $0, height: $1) }
        let paths = ["a", "b", "c"]
        #expect(try choice().chosen(for: Array(paths.prefix(2)), sizes: sizes).mode == .stretch)
        let chosen = try choice().chosen(for: paths, sizes: sizes)
        #expect(chosen.mode == .cover)
        #expect(chosen.remark?.hasPrefix("c is 400 x 309 and a 400 x 300: ") == true)
        // What cannot be measured does not count.
        #expect(try choice().chosen(for: paths, sizes: [nil, sizes[0], nil]).mode == .stretch)
        #expect(try choice().chosen(for: paths, sizes: [nil, sizes[2], sizes[0]]).mode == .cover)
        let wished = try choice("--fit", "contain").chosen(for: paths, sizes: sizes)
        #expect(wished.mode == .contain && wished.remark == nil)
    }

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
