import Animation
import Testing

@Suite struct TrackRunTests {
    @Test func `it starts from the value and velocity that were there`() throws {
        let track = try Track([.linear(to: 10, duration: 1), .linear(to: 4, duration: 1)])
        let first = TrackRun(from: AnimatedValue(2), at: 100)
        #expect(first.value(track, at: 100.5).value == 6)
        #expect(first.value(track, at: 99) == AnimatedValue(2))
        let second = TrackRun(from: first.value(track, at: 100.5), at: 100.5)
        #expect(second.value(track, at: 101).value == 8)
        #expect(second.value(track, at: 102.5) == AnimatedValue(4))
        #expect(second.unchangedUntil(track, 102) == 102)
        #expect(second.unchangedUntil(track, 102.5) == .infinity)
    }

    @Test func `a spring and a cubic go on smoothly when they are started again`() throws {
        var dice = Dice(seed: 31)
        for _ in 0..<1000 {
            let track = try Track([
                dice.chance(0.5)
                    ? .spring(to: 3, spring: dice.spring())
                    : .cubic(to: 3, duration: dice.number(0.1...1)),
                .cubic(to: 0, duration: 0.5),
            ])
            var time = dice.number(-10...10)
            var run = TrackRun(from: AnimatedValue(0), at: time)
            for _ in 0..<4 {
                let before = run.value(track, at: time)
                run = TrackRun(from: before, at: time)
                let after = run.value(track, at: time)
                #expect(after.value == before.value)
                #expect(abs(after.velocity - before.velocity) < 1e-12)
                time += dice.number(0...1)
            }
        }
    }

    @Test func `with a period it begins again from its own initial value`() throws {
        let track = try Track([.linear(to: 10, duration: 2)])
        let run = TrackRun(from: AnimatedValue(4), at: 7)
        // It rests until the timeline, which is longer, begins again.
        let cases = [
            (0.0, 4.0), (1, 7), (2, 10), (2.9, 10), (3, 0), (3.5, 2.5), (3001, 5), (-1, 4),
        ]
        for (seconds, value) in cases {
            #expect(abs(run.value(track, every: 3, at: 7 + seconds).value - value) < 1e-9)
        }
        #expect(run.unchangedUntil(track, every: 3, 8) == 8)
        #expect(run.unchangedUntil(track, every: 3, 9.5) == 10)
        #expect(run.unchangedUntil(track, every: 3, 15.5) == 16)
        #expect(run.unchangedUntil(track, 15.5) == .infinity)
    }

    @Test func `a track without duration, and no time at all, are safe`() throws {
        let empty = try Track([.jump(to: 3)])
        let run = TrackRun(from: AnimatedValue(1), at: 0)
        for period in [nil, 0, -1, .nan, 0.5] {
            for time in [0, 7.7, Double.infinity] {
                #expect(run.value(empty, every: period, at: time).value == 3)
            }
            #expect(run.value(empty, every: period, at: .nan).value.isFinite)
        }
    }

    @Test func `a thousand timelines that repeat have the same values in any order of times`()
        throws
    {
        var dice = Dice(seed: 41)
        for _ in 0..<1000 {
            let tracks = try (0..<3).map { _ in try Track(dice.keyframes(), from: dice.state()) }
            let period = tracks.map(\.duration).max() ?? 0
            let runs = tracks.map { _ in TrackRun(from: dice.state(), at: dice.number(-9...9)) }
            let times = (0..<10).map { _ in dice.number(-10...(20 + 3 * period)) }
            for (track, run) in zip(tracks, runs) {
                let values = times.map { run.value(track, every: period, at: $0) }
                for index in times.indices.shuffled(using: &dice) {
                    #expect(run.value(track, every: period, at: times[index]) == values[index])
                    let still = run.unchangedUntil(track, every: period, times[index])
                    #expect(still >= times[index])
                }
            }
        }
    }
}
