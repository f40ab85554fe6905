import Glibc

/// A running program, known even when its number has been given to another.
struct ProcessIdentity: Codable, Equatable {
    let pid: Int32
    /// When it started, in the kernel's ticks since the machine did.
    let start: UInt64

    /// This program.
    static var own: ProcessIdentity {
        ProcessIdentity(pid: getpid(), start: Status(of: getpid())?.start ?? 0)
    }

    /// Whether it still runs.
    var isAlive: Bool {
        guard pid > 0 else { return false }
        // Where other users' processes are hidden, one that answers is taken for the one meant.
        guard let status = Status(of: pid) else { return kill(pid, 0) == 0 || errno == EPERM }
        return status.start == start && !status.hasEnded
    }

    /// What /proc says of a process; man 5 proc_pid_stat.
    struct Status {
        let start: UInt64
        /// Whether only its exit status is left.
        let hasEnded: Bool

        /// The process `pid`; nil if there is none to be seen.
        init?(of pid: Int32) {
            guard let text = readFile("/proc/\(pid)/stat") else { return nil }
            self.init(text: text)
        }

        /// Reads the kernel's line. The program's name, second in it, may hold anything.
        init?(text: String) {
            guard let end = text.lastIndex(of: ")") else { return nil }
            let fields = text[text.index(after: end)...].split(separator: " ")
            guard fields.count > 19, let start = UInt64(fields[19]) else { return nil }
            self.start = start
            hasEnded = fields[0] == "Z" || fields[0] == "X"
        }
    }
}
