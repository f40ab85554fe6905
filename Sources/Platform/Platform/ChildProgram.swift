internal import CProcess
import Glibc
public import SystemPackage

/// Another program, which reads what this one writes to it.
///
/// It is found in PATH, and is in a process group of its own: Ctrl-C ends this program alone, whose end
/// also ends the other one's input. Unless it is finished before, deinit ends it.
public struct ChildProgram: ~Copyable {
    public let name: String
    private let started: StartedProgram
    private var hasEnded = false

    /// Starts `name` with these arguments. Its standard output goes to `output`, or nowhere.
    public init(
        _ name: String, _ arguments: [String], output: CInt? = nil
    ) throws(ChildProgramError) {
        started = try StartedProgram.start(name, arguments, output)
        self.name = name
    }

    deinit {
        guard !hasEnded else { return }
        kill(started.process, SIGKILL)
        _ = started.waitForEnd()
    }

    /// Writes to its standard input, and waits until it has read enough. Where it has ended early, this
    /// ends it and throws what it said.
    public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(ChildProgramError) {
        do throws(Errno) {
            try writeAll(bytes, to: started.input.descriptor)
        } catch {
            try finish()
            throw ChildProgramError(name, error)
        }
    }

    /// Ends its input, waits for its end, and throws what it said if it failed, or if it said anything:
    /// ffmpeg ends well after a full disk.
    public mutating func finish() throws(ChildProgramError) {
        guard !hasEnded else { return }
        // What was the pipe's end is another file then, so that the pipe is closed.
        dup2(started.messages.descriptor, started.input.descriptor)
        let status = started.waitForEnd()
        hasEnded = true
        let lines = lines
        guard status == 0, lines.isEmpty else {
            throw ChildProgramError(name, status: status, lines: lines)
        }
    }

    /// The lines that it wrote to its standard error; at most 64 kB of them.
    private var lines: [String] {
        lseek(started.messages.descriptor, 0, SEEK_SET)
        let bytes = (try? started.messages.read(atMost: 65536)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { String($0).printable }
    }
}

/// Why another program did not do its work.
public struct ChildProgramError: Error, CustomStringConvertible {
    /// Whether it is not there at all.
    public let isMissing: Bool
    /// What it wrote to its standard error.
    public let lines: [String]
    public let description: String

    /// It could not be started, not be written to, or not be read from.
    public init(_ name: String, _ error: Errno) {
        isMissing = error == .noSuchFileOrDirectory
        lines = []
        description =
            isMissing ? "there is no program \(name)" : "the program \(name) cannot run: \(error)"
    }

    /// It did something else than it should; `what` follows its name.
    public init(_ name: String, didUnexpectedly what: String) {
        (isMissing, lines) = (false, [])
        description = "the program \(name) \(what)"
    }

    /// It ended with this status of waitpid(2).
    init(_ name: String, status: CInt, lines: [String]) {
        isMissing = false
        self.lines = lines
        let signal = status & 0x7F
        let end = signal == 0 ? "status \(status >> 8 & 0xFF)" : "signal \(signal)"
        description = "the program \(name) ended with \(end): \(lines.last ?? "it said nothing")"
    }
}

extension OpenFile {
    /// An empty file that no folder has.
    public static func inMemory() throws(Errno) -> OpenFile {
        OpenFile(try result { process_memory_file() })
    }
}

private struct StartedProgram: ~Copyable {
    let process: pid_t
    /// The end of a pipe that is its standard input.
    let input: OpenFile
    /// What it writes to its standard error.
    let messages: OpenFile
    /// What SIGPIPE did before: while this program runs, its end is an error of a write, and no signal.
    let pipeHandler: (@convention(c) (CInt) -> Void)?

    static func start(
        _ name: String, _ arguments: [String], _ output: CInt?
    ) throws(ChildProgramError) -> StartedProgram {
        do throws(Errno) {
            var ends: [CInt] = [-1, -1]
            try result { process_pipe(&ends) }
            let input = OpenFile(ends[1])
            let other = OpenFile(ends[0])
            let messages = try OpenFile.inMemory()
            let nothing = try OpenFile("/dev/null", O_WRONLY)
            let files = [other.descriptor, output ?? nothing.descriptor, messages.descriptor]
            let copies = ([name] + arguments).map { strdup($0) } + [nil]
            defer { for copy in copies { free(copy) } }
            let process = try result { process_spawn(copies, files) }
            return StartedProgram(
                process: process, input: input, messages: messages,
                pipeHandler: signal(SIGPIPE, SIG_IGN))
        } catch {
            throw ChildProgramError(name, error)
        }
    }

    /// The status of waitpid(2).
    func waitForEnd() -> CInt {
        var status: CInt = 0
        _ = try? result { waitpid(process, &status, 0) }
        signal(SIGPIPE, pipeHandler)
        return status
    }
}
