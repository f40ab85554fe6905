/// Keyframes in time over one property: a pure function of the time, from any initial value.
///
/// Times are seconds from the track's start. Before it a track has its value at time 0; from its
/// end on the value of the last keyframe. The rules of joints:
///
/// - Two cubic keyframes join with the velocity that one of them gives, each with its own if both
///   give one, else with that of the Catmull-Rom spline (next - previous value) / (next - previous
///   time).
/// - A cubic keyframe without a start velocity begins with the velocity at the end of a linear or
///   spring keyframe before it. If it is the first keyframe, it begins with the initial velocity. If
///   it has no end velocity, and the next keyframe is linear, or a spring with a start velocity, it
///   ends with the velocity with which the next one begins. Else the velocity is 0: beside a jump,
///   before a spring without a start velocity, and at the track's end.
/// - A spring that is cut short hands on the value and velocity that it reached.
public struct Track: Sendable, Hashable {
    /// The value and velocity from which the first keyframe starts, unless a call gives others.
    public let initial: AnimatedValue
    /// Seconds.
    public let duration: Double
    let segments: [Segment]

    /// Compiles keyframes, of which there must be at least one.
    public init(_ keyframes: [Keyframe], from initial: Double = 0) throws(AnimationError) {
        try self.init(keyframes, from: AnimatedValue(initial))
    }

    /// Compiles keyframes. A first cubic or spring keyframe without a start velocity of its own
    /// continues the initial velocity.
    public init(_ keyframes: [Keyframe], from initial: AnimatedValue) throws(AnimationError) {
        for number in [initial.value, initial.velocity] where !number.isUsable {
            throw .initialValue(number)
        }
        self.initial = initial
        (segments, duration) = try Self.compiled(keyframes, from: initial)
    }

    /// The value at this time.
    public func value(at time: Double) -> Double { animatedValue(at: time, from: initial).value }

    /// The value and velocity at this time; the velocity is 0 before the start and from the end on.
    public func animatedValue(at time: Double) -> AnimatedValue {
        animatedValue(at: time, from: initial)
    }

    /// The value and velocity at this time of the track that starts at `initial`.
    public func animatedValue(at time: Double, from initial: AnimatedValue) -> AnimatedValue {
        let t = max(0, time)
        guard t < duration else { return AnimatedValue(segments[segments.count - 1].target) }
        let index = segment(at: t)
        let start = start(of: index, from: initial)
        let value = segments[index].value(from: start, after: t - segments[index].begin)
        return time < 0 ? AnimatedValue(value.value) : value
    }

    /// Until when the value stays within `tolerance` of that at `time`: `time` while it moves, the
    /// end of the present segment while it is constant, 0 before the start, infinity from the
    /// track's end on.
    public func unchangedUntil(
        _ time: Double, from initial: AnimatedValue, within tolerance: Double = 0.001
    ) -> Double {
        guard time < duration else { return .infinity }
        guard time >= 0 else { return 0 }
        let index = segment(at: time)
        let start = start(of: index, from: initial)
        let (begin, next) = (segments[index].begin, end(of: index))
        let isConstant = segments[index].isConstant(
            from: start, after: time - begin, within: tolerance)
        return isConstant ? next : time
    }

    /// When the next segment begins, or the track ends.
    private func end(of index: Int) -> Double {
        index + 1 < segments.count ? segments[index + 1].begin : duration
    }

    /// The last segment that has begun at `time`, which is 0 or later.
    private func segment(at time: Double) -> Int {
        var (low, high) = (0, segments.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if segments[middle].begin <= time { low = middle } else { high = middle }
        }
        return low
    }

    /// The value and velocity at a segment's begin, computed from the nearest segment before it
    /// whose start is known.
    private func start(of index: Int, from initial: AnimatedValue) -> AnimatedValue {
        if !segments[index].followsInitial || initial == self.initial {
            return segments[index].start
        }
        var first = index
        while first > 0, segments[first].followsInitial { first -= 1 }
        var state = segments[first].followsInitial ? initial : segments[first].start
        while first < index {
            state = segments[first].value(from: state, after: segments[first].duration)
            first += 1
        }
        return state
    }
}

extension Double {
    /// This time modulo a period, both in seconds; 0 if the time is negative or not finite, or the
    /// period is not positive.
    func repeating(every period: Double) -> Double {
        guard self > 0, period > 0, isFinite else { return 0 }
        return truncatingRemainder(dividingBy: period)
    }
}
