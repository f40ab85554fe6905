import Motion

/// Rows of a log in their order, however many files it lies in.
protocol LogStream: AnyObject {
    /// Appends at most `limit` samples; false at the end.
    func read(into samples: inout [ImuSample], atMost limit: Int) throws(MotionLogError) -> Bool

    /// Whether `read` would find something within `timeout` rather than block.
    func isReady(within timeout: Duration) throws(MotionLogError) -> Bool
}

/// A stream read one sample at a time, with a look at the next.
final class SampleCursor {
    private let stream: any LogStream
    private var samples: [ImuSample] = []
    private var index = 0

    /// Takes over `stream`.
    init(_ stream: any LogStream) { self.stream = stream }

    /// The next sample; nil at the end.
    func peek() throws(MotionLogError) -> ImuSample? {
        while index == samples.count {
            samples.removeAll(keepingCapacity: true)
            index = 0
            if try !stream.read(into: &samples, atMost: 512), samples.isEmpty { return nil }
        }
        return samples[index]
    }

    /// Steps over the sample that `peek` gave.
    func advance() { index += 1 }
}
