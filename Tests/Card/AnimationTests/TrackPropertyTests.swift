import Animation
import Testing

@Suite struct TrackPropertyTests {
    /// A random track, its keyframes and its first value.
    private func random(_ dice: inout Dice) throws -> (Track, [Keyframe]) {
        let keyframes = dice.keyframes()
        let initial = dice.chance(0.5) ? dice.state() : AnimatedValue(dice.number(-10...10))
        return (try Track(keyframes, from: initial), keyframes)
    }

    @Test func `a thousand tracks start and end at their values`() throws {
        var dice = Dice(seed: 21)
        for _ in 0..<1000 {
            let (track, keyframes) = try random(&dice)
            let last = keyframes[keyframes.count - 1].target
            for t in [track.duration, track.duration + 1, 1e300, .infinity] {
                #expect(track.animatedValue(at: t) == AnimatedValue(last))
            }
            if case .jump = keyframes[0] {
            } else {
                #expect(track.value(at: 0) == track.initial.value)
                #expect(track.value(at: .nan) == track.initial.value)
            }
            for t in [-1, -1e300, -Double.infinity] {
                #expect(track.animatedValue(at: t) == AnimatedValue(track.value(at: 0)))
            }
        }
    }

    @Test func `the order of the times changes nothing`() throws {
        var dice = Dice(seed: 22)
        for _ in 0..<1000 {
            let (track, _) = try random(&dice)
            let times = (0..<20).map { _ in dice.number(-0.5...(track.duration + 0.5)) }
            let values = times.map { track.animatedValue(at: $0) }
            for index in times.indices.shuffled(using: &dice) {
                #expect(track.animatedValue(at: times[index]) == values[index])
            }
        }
    }

    @Test func `from another start a track equals one that was compiled for it`() throws {
        var dice = Dice(seed: 23)
        for _ in 0..<1000 {
            let (track, keyframes) = try random(&dice)
            let start = dice.state()
            let compiled = try Track(keyframes, from: start)
            #expect(compiled.duration == track.duration)
            for _ in 0..<20 {
                let t = dice.number(-0.1...(track.duration + 0.1))
                #expect(track.animatedValue(at: t, from: start) == compiled.animatedValue(at: t))
                #expect(compiled.animatedValue(at: t, from: start) == compiled.animatedValue(at: t))
            }
            let plain = try Track(keyframes, from: start.value)
            let t = dice.number(0...1)
            #expect(
                track.animatedValue(at: t, from: AnimatedValue(start.value)).value
                    == plain.value(at: t))
        }
    }

    @Test func `velocity is the derivative of the value`() throws {
        var dice = Dice(seed: 24)
        for _ in 0..<1000 {
            let (track, keyframes) = try random(&dice)
            let joints = Self.joints(keyframes)
            for _ in 0..<10 {
                let (t, h) = (dice.number(0.01...max(0.02, track.duration)), 1e-6)
                guard joints.allSatisfy({ abs($0 - t) > 2 * h }), t + h < track.duration
                else { continue }
                let difference = (track.value(at: t + h) - track.value(at: t - h)) / (2 * h)
                let velocity = track.animatedValue(at: t).velocity
                // Steep Bézier curves have large third derivatives.
                #expect(abs(difference - velocity) < 2e-5 * (10 + abs(velocity)), "at \(t)")
            }
        }
    }

    @Test func `joints between cubics and springs are smooth`() throws {
        var dice = Dice(seed: 25)
        for _ in 0..<1000 {
            var keyframes = dice.keyframes(2...6)
            for index in keyframes.indices { keyframes[index] = Self.smooth(keyframes[index]) }
            // A cubic keyframe before a spring ends at rest, and so goes on smoothly.
            let track = try Track(keyframes, from: dice.state())
            for joint in Self.joints(keyframes).dropLast() where joint > 0 {
                let before = track.animatedValue(at: joint - 1e-9)
                let after = track.animatedValue(at: joint + 1e-9)
                #expect(abs(before.value - after.value) < 1e-5)
                #expect(abs(before.velocity - after.velocity) < 1e-3)
            }
        }
    }

    /// The keyframe without given velocities, a cubic one in place of moves and lines.
    private static func smooth(_ keyframe: Keyframe) -> Keyframe {
        switch keyframe {
        case .spring(let to, let duration, let spring, _):
            .spring(to: to, duration: duration, spring: spring)
        case .cubic(let to, let duration, _, _): .cubic(to: to, duration: duration)
        case .linear(let to, let duration, _): .cubic(to: to, duration: duration)
        case .jump(let to): .cubic(to: to, duration: 0.3)
        }
    }

    /// The ends of keyframes.
    private static func joints(_ keyframes: [Keyframe]) -> [Double] {
        var (time, joints) = (0.0, [0.0])
        for keyframe in keyframes {
            switch keyframe {
            case .linear(_, let duration, _), .cubic(_, let duration, _, _): time += duration
            case .spring(_, let duration, let spring, _):
                time += duration ?? spring.settlingDuration
            case .jump: break
            }
            joints.append(time)
        }
        return joints
    }
}
