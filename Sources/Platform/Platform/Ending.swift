import Dispatch
import Glibc
import Synchronization

/// Ends the program on SIGINT, SIGTERM and SIGHUP, in any state.
///
/// A separate thread waits for these signals and asks the running loop, if there is one, to end. If
/// there is no loop, or if the program still runs 0.7 s later, or 0.7 s after the last `noteProgress`
/// but at most 7 s later, that thread calls the registered
/// clean-up actions, removes the drafts of output files, and ends the program by the signal. The
/// clean-up actions are also called, and the drafts removed, when the program or a library calls
/// exit.
public enum Ending {
    /// A registered action; deinit removes it.
    public struct Registration: ~Copyable, Sendable {
        fileprivate let number: Int

        /// Whether a signal asked for the end.
        public var isAsked: Bool { Ending.isAsked }

        deinit { actions.withLock { $0.remove(number) } }
    }

    private struct Action {
        /// False if it asks the loop to end.
        let cleansUp: Bool
        let call: @Sendable () -> Void
    }

    private struct Actions {
        var all: [Int: Action] = [:]
        var newest = 0

        mutating func add(_ action: Action) -> Registration {
            newest += 1
            all[newest] = action
            return Registration(number: newest)
        }

        mutating func remove(_ number: Int) { all[number] = nil }
    }

    private static let actions = Mutex(Actions())
    /// The signal that asked for the end; 0 before it.
    private static let asked = Atomic(CInt(0))
    /// Whether a thread has called `end`.
    private static let isEnding = Atomic(false)
    /// The grace period of a loop after it was asked to end: so many waits of 10 ms, 0.7 s. A wait
    /// takes longer where the program is stopped or the machine has no processor for it.
    private static let graceWaits = 70
    /// The same while the loop makes progress, 7 s.
    private static let mostGraceWaits = 700
    /// How often the loop noted progress.
    private static let progress = Atomic(0)
    /// Seconds: limit of the clean-up actions.
    private static let longestCleanUp = 0.9
    /// Seconds: the same after the whole grace period, and at an exit.
    private static let shortCleanUp = 0.2
    /// Seconds: how long `list` waits for the lock of the list of actions. Another thread holds
    /// the lock while it adds or removes an action; that takes microseconds, if the thread is not
    /// suspended.
    private static let patience = 0.05

    /// Blocks the signals for all threads, and starts the thread that waits for them. It must be
    /// called before other threads start, because threads inherit the mask of signals.
    ///
    /// SIGHUP stays ignored if the parent ignores it, as nohup does. SIGINT does not: shells ignore
    /// it for background jobs, but it should end a recording there.
    public static func begin() {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP]) {
            Glibc.signal(signal, SIG_DFL)
            sigaddset(&set, signal)
        }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        DispatchQueue(label: "ending").async { [set] in waitForEnd(set) }
        // Libraries may call exit.
        atexit { Ending.cleanUpForExit() }
        at_quick_exit { Ending.cleanUpForExit() }
    }

    /// Ends the program with a message for the user, from any thread and without unwinding; for a
    /// failure after which nothing else can be done.
    static func end(_ message: String, status: CInt) -> Never {
        guard !isEnding.exchange(true, ordering: .relaxed) else { while true { pause() } }
        fflush(nil)
        cleanUpForExit()
        StandardError.write(StandardError.line(message))
        _exit(status)
    }

    private static func cleanUpForExit() {
        cleanUp(until: .now() + shortCleanUp)
        removeDrafts()
    }

    /// Whether a signal asked for the end.
    public static var isAsked: Bool { asked.load(ordering: .relaxed) != 0 }

    /// Ends the program by the signal that asked for the end, if one did, without the clean-up
    /// actions; for a loop that was interrupted.
    public static func terminateIfAsked() {
        let signal = asked.load(ordering: .relaxed)
        if signal != 0 { terminate(by: signal) }
    }

    /// If a signal asked for the end, waits until the signal's thread ends the program.
    public static func waitIfAsked() { while isAsked { pause() } }

    /// Registers `ask`, which is called on another thread when the end is asked for. `ask` should
    /// wake the loop, which then checks `isAsked`; `ask` must not block.
    public static func asking(_ ask: @escaping @Sendable () -> Void = {}) -> Registration {
        actions.withLock { $0.add(Action(cleansUp: false, call: ask)) }
    }

    /// Registers `cleanUp`, which is called when a signal ends the program or when the program
    /// calls exit, unless the registration was released before. Other threads may hold any lock at
    /// that time, so `cleanUp` must not wait for a lock without a limit.
    public static func cleaningUp(_ cleanUp: @escaping @Sendable () -> Void) -> Registration {
        actions.withLock { $0.add(Action(cleansUp: true, call: cleanUp)) }
    }

    private static func waitForEnd(_ signals: sigset_t) {
        var (set, signal) = (signals, CInt(0))
        while sigwait(&set, &signal) != 0 {}
        asked.store(signal, ordering: .relaxed)
        let asks = list(cleaningUp: false)
        if !asks.isEmpty {
            start(asks)
            waitForLoop()
        }
        cleanUp(until: .now() + (asks.isEmpty ? longestCleanUp : shortCleanUp))
        removeDrafts()
        terminate(by: signal)
    }

    /// Begins the grace period anew: the loop is about to end in order, and has done a part of what
    /// it has to do, such as restoring a setting of a device.
    public static func noteProgress() { progress.add(1, ordering: .relaxed) }

    /// Waits until the grace period is over. A second signal does not shorten it: it would end a loop
    /// that needs only microseconds more.
    private static func waitForLoop() {
        var (waits, noted) = (0, progress.load(ordering: .relaxed))
        for _ in 0..<mostGraceWaits where waits < graceWaits {
            usleep(10_000)
            let present = progress.load(ordering: .relaxed)
            waits = present == noted ? waits + 1 : 0
            noted = present
        }
    }

    /// Calls the clean-up actions, each on its own thread, because one may block.
    private static func cleanUp(until deadline: DispatchTime) {
        _ = start(list(cleaningUp: true)).wait(timeout: deadline)
    }

    /// Registered actions; none if another thread holds the lock for longer than `patience`.
    private static func list(cleaningUp: Bool) -> [@Sendable () -> Void] {
        let end = DispatchTime.now() + patience
        repeat {
            if let all = actions.withLockIfAvailable({ $0.all }) {
                return all.values.filter { $0.cleansUp == cleaningUp }.map(\.call)
            }
            sched_yield()
        } while DispatchTime.now() < end
        return []
    }

    @discardableResult
    private static func start(_ actions: [@Sendable () -> Void]) -> DispatchGroup {
        let group = DispatchGroup()
        for action in actions {
            DispatchQueue(label: "at the end").async(group: group) { action() }
        }
        return group
    }

    /// Ends by the signal, so that the parent process, a shell or systemd, sees the cause.
    private static func terminate(by signal: CInt) -> Never {
        Glibc.signal(signal, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(signal)
        _exit(128 + signal)
    }

    private static func isIgnored(_ signal: CInt) -> Bool {
        var action = sigaction()
        sigaction(signal, nil, &action)
        return unsafe isIgnore(action.__sigaction_handler.sa_handler)
    }
}

/// Whether a signal's handler is SIG_IGN, the pointer 1 in C.
private func isIgnore(_ handler: (@convention(c) (CInt) -> Void)?) -> Bool {
    // Swift has no other way to compare a C function pointer with a number.
    unsafe unsafeBitCast(handler, to: Int.self) == 1
}
