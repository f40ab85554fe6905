import Foundation
import TestSupport
import Testing

/// Standard input, output and error that are closed at the start, as some supervisors leave them.
@Suite struct ClosedFilesTests {
    private let folder = TemporaryFolder()

    /// Runs the program with closed files; it must end by itself.
    private func run(_ arguments: String, _ closed: String) throws -> Int32 {
        for name in ["back", "middle", "front"] { folder.writePicture("\(name).svg") }
        return try Program.run(
            script: """
                cd '\(folder.path)' && export SDL_VIDEODRIVER=offscreen
                exec timeout -k 1 60 "$0" \(arguments) \(closed)
                """
        ).status
    }

    @Test(arguments: ["<&- >&- 2>&-", ">&-", "<&- 2>&-"])
    func `a trace holds what happened and nothing else`(closed: String) throws {
        let arguments =
            "show --card . --from pointer: --frames 40 --stats --renderer cpu --trace trace.jsonl"
        #expect(try run(arguments, closed) == 0)
        let trace = try String(contentsOf: folder.file("trace.jsonl"), encoding: .utf8)
        #expect(trace.hasSuffix("\n") && !trace.contains("renderer"))
        for line in trace.split(separator: "\n") {
            _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
        }
    }

    @Test(arguments: ["inspect .", "check .", "render --card . --tilt 0 -o frame.png"])
    func `a command whose output nobody wants ends well`(command: String) throws {
        #expect(try run(command, "<&- >&- 2>&-") == 0)
    }

    @Test func `the decoder's messages go through its socket, not through a standard file`() throws
    {
        #expect(try run("render --card . --tilt 0 -o frame.png", "<&- >&- 2>&-") == 0)
        let frame = try Data(contentsOf: folder.file("frame.png"))
        #expect(frame.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
}
