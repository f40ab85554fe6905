public import Foundation

/// A run of the built program that a test watches; it is killed when this object goes.
public final class RunningProgram {
    /// The folder it runs in, empty at first.
    public let folder: TemporaryFolder
    private let files: TemporaryFolder
    private let child: Child

    /// Starts `lenticule`, or another executable; a nil in `environment` takes a variable away.
    ///
    /// It reads from and writes to the terminal at the path `terminal` where one is given, else
    /// `input` and files: no output is too long for them.
    public init(
        _ arguments: [String], of executable: URL = Program.executable,
        environment changes: [String: String?] = [:], input: String = "", terminal: String? = nil
    ) throws(Child.CannotStart) {
        (files, folder) = (TemporaryFolder(), TemporaryFolder())
        let input = files.write("in", input)
        var environment = ProcessInfo.processInfo.environment
        for (name, value) in changes { environment[name] = value }
        child = try Child(
            executable.path, arguments,
            streams: Child.Streams(
                input: terminal ?? input, output: terminal ?? files.file("out").path,
                errors: files.file("err").path),
            environment: environment, folder: folder.path)
    }

    public var isRunning: Bool { child.isRunning }

    /// Its process id.
    public var process: pid_t { child.process }

    /// What it has said on standard error so far.
    public var words: String { text("err") }

    public func send(_ signal: Int32) { child.send(signal) }

    /// What the run gave, once it has ended by itself; a signal's end is 128 and its number.
    public func result() throws -> Program.Result {
        Program.Result(status: child.wait(), output: text("out"), errors: words)
    }

    /// The same; nil if it still runs after so many seconds, on a machine in good health.
    public func result(within seconds: Double) throws -> Program.Result? {
        eventually(within: seconds) { !isRunning } ? try result() : nil
    }

    private func text(_ name: String) -> String {
        (try? String(contentsOf: files.file(name), encoding: .utf8)) ?? ""
    }
}

/// How many times slower than one in good health a machine may be: limits of waiting are stretched so.
public let patience = 4.0

/// Whether `condition` came true within so many seconds, on a machine in good health; looks a hundred
/// times a second.
public func eventually(within seconds: Double = 30, _ condition: () throws -> Bool) rethrows
    -> Bool
{
    let deadline = Date(timeIntervalSinceNow: seconds * patience)
    while try !condition() {
        guard Date() < deadline else { return false }
        usleep(10_000)
    }
    return true
}
