import Animation
import Testing

@Suite struct AnimationTests {
    @Test func `durations`() {
        #expect(Animation.immediate.duration == 0)
        #expect(Animation.spring(.bouncy).duration == 0.5)
        #expect(Animation.curve(.linear).duration == 0.35)
        #expect(Animation.curve(.linear, duration: 2).settlingDuration == 2)
        #expect(Animation.spring(.bouncy).settlingDuration == Spring.bouncy.settlingDuration)
        #expect(Animation.standard == .spring(.smooth))
    }

    @Test(arguments: [0, -1, Double.nan, -Double.infinity])
    func `a curve without a duration changes at once`(duration: Double) {
        let animation = Animation.curve(.easeIn, duration: duration)
        #expect(animation.duration == 0)
        for t in [0, 1, Double.infinity] {
            #expect(animation.value(from: AnimatedValue(1), to: 2, after: t) == AnimatedValue(2))
        }
        #expect(animation.value(from: AnimatedValue(1), to: 2, after: -1) == AnimatedValue(1))
    }

    @Test func `an endless curve stays at its start`() {
        let animation = Animation.curve(.easeIn, duration: .infinity)
        let value = animation.value(from: AnimatedValue(1), to: 2, after: 1e9)
        #expect(value == AnimatedValue(1))
        #expect(!animation.isAtRest(from: AnimatedValue(1), to: 2, after: 1e9))
    }

    @Test func `a curve has the velocity of the curve`() {
        let animation = Animation.curve(.easeInOut, duration: 2)
        let value = animation.value(from: AnimatedValue(10, velocity: 99), to: 30, after: 1)
        #expect(abs(value.value - 20) < 1e-9)
        // 20 units in 2 s, times the curve's 1.7241.
        #expect(abs(value.velocity - 17.2414) < 1e-3)
        #expect(animation.value(from: AnimatedValue(10), to: 30, after: 2) == AnimatedValue(30))
    }

    @Test func `rest`() {
        let (from, smooth) = (AnimatedValue(0), Animation.spring(.smooth))
        #expect(!smooth.isAtRest(from: from, to: 1, after: 0.734))
        #expect(smooth.isAtRest(from: from, to: 1, after: 0.735))
        let curve = Animation.curve(.linear, duration: 1)
        #expect(!curve.isAtRest(from: from, to: 1, after: 0.999))
        #expect(curve.isAtRest(from: from, to: 1, after: 1))
        #expect(curve.isAtRest(from: from, to: 0, after: 0.5))
        let never = Animation.spring(Spring(bounce: 1))
        #expect(!never.isAtRest(from: from, to: 1, after: 1e6))
    }

    @Test func `a movement at rest stays`() {
        let movement = Movement(3)
        for t in [-1e9, 0, 1, .infinity, -Double.infinity] {
            #expect(movement.value(at: t) == AnimatedValue(3))
            #expect(movement.unchangedUntil(t) == .infinity)
        }
    }

    @Test func `a thousand movements go on smoothly from target to target`() {
        var dice = Dice(seed: 11)
        for _ in 0..<1000 {
            var (movement, time) = (Movement(dice.number(-1...1)), dice.number(-5...5))
            for _ in 0..<5 {
                let (animation, target) = (dice.animation(), dice.number(-10...10))
                let before = movement.value(at: time)
                movement.retarget(to: target, at: time, with: animation)
                #expect(movement.value(at: time).value == before.value)
                if case .spring = animation { #expect(movement.value(at: time) == before) }
                #expect(abs(movement.value(at: time + 1e3).value - target) < 1e-9)
                time += dice.number(0...1)
            }
        }
    }

    @Test func `the same target again changes nothing`() {
        var movement = Movement(0)
        let animation = Animation.curve(.easeIn, duration: 1)
        movement.retarget(to: 1, at: 0, with: animation)
        let copy = movement
        for t in stride(from: 0.0, to: 2, by: 0.1) {
            movement.retarget(to: 1, at: t, with: animation)
        }
        #expect(movement == copy)
        movement.retarget(to: 1, at: 0.5, with: .spring(.smooth))
        #expect(movement.since == 0.5)
    }

    @Test func `a movement tells until when it is unchanged`() {
        var movement = Movement(0)
        movement.retarget(to: 1, at: 10, with: .spring(.smooth))
        #expect(movement.unchangedUntil(10.7) == 10.7)
        #expect(movement.unchangedUntil(10.74) == .infinity)
        #expect(movement.unchangedUntil(10.5, within: 0.1) == .infinity)
    }

    @Test func `an earlier time does not turn a movement back`() {
        var movement = Movement(0)
        movement.retarget(to: 1, at: 10, with: .curve(.linear, duration: 1))
        movement.retarget(to: 2, at: 5, with: .curve(.linear, duration: 1))
        #expect(movement.since == 10)
        #expect(movement.value(at: 10.5).value == 1)
    }
}
