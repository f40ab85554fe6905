import Dispatch
public import Motion
import Synchronization

/// Elements in blocks, made on a separate thread some blocks ahead of the consumer.
public final class Blocks<Element: Sendable>: Sendable {
    /// Appends elements to an empty block; false when these were the last.
    public typealias Producer = (inout [Element]) throws(MotionLogError) -> Bool

    private let queue = Queue()

    /// Calls `start`, then its producer repeatedly, on the new thread.
    ///
    /// `next` throws an error after the elements made before it.
    public init(_ start: @escaping @Sendable () throws(MotionLogError) -> Producer) {
        let queue = queue
        DispatchQueue(label: "blocks").async { queue.fill(start) }
    }

    deinit { queue.stop() }

    /// The next block; an empty one at the end. After that, or after an error, it must not be
    /// called again: it would wait without end. The memory of `used`, an old block, is reused.
    public func next(reusing used: [Element] = []) throws(MotionLogError) -> [Element] {
        try queue.take(reusing: used)
    }
}

extension Blocks {
    /// State shared by both threads; it outlives the `Blocks`, whose deinit stops the producer.
    private final class Queue: Sendable {
        private struct State {
            var blocks: [Result<[Element], MotionLogError>] = []
            var spare: [[Element]] = []
            var isStopped = false
        }

        /// The number of blocks. With fewer, three threads on two processors leave one processor
        /// idle now and then.
        private static var depth: Int { 16 }

        private let state = Mutex(State())
        private let free = DispatchSemaphore.of(Queue.depth)
        private let filled = DispatchSemaphore(value: 0)

        func take(reusing used: [Element]) throws(MotionLogError) -> [Element] {
            filled.wait()
            let block = state.withLock { state in
                state.spare.append(used)
                return state.blocks.removeFirst()
            }
            free.signal()
            return try block.get()
        }

        func stop() {
            state.withLock { $0.isStopped = true }
            for _ in 0..<Self.depth { free.signal() }
        }

        func fill(_ start: () throws(MotionLogError) -> Producer) {
            do throws(MotionLogError) {
                let produce = try start()
                var isMore = true
                while isMore {
                    guard var block = takeSpare() else { return }
                    // Elements made before an error are delivered too.
                    defer { block.isEmpty ? giveBack(block) : put(.success(block)) }
                    isMore = try produce(&block)
                }
                put(.success([]))
            } catch {
                put(.failure(error))
            }
        }

        /// An empty block when there is room for one; nil when the consumer has stopped.
        private func takeSpare() -> [Element]? {
            free.wait()
            return state.withLock { state in
                if state.isStopped { return nil }
                var block = state.spare.popLast() ?? []
                block.removeAll(keepingCapacity: true)
                return block
            }
        }

        /// Takes back a block that the producer has left empty.
        private func giveBack(_ block: [Element]) {
            state.withLock { $0.spare.append(block) }
            free.signal()
        }

        private func put(_ block: Result<[Element], MotionLogError>) {
            state.withLock { $0.blocks.append(block) }
            filled.signal()
        }
    }
}

/// A log read ahead of its consumer.
public typealias ReadAhead = Blocks<ImuSample>

extension Blocks<ImuSample> {
    /// Reads a log, or simulates one.
    public convenience init(_ origin: LogOrigin, options: MotionLogReader.Options = .init()) {
        self.init { () throws(MotionLogError) in
            let reader = try MotionLogReader(origin, options: options)
            return { (block: inout [ImuSample]) throws(MotionLogError) in
                try reader.read(into: &block, atMost: 1024)
            }
        }
    }
}
