import Dispatch

extension DispatchSemaphore {
    /// A semaphore of `count` that may go while some of it is taken.
    ///
    /// One that is made with a value stops the program then, as a fault of its user.
    static func of(_ count: Int) -> DispatchSemaphore {
        let semaphore = DispatchSemaphore(value: 0)
        for _ in 0..<count { semaphore.signal() }
        return semaphore
    }
}
