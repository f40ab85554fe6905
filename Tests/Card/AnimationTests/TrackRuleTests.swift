import Animation
import Testing

@Suite struct TrackRuleTests {
    /// The velocities just before and at a joint.
    private func joint(
        _ keyframes: [Keyframe], at time: Double, from initial: Double = 0
    ) throws -> (before: Double, after: Double) {
        let track = try Track(keyframes, from: initial)
        return (
            track.animatedValue(at: time - 1e-9).velocity, track.animatedValue(at: time).velocity
        )
    }

    @Test func `a cubic takes the velocity of the linear keyframes beside it`() throws {
        let after = try joint([.linear(to: 6, duration: 2), .cubic(to: 0, duration: 1)], at: 2)
        #expect(after.before == 3 && after.after == 3)
        let before = try joint([.cubic(to: 6, duration: 2), .linear(to: 0, duration: 3)], at: 2)
        #expect(abs(before.before + 2) < 1e-6 && before.after == -2)
        // The tangents of ease-out: 1 / 0.58 at its start, 0 at its end.
        let eased = try joint(
            [.cubic(to: 0, duration: 1), .linear(to: 5.8, duration: 1, curve: .easeOut)], at: 1)
        #expect(abs(eased.before - 10) < 1e-6 && abs(eased.after - 10) < 1e-6)
        let end = try joint(
            [.linear(to: 5.8, duration: 1, curve: .easeOut), .cubic(to: 9, duration: 1)], at: 1)
        #expect(abs(end.after) < 1e-6)
    }

    @Test func `a cubic before a spring ends with velocity 0 or with the spring's own`() throws {
        let free = try joint([.cubic(to: 6, duration: 1), .spring(to: 0)], at: 1)
        #expect(abs(free.before) < 1e-6 && free.after == 0)
        let given = try joint(
            [.cubic(to: 6, duration: 1), .spring(to: 0, startVelocity: 4)], at: 1)
        #expect(abs(given.before - 4) < 1e-6 && given.after == 4)
    }

    @Test func `a spring goes on with the velocity before it`() throws {
        let linear = try joint([.linear(to: 6, duration: 2), .spring(to: 0)], at: 2)
        #expect(linear.after == 3)
        let cubic = try joint(
            [.cubic(to: 6, duration: 2, endVelocity: -7), .spring(to: 0)], at: 2)
        #expect(cubic.after == -7)
        let given = try joint(
            [.linear(to: 6, duration: 2), .spring(to: 0, startVelocity: 1)], at: 2)
        #expect(given.before == 3 && given.after == 1)
    }

    @Test func `a cubic goes on from the value and velocity that a short spring reached`() throws {
        let track = try Track([.spring(to: 1, duration: 0.1), .cubic(to: 0, duration: 1)])
        let reached = Spring.smooth.value(from: AnimatedValue(0), to: 1, after: 0.1)
        #expect(abs(reached.value - 0.357740) < sixDigits)
        #expect(track.animatedValue(at: 0.1) == reached)
    }

    @Test func `velocities given to cubics`() throws {
        func pair(_ end: Double?, _ start: Double?) throws -> (before: Double, after: Double) {
            try joint(
                [
                    .cubic(to: 4, duration: 1, endVelocity: end),
                    .cubic(to: 6, duration: 2, startVelocity: start),
                ], at: 1)
        }
        let cases: [(Double?, Double?, Double, Double)] = [
            (nil, nil, 2, 2), (5, nil, 5, 5), (nil, 5, 5, 5), (5, -5, 5, -5), (0, nil, 0, 0),
        ]
        for (end, start, before, after) in cases {
            let joint = try pair(end, start)
            #expect(abs(joint.before - before) < 1e-6 && abs(joint.after - after) < 1e-6)
        }
        let start = try Track([.cubic(to: 1, duration: 1, startVelocity: 3)])
        #expect(start.animatedValue(at: 0).velocity == 3)
        let free = try Track([.cubic(to: 1, duration: 1)])
        #expect(free.animatedValue(at: 0).velocity == 0)
        #expect(abs(free.animatedValue(at: 1 - 1e-9).velocity) < 1e-6)
    }

    @Test func `a move cuts the chain`() throws {
        let track = try Track([
            .linear(to: 6, duration: 2), .jump(to: 10), .cubic(to: 0, duration: 1),
        ])
        #expect(track.duration == 3)
        #expect(track.animatedValue(at: 2) == AnimatedValue(10))
        #expect(abs(track.value(at: 2 - 1e-9) - 6) < 1e-8)
        let before = try joint([.cubic(to: 6, duration: 1), .jump(to: 1)], at: 1)
        #expect(abs(before.before) < 1e-6)
        let spring = try joint(
            [.linear(to: 6, duration: 2), .jump(to: 1), .spring(to: 0)], at: 2)
        #expect(spring.after == 0)
    }

    @Test func `a keyframe without duration is a move`() throws {
        let kinds: [Keyframe] = [
            .jump(to: 5), .linear(to: 5, duration: 0), .cubic(to: 5, duration: 0),
            .cubic(to: 5, duration: 1e-300, startVelocity: 3), .spring(to: 5, duration: 0),
        ]
        for kind in kinds {
            let alone = try Track([kind], from: 1)
            #expect(alone.duration == 0)
            for t in [-1, 0, 1, Double.infinity, .nan] { #expect(alone.value(at: t) == 5) }
            let between = try Track(
                [.cubic(to: 2, duration: 1), kind, kind, .linear(to: 7, duration: 1)])
            #expect(between.value(at: 1) == 5)
            #expect(between.value(at: 1.5) == 6)
            #expect(abs(between.animatedValue(at: 1 - 1e-9).velocity) < 1e-6)
        }
    }

    @Test func `an initial velocity goes on in a spring and a cubic`() throws {
        let initial = AnimatedValue(1, velocity: 8)
        for keyframe in [Keyframe.spring(to: 5), .cubic(to: 5, duration: 1)] {
            let track = try Track([keyframe], from: initial)
            #expect(track.animatedValue(at: 0) == initial)
            #expect(track.animatedValue(at: -1) == AnimatedValue(1))
        }
    }

    @Test func `a track that waits tells until when`() throws {
        let track = try Track([
            .linear(to: 1, duration: 1), .linear(to: 1, duration: 3), .jump(to: 2),
            .cubic(to: 2, duration: 1), .linear(to: 0, duration: 1),
            .spring(to: 1, duration: 5), .jump(to: 4),
        ])
        let cases = [
            (-3, 0), (0.5, 0.5), (1, 4), (3.9, 4), (4.5, 4.5), (5.5, 5.5), (6.2, 6.2),
            (10, 11), (11, .infinity), (99, .infinity),
        ]
        for (time, until) in cases {
            #expect(track.unchangedUntil(time, from: track.initial) == until, "at \(time)")
        }
    }
}
