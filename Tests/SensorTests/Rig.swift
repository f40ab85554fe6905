import Foundation
import Testing

/// Runs shell commands among fake IIO devices: Tests/Rig/fake_iio.py.
struct Rig {
    /// How a command ended, and what it said.
    struct Result {
        var status: Int32
        var output: String
        var words: String
        /// When the devices began to move, in seconds of CLOCK_MONOTONIC.
        var start: Double
    }

    /// The fake devices: one of presets.py.
    var preset = "combo"
    var options: [String] = []

    /// Whether this machine lets it run: python3, /dev/fuse and a mount namespace are needed.
    static let isAvailable = (try? Rig().run("true").status) == 0
    static let absence: Comment = "the rig needs python3, /dev/fuse and mount namespaces"

    /// The demo card's folder.
    static var card: String {
        tests.deletingLastPathComponent().appending(path: "cards/demo").path
    }

    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
    /// The built program lies beside the tests.
    private static let program = URL(filePath: CommandLine.arguments[0])
        .deletingLastPathComponent().appending(path: "lenticule")

    /// Runs `script` with the functions below, in a folder of its own; `meanwhile` is called with that
    /// folder while it runs.
    func run(_ script: String, meanwhile: (URL) throws -> Void = { _ in }) throws -> Result {
        let folder = URL.temporaryDirectory.appending(path: "lenticule-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.currentDirectoryURL = folder
        process.arguments =
            ["python3", Self.tests.appending(path: "Rig/fake_iio.py").path]
            + ["--preset", preset, "--log", "rig.log"] + options
            + ["--", "bash", "-c", Self.functions + script]
        let output = try Self.capture(process, in: folder, meanwhile)
        return Result(
            status: process.terminationStatus, output: output.output, words: output.words,
            start: try Self.start(from: folder.appending(path: "rig.log")))
    }

    /// Runs the process; its output goes through files, which hold any amount.
    private static func capture(
        _ process: Process, in folder: URL, _ meanwhile: (URL) throws -> Void
    ) throws -> (output: String, words: String) {
        let files = ["output", "words"].map { folder.appending(path: $0) }
        for file in files { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let outcome = Swift.Result { try meanwhile(folder) }
        process.waitUntilExit()
        try outcome.get()
        let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
        return (texts[0], texts[1])
    }

    /// The log's first line is "start SECONDS".
    private static func start(from log: URL) throws -> Double {
        let line = try String(contentsOf: log, encoding: .utf8).prefix { $0 != "\n" }
        return Double(line.split(separator: " ").last ?? "") ?? .nan
    }

    /// What a script may call: `lenticule` (which is `$program`), `probe` (Tests/RigProbe), `control COMMAND`, and `serve`, which
    /// runs an iiod on a free port, again on the same one, and sets `uri` and `server`.
    private static var functions: String {
        """
        program='\(program.path)'
        probe() { "${program%lenticule}rig-probe" "$@"; }
        export XDG_RUNTIME_DIR=$PWD
        unset RUNTIME_DIRECTORY
        lenticule() { "$program" "$@"; }
        control() { echo "$@" > /run/fake-iio/ctl; sleep 0.1; }
        device=/sys/bus/iio/devices/iio:device0
        serve() {
            port=${port:-$(python3 -c 'if True:
                import socket
                free = socket.socket()
                free.bind(("", 0))
                print(free.getsockname()[1])')}
            PATH=$PATH:/usr/sbin iiod -p $port > iiod.log 2>&1 &
            server=$!
            uri=ip:127.0.0.1:$port
            for try in 1 2 3 4 5 6 7 8 9; do
                (: < /dev/tcp/127.0.0.1/$port) 2> no && break
                sleep 0.2
            done
        }

        """
    }
}
