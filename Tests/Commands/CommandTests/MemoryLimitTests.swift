import Foundation
import TestSupport
import Testing

/// A limit on the memory of the program gives one line or the result, and no crash report.
@Suite struct MemoryLimitTests {
    private let folder = TemporaryFolder()
    private static let cards = Repository.path("cards")

    /// How a command came to its end: well, or the program had no memory, or the process that decodes had
    /// none for some pictures.
    private enum End { case well, ofProgram, ofPictures }

    /// Runs a command under a limit in kilobytes. Unless it ended well it must have said why: in one line, or
    /// in a line for each picture.
    private func end(of command: String, limit: Int) throws -> End {
        let result = try Program.run(
            script: "export SDL_VIDEODRIVER=dummy; ulimit -v \(limit); exec \"$0\" \(command)")
        guard result.status != 0 else {
            #expect(result.errors == "", "\(limit)")
            return .well
        }
        #expect(result.status == 74)
        let lines = result.errors.split(separator: "\n")
        let advice = "(ulimit -v) is \(limit) kB; raise it"
        #expect(!lines.isEmpty && lines.allSatisfy { $0.hasSuffix(advice) }, "\(result.errors)")
        if lines.count == 1, lines[0].hasPrefix("lenticule: cannot get ") { return .ofProgram }
        #expect(lines.allSatisfy { $0.contains(".svg: ") }, "\(limit): \(result.errors)")
        return .ofPictures
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
        var ends: Set<End> = []
        for limit in stride(from: 150_000, through: 500_000, by: 50_000) {
            let end = try end(of: command, limit: limit)
            if end == .well { #expect(try files == ["out.png"], "\(limit)") }
            // What draws the other pictures, and says which it could not, leaves a file.
            if end == .ofProgram { #expect(try files == [], "\(limit)") }
            try? FileManager.default.removeItem(at: output)
            ends.insert(end)
        }
        #expect(ends.isSuperset(of: [.well, .ofProgram]))
    }

    @Test func `a window for which there is no memory is one line`() throws {
        let command =
            "show --card '\(Self.cards)/theatre' --renderer cpu --from simulated:hand --frames 10"
        for limit in stride(from: 150_000, through: 450_000, by: 50_000) {
            _ = try end(of: command, limit: limit)
        }
    }
}
