import Foundation
import Glibc
import Platform
import Testing

@Suite struct ChildProgramTests {
    private func write(_ text: String, to program: inout ChildProgram) throws {
        try Array(text.utf8).withUnsafeBytes { bytes throws in try program.write(bytes) }
    }

    @Test func `it reads all that is written, and its output is a file`() throws {
        let output = try OpenFile.inMemory()
        var program = try ChildProgram("cat", [], output: output.descriptor)
        let text = String(repeating: "moon\n", count: 100_000)
        try write(text, to: &program)
        try program.finish()
        lseek(output.descriptor, 0, SEEK_SET)
        let read = try output.read(atMost: 1_000_000)
        #expect(String(decoding: read, as: UTF8.self) == text)
    }

    @Test func `a program that is not there is missing`() throws {
        let error = #expect(throws: ChildProgramError.self) {
            _ = try ChildProgram("no-such-program", [])
        }
        #expect(error?.isMissing == true)
        #expect(error?.description == "there is no program no-such-program")
    }

    @Test func `what it says is told, also if it ends while it is written to`() throws {
        var program = try ChildProgram("sh", ["-c", "echo first >&2; echo last >&2; exit 3"])
        let error = #expect(throws: ChildProgramError.self) {
            for _ in 0..<1000 { try write(String(repeating: "x", count: 10_000), to: &program) }
        }
        #expect(error?.lines == ["first", "last"])
        #expect(error?.description == "the program sh ended with status 3: last")
        #expect(error?.isMissing == false)
    }

    @Test func `who complains has failed, whatever its status is`() throws {
        var program = try ChildProgram("sh", ["-c", "cat > /dev/null; echo full >&2"])
        let error = #expect(throws: ChildProgramError.self) { try program.finish() }
        #expect(error?.description == "the program sh ended with status 0: full")
    }

    @Test func `it takes the usual signals, and ends with its owner`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
        defer { unlink(file) }
        do {
            var program = try ChildProgram(
                "sh", ["-c", "echo $$ > \(file); cat > /dev/null; sleep 1000"])
            try write("", to: &program)
            while (try? String(contentsOfFile: file, encoding: .utf8))?.isEmpty ?? true {
                usleep(1000)
            }
        }
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let process = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(process, 0) == -1 && errno == ESRCH)
    }
}
