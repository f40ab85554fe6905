public import Foundation

/// The built program, run as a person runs it.
public enum Program {
    /// What a run gave.
    public struct Result: Sendable {
        public let status: Int32
        public let output: String
        public let errors: String

        /// The lines of standard output.
        public var lines: [Substring] { output.split(separator: "\n") }
    }

    /// A run that ended with an error.
    public struct Failure: Error {
        public let result: Result
    }

    /// Runs `lenticule` with `arguments` and `input`.
    public static func run(_ arguments: String..., input: String = "") throws -> Result {
        try run(arguments: arguments, input: input)
    }

    /// The same, with the arguments as an array.
    public static func run(arguments: [String], input: String = "") throws -> Result {
        try RunningProgram(arguments, input: input).result()
    }

    /// What `lenticule` prints as JSON with these arguments and `--json`.
    public static func json<Value: Decodable>(_ arguments: [String]) throws -> Value {
        let result = try run(arguments: arguments + ["--json"])
        guard result.status == 0 else { throw Failure(result: result) }
        return try JSONDecoder().decode(Value.self, from: Data(result.output.utf8))
    }

    /// Runs a shell script in which `$0` is `lenticule`.
    public static func run(script: String) throws -> Result {
        let arguments = ["-c", script, executable.path]
        return try RunningProgram(arguments, of: URL(filePath: "/bin/sh")).result()
    }

    /// Whether a test may have a disk of its own.
    public static let canMount = (try? run(onFullDisk: "true"))?.status == 0

    /// Runs a shell script in which `$0` is `lenticule`, with the folder `full` on a disk that has room
    /// for one small file.
    public static func run(onFullDisk script: String) throws -> Result {
        let whole = """
            root=; [ "$(id -u)" = 0 ] || root=--map-root-user
            exec unshare --mount $root sh -e -c '
                mkdir -p full
                mount -t tmpfs -o size=4k none full
                exec sh -c "$1" "$0"' "$0" "$1"
            """
        let arguments = ["-c", whole, executable.path, script]
        return try RunningProgram(arguments, of: URL(filePath: "/bin/sh")).result()
    }

    /// The folder with real recordings, if it is there: not everybody has it.
    public static let shared: URL? = {
        let root = Repository.root
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

    /// The program that `LENTICULE_PROGRAM` names, as `make test` does; else the one that was built with
    /// the tests.
    public static let executable: URL = {
        let named = ProcessInfo.processInfo.environment["LENTICULE_PROGRAM"]
        return named.map { URL(filePath: $0).standardizedFileURL }
            ?? testsFolder.appending(path: "lenticule")
    }()

    /// Where the tests' own executable lies.
    public static var testsFolder: URL {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    }
}
