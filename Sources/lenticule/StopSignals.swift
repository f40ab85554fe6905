import Glibc

/// SIGINT, SIGTERM and SIGHUP as a question that a loop asks, instead of the program's end.
///
/// Make it before other threads start: they inherit that these signals wait.
struct StopSignals {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// From now on the signals wait to be asked for.
    init() {
        var set = Self.set
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Whether one of them has come.
    var came: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return Self.signals.contains { sigismember(&pending, $0) == 1 }
    }

    /// Lets what has come end the program, as it would have done.
    func release() {
        var set = Self.set
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Returns when one of them has come.
    func wait() {
        var (set, signal) = (Self.set, CInt(0))
        sigwait(&set, &signal)
    }

    /// Ends a `wait`, as a signal from outside would; any thread may call it.
    func send() { kill(getpid(), SIGTERM) }

    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }
}
