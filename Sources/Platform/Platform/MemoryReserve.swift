import CLinux
import Glibc
import Synchronization

/// The memory that stays free for what is allocated without a check: by Swift, by C libraries, and for
/// the stacks of threads.
///
/// Swift ends a program that gets no memory with a crash report. So whoever needs much memory asks first.
public enum MemoryReserve {
    /// Bytes of the reserve.
    private static let size = 64 << 20
    /// Bytes: what takes less does not ask.
    private static let leastQuestion = 64 << 10
    /// Bytes: what takes as much or more is given back to the system when it is freed. By itself the C
    /// library raises this limit up to 32 MB, and then the memory of pictures that are gone stays in parts
    /// that others do not fit into.
    private static let leastMapping = 1 << 20
    /// Whether the program keeps a reserve. A process with a limit of its own, as one that decodes
    /// pictures, keeps none.
    private static let isKept = Atomic(false)

    /// Begins to keep the reserve; ends the program if there is no memory for it. Must be called before
    /// other threads start.
    public static func begin() {
        isKept.store(true, ordering: .relaxed)
        mallopt(M_MMAP_THRESHOLD, CInt(leastMapping))
        // A thread's own arena takes 64 MB of addresses, which a limit counts.
        if limit != nil { mallopt(M_ARENA_MAX, 1) }
        require(leastQuestion)
    }

    /// Ends the program with one line unless `bytes` can be allocated beside the reserve.
    public static func require(_ bytes: Int) {
        if bytes >= leastQuestion, let problem = problem(allocating: bytes) {
            Ending.end(problem, status: 74)
        }
    }

    /// Why `bytes` cannot be allocated beside the reserve; nil if they can, or if no reserve is kept.
    public static func problem(allocating bytes: Int) -> String? {
        guard isKept.load(ordering: .relaxed), !isFree(bytes + size) else { return nil }
        return problem(bytes + size)
    }

    /// Ends the program because the system refused so many bytes, if a reserve is kept.
    public static func endIfKept(without bytes: Int) {
        if isKept.load(ordering: .relaxed) { fail(bytes) }
    }

    /// Ends the program because so many bytes cannot be allocated.
    static func fail(_ bytes: Int) -> Never {
        Ending.end(problem(bytes), status: 74)
    }

    private static func problem(_ bytes: Int) -> String {
        "cannot get \(bytes / 1_000_000) MB of memory: \(reason)"
    }

    /// Whether so many bytes can be mapped. Pages that nobody writes take no memory.
    private static func isFree(_ bytes: Int) -> Bool {
        let kind = MAP_PRIVATE | MAP_ANONYMOUS
        guard let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, kind, -1, 0),
            memory != MAP_FAILED
        else { return false }
        munmap(memory, bytes)
        return true
    }

    private static var reason: String {
        guard let limit else {
            return "the machine has no more; end other programs, or draw smaller pictures"
        }
        return "the limit on memory (\(limit.option)) is \(limit.kilobytes) kB; raise it"
    }

    /// The limit on the memory of this process, and the option of ulimit that sets it; nil without one.
    public static var limit: (option: String, kilobytes: UInt)? {
        for (resource, option) in [(RLIMIT_AS, "ulimit -v"), (RLIMIT_DATA, "ulimit -d")] {
            var limit = rlimit()
            if getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0,
                limit.rlim_cur != rlim_t.max
            {
                return (option, UInt(limit.rlim_cur) / 1024)
            }
        }
        return nil
    }
}
