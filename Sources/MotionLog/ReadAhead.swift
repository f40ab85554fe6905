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
        do {
            let reader = try MotionLogReader(path: path, options: options)
            var isMore = true
            while isMore {
                queue.free.wait()
                guard var block = queue.state.withLock({ $0.isStopped ? nil : $0.spare.popLast() ?? [] })
                else { return }
                block.removeAll(keepingCapacity: true)
                isMore = try reader.read(into: &block, atMost: rowsPerBlock)
                if !block.isEmpty { queue.put(.success(block)) }
            }
            queue.put(.success([]))
        } catch {
            queue.put(.failure(error))
        }
    }
}
