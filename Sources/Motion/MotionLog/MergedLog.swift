import Motion

/// Merges two logs of one device: accelerometer and gyroscope, each at its own rate.
final class MergedLog: SampleStream {
    private let first: SampleCursor
    private let second: SampleCursor

    init(_ first: any LogStream, _ second: any LogStream) {
        self.first = SampleCursor(first)
        self.second = SampleCursor(second)
    }

    var quantities: Quantities { first.quantities.union(second.quantities) }

    /// The earlier of two next samples; equal times make one.
    func next() throws(MotionLogError) -> ImuSample? {
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
final class GravityRestoredLog: SampleStream {
    private let linear: SampleCursor
    private let gravity: SampleCursor
    /// The newest gravity up to the time of `linear`, and its own time.
    private var before: (sample: ImuSample, time: LogTime)?

    init(linear: any LogStream, gravity: any LogStream) {
        (self.linear, self.gravity) = (SampleCursor(linear), SampleCursor(gravity))
    }

    var quantities: Quantities { linear.quantities }

    /// The next sample in the file's order; without acceleration where there is no gravity.
    func next() throws(MotionLogError) -> ImuSample? {
        guard var sample = try linear.peek() else { return nil }
        linear.advance()
        let gravity = try gravityNow()
        sample.acceleration = sample.acceleration.flatMap { linear in gravity.map { linear + $0 } }
        return sample
    }

    /// Gravity at the time of `linear`, interpolated linearly between the samples around it; nil
    /// where this part of the log has none.
    private func gravityNow() throws(MotionLogError) -> Vector3? {
        let time = linear.time
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
