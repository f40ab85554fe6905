import Dispatch
public import Motion
import Platform
import Synchronization

/// Reads a source on a separate thread, until the source's end or `stop`.
public final class ReadingThread: Sendable {
    /// Receives the readings, their source and its state; called on the thread.
    public typealias Take =
        @Sendable ([Reading], any MotionSource, Result<SourceState, any Error>) -> Void

    private let source: Mutex<any MotionSource>
    /// Seconds: timeout of `stop`.
    private let stopTimeout: Double
    private let isStopped = Atomic(false)
    private let isSuspended: Atomic<Bool>
    private let wakeUp = DispatchSemaphore(value: 0)
    private let work = DispatchGroup()
    /// Nanoseconds of CLOCK_MONOTONIC at the start of the last loop iteration.
    private let newestIteration = Atomic(monotonicNow())
    /// Limits each read, so that the loop notices `stop`.
    private static let readTimeout = Duration.milliseconds(200)

    /// Does not read before `start`, nor while suspended, except to find an absent sensor.
    public init(_ source: sending any MotionSource, isSuspended: Bool = false) {
        // `stop` waits longer only for a local IIO device, whose settings must be restored. A
        // remote server may never answer.
        stopTimeout = source.restoresSettings ? 5 : 0.3
        self.source = Mutex(source)
        self.isSuspended = Atomic(isSuspended)
    }

    /// Starts reading.
    public func start(_ take: @escaping Take) {
        let queue = DispatchQueue(label: "samples")
        queue.async(group: work) { [self] in
            source.withLock { readUntilStopped($0, take: take) }
        }
    }

    /// Stops the thread, which restores a local IIO device. A thread that is blocked is left running
    /// after the timeout.
    public func stop() {
        isStopped.store(true, ordering: .relaxed)
        wakeUp.signal()
        _ = work.wait(timeout: .now() + stopTimeout)
    }

    /// Suspends the source until `resume`; while its sensor is absent it is still read.
    public func suspend() { isSuspended.store(true, ordering: .relaxed) }

    /// Resumes reading.
    public func resume() {
        isSuspended.store(false, ordering: .relaxed)
        wakeUp.signal()
    }

    /// Whether the loop had an iteration in the last five seconds.
    public var isRunning: Bool {
        monotonicNow() < newestIteration.load(ordering: .relaxed) + 5_000_000_000
    }

    /// Gives `take` the readings of `source` until its end or `stop`.
    private func readUntilStopped(_ source: any MotionSource, take: Take) {
        defer { source.suspend() }
        var readings: [Reading] = []
        while !isStopped.load(ordering: .relaxed) {
            newestIteration.store(monotonicNow(), ordering: .relaxed)
            guard !isSuspended.load(ordering: .relaxed) || source.isWaiting else {
                source.suspend()
                // At least one iteration per second, for `isRunning`.
                _ = wakeUp.wait(timeout: .now() + .seconds(1))
                continue
            }
            readings.removeAll(keepingCapacity: true)
            let state = Result { try source.read(into: &readings, timeout: Self.readTimeout) }
            take(readings, source, state)
            guard state.isOpen else { return }
        }
    }
}

extension Result<SourceState, any Error> {
    /// Whether the source may have more readings.
    public var isOpen: Bool {
        switch self {
        case .success(.open), .success(.waiting): true
        case .success(.ended), .failure: false
        }
    }
}
