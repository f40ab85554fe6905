import Foundation
import Testing

/// The built program, run as a person runs it.
struct Program {
    /// What a run gave.
    struct Result {
        let status: Int32
        let output: String
        let errors: String

        /// The lines of standard output.
        var lines: [Substring] { output.split(separator: "\n") }
    }

    /// Runs `lenticule` with `arguments` and `input`; `interrupt` seconds later it gets SIGINT.
    static func run(
        _ arguments: String..., input: String = "", interruptAfter seconds: Double? = nil
    ) throws -> Result {
        try run(arguments: arguments, input: input, interruptAfter: seconds)
    }

    /// The same, with the arguments as an array.
    static func run(
        arguments: [String], input: String = "", interruptAfter seconds: Double? = nil
    ) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files rather than pipes: no output is too long for them.
        let files = ["in", "out", "err"].map { folder.appending(path: $0) }
        for file in files { try Data(input.utf8).write(to: file) }
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try emptied(files[1])
        process.standardError = try emptied(files[2])
        try process.run()
        if let seconds {
            Thread.sleep(forTimeInterval: seconds)
            process.interrupt()
        }
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus,
            output: try String(contentsOf: files[1], encoding: .utf8),
            errors: try String(contentsOf: files[2], encoding: .utf8))
    }

    /// The folder with real recordings, if it is there: not everybody has it.
    static let shared: URL? = {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["LENTICULE_SHARED"].map {
            URL(filePath: $0)
        }
        let places = [
            named, root.appending(path: "../shared"), root.appending(path: "../../shared"),
        ]
        return places.compactMap { $0 }.first {
            FileManager.default.fileExists(atPath: $0.appending(path: "motion").path)
        }
    }()

    /// It lies beside the tests' own executable.
    private static var executable: URL {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "lenticule")
    }

    private static func emptied(_ file: URL) throws -> FileHandle {
        try Data().write(to: file)
        return try FileHandle(forWritingTo: file)
    }
}

/// A place for a test's file, which goes when the test ends.
final class TemporaryFile {
    let path: String

    init(_ text: String = "") throws {
        path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    deinit { unlink(path) }

    /// Its content as it is now.
    var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}
