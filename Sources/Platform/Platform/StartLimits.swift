import Glibc

/// Limits on this process under which it cannot work. Libraries would end or stop it later without a
/// word.
public enum StartLimits {
    /// Descriptors and threads that every command may need at a time.
    private static let (leastFiles, leastThreads) = (rlim_t(16), 4)

    /// Why the program cannot work; nil if it can.
    public static var obstacle: String? {
        var files = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0,
            files.rlim_cur < leastFiles
        {
            return "the limit on open files (ulimit -n) is \(files.rlim_cur), and at least "
                + "\(leastFiles) are needed"
        }
        guard !canStartThreads else { return nil }
        return
            "no more threads can be started: \(leastThreads) are needed beyond the first, within the "
            + "limits on processes (ulimit -u, systemd's TasksMax)"
    }

    /// Starts and ends as many threads as are needed.
    private static var canStartThreads: Bool {
        let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
        defer {
            sem_destroy(semaphore)
            semaphore.deallocate()
        }
        var threads: [pthread_t] = []
        for _ in 0..<leastThreads {
            var thread = pthread_t()
            let status = pthread_create(
                &thread, nil,
                { memory in
                    if let memory { sem_wait(memory.assumingMemoryBound(to: sem_t.self)) }
                    return nil
                }, semaphore)
            if status == 0 { threads.append(thread) }
        }
        for _ in threads { sem_post(semaphore) }
        for thread in threads { pthread_join(thread, nil) }
        return threads.count == leastThreads
    }
}
