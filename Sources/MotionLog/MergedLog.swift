import Motion

/// Merges two logs of one device: accelerometer and gyroscope, each at its own rate.
final class MergedLog: LogStream {
    private let first: SampleCursor
    private let second: SampleCursor

    /// Takes ownership of both streams.
    init(_ first: any LogStream, _ second: any LogStream) {
        self.first = SampleCursor(first)
        self.second = SampleCursor(second)
    }

    /// Appends at most `limit` samples in order of time; false at the end.
    func read(
        into samples: inout [ImuSample], atMost limit: Int, until deadline: ContinuousClock.Instant?
    ) throws(MotionLogError) -> Bool {
        for _ in 0..<limit {
            guard let sample = try next() else { return false }
            samples.append(sample)
        }
        return true
    }

    /// The earlier of two next samples; equal times make one. Nil at the end, however often it is
    /// called there.
    private func next() throws(MotionLogError) -> ImuSample? {
        let (left, right) = (try first.peek(), try second.peek())
        guard let left, let right else {
            if left != nil { first.advance() }
            if right != nil { second.advance() }
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

/// Acceleration as phones give it, plus the gravity that they removed.
final class GravityRestoredLog: LogStream {
    private let linear: any LogStream
    private let gravity: SampleCursor
    private var before: ImuSample?

    /// Takes ownership of both streams.
    init(linear: any LogStream, gravity: any LogStream) {
        self.linear = linear
        self.gravity = SampleCursor(gravity)
    }

    /// Appends at most `limit` samples in the file's order; false at the end.
    func read(
        into samples: inout [ImuSample], atMost limit: Int, until deadline: ContinuousClock.Instant?
    ) throws(MotionLogError) -> Bool {
        let start = samples.count
        let more = try linear.read(into: &samples, atMost: limit, until: deadline)
        for index in start..<samples.count {
            guard let gravity = try gravity(at: samples[index].timestamp) else {
                samples[index].acceleration = nil
                continue
            }
            samples[index].acceleration = samples[index].acceleration.map { $0 + gravity }
        }
        return more
    }

    /// Gravity at `time`, interpolated linearly between the samples around it.
    private func gravity(at time: Int64) throws(MotionLogError) -> Vector3? {
        while let next = try gravity.peek(), next.timestamp <= time {
            before = next
            gravity.advance()
        }
        let after = try gravity.peek()
        guard let before, let start = before.acceleration else { return after?.acceleration }
        guard let after, let end = after.acceleration else { return start }
        // In Double: a difference of times from a file may exceed Int64.
        let elapsed = Double(time) - Double(before.timestamp)
        let whole = Double(after.timestamp) - Double(before.timestamp)
        return start + (end - start) * (elapsed / whole)
    }
}
