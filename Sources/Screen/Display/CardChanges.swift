internal import Platform
import Synchronization

/// Watches the files of the card that is shown.
final class CardChanges: Sendable {
    private let isChanged = Atomic(false)
    private let watched = Mutex<(files: [String], watch: FileWatch?)>(([], nil))
    private let wake: @Sendable () -> Void

    /// `wake` is called on another thread after a change.
    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// `readTime`: when the card was read, nanoseconds of `fileTimeNow`. A change between then and
    /// now counts.
    func watch(_ files: [String], readTime: Int64?) {
        watched.withLock { watched in
            guard files != watched.files else { return }
            watched = (files, FileWatch(files, since: readTime) { [weak self] in self?.tell() })
        }
    }

    /// `wake` is not called any more.
    func stop() { watched.withLock { $0 = ([], nil) } }

    /// Counts as a change.
    func tell() {
        // With the lock held, so that `wake` is not called any more after `stop`.
        watched.withLock { watched in
            guard watched.watch != nil else { return }
            isChanged.store(true, ordering: .relaxed)
            wake()
        }
    }

    /// Whether there was a change since the last call.
    func take() -> Bool { isChanged.exchange(false, ordering: .relaxed) }
}
