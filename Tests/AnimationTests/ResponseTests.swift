import Animation
import Testing

@Suite struct ResponseTests {
    @Test func `without settings the output is the input`() {
        for input in [-1e9, -1, 0, 0.3, 180] { #expect(Response().value(input) == input) }
        #expect(Response().value(.nan) == 0)
    }

    @Test func `the continuous dead band of the tilt`() {
        let response = Response(deadBand: 1, gain: 1.0 / 59, limit: 1)
        #expect(abs(response.value(30) - 0.49153) <= 5.001e-6)
        #expect(abs(response.value(-30) + 0.49153) <= 5.001e-6)
        for (input, output) in [(0.0, 0.0), (1, 0), (-1, 0), (60, 1), (90, 1), (-60, -1)] {
            #expect(abs(response.value(input) - output) < 1e-12)
        }
        #expect(response.value(1 + 1e-9) > 0 && response.value(1 + 1e-9) < 1e-9)
    }

    @Test(arguments: [
        (0.0, 0.0), (2, 0), (3, -5), (-3, 5), (4, -10), (10, -12), (-10, 12), (.infinity, -12),
    ])
    func `the order is dead band, gain, inversion, limit`(input: Double, output: Double) {
        let response = Response(deadBand: 2, gain: 5, isInverted: true, limit: 12)
        #expect(response.value(input) == output)
    }

    @Test func `a negative gain inverts, too`() {
        #expect(Response(gain: -2).value(3) == -6)
        #expect(Response(gain: -2, isInverted: true).value(3) == 6)
    }

    @Test func `the curve bends the way to the limit on both sides`() {
        let response = Response(limit: 40, curve: .easeIn)
        for (input, output) in [(10.0, 3.7386), (-20, -12.6143), (40, 40), (-90, -40), (0, 0)] {
            #expect(abs(response.value(input) - output) <= fourDigits)
        }
        #expect(Response(curve: .easeIn).value(10) == 10)
        #expect(Response(limit: 0, curve: .easeIn).value(10) == 0)
    }

    @Test(arguments: [Double.nan, .infinity, -1, 0, 1e300])
    func `any setting gives a number`(setting: Double) {
        for input in [-3.0, 0, 5, .infinity, .nan] {
            let responses = [
                Response(deadBand: setting), Response(gain: setting, limit: 3),
                Response(limit: setting), Response(limit: setting, curve: .easeOut),
            ]
            for response in responses { #expect(!response.value(input).isNaN) }
        }
    }
}
