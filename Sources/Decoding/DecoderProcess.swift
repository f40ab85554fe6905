import CProcess
import Dispatch
import Glibc
import Picture
import System
import SystemPackage

/// A running `lenticule-decode`; killed in deinit, and when a signal ends the program.
struct DecoderProcess: ~Copyable, Sendable {
    let number: pid_t
    let socket: MessageSocket
    private let ending: Ending.Registration

    /// Seconds of processor time after which the kernel ends the process, even if Lenticule is
    /// blocked.
    static let longestTime = 60.0

    /// Starts `program`, with no open file but its end of a new socket.
    init(_ program: String) throws(Errno) {
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        try result { socketpair(AF_UNIX, kind, 0, &ends) }
        let (own, remote) = (ends[0], ends[1])
        defer { close(remote) }
        do throws(Errno) {
            number = try Self.start(program, socket: remote)
        } catch {
            close(own)
            throw error
        }
        socket = MessageSocket(OpenFile(own))
        ending = Ending.restoring { [number] in kill(number, SIGKILL) }
    }

    deinit {
        kill(number, SIGKILL)
        // Its memory takes a while to be freed.
        DispatchQueue.global().async { [number] in
            _ = try? result { waitpid(number, nil, 0) }
        }
    }

    private static func start(_ program: String, socket: CInt) throws(Errno) -> pid_t {
        var environment = self.environment.map { strdup($0) } + [nil]
        defer { for text in environment { free(text) } }
        return try result {
            process_start(
                program, &environment, socket, MessageSocket.place, Int(longestTime))
        }
    }

    /// The environment of the process: what the libraries need to find fonts and to choose a
    /// language.
    private static var environment: [String] {
        let names =
            ["HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_CTYPE", "LD_LIBRARY_PATH"]
            + ["XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"]
            + ["FONTCONFIG_FILE", "FONTCONFIG_PATH"]
        let values = names.compactMap { name in
            getenv(name).map { "\(name)=\(String(cString: $0))" }
        }
        // Without these, GIO asks other processes for files, and a crash starts Swift's backtrace
        // program.
        return values + ["GIO_USE_VFS=local", "SWIFT_BACKTRACE=enable=no"]
    }
}

extension DecoderProcess {
    /// Makes the process give up the rights that `wanted` names, except the right to read
    /// `folders`. Returns the rights that it gave up.
    func confined(to folders: [String], _ wanted: Confinement) throws(PictureError) -> Confinement {
        guard socket.send(.confine(wanted, folders: folders), files: []),
            case .confined(let confinement)? = try? reply(within: 15)
        else {
            throw PictureError(
                .inputOutput, "the process that decodes pictures ended before the first one")
        }
        return confinement
    }

    /// Limits the memory of the process to `memory` bytes, then sends the request. Returns false if
    /// the process has ended, or has sent something that nobody asked for. The process cannot raise
    /// the limit: its system call filter forbids that.
    func send(_ request: DecodeRequest, files: [CInt], memory: Int) -> Bool {
        guard !isReadable(within: 0) else { return false }
        process_limit_memory(number, memory)
        return socket.send(request, files: files)
    }

    /// The processor time that the process has taken, in seconds.
    var processorTime: Double { processorSeconds(of: number) }

    /// Waits for the reply to the last request. Throws if it does not come within `time` seconds,
    /// if the process has used more than `limit` seconds of processor time since its start, or if
    /// it ends or sends an invalid reply.
    func reply(
        within time: Double, processorTime limit: Double = .infinity
    ) throws(DecoderEnd) -> DecodeReply {
        let end = monotonicSeconds() + time
        while !isReadable(within: Self.look) {
            if monotonicSeconds() > end { throw .time }
            if processorTime > limit { throw .processorTime }
        }
        guard let reply = socket.receiveReply() else { throw self.end }
        return reply
    }

    /// Seconds between two checks of the processor time.
    private static let look = 0.1

    /// Waits at most `seconds`. Returns whether there is a reply, or the process has ended.
    private func isReadable(within seconds: Double) -> Bool {
        var entry = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, CInt(seconds * 1000)) > 0
    }

    /// Kills the process if it still runs, as after an invalid reply, and returns how it ended.
    private var end: DecoderEnd {
        kill(number, SIGKILL)
        var info = siginfo_t()
        // The kernel does not reuse the number before deinit reaps the process (WNOWAIT).
        guard (try? result(of: { waitid(P_PID, id_t(number), &info, WEXITED | WNOWAIT) })) != nil
        else {
            return .signal(SIGKILL)
        }
        let signal = info.si_code == CLD_EXITED ? SIGKILL : info._sifields._sigchld.si_status
        return signal == SIGXCPU ? .processorTime : .signal(signal)
    }
}
