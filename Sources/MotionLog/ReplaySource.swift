public import Motion

/// How fast a replay runs.
public enum ReplaySpeed: Sendable, Equatable {
    /// So many times as fast as it was recorded; above 0.
    case times(Double)
    /// As fast as it can.
    case max
}

/// A motion log as a source: each sample comes when its timestamp says.
public final class ReplaySource: SampleSource {
    /// The log's path.
    public let name: String
    /// No device is held: the log's first pose may be any.
    public var isLive: Bool { false }

    private let path: String
    private let options: MotionLogReader.Options
    private let loops: Bool
    private var reader: MotionLogReader
    private var pacer: Pacer
    /// Samples read ahead, and how many of them were given.
    private var pending: [ImuSample] = []
    private var given = 0
    private var isAtEnd = false
    /// What ended the reading; it is told after the samples before it.
    private var failure: MotionLogError?
    private var splice = LoopSplice()

    /// Opens the log at `path` (`-` is standard input, which cannot loop).
    public init(
        path: String, speed: ReplaySpeed = .times(1), loops: Bool = false,
        options: MotionLogReader.Options = .init()
    ) throws(MotionLogError) {
        (self.path, self.options, self.loops) = (path, options, loops && path != "-")
        reader = try MotionLogReader(path: path, options: options)
        name = reader.name
        pacer = Pacer(speed: speed)
    }

    /// Appends the samples whose time has come, waiting at most `timeout` for the first.
    public func read(into samples: inout [ImuSample], timeout: Duration) throws -> SourceState {
        let deadline = ContinuousClock.now + timeout
        let start = samples.count
        repeat {
            fetch(until: deadline)
            guard given < pending.count else {
                if let failure { throw failure }
                return isAtEnd ? .ended : .open
            }
            pacer.wait(for: pending[given].timestamp, until: deadline)
            while given < pending.count, pacer.isDue(pending[given].timestamp) {
                samples.append(pending[given])
                given += 1
            }
        } while samples.count == start && ContinuousClock.now < deadline
        return .open
    }

    /// Reads ahead when everything was given.
    private func fetch(until deadline: ContinuousClock.Instant) {
        guard given == pending.count, !isAtEnd, failure == nil else { return }
        pending.removeAll(keepingCapacity: true)
        given = 0
        let isMore = readBlock(until: deadline)
        splice.shift(&pending)
        if !isMore, failure == nil { startAgain() }
    }

    /// Whether the log has more.
    private func readBlock(until deadline: ContinuousClock.Instant) -> Bool {
        do {
            guard try reader.isReady(within: deadline - .now) else { return true }
            return try reader.read(into: &pending, atMost: 256)
        } catch {
            failure = error
            return false
        }
    }

    /// At the end of the log: the next round, if there is one.
    private func startAgain() {
        isAtEnd = !loops || splice.isEmpty
        guard !isAtEnd else { return }
        var options = options
        options.warn = { _ in }  // The first round has said it all.
        do {
            reader = try MotionLogReader(path: path, options: options)
            splice.startAgain()
        } catch {
            failure = error
        }
    }
}

/// Keeps time running on when a log starts again.
struct LoopSplice {
    private var offset: Int64 = 0
    private var first: Int64?
    private var last: Int64 = 0
    private var step: Int64 = 0
    private var startsAgain = false

    /// Whether no sample came yet.
    var isEmpty: Bool { first == nil }

    /// Moves a round's timestamps behind the round before.
    mutating func shift(_ samples: inout [ImuSample]) {
        for index in samples.indices {
            let time = samples[index].timestamp
            if first == nil { (first, last) = (time, time) }
            if startsAgain {
                offset = last &+ step &- time
                startsAgain = false
            }
            let shifted = time &+ offset
            if shifted > last { step = shifted &- last }
            last = shifted
            samples[index].timestamp = shifted
        }
    }

    /// The log begins anew: its first sample comes one step after the last one.
    mutating func startAgain() { startsAgain = true }
}
