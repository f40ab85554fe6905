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
        if first.time <= second.time { first.advance() }
        if second.time <= first.time { second.advance() }
        guard first.time == second.time else { return first.time < second.time ? left : right }
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
    /// The time of the newest row of `linear`.
    private var time = LogTime()
    /// The newest gravity up to that time, and its own time.
    private var before: (sample: ImuSample, time: LogTime)?

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
            time.advance(to: samples[index].timestamp)
            guard let gravity = try gravityNow() else {
                samples[index].acceleration = nil
                continue
            }
            samples[index].acceleration = samples[index].acceleration.map { $0 + gravity }
        }
        return more
    }

    /// Gravity at `time`, interpolated linearly between the samples around it; nil where this part
    /// of the log has none.
    private func gravityNow() throws(MotionLogError) -> Vector3? {
        while let next = try gravity.peek(), gravity.time <= time {
            before = (next, gravity.time)
            gravity.advance()
        }
        let next = try gravity.peek()
        let after = gravity.time.isInPart(of: time) ? next : nil
        guard let before, before.time.isInPart(of: time), let start = before.sample.acceleration
        else { return after?.acceleration }
        guard let after, let end = after.acceleration else { return start }
        // In Double: a difference of times from a file may exceed Int64.
        let elapsed = Double(time.timestamp) - Double(before.time.timestamp)
        let whole = Double(after.timestamp) - Double(before.time.timestamp)
        // A row out of order is before both.
        return elapsed > 0 ? start + (end - start) * (elapsed / whole) : start
    }
}
