import Foundation
import TestSupport
import Testing

/// A limit on the memory of the program gives one line or the result, and no crash report.
@Suite struct MemoryLimitTests {
    private let folder = TemporaryFolder()
    private static let cards = Repository.path("cards")

    /// Whether a command under a limit in kilobytes ended well; else it must have said why in one line, or in
    /// a line for each picture that the process that decodes had no memory for.
    private func succeeds(_ command: String, limit: Int) throws -> Bool {
        let result = try Program.run(
            script: "export SDL_VIDEODRIVER=dummy; ulimit -v \(limit); exec \"$0\" \(command)")
        guard result.status != 0 else {
            #expect(result.errors == "", "\(limit)")
            return true
        }
        #expect(result.status == 74)
        let lines = result.errors.split(separator: "\n")
        let advice = "(ulimit -v) is \(limit) kB; raise it"
        #expect(!lines.isEmpty && lines.allSatisfy { $0.hasSuffix(advice) }, "\(result.errors)")
        let ofPictures = lines.filter { $0.contains(".svg: ") }
        #expect(
            lines.count == 1 && lines[0].hasPrefix("lenticule: cannot get ")
                || lines.count == ofPictures.count, "\(limit): \(result.errors)")
        return false
    }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
    }

    @Test(arguments: ["theatre", "examples/glass", "examples/lens"])
    func `a picture for which there is no memory ends the drawing with the limit`(card: String)
        throws
    {
        let output = folder.file("out.png")
        let command = "render '\(Self.cards)/\(card)' --size 2000x1250 -o '\(output.path)'"
        var outcomes: Set<Bool> = []
        for limit in stride(from: 150_000, through: 500_000, by: 50_000) {
            let isDrawn = try succeeds(command, limit: limit)
            if isDrawn { #expect(try files == ["out.png"], "\(limit)") }
            try? FileManager.default.removeItem(at: output)
            outcomes.insert(isDrawn)
        }
        #expect(outcomes == [false, true])
    }

    @Test func `a window for which there is no memory is one line`() throws {
        let command =
            "show --card '\(Self.cards)/theatre' --renderer cpu --from simulated:hand --frames 10"
        for limit in stride(from: 150_000, through: 450_000, by: 50_000) {
            _ = try succeeds(command, limit: limit)
        }
    }
}
