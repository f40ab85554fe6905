import CProcess
import Dispatch
import Glibc
import Picture
import Platform
import SystemPackage

/// A running `lenticule-decode`; killed in deinit, and when a signal ends the program.
struct DecoderProcess: ~Copyable, Sendable {
    let pid: pid_t
    let socket: MessageSocket
    private let endRegistration: Ending.Registration

    /// Seconds of processor time after which the kernel ends the process, even if Lenticule is
    /// blocked.
    static let lifetimeProcessorTime = 60.0

    /// Starts `executable` with its end of a new socket, and no other open file but /dev/null.
    init(_ executable: String) throws(Errno) {
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        try result { socketpair(AF_UNIX, kind, 0, &ends) }
        let near = OpenFile(ends[0])
        let far = OpenFile(ends[1])
        let own = try Self.copyAboveStandardFiles(near)
        let remote = try Self.copyAboveStandardFiles(far)
        pid = try Self.start(executable, socket: remote)
        socket = MessageSocket(own)
        endRegistration = Ending.cleaningUp { [pid] in kill(pid, SIGKILL) }
    }

    deinit {
        kill(pid, SIGKILL)
        // On another thread: the kernel takes a while to free the memory of the process.
        DispatchQueue.global().async { [pid] in
            _ = try? result { waitpid(pid, nil, 0) }
        }
    }

    /// A copy of the file with a descriptor above those of the standard files. If a standard file is
    /// closed, a new file gets its descriptor: what the program prints would then go into the socket,
    /// and the decoder process would get /dev/null instead of the socket.
    private static func copyAboveStandardFiles(
        _ file: borrowing OpenFile
    ) throws(Errno) -> OpenFile {
        let descriptor = file.descriptor
        return try OpenFile(duplicating: descriptor, atLeast: STDERR_FILENO + 1)
    }

    private static func start(
        _ executable: String, socket: borrowing OpenFile
    ) throws(Errno) -> pid_t {
        let descriptor = socket.descriptor
        var environment = self.environment.map { strdup($0) } + [nil]
        defer { for text in environment { free(text) } }
        return try result {
            process_start(
                executable, &environment, descriptor, MessageSocket.childDescriptor,
                Int(lifetimeProcessorTime))
        }
    }

    /// The environment of the decoder process: what is needed to find libraries and fonts and to
    /// choose a language.
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
    /// `folders`. Returns the rights that it gave up. Throws also if the list of folders does not fit
    /// into a message: a path that is cut may be that of a folder above.
    func confine(
        to folders: [String], _ wanted: Confinement, within time: Double
    ) throws(PictureError) -> Confinement {
        let request = DecodeRequest.confine(wanted, folders: folders)
        guard request.message.isWhole else {
            throw PictureError(
                .malformed,
                "the paths of the folders of all SVGs take more than \(Message.longestText) bytes; put "
                    + "the SVGs into fewer folders")
        }
        var problem = "ended before the first one"
        if socket.send(request, files: []) {
            do throws(DecoderEnd) {
                if case .confined(let confinement) = try reply(within: time) { return confinement }
            } catch {
                if error == .time { problem = "was not ready after \(Int(time)) s" }
            }
        }
        throw PictureError(.inputOutput, "the process that decodes pictures \(problem)")
    }

    /// Limits the memory of the process to `memory` bytes, or to less if its hard limit is lower, then
    /// sends the request. Returns false if the process has ended, cannot be limited, or has sent
    /// something that nobody asked for. A process with a system call filter cannot raise the limit.
    func send(_ request: DecodeRequest, files: [CInt], memory: Int) -> Bool {
        guard !isReadable(within: 0), process_limit_memory(pid, memory) == 0 else { return false }
        return socket.send(request, files: files)
    }

    /// The processor time that the process has used, in seconds.
    var usedProcessorTime: Double { processorSeconds(of: pid) }

    /// Waits for the reply to the last request. Throws if it does not come within `time` seconds,
    /// if the process has used more than `processorTimeDeadline` seconds of processor time since its
    /// start, or if it ends or sends an invalid reply.
    func reply(
        within time: Double, processorTimeDeadline: Double = .infinity
    ) throws(DecoderEnd) -> DecodeReply {
        let deadline = monotonicSeconds() + time
        while !isReadable(within: Self.checkInterval) {
            if monotonicSeconds() > deadline { throw .time }
            if usedProcessorTime > processorTimeDeadline { throw .processorTime }
        }
        guard let reply = socket.receiveReply() else { throw killAndWait() }
        return reply
    }

    /// Seconds between two checks of the processor time.
    private static let checkInterval = 0.1

    /// Waits at most `seconds`. Returns true if there is a reply, or if the process has ended.
    private func isReadable(within seconds: Double) -> Bool {
        var entry = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, CInt(seconds * 1000)) > 0
    }

    /// Kills the process if it still runs, such as after an invalid reply. Returns how it ended.
    private func killAndWait() -> DecoderEnd {
        kill(pid, SIGKILL)
        var info = siginfo_t()
        // The kernel does not reuse the pid before deinit reaps the process (WNOWAIT).
        guard (try? result(of: { waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) })) != nil
        else {
            return .signal(SIGKILL)
        }
        let signal = info.si_code == CLD_EXITED ? SIGKILL : info._sifields._sigchld.si_status
        return signal == SIGXCPU ? .processorTime : .signal(signal)
    }
}
