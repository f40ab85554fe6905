import Testing

@testable import Animation

@Suite struct PhaseRunTests {
    static let spring = Animation.spring(Spring(duration: 0.3, bounce: 0.7))
    static let example: [Animation] = [
        .spring(.smooth), .curve(.easeInOut, duration: 0.3), spring,
    ]

    @Test(arguments: [
        (0.0, 0.0), (0.25, 0.129162), (0.5, 0.5), (1, 1), (1.25, 0.870838), (1.5, 0.5),
        (2, 0), (2.25, 0.129162), (3, 1), (1000.5, 0.5), (-7, 0),
    ])
    func `a loop of two phases`(time: Double, value: Double) throws {
        let animation = Animation.curve(.easeInOut, duration: 1)
        let phases = try Phases([0, 1], animation: animation, loops: true)
        let run = PhaseRun(phases, at: 0)
        #expect(abs(run.value(phases, at: time).value - value) <= sixDigits)
        #expect(run.phase == 1)
    }

    @Test func `a triggered run of three phases`() throws {
        let phases = try Phases([0, 10, 4], animations: Self.example, loops: false)
        var run = PhaseRun(phases, at: 0)
        #expect(run.unchangedUntil(phases, 3) == .infinity)
        run.trigger(phases, at: 5)
        let changes = [
            (5.0, 1, 5.0, 5.3), (5.299, 1, 5, 5.3), (5.31, 2, 5.3, 5.6), (5.61, 0, 5.6, 6.1),
            (6.2, 0, 5.6, .infinity),
        ]
        for (time, phase, since, ends) in changes {
            run.advance(phases, to: time)
            #expect(run.phase == phase)
            #expect(abs(run.since - since) < 1e-9)
            #expect(abs(run.ends - ends) < 1e-9 || run.ends == ends)
        }
    }

    @Test func `the values of a triggered run`() throws {
        let phases = try Phases([0, 10, 4], animations: Self.example, loops: false)
        var run = PhaseRun(phases, at: 0)
        run.trigger(phases, at: 5)
        #expect(abs(run.value(phases, at: 5.15).value - 5) < 1e-9)
        #expect(abs(run.value(phases, at: 5.3).value - 10) < 1e-9)
        let spring = Spring(duration: 0.3, bounce: 0.7)
        let moved = spring.value(from: AnimatedValue(10), to: 4, after: 0.2)
        #expect(abs(run.value(phases, at: 5.5).value - moved.value) < 1e-9)
        // The spring keeps its velocity on the way back, and settles beyond the logical end.
        let left = spring.value(from: AnimatedValue(10), to: 4, after: 0.3)
        let back = Spring.smooth.value(from: left, to: 0, after: 0.6)
        let late = run.value(phases, at: 6.2)
        #expect(abs(late.value - back.value) < 1e-9 && abs(late.velocity - back.velocity) < 1e-9)
        #expect(run.unchangedUntil(phases, 6.2) == 6.2)
        #expect(run.unchangedUntil(phases, 7.5) == .infinity)
    }

    @Test func `a trigger during a run moves on at once`() throws {
        let animation = Animation.curve(.linear, duration: 1)
        let phases = try Phases([0, 10, 20], animation: animation, loops: false)
        var run = PhaseRun(phases, at: 0)
        run.trigger(phases, at: 1)
        run.trigger(phases, at: 1.5)
        #expect(run.phase == 2)
        #expect(run.value(phases, at: 1.5).value == 5)
        #expect(run.value(phases, at: 2).value == 12.5)
        run.trigger(phases, at: 2)
        #expect(run.phase == 0)
        // On the way back to phase 0 a trigger starts the next run.
        run.trigger(phases, at: 2.5)
        #expect(run.phase == 1)
        run.advance(phases, to: 100)
        #expect(run.phase == 0)
        #expect(run.value(phases, at: 100) == AnimatedValue(0))
        #expect(run.ends == .infinity)
    }

    @Test func `a trigger at the end of a phase comes after it`() throws {
        let animation = Animation.curve(.linear, duration: 1)
        let phases = try Phases([0, 1, 2, 3], animation: animation, loops: false)
        var run = PhaseRun(phases, at: 0)
        run.trigger(phases, at: 0)
        run.trigger(phases, at: 1)
        #expect(run.phase == 3)
    }

    @Test func `phases without duration change at the same instant`() throws {
        let animations: [Animation] = [
            .curve(.linear, duration: 1), .immediate, .curve(.linear, duration: 1), .immediate,
        ]
        let phases = try Phases([0, 10, 20, 30], animations: animations, loops: true)
        let run = PhaseRun(phases, at: 0)
        // To 10 at once, to 20 in 1 s, to 30 at once, to 0 in 1 s.
        let values = [
            (0.0, 10.0), (0.5, 15), (1, 30), (1.5, 15), (2, 10), (2.5, 15), (3, 30),
        ]
        for (time, value) in values {
            #expect(run.value(phases, at: time).value == value, "at \(time)")
        }
        let once = try Phases([0, 10, 20, 30], animation: .immediate, loops: false)
        var triggered = PhaseRun(once, at: 0)
        triggered.trigger(once, at: 1)
        #expect(triggered.phase == 0)
        #expect(triggered.value(once, at: 1) == AnimatedValue(0))
    }

    @Test(arguments: [
        Animation.immediate, .curve(.linear, duration: 0), .curve(.linear, duration: 1e-7),
    ])
    func `a loop that takes no time rests at phase 0`(animation: Animation) throws {
        let phases = try Phases([3, 1, 2], animation: animation, loops: true)
        var run = PhaseRun(phases, at: 0)
        run.advance(phases, to: 1e9)
        #expect(run.phase == 0)
        #expect(run.value(phases, at: 1e9) == AnimatedValue(3))
        #expect(run.unchangedUntil(phases, 1) == .infinity)
    }

    @Test func `one phase rests, without phases there is an error`() throws {
        for loops in [true, false] {
            let phases = try Phases([7], loops: loops)
            var run = PhaseRun(phases, at: 0)
            run.trigger(phases, at: 1)
            run.advance(phases, to: 1e6)
            #expect(run.value(phases, at: 1e6) == AnimatedValue(7))
            #expect(throws: AnimationError.noPhases) { try Phases([], loops: loops) }
        }
    }

    @Test func `what is not usable is refused`() {
        #expect(throws: AnimationError.animationCount(1, phases: 2)) {
            try Phases([0, 1], animations: [.immediate], loops: true)
        }
        #expect(throws: AnimationError.phaseNumber(.infinity, phase: 1)) {
            try Phases([0, .infinity], loops: true)
        }
        #expect(throws: AnimationError.phaseDuration(-1, phase: 0)) {
            try Phases([0, 1], animation: .curve(.linear, duration: -1), loops: true)
        }
        #expect(throws: AnimationError.phaseNeverSettles(phase: 0)) {
            try Phases([0, 1], animation: .spring(Spring(bounce: 1)), loops: true)
        }
        #expect(throws: Never.self) {
            try Phases([0, 1], animation: .spring(Spring(bounce: 1)), loops: false)
        }
    }

    @Test func `a phase that waits tells until when`() throws {
        let hold = Animation.curve(.linear, duration: 2)
        let phases = try Phases([0, 1, 1], animation: hold, loops: true)
        let run = PhaseRun(phases, at: 10)
        #expect(run.unchangedUntil(phases, 11) == 11)
        #expect(run.unchangedUntil(phases, 12.5) == 14)
        #expect(run.unchangedUntil(phases, 15) == 15)
        let constant = try Phases([1, 1], animation: hold, loops: true)
        #expect(PhaseRun(constant, at: 0).unchangedUntil(constant, 5) == .infinity)
    }
}
