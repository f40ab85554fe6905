import Dispatch
public import Motion
import Synchronization

/// Reads a log on a thread of its own, a few blocks ahead of who takes them.
public final class ReadAhead: Sendable {
    private static let depth = 4
    private static let rowsPerBlock = 1024

    private struct State {
        var blocks: [Result<[ImuSample], MotionLogError>] = []
        var spare: [[ImuSample]] = []
        var isStopped = false
    }

    /// What both threads hold; it outlives the `ReadAhead`, whose end stops the reading.
    private final class Queue: Sendable {
        let state = Mutex(State())
        let free = DispatchSemaphore(value: ReadAhead.depth)
        let filled = DispatchSemaphore(value: 0)

        /// An empty block when there is room for one; nil when nobody waits for more.
        func takeSpare() -> [ImuSample]? {
            free.wait()
            return state.withLock { state in
                if state.isStopped { return nil }
                var block = state.spare.popLast() ?? []
                block.removeAll(keepingCapacity: true)
                return block
            }
        }

        func put(_ block: Result<[ImuSample], MotionLogError>) {
            state.withLock { $0.blocks.append(block) }
            filled.signal()
        }
    }

    private let queue = Queue()

    /// Starts to read the log at `path`; an error comes out of `next`.
    public init(path: String, options: MotionLogReader.Options = .init()) {
        let queue = queue
        DispatchQueue(label: "log reader").async {
            Self.fill(queue, path, options)
        }
    }

    deinit {
        queue.state.withLock { $0.isStopped = true }
        for _ in 0..<Self.depth { queue.free.signal() }
    }

    /// The next rows; none at the end. `used` is an old block whose memory may serve again.
    public func next(reusing used: [ImuSample] = []) throws(MotionLogError) -> [ImuSample] {
        queue.filled.wait()
        let block = queue.state.withLock { state in
            state.spare.append(used)
            return state.blocks.removeFirst()
        }
        queue.free.signal()
        return try block.get()
    }

    private static func fill(_ queue: Queue, _ path: String, _ options: MotionLogReader.Options) {
        do throws(MotionLogError) {
            let reader = try MotionLogReader(path: path, options: options)
            var isMore = true
            while isMore {
                guard var block = queue.takeSpare() else { return }
                // The rows before a bad one still count.
                defer { if !block.isEmpty { queue.put(.success(block)) } }
                isMore = try reader.read(into: &block, atMost: rowsPerBlock)
            }
            queue.put(.success([]))
        } catch {
            queue.put(.failure(error))
        }
    }
}
