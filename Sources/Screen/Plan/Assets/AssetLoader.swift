import Dispatch
import Picture
import Platform
import Synchronization

/// Has pictures decoded and scaled on a separate thread, one after the other.
final class AssetLoader: Sendable {
    typealias Result = Swift.Result<Bitmap, PictureError>

    private struct Task {
        let key: Asset.Key
        let source: any AssetSource
    }

    private struct State {
        /// In the order in which they will be drawn.
        var tasks: [Task] = []
        /// The task at work: its picture is being drawn.
        var task: Task?
        /// Whether the picture of `task` is not wanted any more.
        var isCancelled = false
        var finished: [(Asset.Key, Result)] = []
        var isClosed = false

        func isFinished(_ key: Asset.Key) -> Bool { finished.contains { $0.0 == key } }
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "pictures")
    /// Signalled after each drawing, for `wait`.
    private let drawingEnded = DispatchSemaphore(value: 0)
    private let wake: @Sendable () -> Void

    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    func wakeUnlessClosed() {
        // The lock is held, so that `wake` is never called after `close`.
        state.withLock { if !$0.isClosed { wake() } }
    }

    /// Has the picture drawn after those that were asked for earlier, or before them if it is
    /// urgent. Does nothing if the picture is being drawn, or its result waits for `take`.
    func load(_ asset: Asset, isUrgent: Bool) {
        let task = Task(key: asset.key, source: asset.source)
        state.withLock { state in
            let isAtWork = state.task?.key == task.key && !state.isCancelled
            guard !state.isClosed, !isAtWork, !state.isFinished(task.key) else { return }
            let index = state.tasks.firstIndex { $0.key == task.key }
            // The asset may have another source, that of the card read anew.
            if let index, !isUrgent || index == 0 {
                state.tasks[index] = task
                return
            }
            if let index { state.tasks.remove(at: index) }
            state.tasks.insert(task, at: isUrgent ? 0 : state.tasks.count)
            queue.async { [self] in drawNext() }
        }
    }

    private func drawNext() {
        let task: Task? = state.withLock { state in
            state.task = state.tasks.isEmpty ? nil : state.tasks.removeFirst()
            state.isCancelled = false
            return state.task
        }
        guard let task else { return }
        let result = Result { () throws(PictureError) in
            try task.source.bitmap(task.key.size, fit: task.key.fit)
        }
        state.withLock { state in
            state.task = nil
            guard !state.isClosed, !state.isCancelled else { return }
            state.finished.append((task.key, result))
            // The lock is held, so that `wake` is never called after `close`.
            wake()
        }
        drawingEnded.signal()
    }

    /// Waits until the picture is drawn, cannot be drawn, or the loader is closed, but at most
    /// until `end`, in seconds of CLOCK_MONOTONIC. A finite `end` means that a loop waits: then a
    /// signal that asks the loop to end also ends this wait.
    func wait(for asset: Asset, until end: Double) {
        let isLoop = end.isFinite
        let ending = isLoop ? Ending.asking { [drawingEnded] in drawingEnded.signal() } : nil
        while !(isLoop && Ending.isAsked),
            !state.withLock({ $0.isClosed || $0.isFinished(asset.key) })
        {
            let limit =
                isLoop ? DispatchTime.now() + max(0, end - monotonicSeconds()) : .distantFuture
            if drawingEnded.wait(timeout: limit) == .timedOut { break }
        }
        _ = consume ending
    }

    /// Drops the requests and the results of assets that are not in `assets`. Cancels the present
    /// drawing if no asset in `assets` shows the same page of the same, unchanged file.
    func keepOnly(_ assets: [Asset]) {
        let keys = Set(assets.map(\.key))
        state.withLock { state in
            state.tasks.removeAll { !keys.contains($0.key) }
            state.finished.removeAll { !keys.contains($0.0) }
            if let task = state.task, !keys.contains(where: { $0.source == task.key.source }) {
                state.isCancelled = true
                task.source.cancel()
            }
        }
    }

    /// Drops all requests and results, and cancels the present drawing. Waits for its end, but at
    /// most for `longestWait`.
    func close() {
        let isOpen = state.withLock { state in
            defer { (state.isClosed, state.tasks, state.finished) = (true, [], []) }
            state.task?.source.cancel()
            return !state.isClosed
        }
        guard isOpen else { return }
        let end = DispatchGroup()
        queue.async(group: end) {}
        _ = end.wait(timeout: .now() + Self.longestWait)
    }

    /// Seconds.
    private static let longestWait = 0.3

    var hasFinished: Bool { state.withLock { !$0.finished.isEmpty } }

    /// The results since the last call.
    func take() -> [(Asset.Key, Result)] {
        state.withLock { state in
            defer { state.finished = [] }
            return state.finished
        }
    }
}
