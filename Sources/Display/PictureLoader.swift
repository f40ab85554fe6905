internal import CLinux
import Dispatch
internal import Picture
import Synchronization

/// Draws pictures to bitmaps on a separate thread, one after the other.
final class PictureLoader: Sendable {
    typealias Result = Swift.Result<Bitmap, PictureError>

    private struct State {
        /// Counts the changes of size; results of an older generation are dropped.
        var generation = 0
        var asked: Set<Int> = []
        var loaded: [(Int, Result)] = []
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "pictures")
    private let wake: @Sendable () -> Void

    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Draws picture `index` unless it is being drawn already.
    func load(_ index: Int, _ picture: CardPicture, width: Int, height: Int) {
        let generation: Int? = state.withLock {
            $0.asked.insert(index).inserted ? $0.generation : nil
        }
        guard let generation else { return }
        queue.async { [self] in
            guard state.withLock({ $0.generation }) == generation else { return }
            let result = Result { () throws(PictureError) in
                try picture.file.bitmap(width: width, height: height, fit: picture.fit)
            }
            state.withLock {
                if $0.generation == generation { $0.loaded.append((index, result)) }
            }
            wake()
            // A parsed picture consists of many small allocations: return them to the system.
            malloc_trim(0)
        }
    }

    /// Drops the requests and their results.
    func forget() {
        state.withLock { $0 = State(generation: $0.generation + 1) }
    }

    /// Whether `take` has results.
    var hasLoaded: Bool { state.withLock { !$0.loaded.isEmpty } }

    /// The results since the last call.
    func take() -> [(Int, Result)] {
        state.withLock { state in
            defer { state.loaded = [] }
            return state.loaded
        }
    }
}
