import Testing

@testable import Animation

@Suite struct PhaseRunPropertyTests {
    private func random(_ dice: inout Dice, loops: Bool) throws -> Phases {
        let count = Int.random(in: 2...5, using: &dice)
        let values = (0..<count).map { _ in dice.number(-10...10) }
        let animations = (0..<count).map { _ in
            dice.chance(0.15) ? Animation.immediate : dice.animation()
        }
        return try Phases(values, animations: animations, loops: loops)
    }

    @Test func `one long step equals many short ones`() throws {
        var dice = Dice(seed: 51)
        for _ in 0..<300 {
            let phases = try random(&dice, loops: true)
            var steps = PhaseRun(phases, at: 3)
            var time = 3.0
            for _ in 0..<200 {
                time += dice.number(0...2)
                steps.advance(phases, to: time)
            }
            var once = PhaseRun(phases, at: 3)
            once.advance(phases, to: time)
            #expect(once == steps)
            #expect(
                PhaseRun(phases, at: 3).value(phases, at: time) == steps.value(phases, at: time))
        }
    }

    @Test func `triggers among steps give the same state`() throws {
        var dice = Dice(seed: 52)
        for _ in 0..<300 {
            let phases = try random(&dice, loops: false)
            var (coarse, fine) = (PhaseRun(phases, at: 0), PhaseRun(phases, at: 0))
            var time = 0.0
            for _ in 0..<10 {
                for _ in 0..<20 {
                    time += dice.number(0...0.1)
                    fine.advance(phases, to: time)
                    #expect(coarse.value(phases, at: time) == fine.value(phases, at: time))
                }
                coarse.trigger(phases, at: time)
                fine.trigger(phases, at: time)
                #expect(coarse == fine)
            }
        }
    }

    @Test func `properties that share animations change phase together`() throws {
        var dice = Dice(seed: 53)
        for loops in [true, false] {
            for _ in 0..<200 {
                let first = try random(&dice, loops: loops)
                let values = first.values.map { _ in dice.number(-1...1) }
                let second = try Phases(values, animations: first.animations, loops: loops)
                var (a, b) = (PhaseRun(first, at: 0), PhaseRun(second, at: 0))
                for k in 1..<60 {
                    let time = 0.3 * Double(k)
                    if k % 7 == 0 {
                        a.trigger(first, at: time)
                        b.trigger(second, at: time)
                    }
                    a.advance(first, to: time)
                    b.advance(second, to: time)
                    #expect(a.phase == b.phase && a.ends == b.ends && a.since == b.since)
                }
            }
        }
    }

    @Test func `springs keep value and velocity from phase to phase`() throws {
        var dice = Dice(seed: 54)
        for _ in 0..<1000 {
            let values = (0..<3).map { _ in dice.number(-10...10) }
            let animations = values.map { _ in Animation.spring(dice.spring()) }
            let phases = try Phases(values, animations: animations, loops: true)
            var run = PhaseRun(phases, at: 0)
            for _ in 0..<5 {
                let end = run.ends
                let before = run.value(phases, at: end.nextDown)
                run.advance(phases, to: end)
                #expect(run.since == end)
                #expect(abs(run.start.value - before.value) < 1e-9)
                #expect(abs(run.start.velocity - before.velocity) < 1e-7)
            }
        }
    }

    @Test(arguments: [1e6, 1e9, 9e11]) func `very long loops do not hang`(time: Double) throws {
        var dice = Dice(seed: 55)
        for _ in 0..<50 {
            let phases = try random(&dice, loops: true)
            guard phases.runsByItself else { continue }
            var run = PhaseRun(phases, at: 0)
            run.advance(phases, to: time)
            #expect(run.since <= time && run.ends > time)
            let value = run.value(phases, at: time).value
            #expect(value.magnitude < 100)
            var next = run
            next.advance(phases, to: time + 10)
            #expect(next.ends > time + 10)
        }
        let fast = try Phases(
            [0, 1], animation: .spring(Spring(duration: 0.001, bounce: 0.998)), loops: true)
        #expect(PhaseRun(fast, at: 0).value(fast, at: time).value.isFinite)
    }

    @Test(arguments: [Double.nan, .infinity, -Double.infinity, 1e300, -1e300])
    func `impossible times change nothing`(time: Double) throws {
        for loops in [true, false] {
            let phases = try Phases([0, 1], animation: .curve(.linear), loops: loops)
            var run = PhaseRun(phases, at: 0)
            let copy = run
            run.advance(phases, to: time)
            run.trigger(phases, at: time)
            #expect(run == copy)
            #expect(run.value(phases, at: time).value.isFinite)
            var late = PhaseRun(phases, at: time)
            late.advance(phases, to: 5)
            late.trigger(phases, at: 5)
            #expect(late.value(phases, at: 5.1).value.isFinite)
        }
    }
}
