import Animation
import Testing

/// A track, its values at times, and the tolerance of the printed digits.
struct TrackExample: Sendable {
    var name: String
    var keyframes: [Keyframe]
    var initial = 0.0
    var values: [(time: Double, value: Double)]
    var tolerance = fourDigits
}

@Suite struct TrackTests {
    static let bouncy = Spring.bouncy

    static let angle: [Keyframe] = [
        .cubic(to: 0, duration: 0.58), .cubic(to: 16, duration: 0.125),
        .cubic(to: -16, duration: 0.125), .cubic(to: 16, duration: 0.125),
        .cubic(to: 0, duration: 0.125),
    ]
    static let stretch: [Keyframe] = [
        .cubic(to: 1, duration: 0.1), .cubic(to: 0.6, duration: 0.15),
        .cubic(to: 1.5, duration: 0.1), .cubic(to: 1.05, duration: 0.15),
        .cubic(to: 1, duration: 0.88), .cubic(to: 0.8, duration: 0.1),
        .cubic(to: 1.04, duration: 0.4), .cubic(to: 1, duration: 0.22),
    ]
    static let scale: [Keyframe] = [
        .linear(to: 1, duration: 0.36), .spring(to: 1.5, duration: 0.8, spring: bouncy),
        .spring(to: 1, spring: bouncy),
    ]
    static let translation: [Keyframe] = [
        .linear(to: 0, duration: 0.1), .spring(to: 20, duration: 0.15, spring: bouncy),
        .spring(to: -60, duration: 1, spring: bouncy), .spring(to: 0, spring: bouncy),
    ]
    static let push: [Keyframe] = [
        .spring(to: 0.95, duration: 0.2, spring: .snappy),
        .spring(to: 1, duration: 0.2, spring: .bouncy),
    ]

    static let examples = [
        TrackExample(
            name: "two cubics",
            keyframes: [.cubic(to: 100, duration: 0.3), .cubic(to: 0, duration: 0.7)],
            values: [(0.15, 50), (0.30, 100), (0.45, 88.1924), (0.65, 50), (1, 0)]),
        TrackExample(
            name: "uniform cubics", keyframes: [1, 0, 1].map { .cubic(to: $0, duration: 1) },
            values: [(0.25, 0.15625), (0.5, 0.5), (0.75, 0.84375), (1.5, 0.5), (2.5, 0.5)],
            tolerance: 1e-12),
        TrackExample(
            name: "angle", keyframes: angle,
            values: [
                (0.29, -1.6454), (0.58, 0), (0.6425, 9.3546), (0.705, 16), (0.7675, -1),
                (0.83, -16), (0.8925, -1), (0.955, 16), (1.0175, 9), (1.08, 0),
            ]),
        TrackExample(
            name: "vertical stretch", keyframes: stretch, initial: 1,
            values: [
                (0.05, 1.02), (0.175, 0.7325), (0.25, 0.6), (0.30, 1.0525), (0.35, 1.5),
                (0.425, 1.3179), (0.5, 1.05), (0.94, 0.9997), (1.43, 0.8958), (1.48, 0.8),
                (1.68, 0.9079), (1.88, 1.04), (1.99, 1.0289), (2.1, 1),
            ]),
        TrackExample(
            name: "scale", keyframes: scale, initial: 1,
            values: [
                (0.36, 1), (0.46, 1.211651), (0.56, 1.436855), (0.71, 1.522994),
                (1.16, 1.499389), (1.26, 1.288215), (1.36, 1.063180), (1.51, 0.977034),
                (2, 1.000384),
            ], tolerance: sixDigits),
        TrackExample(
            name: "translation", keyframes: translation,
            values: [
                (0.15, 2.9143), (0.20, 8.4660), (0.25, 13.7011), (0.35, -14.1824),
                (0.45, -48.9771), (0.55, -62.1836), (0.75, -61.1910), (1.25, -60.0046),
                (1.35, -34.6083), (1.5, -0.9558), (1.75, 0.8701),
            ]),
        TrackExample(
            name: "push", keyframes: push, initial: 1,
            values: [
                (0.1, 0.980595), (0.2, 0.960682), (0.3, 0.972388), (0.4 - 1e-9, 0.992480),
                (0.4, 1), (0.5, 1), (.infinity, 1),
            ], tolerance: sixDigits),
    ]

    @Test(arguments: examples) func `check values`(example: TrackExample) throws {
        let track = try Track(example.keyframes, from: example.initial)
        for (time, value) in example.values {
            #expect(
                abs(track.value(at: time) - value) <= example.tolerance,
                "\(example.name) at \(time): \(track.value(at: time))")
        }
        #expect(track.value(at: 0) == example.initial)
        #expect(track.value(at: -5) == example.initial)
    }

    @Test func `velocities at the angle's joints`() throws {
        let track = try Track(Self.angle)
        let joints = [(0.58, 22.695), (0.705, -64), (0.83, 0), (0.955, 64), (1.08, 0)]
        for (time, velocity) in joints {
            #expect(abs(track.animatedValue(at: time).velocity - velocity) <= 5.001e-4)
            // The curvature there is near 1e4.
            #expect(abs(track.animatedValue(at: time - 1e-9).velocity - velocity) <= 6e-4)
        }
    }

    @Test func `velocities of the springs`() throws {
        let translation = try Track(Self.translation)
        #expect(abs(translation.animatedValue(at: 0.25).velocity - 91.70) <= 0.005)
        let push = try Track(Self.push, from: 1)
        #expect(abs(push.animatedValue(at: 0.2).velocity + 0.136585) <= sixDigits)
        #expect(push.animatedValue(at: 0.4).velocity == 0)
    }

    @Test func `durations`() throws {
        #expect(abs(try Track(Self.angle).duration - 1.08) < 1e-12)
        #expect(abs(try Track(Self.stretch).duration - 2.1) < 1e-12)
        let settling = Spring.bouncy.settlingDuration
        #expect(abs(try Track(Self.scale).duration - (0.36 + 0.8 + settling)) < 1e-12)
        #expect(abs(try Track(Self.translation).duration - 2.2947) <= fourDigits)
        #expect(abs(try Track(Self.push).duration - 0.4) < 1e-12)
    }
}
