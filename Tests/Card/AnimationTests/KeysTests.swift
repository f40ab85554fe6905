import Animation
import Testing

@Suite struct KeysTests {
    @Test(arguments: [
        (-90.0, 12.0), (-60, 12), (-40, 6), (-20, 0), (0, 0), (60, 0), (90, 0),
        (-Double.infinity, 12), (.infinity, 0), (.nan, 0),
    ])
    func `pieces are linear and ends hold`(signal: Double, value: Double) throws {
        let blur = try Keys([(-60, 12), (-20, 0), (60, 0)])
        #expect(abs(blur.value(at: signal) - value) < 1e-12)
        #expect(blur.bounds == 0...12)
    }

    @Test func `a curve bends each piece`() throws {
        let keys = try Keys([(0, 0), (1, 10), (3, 0)], curves: [.easeIn, .easeInOut])
        #expect(abs(keys.value(at: 0.25) - 0.93465) <= 5.001e-6)
        #expect(abs(keys.value(at: 1.5) - 8.70838) <= 5.001e-6)
        #expect(keys.value(at: 1) == 10)
        let both = try Keys([(0, 0), (1, 10), (3, 0)], curves: [.easeIn, .easeIn])
        #expect(abs(both.value(at: 1.5) - 9.06535) <= 5.001e-6)
    }

    /// By how far an element is from its place, up to a limit on either side.
    @Test(arguments: [
        (0.0, 0.0), (15, 1.25), (-15, -1.25), (30, 2.5), (-90, -2.5), (.infinity, 2.5), (.nan, 0),
    ])
    func `a scroll transition has an effect on either side`(tilt: Double, value: Double) throws {
        let rotation = try Keys(from: -30, to: 30, values: [-2.5, 0, 2.5])
        #expect(abs(rotation.value(at: tilt) - value) < 1e-12)
    }

    @Test func `its curve runs forwards coming in and backwards leaving`() throws {
        let effect = try Keys(from: -1, to: 1, values: [1, 0, 1], curves: [.easeIn, .easeOut])
        for part in [0.1, 0.25, 0.5, 0.75, 0.9] {
            // `part` of the way from the edge to the middle.
            let eased = UnitCurve.easeIn.value(at: part)
            for side in [-1.0, 1] {
                #expect(abs(effect.value(at: side * (1 - part)) - (1 - eased)) < 1e-9)
            }
        }
    }

    @Test func `values spread over a range`() throws {
        let offset = try Keys(from: -30, to: 30, values: [-40, 40])
        #expect(offset.value(at: 0) == 0 && offset.value(at: 30) == 40)
        #expect(offset.value(at: 15) == 20 && offset.value(at: 99) == 40)
        let four = try Keys(from: 0, to: 3, values: [1, 5, 2, 8])
        for (signal, value) in [(0.0, 1.0), (0.5, 3), (1, 5), (2, 2), (2.5, 5), (3, 8)] {
            #expect(abs(four.value(at: signal) - value) < 1e-12)
        }
        #expect(try Keys(from: 0, to: 1, values: [7]).value(at: 0.5) == 7)
    }

    @Test func `bounds know curves that overshoot`() throws {
        let keys = try Keys([(0, 0), (1, 10)], curves: [.bezier(0.3, -1, 0.7, 2)])
        let values = stride(from: 0.0, through: 1, by: 0.001).map { keys.value(at: $0) }
        let (low, high) = (values.min() ?? 0, values.max() ?? 0)
        #expect(low < -1 && high > 11)
        #expect(abs(keys.bounds.lowerBound - low) < 1e-3)
        #expect(abs(keys.bounds.upperBound - high) < 1e-3)
    }

    @Test func `a thousand functions meet their keys and stay in their bounds`() throws {
        var dice = Dice(seed: 71)
        for _ in 0..<1000 {
            var (pairs, signal) = ([(signal: Double, value: Double)](), dice.number(-9...9))
            for _ in 0..<Int.random(in: 1...9, using: &dice) {
                pairs.append((signal, dice.number(-9...9)))
                signal += dice.number(0.001...3)
            }
            let keys = try Keys(pairs, curves: pairs.dropFirst().map { _ in dice.curve() })
            for (signal, value) in pairs {
                #expect(keys.value(at: signal) == value)
                #expect(abs(keys.value(at: signal.nextDown) - value) < 1e-6)
            }
            let range = pairs[0].signal - 1...signal
            for _ in 0..<20 {
                let value = keys.value(at: dice.number(range))
                #expect(value >= keys.bounds.lowerBound - 1e-9)
                #expect(value <= keys.bounds.upperBound + 1e-9)
            }
        }
    }

    @Test func `what is not usable is refused`() {
        #expect(throws: AnimationError.noKeys) { try Keys([]) }
        #expect(throws: AnimationError.keyOrder(1, key: 1)) { try Keys([(1, 0), (1, 2)]) }
        #expect(throws: AnimationError.keyOrder(0, key: 2)) { try Keys([(0, 0), (1, 2), (0, 1)]) }
        #expect(throws: AnimationError.keyNumber(.infinity, key: 1)) {
            try Keys([(0, 0), (1, .infinity)])
        }
        #expect(throws: AnimationError.self) { try Keys([(.nan, 0), (1, 1)]) }
        #expect(throws: AnimationError.curveCount(2, pieces: 1)) {
            try Keys([(0, 0), (1, 1)], curves: [.linear, .linear])
        }
        #expect(throws: AnimationError.noKeys) { try Keys(from: 0, to: 1, values: []) }
        for (lower, upper) in [(1.0, 1.0), (2, 1), (.nan, 1), (0, .infinity)] {
            #expect(throws: AnimationError.self) {
                try Keys(from: lower, to: upper, values: [1, 2])
            }
        }
    }
}
