import CLinux
import Dispatch
import Picture
import Synchronization

/// Draws pictures on a separate thread, one after the other.
final class AssetLoader: Sendable {
    typealias Result = Swift.Result<Bitmap, PictureError>

    private struct State {
        /// Counts the calls of `cancel`; what was asked for before is not drawn any more.
        var generation = 0
        var asked: Set<Asset.Key> = []
        var loaded: [(Asset.Key, Result)] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "pictures")
    private let wake: @Sendable () -> Void

    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Draws the picture, unless it is being drawn already.
    func load(_ asset: Asset) {
        let (key, file) = (asset.key, asset.file)
        let generation: Int? = state.withLock {
            !$0.isClosed && $0.asked.insert(key).inserted ? $0.generation : nil
        }
        guard let generation else { return }
        queue.async { [self] in
            let isAsked = state.withLock {
                $0.generation == generation && $0.asked.contains(key)
            }
            guard isAsked else { return }
            let result = key.draw(file)
            add(key, result, generation)
            // A parsed picture consists of many small allocations: return them to the system.
            malloc_trim(0)
        }
    }

    private func add(_ key: Asset.Key, _ result: Result, _ generation: Int) {
        state.withLock {
            guard $0.generation == generation else { return }
            $0.loaded.append((key, result))
            // With the lock held, so that it is never called after `close`.
            wake()
        }
    }

    /// Drops the request for a picture, unless it is being drawn.
    func cancel(_ asset: Asset) { state.withLock { _ = $0.asked.remove(asset.key) } }

    /// Drops the requests and their results.
    func cancel() {
        state.withLock {
            $0 = State(generation: $0.generation + 1, isClosed: $0.isClosed)
        }
    }

    /// Ends the drawing; waits for the picture that is being drawn, but not long.
    func close() {
        let isOpen = state.withLock { state in
            defer { state = State(generation: state.generation + 1, isClosed: true) }
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
            defer {
                state.asked.subtract(state.loaded.map(\.0))
                state.loaded = []
            }
            return state.loaded
        }
    }
}
