public import Motion
import Platform

/// How fast a replay runs.
public enum ReplaySpeed: Sendable, Equatable {
    /// This many times the recorded speed; above 0.
    case times(Double)
    /// Without waiting.
    case max
}

/// A motion log as a source, with the timing of its timestamps.
public final class ReplaySource: MotionSource {
    /// The log's path, or "standard input".
    public let name: String
    public var playbackSpeed: Double? {
        if case .times(let times) = pacer.speed { times } else { nil }
    }
    public var quantities: Quantities { reader.quantities }
    public var clock: SourceClock? { .log }

    private let path: String
    private let options: MotionLogReader.Options
    private let loops: Bool
    private var reader: MotionLogReader
    private var pacer: Pacer
    /// Samples read ahead, and how many of them were returned.
    private var pending: [ImuSample] = []
    private var given = 0
    private var isAtEnd = false
    /// The error that ended the reading. `read` first returns the samples before the error, then
    /// throws it.
    private var failure: MotionLogError?
    private var splice = LoopSplice()
    private var hasToldGap = false
    /// Earliest start of the next loop.
    private var nextLoop = ContinuousClock.now

    /// Opens the log at `path`, `-` for standard input, which cannot loop. With `shortensGaps` a gap
    /// of more than 5 s takes one second, and a line is told of the first one.
    public init(
        path: String, speed: ReplaySpeed = .times(1), loops: Bool = false,
        shortensGaps: Bool = false, options: MotionLogReader.Options = .init()
    ) throws(MotionLogError) {
        (self.path, self.options, self.loops) = (path, options, loops && path != "-")
        reader = try MotionLogReader(path: path, options: options)
        name = reader.name
        pacer = Pacer(speed: speed, shortensGaps: shortensGaps)
    }

    /// Appends the samples that are due; waits at most `timeout` for the first.
    public func read(into readings: inout [Reading], timeout: Duration) throws -> SourceState {
        let deadline = ContinuousClock.now + timeout
        let start = readings.count
        repeat {
            fetch(until: deadline)
            guard given < pending.count else {
                if let failure { throw failure }
                return isAtEnd ? .ended : .open
            }
            pacer.wait(for: pending[given].timestamp, until: deadline)
            tellGap()
            while given < pending.count, pacer.isDue(pending[given].timestamp) {
                readings.append(.sample(pending[given]))
                given += 1
            }
        } while readings.count == start && ContinuousClock.now < deadline
        return .open
    }

    private func tellGap() {
        guard !hasToldGap, let gap = pacer.firstGap else { return }
        hasToldGap = true
        options.warn(
            "\(name): a gap of \(gap.words) is shortened to 1 s, as every gap of more than 5 s; "
                + "--real-gaps keeps them")
    }

    /// Reads ahead when all samples were returned.
    private func fetch(until deadline: ContinuousClock.Instant) {
        guard given == pending.count, !isAtEnd, failure == nil else { return }
        if nextLoop > .now {
            Pacer.sleep(until: min(nextLoop, deadline))
            guard nextLoop <= .now else { return }
        }
        pending.removeAll(keepingCapacity: true)
        given = 0
        var isMore = false
        do {
            isMore = try reader.read(into: &pending, atMost: 256, until: deadline)
        } catch {
            failure = error
        }
        splice.shift(&pending)
        if !isMore, failure == nil { startAgain() }
    }

    /// At the end of the log: starts the next loop, if there is one.
    private func startAgain() {
        isAtEnd = !loops || splice.isEmpty
        guard !isAtEnd else { return }
        var options = options
        options.warn = { _ in }  // The first loop has given all warnings.
        do {
            reader = try MotionLogReader(path: path, options: options)
            splice.startAgain()
            nextLoop = .now + .nanoseconds(leastPause)
        } catch {
            failure = error
        }
    }
}

/// Keeps timestamps increasing when a log starts again, and marks the sample with which it does.
struct LoopSplice {
    private var offset: Int64 = 0
    private var first: Int64?
    private var last: Int64 = 0
    private var step: Int64 = 0
    private var startsAgain = false
    /// Nanoseconds per loop of a log whose timestamps are all equal.
    private static let stillStep: Int64 = 1_000_000_000

    /// Whether there were no samples yet.
    var isEmpty: Bool { first == nil }

    /// Shifts the timestamps of a loop so that they follow those of the loop before it.
    mutating func shift(_ samples: inout [ImuSample]) {
        for index in samples.indices {
            let time = samples[index].timestamp
            if first == nil { (first, last) = (time, time) }
            if startsAgain {
                offset = last &+ (step > 0 ? step : Self.stillStep) &- time
                (samples[index].startsAgain, startsAgain) = (true, false)
            }
            let shifted = time &+ offset
            if shifted > last { step = shifted &- last }
            last = shifted
            samples[index].timestamp = shifted
        }
    }

    /// The log starts again: its first sample comes one step after the last one.
    mutating func startAgain() { startsAgain = true }
}
