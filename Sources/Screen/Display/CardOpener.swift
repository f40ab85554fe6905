import Dispatch
import Synchronization

/// Why a card cannot be shown now.
public struct UnreadableCard: Error, CustomStringConvertible {
    /// As one line for the viewer.
    public let description: String
    /// The files whose change may mend it.
    let watchedFiles: [String]
    /// When its reading began, nanoseconds of `fileTimeNow`.
    let readTime: Int64

    public init(_ description: String, watchedFiles: [String], readTime: Int64) {
        (self.description, self.watchedFiles) = (description, watchedFiles)
        self.readTime = readTime
    }
}

/// Opens cards on a thread of its own, because measuring their pictures may take long.
final class CardOpener: Sendable {
    typealias Result = Swift.Result<PlayedCard?, any Error>

    private struct State {
        var opened: Result?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "card")
    private let open: @Sendable (CardRequest) throws -> PlayedCard?
    private let wake: @Sendable () -> Void

    /// `open` gives the card that is asked for; nil if there is no other card. After `open` has returned, `wake` is
    /// called on another thread, but not after `close`.
    init(
        wake: @escaping @Sendable () -> Void,
        open: @escaping @Sendable (CardRequest) throws -> PlayedCard?
    ) {
        (self.wake, self.open) = (wake, open)
    }

    /// Begins to open a card, and waits for it at most `patience` seconds.
    func begin(_ request: CardRequest, patience: Double) {
        let ready = DispatchSemaphore(value: 0)
        queue.async { [self] in
            let result = Result { try open(request) }
            state.withLock { state in
                guard !state.isClosed else { return }
                state.opened = result
                // The lock is held, so that `wake` is never called after `close`.
                wake()
            }
            ready.signal()
        }
        _ = ready.wait(timeout: .now() + patience)
    }

    /// What was opened since the last call; nil if nothing was.
    func take() -> Result? { state.withLock { $0.opened.take() } }

    func close() { state.withLock { $0.isClosed = true } }
}
