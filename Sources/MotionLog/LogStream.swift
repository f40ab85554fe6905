import Motion

/// Rows of a log in order, from one or more files.
protocol LogStream: AnyObject {
    /// Appends at most `limit` samples; false at the end. A pipe is waited for until `deadline`, or
    /// without limit if it is nil; after the deadline there may be no sample.
    func read(
        into samples: inout [ImuSample], atMost limit: Int, until deadline: ContinuousClock.Instant?
    ) throws(MotionLogError) -> Bool
}

/// Reads a stream one sample at a time, with one sample of lookahead.
final class SampleCursor {
    private let stream: any LogStream
    private var samples: [ImuSample] = []
    private var index = 0

    /// Takes ownership of `stream`.
    init(_ stream: any LogStream) { self.stream = stream }

    /// The next sample; nil at the end.
    func peek() throws(MotionLogError) -> ImuSample? {
        while index == samples.count {
            samples.removeAll(keepingCapacity: true)
            index = 0
            if try !stream.read(into: &samples, atMost: 512, until: nil), samples.isEmpty {
                return nil
            }
        }
        return samples[index]
    }

    /// Skips the sample that `peek` returned; must not be called if it returned nil.
    func advance() { index += 1 }
}
