internal import Platform
import Synchronization

/// Watches the files of the card that is shown.
final class CardChanges: Sendable {
    private let isChanged = Atomic(false)
    private let watched = Mutex<(files: [String], watch: FileWatch?)>(([], nil))
    private let wake: @Sendable () -> Void

    /// `wake` is called on another thread after a change.
    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    func watch(_ files: [String]) {
        watched.withLock { watched in
            guard files != watched.files else { return }
            watched = (
                files, files.isEmpty ? nil : FileWatch(files) { [weak self] in self?.tell() }
            )
        }
    }

    private func tell() {
        // With the lock held, so that `wake` is not called any more after `watch([])`.
        watched.withLock { watched in
            guard watched.watch != nil else { return }
            isChanged.store(true, ordering: .relaxed)
            wake()
        }
    }

    /// Whether there was a change since the last call.
    func take() -> Bool { isChanged.exchange(false, ordering: .relaxed) }
}
