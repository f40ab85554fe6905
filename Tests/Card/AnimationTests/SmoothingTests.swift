import Animation
import Testing

@Suite struct SmoothingTests {
    @Test func `a factor for each frame has another time constant at another rate`() {
        // A factor of 0.1 is τ = 158 ms at 60 Hz and 79 ms at 120 Hz.
        #expect(abs(Smoothing(timeConstant: 0.158).factor(after: 1.0 / 60) - 0.1) < 5e-4)
        #expect(abs(Smoothing(timeConstant: 0.079).factor(after: 1.0 / 120) - 0.1) < 5e-4)
        #expect(abs(Smoothing(timeConstant: 2).factor(after: 2) - 0.632121) <= sixDigits)
    }

    @Test func `the number of steps changes nothing`() {
        let smoothing = Smoothing(timeConstant: 0.2)
        let once = smoothing.value(from: 3, to: -5, after: 1)
        for steps in [2, 60, 120, 1000] {
            var value = 3.0
            for _ in 0..<steps {
                value = smoothing.value(from: value, to: -5, after: 1 / Double(steps))
            }
            #expect(abs(value - once) < 1e-12)
        }
    }

    @Test(arguments: [0.0, -1, .nan]) func `without a time constant the input shows`(tau: Double) {
        let smoothing = Smoothing(timeConstant: tau)
        var value = SmoothedValue(1, at: 0)
        value.follow(5, at: 1, by: smoothing)
        #expect(value.value(at: 1, by: smoothing) == 5)
    }

    @Test func `a value follows its input`() {
        let smoothing = Smoothing(timeConstant: 1)
        var value = SmoothedValue(2, at: 10)
        for time in [0, 10, 1e9] { #expect(value.value(at: time, by: smoothing) == 2) }
        value.follow(4, at: 11, by: smoothing)
        #expect(value.value(at: 11, by: smoothing) == 2)
        #expect(abs(value.value(at: 12, by: smoothing) - 3.264241) <= sixDigits)
        #expect(value.unchangedUntil(12, by: smoothing) == 12)
        #expect(value.unchangedUntil(19, by: smoothing) == .infinity)
        #expect(value.value(at: .infinity, by: smoothing) == 4)
        #expect(value.value(at: .nan, by: smoothing) == 2)
    }
}
