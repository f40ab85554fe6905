import Animation
import Glibc
import Testing

@Suite struct SpringEdgeTests {
    @Test func `a thousand springs start at the start and obey their equation`() {
        var dice = Dice(seed: 1)
        for _ in 0..<1000 {
            let (spring, start, target) = (dice.spring(), dice.state(), dice.number(-10...10))
            let (t, h) = (dice.number(0.01...2), 1e-5)
            func x(_ t: Double) -> AnimatedValue { spring.value(from: start, to: target, after: t) }
            #expect(x(0) == start)
            // The terms left out of the differences are of the third derivative.
            let size = 200 * pow(spring.angularFrequency, 3) * h * h + 1e-8
            let velocity = (x(t + h).value - x(t - h).value) / (2 * h)
            #expect(abs(velocity - x(t).velocity) < size)
            let acceleration = (x(t + h).velocity - x(t - h).velocity) / (2 * h)
            let force =
                -spring.stiffness * (x(t).value - target) - spring.damping * x(t).velocity
            #expect(abs(acceleration - force) < size * spring.angularFrequency * 3)
        }
    }

    @Test func `a spring that is retargeted to its own target goes on as before`() {
        var dice = Dice(seed: 2)
        for _ in 0..<1000 {
            let (spring, start, target) = (dice.spring(), dice.state(), dice.number(-10...10))
            let (first, second) = (dice.number(0...1), dice.number(0...1))
            let middle = spring.value(from: start, to: target, after: first)
            let once = spring.value(from: start, to: target, after: first + second)
            let twice = spring.value(from: middle, to: target, after: second)
            #expect(abs(once.value - twice.value) < 1e-9)
            #expect(abs(once.velocity - twice.velocity) < 1e-7)
        }
    }

    @Test(arguments: [1e-7, 0.9e-6, 1.1e-6, 1e-5])
    func `near critical damping the forms agree`(difference: Double) {
        let start = AnimatedValue(2, velocity: -30)
        for t in [0.01, 0.1, 0.5, 2] {
            let values = [1 - difference, 1, 1 + difference].map { ratio in
                Spring(response: 0.5, dampingFraction: ratio).value(from: start, to: 1, after: t)
            }
            // The value changes by a few times the change of the ratio.
            #expect(abs(values[0].value - values[1].value) < 10 * difference)
            #expect(abs(values[2].value - values[1].value) < 10 * difference)
            #expect(abs(values[0].velocity - values[2].velocity) < 400 * difference)
        }
    }

    @Test(arguments: [
        Spring.smooth, .bouncy, Spring(duration: 0.5, bounce: -0.9),
        Spring(duration: 1000, bounce: 0.99), Spring(duration: 0.001, bounce: -0.999),
    ])
    func `long after the start the value is the target`(spring: Spring) {
        for t in [1e9, 1e100, 1e308, .greatestFiniteMagnitude, .infinity] {
            let value = spring.value(from: AnimatedValue(-3, velocity: 1e6), to: 4, after: t)
            #expect(value == AnimatedValue(4), "after \(t)")
        }
    }

    @Test(arguments: [-1, -Double.infinity, .nan, 0])
    func `before the start, and at no time, the value is the start`(t: Double) {
        let start = AnimatedValue(-3, velocity: 2)
        for spring in [Spring.smooth, .bouncy, Spring(bounce: -0.5), Spring(bounce: 1)] {
            #expect(spring.value(from: start, to: 4, after: t) == start)
        }
    }

    @Test func `bounce 1 swings for ever`() {
        let spring = Spring(duration: 0.5, bounce: 1)
        #expect(!spring.settles)
        #expect(spring.settlingDuration == .infinity)
        #expect(spring.timeToRest(from: AnimatedValue(0), to: 1) == .infinity)
        for k in 0..<1000 {
            let value = spring.value(from: AnimatedValue(0), to: 1, after: 0.5 * Double(k) + 0.25)
            #expect(abs(value.value - 2) < 1e-9)
        }
        let last = spring.value(from: AnimatedValue(0), to: 1, after: .infinity)
        #expect(last == AnimatedValue(1))
        let late = spring.value(from: AnimatedValue(0), to: 1, after: .greatestFiniteMagnitude)
        #expect(late.value.isFinite && late.velocity.isFinite)
    }

    @Test func `bounce -1 never arrives`() {
        let never = Spring(duration: 0.5, bounce: -1)
        #expect(!never.settles)
        #expect(never.bounce == -1)
        #expect(never.settlingDuration == .infinity)
        let value = never.value(from: AnimatedValue(2, velocity: 5), to: 1, after: 1e6)
        #expect(value == AnimatedValue(2))
        let nearly = Spring(duration: 0.5, bounce: -1 + 1e-12)
        let stuck = nearly.value(from: AnimatedValue(2, velocity: 5), to: 1, after: 10)
        #expect(abs(stuck.value - 2) < 1e-6)
        #expect(nearly.settlingDuration > 1e10 && nearly.settlingDuration < .infinity)
    }

    @Test(arguments: [-1, 0, .nan, .infinity, -Double.infinity, 1e-300, 1e300])
    func `parameters out of range are limited`(number: Double) {
        let springs = [
            Spring(duration: number), Spring(bounce: number),
            Spring(response: number, dampingFraction: number),
            Spring(mass: number, stiffness: number, damping: number, allowsOverDamping: true),
        ]
        for spring in springs {
            for t in [1e-9, 0.1, 10, 1e10, .infinity] {
                let value = spring.value(from: AnimatedValue(0, velocity: 1), to: 1, after: t)
                #expect(value.value.isFinite && value.velocity.isFinite)
            }
            #expect(spring.duration > 0 && spring.duration.isFinite)
            #expect(spring.settlingDuration > 0)
        }
    }
}
