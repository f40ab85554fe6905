import Decoding
import Dispatch
import Picture
import Synchronization
import System

/// Draws pictures on a separate thread, one after the other.
final class AssetLoader: Sendable {
    typealias Result = Swift.Result<Bitmap, PictureError>

    private struct Task {
        let key: Asset.Key
        let file: PictureFile
    }

    private struct State {
        /// In the order in which they will be drawn.
        var tasks: [Task] = []
        /// What is being drawn.
        var current: Task?
        /// Whether what is being drawn is not wanted any more.
        var isCancelled = false
        var loaded: [(Asset.Key, Result)] = []
        var isClosed = false

        func isLoaded(_ key: Asset.Key) -> Bool { loaded.contains { $0.0 == key } }
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "pictures")
    /// Counts what was drawn, for `wait`.
    private let drawn = DispatchSemaphore(value: 0)
    private let wake: @Sendable () -> Void

    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Draws the picture after those that were asked for before, or before them if it is urgent.
    func load(_ asset: Asset, isUrgent: Bool) {
        let task = Task(key: asset.key, file: asset.file)
        state.withLock { state in
            let isDrawn = state.current?.key == task.key && !state.isCancelled
            guard !state.isClosed, !isDrawn, !state.isLoaded(task.key) else { return }
            let place = state.tasks.firstIndex { $0.key == task.key }
            if let place, !isUrgent || place == 0 { return }
            if let place { state.tasks.remove(at: place) }
            state.tasks.insert(task, at: isUrgent ? 0 : state.tasks.count)
            queue.async { [self] in drawNext() }
        }
    }

    private func drawNext() {
        let task: Task? = state.withLock { state in
            state.current = state.tasks.isEmpty ? nil : state.tasks.removeFirst()
            state.isCancelled = false
            return state.current
        }
        guard let task else { return }
        let result = task.key.draw(task.file)
        state.withLock { state in
            state.current = nil
            guard !state.isClosed, !state.isCancelled else { return }
            state.loaded.append((task.key, result))
            // With the lock held, so that it is never called after `close`.
            wake()
        }
        drawn.signal()
    }

    /// Waits until the picture is drawn, but at most until `end`, in seconds of CLOCK_MONOTONIC.
    func wait(for asset: Asset, until end: Double) {
        while !state.withLock({ $0.isClosed || $0.isLoaded(asset.key) }) {
            let rest = end - monotonicSeconds()
            let limit = rest.isFinite ? DispatchTime.now() + max(0, rest) : .distantFuture
            if drawn.wait(timeout: limit) == .timedOut { return }
        }
    }

    /// Drops the requests and the results of all other assets. Cancels the present drawing if no
    /// asset of these has its file.
    func keep(_ assets: [Asset]) {
        let keys = Set(assets.map(\.key))
        state.withLock { state in
            state.tasks.removeAll { !keys.contains($0.key) }
            state.loaded.removeAll { !keys.contains($0.0) }
            if let current = state.current, !keys.contains(where: { $0.file == current.key.file }) {
                state.isCancelled = true
                current.file.cancel()
            }
        }
    }

    /// Ends the drawing.
    func close() {
        let isOpen = state.withLock { state in
            defer { (state.isClosed, state.tasks, state.loaded) = (true, [], []) }
            state.current?.file.cancel()
            return !state.isClosed
        }
        guard isOpen else { return }
        let end = DispatchGroup()
        queue.async(group: end) {}
        _ = end.wait(timeout: .now() + Self.longestWait)
    }

    /// Seconds.
    private static let longestWait = 0.3

    /// Whether `take` has results.
    var hasLoaded: Bool { state.withLock { !$0.loaded.isEmpty } }

    /// The results since the last call.
    func take() -> [(Asset.Key, Result)] {
        state.withLock { state in
            defer { state.loaded = [] }
            return state.loaded
        }
    }
}
