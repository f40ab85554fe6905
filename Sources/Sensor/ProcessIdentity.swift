import Glibc
import System
import SystemPackage

/// The identity of a process, unique even if its pid is used again.
struct ProcessIdentity: Codable, Equatable {
    let pid: Int32
    /// Its start time, in the kernel's ticks since boot.
    let start: UInt64

    /// This process.
    static var own: ProcessIdentity {
        ProcessIdentity(pid: getpid(), start: Status(of: getpid())?.start ?? 0)
    }

    /// Whether it still runs.
    var isAlive: Bool {
        guard pid > 0 else { return false }
        // If /proc hides other users' processes, any process with this pid counts.
        guard let status = Status(of: pid) else {
            return kill(pid, 0) == 0 || Errno.last == .notPermitted
        }
        return status.start == start && !status.hasEnded
    }

    /// A process's status in /proc; man 5 proc_pid_stat.
    struct Status {
        let start: UInt64
        /// Whether only its exit status is left.
        let hasEnded: Bool

        /// Of the process `pid`; nil if it is absent or hidden.
        init?(of pid: Int32) {
            guard let text = readText("/proc/\(pid)/stat") else { return nil }
            self.init(text: text)
        }

        /// Reads the kernel's line. Its second field, the program's name, may contain any text.
        init?(text: String) {
            guard let end = text.lastIndex(of: ")") else { return nil }
            let fields = text[text.index(after: end)...].split(separator: " ")
            guard fields.count > 19, let start = UInt64(fields[19]) else { return nil }
            self.start = start
            hasEnded = fields[0] == "Z" || fields[0] == "X"
        }
    }
}
