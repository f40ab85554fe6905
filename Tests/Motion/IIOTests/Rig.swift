import Foundation
import TestSupport
import Testing

/// Runs shell commands among fake IIO devices: Tests/Rig/fake_iio.py.
struct Rig {
    /// How a command ended, and what it said.
    struct Result {
        var status: Int32
        var output: String
        var words: String
        /// When the devices began to move, in seconds of CLOCK_BOOTTIME, as all times are.
        var start: Double
        /// What the rig has written into its log since then.
        var served: ProbeLog
        /// What the command has written to log.csv; empty if nothing.
        var recorded: String
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

    private static let tests = Repository.root.appending(path: "Tests")

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
        let log = try Self.log(at: folder.appending(path: "rig.log"))
        return Result(
            status: process.terminationStatus, output: output.output, words: output.words,
            start: log.start, served: log.served,
            recorded: (try? String(contentsOf: folder.appending(path: "log.csv"), encoding: .utf8))
                ?? "")
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

    /// Its lines are "[   1.234] WORDS", in seconds since the first one, "[   0.000] start SECONDS".
    private static func log(at path: URL) throws -> (start: Double, served: ProbeLog) {
        let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
        let start = Double(lines.first?.split(separator: " ").last ?? "") ?? .nan
        let served = ProbeLog(
            lines: lines.compactMap { line in
                let parts = line.dropFirst().split(separator: "] ", maxSplits: 1)
                let time = parts.first.flatMap { Double($0.drop { $0 == " " }) }
                return time.map { (start + $0, parts.count > 1 ? String(parts[1]) : "") }
            })
        return (start, served)
    }

    /// What a script may call: `lenticule` (which is `$program`), `probe` (Tests/RigProbe, and `$probe`), `listen
    /// SECONDS`, a client of a service at motion.sock, `control COMMAND`, and `serve`, which runs an
    /// iiod on a free port, again on the same one, and sets `uri` and `server`. `await COMMAND` waits
    /// until the command succeeds, a minute at most: `has_lines FILE COUNT [PATTERN]`,
    /// rows of numbers if no pattern is given, and `is_on DEVICE`.
    private static var functions: String {
        """
        program='\(Program.executable.path)'
        probe='\(Program.testsFolder.appending(path: "rig-probe").path)'
        probe() { "$probe" "$@"; }
        export XDG_RUNTIME_DIR=$PWD
        unset RUNTIME_DIRECTORY
        lenticule() { "$program" "$@"; }
        listen() { python3 '\(tests.appending(path: "Rig/listen.py").path)' "$PWD/motion.sock" "$@"; }
        control() { echo "$@" > /run/fake-iio/ctl; sleep 0.1; }
        device=/sys/bus/iio/devices/iio:device0
        await() {
            for try in {1..600}; do "$@" && return; sleep 0.1; done
            echo "in vain: $*" >&2
            return 1
        }
        has_lines() { [ "$(grep -c "${3:-^[0-9]}" "$1" 2> /dev/null || :)" -ge "$2" ]; } 2> /dev/null
        is_on() { [ "$(cat "$1/buffer/enable")" = 1 ]; }
        serve() {
            port=${port:-$(python3 -c 'if True:
                import socket
                free = socket.socket()
                free.bind(("", 0))
                print(free.getsockname()[1])')}
            PATH=$PATH:/usr/sbin iiod -p $port > iiod.log 2>&1 &
            server=$!
            uri=ip:127.0.0.1:$port
            await eval '(: < /dev/tcp/127.0.0.1/$port) 2> no'
        }

        """
    }
}
