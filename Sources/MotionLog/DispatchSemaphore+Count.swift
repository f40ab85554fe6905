import Dispatch

extension DispatchSemaphore {
    /// A semaphore of `count` that may be freed with a lower count.
    ///
    /// Dispatch stops the program when one created with that value is freed so.
    static func of(_ count: Int) -> DispatchSemaphore {
        let semaphore = DispatchSemaphore(value: 0)
        for _ in 0..<count { semaphore.signal() }
        return semaphore
    }
}
