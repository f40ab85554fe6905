import Animation
import Testing

@Suite struct TrackErrorTests {
    @Test(arguments: [-1, -1e-300, Double.nan, .infinity, -Double.infinity])
    func `durations that are not numbers from 0 are refused`(duration: Double) {
        let keyframes: [Keyframe] = [
            .linear(to: 1, duration: duration), .cubic(to: 1, duration: duration),
            .spring(to: 1, duration: duration),
        ]
        for keyframe in keyframes {
            let error = #expect(throws: AnimationError.self) {
                try Track([.jump(to: 0), keyframe])
            }
            guard case .keyframeDuration(_, keyframe: 1)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test(arguments: [Double.nan, .infinity, -Double.infinity, 1e200])
    func `values and velocities that are not finite are refused`(number: Double) {
        let keyframes: [Keyframe] = [
            .linear(to: number, duration: 1), .cubic(to: number, duration: 1),
            .cubic(to: 1, duration: 1, startVelocity: number),
            .cubic(to: 1, duration: 1, endVelocity: number),
            .spring(to: number), .spring(to: 1, startVelocity: number), .jump(to: number),
        ]
        for keyframe in keyframes {
            let error = #expect(throws: AnimationError.self) { try Track([keyframe]) }
            guard case .keyframeNumber(_, keyframe: 0)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        #expect(throws: AnimationError.self) { try Track([.jump(to: 1)], from: number) }
        #expect(throws: AnimationError.self) {
            try Track([.jump(to: 1)], from: AnimatedValue(0, velocity: number))
        }
    }

    @Test(arguments: [1.0, -1]) func `a spring that never settles needs a duration`(bounce: Double)
    {
        let spring = Spring(bounce: bounce)
        #expect(throws: AnimationError.neverSettles(keyframe: 0)) {
            try Track([.spring(to: 1, spring: spring)])
        }
        #expect(throws: Never.self) { try Track([.spring(to: 1, duration: 1, spring: spring)]) }
    }

    @Test func `a track needs a keyframe`() {
        #expect(throws: AnimationError.noKeyframes) { try Track([]) }
    }

    @Test(arguments: [
        (AnimationError.noKeyframes, "a track needs at least one keyframe"),
        (
            .keyframeDuration(-1, keyframe: 2),
            "keyframe 3: the duration is -1.0 s; it must be a number from 0"
        ),
        (
            .neverSettles(keyframe: 0),
            "keyframe 1: the spring never settles; it needs a duration"
        ),
        (.noPhases, "at least one phase is needed"),
        (.animationCount(2, phases: 3), "2 animations for 3 phases"),
        (.keyOrder(4, key: 1), "key 2: 4.0 is not greater than the number before it"),
    ])
    func `errors say what is wrong`(error: AnimationError, text: String) {
        #expect(error.description == text)
    }
}
