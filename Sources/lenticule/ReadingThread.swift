import Dispatch
import Glibc
import Motion
import Synchronization

/// Reads a source on a thread of its own, until the source's end or `stop`.
final class ReadingThread: Sendable {
    /// What one reading gave.
    enum Readings {
        case samples([ImuSample])
        case attitudes([Attitude])

        var count: Int {
            switch self {
            case .samples(let samples): samples.count
            case .attitudes(let attitudes): attitudes.count
            }
        }
    }

    /// Takes what a reading gave, and what the source came to; called on the thread.
    typealias Take = (Readings, Result<SourceState, any Error>) -> Void

    private let source: Mutex<MotionSource>
    private let isStopped = Atomic(false)
    private let isAwake: Atomic<Bool>
    private let wakeUp = DispatchSemaphore(value: 0)
    private let hasStopped = DispatchGroup()
    /// Nanoseconds of the clock that never stands, at the newest turn of the loop.
    private let newestTurn = Atomic(DispatchTime.now().uptimeNanoseconds)
    /// No read waits longer, so that `stop` is seen.
    private static let patience = Duration.milliseconds(200)

    /// Nothing is read before `start`, nor while it sleeps.
    init(_ source: sending MotionSource, isAwake: Bool = true) {
        self.source = Mutex(source)
        self.isAwake = Atomic(isAwake)
    }

    /// Reads from now on.
    func start(_ take: @escaping @Sendable (Readings, Result<SourceState, any Error>) -> Void) {
        let queue = DispatchQueue(label: "samples")
        queue.async(group: hasStopped) { [self] in
            source.withLock { source in
                switch source {
                case .samples(let source):
                    follow(read: source.read, rest: source.rest) { take(.samples($0), $1) }
                case .attitudes(let source):
                    follow(read: source.read, rest: source.rest) { take(.attitudes($0), $1) }
                }
            }
        }
    }

    /// Returns when the thread has ended; the device is at rest then.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        wakeUp.signal()
        hasStopped.wait()
    }

    /// Lets the source rest until `wake`.
    func sleep() { isAwake.store(false, ordering: .relaxed) }

    /// Reads again.
    func wake() {
        isAwake.store(true, ordering: .relaxed)
        wakeUp.signal()
    }

    /// Whether the thread has come round in the last five seconds.
    var isTurning: Bool {
        let now = DispatchTime.now().uptimeNanoseconds
        return now < newestTurn.load(ordering: .relaxed) + 5_000_000_000
    }

    private func follow<Reading>(
        read: (inout [Reading], Duration) throws -> SourceState, rest: () -> Void,
        take: ([Reading], Result<SourceState, any Error>) -> Void
    ) {
        defer { rest() }
        var readings: [Reading] = []
        while !isStopped.load(ordering: .relaxed) {
            newestTurn.store(DispatchTime.now().uptimeNanoseconds, ordering: .relaxed)
            guard isAwake.load(ordering: .relaxed) else {
                rest()
                // The turn is seen once a second.
                _ = wakeUp.wait(timeout: .now() + .seconds(1))
                continue
            }
            readings.removeAll(keepingCapacity: true)
            let source = Result { try read(&readings, Self.patience) }
            take(readings, source)
            guard source.isOpen else { return }
        }
    }
}

extension Result<SourceState, any Error> {
    /// Whether the source may give more.
    var isOpen: Bool {
        switch self {
        case .success(.open), .success(.waiting): true
        case .success(.ended), .failure: false
        }
    }
}
