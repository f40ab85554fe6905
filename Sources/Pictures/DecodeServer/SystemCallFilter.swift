import CSeccomp
import Glibc

/// A filter of seccomp, with which a process gives up system calls: seccomp(2).
///
/// A call that is not allowed fails with ENOSYS, as on a kernel without it, so that libraries use
/// another way.
struct SystemCallFilter: ~Copyable {
    /// An argument of a call: which bits of it must have which value.
    private struct Argument {
        let index: UInt32
        let mask: UInt64
        let value: UInt64

        /// Some bits of an argument of 32 bits. The upper half of its 64-bit register is not
        /// compared.
        init(index: UInt32, mask: CInt, value: CInt) {
            self.index = index
            self.mask = UInt64(UInt32(bitPattern: mask))
            self.value = UInt64(UInt32(bitPattern: value))
        }

        /// A pointer that must be null.
        init(noPointerAt index: UInt32) { (self.index, mask, value) = (index, .max, 0) }
    }

    private let filter: scmp_filter_ctx

    private init?() {
        guard let filter = seccomp_init(failure) else { return nil }
        self.filter = filter
    }

    deinit { seccomp_release(filter) }

    /// Forbids this thread, and the threads that it starts, all calls except `harmlessCalls` and
    /// those that `allowReading`, `allowMemory` and `allowThreads` allow. Returns false if the kernel
    /// has no filters, or the filter cannot be built.
    static func install() -> Bool {
        guard let filter = SystemCallFilter() else { return false }
        for call in harmlessCalls { filter.allow(call) }
        filter.allowReading()
        filter.allowMemory()
        filter.allowThreads()
        return seccomp_load(filter.filter) == 0
    }

    private func allowReading() {
        let write = O_ACCMODE | O_CREAT | O_TRUNC
        allow("open", [Argument(index: 1, mask: write, value: O_RDONLY)])
        allow("openat", [Argument(index: 2, mask: write, value: O_RDONLY)])
        for command in [F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL] {
            allow("fcntl", [Argument(index: 1, mask: -1, value: command)])
        }
    }

    /// Allows memory, except the kinds that the memory limit does not count: shared memory without
    /// a file, and stacks that grow. Shared and anonymous memory must not be executable.
    private func allowMemory() {
        let (shared, anonymous) = (MAP_SHARED, MAP_ANONYMOUS)
        let all = shared | anonymous | MAP_GROWSDOWN
        let noCode = Argument(index: 2, mask: PROT_EXEC, value: 0)
        for (kind, conditions) in [(0, []), (shared, [noCode]), (anonymous, [noCode])] {
            let argument = Argument(index: 3, mask: all, value: kind)
            allow("mmap", [argument] + conditions)
        }
        allow("mprotect", [noCode])
    }

    private func allowThreads() {
        let thread = newThread
        allow("clone", [Argument(index: 0, mask: thread, value: thread)])
        allow("prctl", [Argument(index: 0, mask: -1, value: setName)])
        // `prlimit64` to read the process's own limits, `tgkill` for abort.
        allow("prlimit64", [Argument(index: 0, mask: -1, value: 0), Argument(noPointerAt: 2)])
        allow("tgkill", [Argument(index: 0, mask: -1, value: getpid())])
    }

    private func allow(_ call: String, _ arguments: [Argument] = []) {
        let number = seccomp_syscall_resolve_name(call)
        let conditions = arguments.map {
            scmp_arg_cmp(
                arg: $0.index, op: SCMP_CMP_MASKED_EQ, datum_a: $0.mask, datum_b: $0.value)
        }
        // A call that this architecture lacks gets no rule; the error of libseccomp is ignored.
        seccomp_rule_add_array(
            filter, allowed, number, UInt32(conditions.count), conditions)
    }
}

// Macros that Swift does not import.
/// SCMP_ACT_ERRNO(ENOSYS) of seccomp.h.
private let failure = UInt32(0x0005_0000) | UInt32(ENOSYS)
/// SCMP_ACT_ALLOW of seccomp.h.
private let allowed = UInt32(0x7FFF_0000)
/// CLONE_THREAD of sched.h.
private let newThread: CInt = 0x10000
/// PR_SET_NAME of sys/prctl.h.
private let setName: CInt = 15

/// Calls that are allowed with any arguments.
private let harmlessCalls = [
    // Calls that use or make descriptors, but open no file.
    "read", "pread64", "readv", "write", "writev", "close", "lseek", "fstat", "fstatfs",
    "getdents64", "fadvise64", "poll", "ppoll", "recvmsg", "sendmsg", "eventfd2", "pipe2",
    // GIO uses these to find out whether a file can be polled.
    "epoll_create1", "epoll_ctl",
    // Paths and the status of files.
    "access", "faccessat", "faccessat2", "getcwd", "lstat", "newfstatat", "readlink", "readlinkat",
    "stat", "statfs", "statx",
    // Memory.
    "brk", "madvise", "mremap", "munmap",
    // Threads, signals and the end of the process.
    "exit", "exit_group", "futex", "get_robust_list", "gettid", "restart_syscall", "rseq",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sched_getaffinity", "sched_yield",
    "set_robust_list", "sigaltstack",
    // Ids, clocks, random numbers and facts about the machine.
    "clock_getres", "clock_gettime", "clock_nanosleep", "getegid", "geteuid", "getgid", "getpid",
    "getppid", "getrandom", "getrusage", "gettimeofday", "getuid", "nanosleep", "sysinfo", "time",
    "uname",
]
