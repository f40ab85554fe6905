import Animation
import Testing

@Suite struct ConversionTests {
    @Test func `without settings the output is the input`() {
        for input in [-1e9, -1, 0, 0.3, 180] { #expect(Conversion().value(of: input) == input) }
        #expect(Conversion().value(of: .nan) == 0)
    }

    @Test func `the continuous dead band of the tilt`() {
        let conversion = Conversion(deadBand: 1, gain: 1.0 / 59, limit: 1)
        #expect(abs(conversion.value(of: 30) - 0.49153) <= 5.001e-6)
        #expect(abs(conversion.value(of: -30) + 0.49153) <= 5.001e-6)
        for (input, output) in [(0.0, 0.0), (1, 0), (-1, 0), (60, 1), (90, 1), (-60, -1)] {
            #expect(abs(conversion.value(of: input) - output) < 1e-12)
        }
        #expect(conversion.value(of: 1 + 1e-9) > 0 && conversion.value(of: 1 + 1e-9) < 1e-9)
    }

    @Test(arguments: [
        (0.0, 0.0), (2, 0), (3, -5), (-3, 5), (4, -10), (10, -12), (-10, 12), (.infinity, -12),
    ])
    func `the order is dead band, gain, inversion, limit`(input: Double, output: Double) {
        let conversion = Conversion(deadBand: 2, gain: 5, isInverted: true, limit: 12)
        #expect(conversion.value(of: input) == output)
    }

    @Test func `a negative gain inverts, too`() {
        #expect(Conversion(gain: -2).value(of: 3) == -6)
        #expect(Conversion(gain: -2, isInverted: true).value(of: 3) == 6)
    }

    @Test(arguments: [Double.nan, .infinity, -1, 0, 1e300])
    func `any setting gives a number`(setting: Double) {
        for input in [-3.0, 0, 5, .infinity, .nan] {
            let conversions = [
                Conversion(deadBand: setting), Conversion(gain: setting, limit: 3),
                Conversion(limit: setting),
            ]
            for conversion in conversions { #expect(!conversion.value(of: input).isNaN) }
        }
    }
}
