import Animation
import Testing

@Suite struct TransitionTests {
    static let second = Animation.curve(.linear, duration: 1)
    static let twirl: [(name: String, values: TransitionValues)] = [
        ("scale", TransitionValues(before: 0.5, inPlace: 1, after: 0.5)),
        ("opacity", TransitionValues(before: 0, inPlace: 1, after: 0)),
        ("blur", TransitionValues(before: 10, inPlace: 0, after: 10)),
        ("rotation", TransitionValues(before: 360, inPlace: 0, after: -360)),
        ("brightness", TransitionValues(before: 1, inPlace: 0, after: 0)),
    ]

    @Test func `an element comes in and leaves`() {
        var twirl = Transition.absent
        #expect(twirl.phase.rawValue == -1 && twirl.isGone(at: 0))
        twirl.appear(at: 10, with: Self.second)
        #expect(twirl.phase.rawValue == 0)
        for (_, values) in Self.twirl {
            func value(_ time: Double) -> Double { twirl.value(of: values, at: time).value }
            #expect(value(10) == values.before)
            #expect(abs(value(10.5) - (values.before + values.inPlace) / 2) < 1e-12)
            #expect(value(11) == values.inPlace)
        }
        #expect(twirl.unchangedUntil(10.9) == 10.9 && twirl.unchangedUntil(11) == .infinity)
        twirl.disappear(at: 20, with: Self.second)
        #expect(twirl.phase.rawValue == 1)
        for (_, values) in Self.twirl {
            let half = twirl.value(of: values, at: 20.5).value
            #expect(abs(half - (values.inPlace + values.after) / 2) < 1e-12)
            #expect(twirl.value(of: values, at: 21).value == values.after)
        }
        #expect(!twirl.isGone(at: 20.999) && twirl.isGone(at: 21) && twirl.goneTime == 21)
    }

    @Test func `removed while it comes in, an element leaves from where it is`() {
        var twirl = Transition.absent
        twirl.appear(at: 0, with: Self.second)
        twirl.disappear(at: 0.25, with: Self.second)
        let opacity = Self.twirl[1].values
        let rotation = Self.twirl[3].values
        #expect(twirl.value(of: opacity, at: 0.25).value == 0.25)
        #expect(twirl.value(of: opacity, at: 0.75).value == 0.125)
        #expect(twirl.value(of: rotation, at: 0.25).value == 270)
        // Half way from 270 to -360.
        #expect(abs(twirl.value(of: rotation, at: 0.75).value + 45) < 1e-12)
        #expect(!twirl.isGone(at: 1.2) && twirl.isGone(at: 1.25))
    }

    @Test func `added again while it leaves, an element comes back from where it is`() {
        var twirl = Transition()
        twirl.disappear(at: 0, with: Self.second)
        twirl.appear(at: 0.5, with: Self.second)
        let rotation = Self.twirl[3].values
        #expect(twirl.value(of: rotation, at: 0.5).value == -180)
        #expect(twirl.value(of: rotation, at: 1).value == -90)
        #expect(twirl.value(of: rotation, at: 1.5).value == 0)
        #expect(!twirl.isGone(at: 99) && twirl.goneTime == .infinity)
    }

    @Test func `added again after it left, an element comes from its first phase`() {
        var twirl = Transition()
        twirl.disappear(at: 0, with: Self.second)
        twirl.appear(at: 1, with: Self.second)
        #expect(twirl.value(of: Self.twirl[3].values, at: 1).value == 360)
        #expect(twirl.value(of: Self.twirl[3].values, at: 1.5).value == 180)
    }

    @Test func `what an element does already changes nothing`() {
        var transition = Transition()
        transition.appear(at: 5, with: Self.second)
        #expect(transition == Transition())
        transition.disappear(at: 6, with: Self.second)
        let copy = transition
        transition.disappear(at: 6.5, with: .spring(.smooth))
        #expect(transition == copy)
    }

    @Test func `a spring is gone when it has settled`() {
        var transition = Transition()
        transition.disappear(at: 2, with: .spring(.bouncy))
        #expect(transition.goneTime == 2 + Spring.bouncy.settlingDuration)
        var endless = Transition()
        endless.disappear(at: 2, with: .spring(Spring(duration: 0.5, bounce: 1)))
        #expect(endless.goneTime == 2.5)
        var sudden = Transition()
        sudden.disappear(at: 2, with: .immediate)
        #expect(sudden.isGone(at: 2))
    }

    @Test func `weights move every property as if it was animated on its own`() {
        var dice = Dice(seed: 61)
        for _ in 0..<1000 {
            let values = TransitionValues(
                before: dice.number(-9...9), inPlace: dice.number(-9...9),
                after: dice.number(-9...9))
            var (transition, movement, time) = (Transition(), Movement(values.inPlace), 0.0)
            for step in 0..<6 {
                let animation = dice.animation()
                if step % 2 == 0 {
                    transition.disappear(at: time, with: animation)
                    movement.retarget(to: values.after, at: time, with: animation)
                } else if !transition.isGone(at: time) {
                    transition.appear(at: time, with: animation)
                    movement.retarget(to: values.inPlace, at: time, with: animation)
                }
                time += dice.number(0...0.5)
                let (a, b) = (transition.value(of: values, at: time), movement.value(at: time))
                guard transition.phase == .inPlace || !transition.isGone(at: time) else { break }
                #expect(abs(a.value - b.value) < 1e-9 && abs(a.velocity - b.velocity) < 1e-6)
            }
        }
    }
}
