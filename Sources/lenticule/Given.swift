import Dispatch
import Synchronization

/// What `work` gives on a thread of its own; nil if that takes longer than so many seconds: then it is
/// left behind, for what blocks in the kernel or in a library cannot be ended.
func given<Result: Sendable>(
    seconds: Double, _ work: @escaping @Sendable () -> Result
) -> Result? {
    let promise = Promise<Result>()
    DispatchQueue(label: "given time").async { promise.keep(work()) }
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
