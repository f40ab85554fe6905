import Dispatch

extension DispatchSemaphore {
    /// A semaphore of `count` that may be freed with a lower count.
    ///
    /// Dispatch stops the program if a semaphore is freed with a lower count than it was created
    /// with.
    static func of(_ count: Int) -> DispatchSemaphore {
        let semaphore = DispatchSemaphore(value: 0)
        for _ in 0..<count { semaphore.signal() }
        return semaphore
    }
}
