extension Track {
    /// The segments of keyframes, and the sum of their durations in seconds.
    static func compiled(
        _ keyframes: [Keyframe], from initial: AnimatedValue
    ) throws(AnimationError) -> ([Segment], Double) {
        guard !keyframes.isEmpty else { throw .noKeyframes }
        var (segments, time) = ([Segment](), 0.0)
        for (index, keyframe) in keyframes.enumerated() {
            try keyframe.checkNumbers(index: index)
            let duration = try keyframe.duration(index: index)
            segments.append(Segment(keyframe, begin: time, duration: duration))
            time += duration
        }
        for index in segments.indices.dropLast() {
            segments[index].join(segments[index + 1])
        }
        setStarts(&segments, from: initial)
        return (segments, time)
    }

    private static func setStarts(_ segments: inout [Segment], from initial: AnimatedValue) {
        // Whether the start's value and velocity depend on the initial value.
        var (start, follows) = (initial, (value: true, velocity: true))
        for index in segments.indices {
            let usesVelocity = segments[index].usesStartVelocity
            segments[index].start = start
            segments[index].followsInitial = follows.value || (follows.velocity && usesVelocity)
            follows = segments[index].endFollows(follows)
            start = segments[index].value(from: start, after: segments[index].duration)
        }
    }
}

extension Segment {
    fileprivate init(_ keyframe: Keyframe, begin: Double, duration: Double) {
        shape =
            switch keyframe {
            case _ where duration == 0: .jump
            case .linear(_, _, let curve): .linear(curve)
            case .cubic(_, _, let start, let end):
                .cubic(startVelocity: start, end: .given(end ?? 0))
            case .spring(_, _, let spring, let start): .spring(spring, startVelocity: start)
            case .jump: .jump
            }
        givesEndVelocity = if case .cubic(_, _, _, .some) = keyframe { true } else { false }
        (target, self.begin, self.duration) = (keyframe.target, begin, duration)
    }

    /// Gives a cubic segment the end velocity that its successor asks for.
    fileprivate mutating func join(_ next: Segment) {
        guard case .cubic(let start, _) = shape, !givesEndVelocity else { return }
        let end: EndVelocity =
            switch next.shape {
            case .cubic(let velocity?, _), .spring(_, let velocity?): .given(velocity)
            case .cubic: .joint(next: next.target, span: duration + next.duration)
            case .linear(let curve):
                .given((next.target - target) / next.duration * curve.slope(at: 0))
            case .spring, .jump: .given(0)
            }
        shape = .cubic(startVelocity: start, end: end)
    }

    /// Whether value and velocity at the end depend on the track's initial value; `start` says
    /// whether those at the start do.
    fileprivate func endFollows(
        _ start: (value: Bool, velocity: Bool)
    ) -> (value: Bool, velocity: Bool) {
        switch shape {
        case .linear: return (false, start.value)
        case .cubic(_, .joint): return (false, start.value)
        case .cubic, .jump: return (false, false)
        case .spring(_, let velocity):
            let follows = start.value || (start.velocity && velocity == nil)
            return (follows, follows)
        }
    }
}
