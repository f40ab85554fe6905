public import Foundation

/// A program that a test runs; it is killed when this object goes.
///
/// Foundation's Process lets children inherit each other's pipes, so that tests side by side wait
/// for ever: this one gives a child nothing but three files.
public final class Child {
    /// The paths of the child's standard files.
    public struct Streams {
        public var input = "/dev/null"
        public var output = "/dev/null"
        public var errors = "/dev/null"

        public init(
            input: String = "/dev/null", output: String = "/dev/null", errors: String = "/dev/null"
        ) {
            (self.input, self.output, self.errors) = (input, output, errors)
        }
    }

    public struct CannotStart: Error {
        public let program: String
        public let code: Int32
    }

    /// Its process id.
    public let process: pid_t
    private var end: Int32?

    /// Runs `program`, looked for on the path, with `arguments`, in `folder`.
    public init(
        _ program: String, _ arguments: [String], streams: Streams = Streams(),
        environment: [String: String] = ProcessInfo.processInfo.environment, folder: String = "."
    ) throws(CannotStart) {
        var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        streams.open(by: &actions)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        Self.setSignals(&attributes)
        let words = (["env", "-C", folder, program] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var process = pid_t(0)
        let code = posix_spawn(
            &process, "/usr/bin/env", &actions, &attributes, words, variables)
        guard code == 0 else { throw CannotStart(program: program, code: code) }
        self.process = process
    }

    /// Dispatch's threads, on which tests run, block signals, and who started the tests may ignore
    /// some, as a shell does for what it runs in the background; children inherit both.
    private static func setSignals(_ attributes: inout posix_spawnattr_t) {
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var ignored = sigset_t()
        sigemptyset(&ignored)
        for signal in [SIGINT, SIGQUIT, SIGPIPE] { sigaddset(&ignored, signal) }
        posix_spawnattr_setsigdefault(&attributes, &ignored)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    deinit {
        if isRunning { send(SIGKILL) }
        wait()
    }

    public var isRunning: Bool {
        if end == nil { look(WNOHANG) }
        return end == nil
    }

    public func send(_ signal: Int32) { kill(process, signal) }

    /// The exit status, as a shell has it: after a signal 128 and its number.
    @discardableResult
    public func wait() -> Int32 {
        while end == nil { look(0) }
        return end ?? 0
    }

    private func look(_ options: Int32) {
        var status = Int32(0)
        guard waitpid(process, &status, options) == process else { return }
        let signal = status & 0x7F
        end = signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}

extension Child.Streams {
    fileprivate func open(by actions: inout posix_spawn_file_actions_t) {
        let (write, mode) = (O_WRONLY | O_CREAT | O_APPEND, mode_t(0o600))
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, write, mode)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, write, mode)
        // A thread may open a file at this moment that children would inherit.
        for other in STDERR_FILENO + 1..<256 { posix_spawn_file_actions_addclose(&actions, other) }
    }
}
