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
        var remaining = bytes
        while !remaining.isEmpty {
            let count = send(
                started.input.descriptor, remaining.baseAddress, remaining.count,
                CInt(MSG_NOSIGNAL))
            if count >= 0 {
                remaining = UnsafeRawBufferPointer(rebasing: remaining.dropFirst(count))
            } else if Errno.last != .interrupted {
                let error = Errno.last
                try finish()
                throw ChildProgramError(name, error)
            }
        }
    }

    /// Ends its input, waits for its end, and throws what it said if it failed, or if it said anything:
    /// ffmpeg ends well after a full disk.
    public mutating func finish() throws(ChildProgramError) {
        guard !hasEnded else { return }
        shutdown(started.input.descriptor, CInt(SHUT_RDWR))
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
    /// A socket that is its standard input.
    let input: OpenFile
    /// What it writes to its standard error.
    let messages: OpenFile

    static func start(
        _ name: String, _ arguments: [String], _ output: CInt?
    ) throws(ChildProgramError) -> StartedProgram {
        do throws(Errno) {
            var ends: (CInt, CInt) = (-1, -1)
            try result {
                withUnsafeMutableBytes(of: &ends) {
                    socketpair(
                        AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0,
                        $0.assumingMemoryBound(to: CInt.self).baseAddress)
                }
            }
            let input = OpenFile(ends.0)
            let other = OpenFile(ends.1)
            let messages = try OpenFile.inMemory()
            let nothing = try OpenFile("/dev/null", O_WRONLY)
            let files = [other.descriptor, output ?? nothing.descriptor, messages.descriptor]
            let copies = ([name] + arguments).map { strdup($0) } + [nil]
            defer { for copy in copies { free(copy) } }
            let process = try result { process_spawn(copies, files) }
            return StartedProgram(process: process, input: input, messages: messages)
        } catch {
            throw ChildProgramError(name, error)
        }
    }

    /// The status of waitpid(2).
    func waitForEnd() -> CInt {
        var status: CInt = 0
        _ = try? result { waitpid(process, &status, 0) }
        return status
    }
}
