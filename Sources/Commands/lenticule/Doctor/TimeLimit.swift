import Dispatch
import Synchronization

/// The result of `work` on a separate thread; nil after a timeout, when the thread is left running,
/// because a call that blocks in the kernel or a library cannot be ended.
func withTimeLimit<Result: Sendable>(
    seconds: Double, _ work: @escaping @Sendable () -> Result
) -> Result? {
    let promise = Promise<Result>()
    DispatchQueue(label: "time limit").async { promise.keep(work()) }
    return promise.result(within: seconds)
}

private final class Promise<Result: Sendable>: Sendable {
    private let kept = Mutex<Result?>(nil)
    private let isKept = DispatchSemaphore(value: 0)

    func keep(_ result: Result) {
        kept.withLock { $0 = result }
        isKept.signal()
    }

    func result(within seconds: Double) -> Result? {
        _ = isKept.wait(timeout: .now() + seconds)
        return kept.withLock { $0 }
    }
}
