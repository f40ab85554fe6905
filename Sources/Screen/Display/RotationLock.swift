internal import Dispatch
internal import Platform
import Synchronization

/// Keeps the desktop from turning the display while a card is shown that the device tilts.
///
/// The person's own value comes back when the window loses the focus, at the end, and at the next start
/// if the program is killed. The desktop is asked on a thread of its own.
public final class RotationLock: Sendable {
    private let worker: RotationWorker
    private let ending: Ending.Registration

    /// Without `isOn`, only what a killed process has left is restored. `report` takes a line for the
    /// person, at most one, on another thread.
    public init(isOn: Bool, report: @escaping @Sendable (String) -> Void) {
        let worker = RotationWorker(report)
        self.worker = worker
        ending = Ending.cleaningUp { worker.end() }
        worker.begin(isOn: isOn)
    }

    deinit { worker.end() }

    /// Whether the device tilts the card, and the person wants the lock.
    public func setOn(_ isOn: Bool) { worker.change { $0.isOn = isOn } }

    /// Locks the rotation from now on, as long as it is wanted. `isTurned`: whether the display does not
    /// stand upright now.
    func hold(isTurned: Bool) {
        worker.change { ($0.isShown, $0.isTurned) = (true, isTurned) }
    }

    /// Gives the person's own value back.
    func release() { worker.change { $0.isShown = false } }

    /// Gives it back for good, and waits for that a second at most.
    public func end() { worker.end() }
}

/// The thread of a `RotationLock`.
private final class RotationWorker: Sendable {
    struct Wish: Equatable {
        var isOn = false
        var isShown = false
        var isTurned = false
        var isEnding = false

        var isLocked: Bool { isOn && isShown && !isEnding }
    }

    private struct State {
        var wish = Wish()
        var hasStarted = false
        var hasTold = false
    }

    private let state = Mutex(State())
    private let changed = DispatchSemaphore(value: 0)
    private let thread = DispatchGroup()
    private let report: @Sendable (String) -> Void
    /// Seconds until a rotation that another window has locked is tried again.
    private static let pause = 0.1
    /// Seconds: a desktop that needs longer is left, and the next start restores its setting.
    private static let patience = 1.0

    init(_ report: @escaping @Sendable (String) -> Void) { self.report = report }

    func begin(isOn: Bool) {
        change { $0.isOn = isOn }
        if LockedRotation.isLeft { start() }
    }

    func change(_ change: (inout Wish) -> Void) {
        let isNew = state.withLock { state in
            let before = state.wish
            change(&state.wish)
            return state.wish != before
        }
        guard isNew else { return }
        if wish.isLocked { start() }
        changed.signal()
    }

    func end() {
        change { $0.isEnding = true }
        _ = thread.wait(timeout: .now() + Self.patience)
    }

    private var wish: Wish { state.withLock(\.wish) }

    /// Starts the thread, if it does not run: most windows need none.
    private func start() {
        let isFirst = state.withLock { state in
            defer { state.hasStarted = true }
            return !state.hasStarted
        }
        guard isFirst else { return }
        DispatchQueue(label: "rotation").async(group: thread) { [self] in work() }
    }

    private func work() {
        let changes = SettingsChanges()
        LockedRotation.restoreLeft()
        var locked: LockedRotation?
        var isTried = false
        while true {
            let wish = wish
            changes.take()
            if !wish.isLocked {
                if let held = locked.take() { held.release() }
                isTried = false
            } else if !isTried {
                isTried = true
                do throws(RotationProblem) {
                    locked = try lock()
                } catch {
                    if case .isBusy = error { isTried = false }
                    tell(error, isTurned: wish.isTurned)
                }
            }
            if wish.isEnding { return }
            let isWaiting = wish.isLocked && !isTried
            _ = changed.wait(timeout: isWaiting ? .now() + Self.pause : .distantFuture)
        }
    }

    private func lock() throws(RotationProblem) -> LockedRotation {
        let desktop = environmentVariable("XDG_CURRENT_DESKTOP") ?? ""
        guard let setting = RotationSetting(ofDesktop: desktop) else { throw .noSetting }
        return try LockedRotation(setting)
    }

    /// Tells once why the display may turn, where it does turn: many desktops stand upright for ever.
    private func tell(_ problem: RotationProblem, isTurned: Bool) {
        guard !state.withLock(\.hasTold),
            let words = problem.words(isTurned: isTurned || Self.hasSensorProxy)
        else { return }
        state.withLock { $0.hasTold = true }
        report(words)
    }

    /// Whether the program runs by which desktops turn their display (iio-sensor-proxy).
    private static var hasSensorProxy: Bool {
        (try? MessageBus(.system).has("net.hadess.SensorProxy")) ?? false
    }
}

extension RotationProblem {
    /// For the person; nil if nothing is wrong.
    fileprivate func words(isTurned: Bool) -> String? {
        switch self {
        case .isLocked, .isBusy: nil
        case .noSetting where isTurned:
            "tilting may turn the desktop, whose rotation cannot be locked from here: lock it in the "
                + "desktop's settings, or run: sudo systemctl stop iio-sensor-proxy"
        case .noSetting: nil
        case .noRecord(let error):
            "tilting may turn the desktop, whose rotation is not locked, because it could not be "
                + "given back after a crash: \(error); lock it in the desktop's settings"
        }
    }
}
