import Motion

/// Rows of a log in order, from one or more files.
protocol LogStream: AnyObject {
    /// What its columns hold.
    var quantities: Quantities { get }

    /// Appends at most `limit` samples; false at the end, also if it has appended the last ones. A
    /// pipe is waited for until `deadline`, or without limit if it is nil; after the deadline there
    /// may be no sample.
    func read(
        into samples: inout [ImuSample], atMost limit: Int, until deadline: ContinuousClock.Instant?
    ) throws(MotionLogError) -> Bool

    /// The truth of each row read since the last call; empty if the truth is not wanted, or the log
    /// has none.
    func takeTruths() -> [Truth?]
}

extension LogStream {
    func takeTruths() -> [Truth?] { [] }
}

/// A stream that gives one sample after the other.
protocol SampleStream: LogStream {
    /// The next sample; nil at the end, however often it is called there.
    func next() throws(MotionLogError) -> ImuSample?
}

extension SampleStream {
    func read(
        into samples: inout [ImuSample], atMost limit: Int, until deadline: ContinuousClock.Instant?
    ) throws(MotionLogError) -> Bool {
        for _ in 0..<limit {
            guard let sample = try next() else { return false }
            samples.append(sample)
        }
        return true
    }
}

/// The time of a row, in order also where a recording begins anew: where the time jumps back,
/// another part of the log begins.
struct LogTime: Comparable {
    private var part = 0
    private(set) var timestamp = Int64.min

    static func < (one: LogTime, other: LogTime) -> Bool {
        (one.part, one.timestamp) < (other.part, other.timestamp)
    }

    func isInPart(of other: LogTime) -> Bool { part == other.part }

    /// Takes the time of the next row. A row that is at most `longestStep` too early begins no
    /// part: it is out of order.
    mutating func advance(to timestamp: Int64) {
        // In Double: a difference of times from a file may exceed Int64.
        let step = Double(self.timestamp) - Double(timestamp)
        if step > Double(longestStepNanoseconds) { part += 1 }
        self.timestamp = timestamp
    }
}

/// Reads a stream one sample at a time, with one sample of lookahead.
final class SampleCursor {
    private let stream: any LogStream
    private var samples: [ImuSample] = []
    private var index = 0
    /// The error that ended the reading; it is thrown after the samples before it.
    private var failure: MotionLogError?
    /// The time of the sample that `peek` returned last.
    private(set) var time = LogTime()

    init(_ stream: any LogStream) { self.stream = stream }

    var quantities: Quantities { stream.quantities }

    /// The next sample; nil at the end.
    func peek() throws(MotionLogError) -> ImuSample? {
        while index == samples.count {
            if let failure { throw failure }
            samples.removeAll(keepingCapacity: true)
            index = 0
            do throws(MotionLogError) {
                if try !stream.read(into: &samples, atMost: 512, until: nil), samples.isEmpty {
                    return nil
                }
            } catch {
                failure = error
            }
        }
        time.advance(to: samples[index].timestamp)
        return samples[index]
    }

    /// Skips the sample that `peek` returned; must not be called if it returned nil.
    func advance() { index += 1 }
}
