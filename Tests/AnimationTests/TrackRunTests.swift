import Animation
import Testing

@Suite struct TrackRunTests {
    @Test func `before the first trigger the initial value shows`() throws {
        let track = try Track([.move(to: 3), .linear(to: 5, duration: 1)])
        let run = TrackRun(from: 2)
        for t in [-1, 0, 1e9, Double.infinity] {
            #expect(run.value(track, at: t) == AnimatedValue(2))
            #expect(run.unchangedUntil(track, t) == .infinity)
        }
        #expect(run.since == nil)
    }

    @Test func `a trigger starts from the initial, a later one from the present value`() throws {
        let track = try Track([.linear(to: 10, duration: 1), .linear(to: 4, duration: 1)])
        var run = TrackRun(from: 2)
        run.trigger(track, at: 100)
        #expect(run.value(track, at: 100.5).value == 6)
        #expect(run.value(track, at: 99) == AnimatedValue(2))
        run.trigger(track, at: 100.5)
        #expect(run.value(track, at: 101).value == 8)
        #expect(run.value(track, at: 102.5) == AnimatedValue(4))
        #expect(run.unchangedUntil(track, 102) == 102)
        #expect(run.unchangedUntil(track, 102.5) == .infinity)
        run.trigger(track, at: 200)
        #expect(run.value(track, at: 200.5).value == 7)
    }

    @Test func `a spring and a cubic go on smoothly when they are triggered again`() throws {
        var dice = Dice(seed: 31)
        for _ in 0..<1000 {
            let track = try Track([
                dice.chance(0.5)
                    ? .spring(to: 3, spring: dice.spring())
                    : .cubic(to: 3, duration: dice.number(0.1...1)),
                .cubic(to: 0, duration: 0.5),
            ])
            var run = TrackRun(from: 0)
            var time = dice.number(-10...10)
            for _ in 0..<4 {
                let before = run.value(track, at: time)
                run.trigger(track, at: time)
                let after = run.value(track, at: time)
                #expect(after.value == before.value)
                #expect(abs(after.velocity - before.velocity) < 1e-12)
                time += dice.number(0...1)
            }
        }
    }

    @Test func `a repeating track starts again from its initial value`() throws {
        let track = try Track([.linear(to: 10, duration: 2)])
        let cases = [(0.5, 2.5), (1.5, 7.5), (2.0, 0), (2.5, 2.5), (2001, 5), (-1, 0)]
        for (time, value) in cases {
            #expect(track.value(at: track.repeating(time)) == value)
        }
        let empty = try Track([.move(to: 3)])
        for t in [-1, 0, 7.7, Double.infinity, .nan] {
            #expect(empty.repeating(t) == 0)
            #expect(empty.value(at: empty.repeating(t)) == 3)
            #expect(track.repeating(t).isFinite)
        }
    }
}
