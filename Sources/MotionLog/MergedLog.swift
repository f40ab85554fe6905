import Motion

/// Two logs of one device side by side: accelerometer and gyroscope, each at a rate of its own.
final class MergedLog: LogStream {
    private let first: SampleCursor
    private let second: SampleCursor

    /// Takes over both streams.
    init(_ first: any LogStream, _ second: any LogStream) {
        self.first = SampleCursor(first)
        self.second = SampleCursor(second)
    }

    /// Always: files do not keep anyone waiting.
    func isReady(within timeout: Duration) throws(MotionLogError) -> Bool { true }

    /// Appends at most `limit` samples in the order of time; false at the end.
    func read(into samples: inout [ImuSample], atMost limit: Int) throws(MotionLogError) -> Bool {
        for _ in 0..<limit {
            guard let sample = try next() else { return false }
            samples.append(sample)
        }
        return true
    }

    /// The earlier of both; samples of one time become one.
    private func next() throws(MotionLogError) -> ImuSample? {
        let (left, right) = (try first.peek(), try second.peek())
        guard let left, let right else {
            (left == nil ? second : first).advance()
            return left ?? right
        }
        if left.timestamp <= right.timestamp { first.advance() }
        if right.timestamp <= left.timestamp { second.advance() }
        guard left.timestamp == right.timestamp else {
            return left.timestamp < right.timestamp ? left : right
        }
        return ImuSample(
            timestamp: left.timestamp,
            acceleration: left.acceleration ?? right.acceleration,
            rotationRate: left.rotationRate ?? right.rotationRate)
    }
}

/// Acceleration as phones give it, plus the gravity they took out of it.
final class GravityRestoredLog: LogStream {
    private let linear: any LogStream
    private let gravity: SampleCursor
    private var before: ImuSample?

    /// Takes over both streams.
    init(linear: any LogStream, gravity: any LogStream) {
        self.linear = linear
        self.gravity = SampleCursor(gravity)
    }

    /// Always: files do not keep anyone waiting.
    func isReady(within timeout: Duration) throws(MotionLogError) -> Bool { true }

    /// Appends at most `limit` samples in the order of time; false at the end.
    func read(into samples: inout [ImuSample], atMost limit: Int) throws(MotionLogError) -> Bool {
        let start = samples.count
        let more = try linear.read(into: &samples, atMost: limit)
        for index in start..<samples.count {
            guard let gravity = try gravity(at: samples[index].timestamp) else {
                samples[index].acceleration = nil
                continue
            }
            samples[index].acceleration = samples[index].acceleration.map { $0 + gravity }
        }
        return more
    }

    /// Gravity at `time`, on the line between the samples around it.
    private func gravity(at time: Int64) throws(MotionLogError) -> Vector3? {
        while let next = try gravity.peek(), next.timestamp <= time {
            before = next
            gravity.advance()
        }
        let after = try gravity.peek()
        guard let before, let start = before.acceleration else { return after?.acceleration }
        guard let after, let end = after.acceleration else { return start }
        // In Double: times from a file may be as far apart as Int64 goes.
        let part = Double(time) - Double(before.timestamp)
        let whole = Double(after.timestamp) - Double(before.timestamp)
        return start + (end - start) * (part / whole)
    }
}
