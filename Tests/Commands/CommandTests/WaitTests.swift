import Foundation
import TestSupport
import Testing

/// Whatever a program waits for, it takes at most 5 % of a core.
///
/// Each wait of the tests has a limit of its own. The suite's is for a test that hangs: it also counts
/// the time for which tests wait for a processor, up to that of a whole run.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct WaitTests {
    private let folder = TemporaryFolder()

    /// The share of a core that a process takes for so many seconds.
    private func load(of process: pid_t, for seconds: Double = 3) -> Double {
        let (before, start) = (processorTime(of: process), Date())
        usleep(useconds_t(seconds * 1e6))
        let time = processorTime(of: process) - before
        return time / Date().timeIntervalSince(start)
    }

    /// Runs a service, waits until it has said `words`, and looks what it takes from then on.
    private func expectIdle(
        _ arguments: [String], after words: String, environment: [String: String?] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let program = try RunningProgram(
            ["serve", "--socket", folder.file("motion.sock").path] + arguments,
            environment: environment)
        #expect(
            eventually(within: 60) { program.words.contains(words) }, "\(program.words)",
            sourceLocation: sourceLocation)
        let load = load(of: program.process)
        #expect(program.isRunning && load < 0.05, "\(load)", sourceLocation: sourceLocation)
        program.send(SIGTERM)
        #expect(
            try program.result(within: 20)?.status == 0, sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        ("mqtt://127.0.0.1:1/card", "cannot reach the broker"),
        ("mqtts://127.0.0.1:1/card", "cannot reach the broker"),
        ("socket:/nonexistent/motion.sock", "waiting for the service"),
        ("local:", "a sensor is served when it comes"),
    ])
    func `nobody at the source`(source: String, words: String) throws {
        try expectIdle(["--from", source], after: words)
    }

    @Test(arguments: ["mqtt", "mqtts"])
    func `nobody to publish to`(scheme: String) throws {
        try expectIdle(
            [
                "--from", "socket:\(folder.file("none").path)", "--mqtt",
                "\(scheme)://127.0.0.1:1/card",
            ], after: "cannot reach the broker")
    }

    @Test(.enabled(if: Broker.program != nil, "needs mosquitto"), arguments: ["mqtt", "mqtts"])
    func `a broker that hangs, then one that is killed`(scheme: String) throws {
        let broker = try Broker()
        broker.freeze(true)
        let arguments = [
            "serve", "--socket", folder.file("motion.sock").path, "--from",
            "\(scheme)://127.0.0.1:\(broker.port)/card",
        ]
        let program = try RunningProgram(arguments)
        #expect(eventually { program.words.contains("is served at") })
        #expect(load(of: program.process) < 0.05)
        broker.kill()
        #expect(load(of: program.process) < 0.05)
        program.send(SIGTERM)
        #expect(try program.result(within: 20)?.status == 0)
    }

    @Test func `a service that hangs up on everybody`() throws {
        let path = folder.file("other.sock").path
        let other = try RunningProgram(["serve", "--from", "simulated:", "--socket", path])
        let listeners = try (0..<64).map { _ in try ServiceListener(path) }
        for listener in listeners { #expect(listener.line() != nil) }
        try expectIdle(["--from", "socket:\(path)"], after: "64 clients are connected already")
        #expect(other.isRunning)
    }

    @Test func `no descriptor for another client`() throws {
        let path = folder.file("motion.sock").path
        let program = try RunningProgram(
            [
                "-c", "ulimit -n 40; exec \"$0\" \"$@\"", Program.executable.path, "serve",
                "--from", "socket:\(folder.file("none").path)", "--socket", path,
            ], of: URL(filePath: "/bin/sh"))
        let listeners = try (0..<50).map { _ in try ServiceListener(path) }
        #expect(
            eventually { program.words.contains("cannot take another client: Too many open files") }
        )
        // The clients that got in take something, too.
        #expect(eventually { load(of: program.process) < 0.05 })
        #expect(program.words.components(separatedBy: "cannot take another").count == 2)
        // Those who were let in go on, and when some go, others get in.
        #expect(listeners[0].line()?.contains("lenticule") == true)
        for listener in listeners { listener.finish() }
        program.send(SIGTERM)
        #expect(try program.result(within: 20)?.status == 0)
    }

    @Test func `a log whose rows share one time, over and over`() throws {
        let rows = (0..<3).map { _ in "5,0,0,9.8\n" }.joined()
        let log = folder.write("log.csv", "timestamp_ns,accel_x,accel_y,accel_z\n\(rows)")
        try expectIdle(["--from", "file:\(log)", "--loop"], after: "is served at")
    }
}
