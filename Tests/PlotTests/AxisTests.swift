import Testing

@testable import Plot

struct AxisTests {
    @Test(
        arguments: [
            (-180.0...180, 8, [-180, -135, -90, -45, 0, 45, 90, 135, 180], "\u{2212}180"),
            (-2...2, 4, [-2, -1, 0, 1, 2], "\u{2212}2"),
            (0...0.9, 5, [0, 0.2, 0.4, 0.6, 0.8], "0.0"),
            (-1.3...(-1.05), 5, [-1.3, -1.25, -1.2, -1.15, -1.1, -1.05], "\u{2212}1.30"),
        ] as [(ClosedRange<Double>, Int, [Double], String)])
    func `ticks are round, few and labelled with the decimals they need`(
        range: ClosedRange<Double>, intervals: Int, ticks: [Double], first: String
    ) {
        let axis = Axis(range, at: (100, 0), steps: Axis.degreeSteps, intervals: intervals)
        #expect(axis.ticks.count == ticks.count)
        // Multiples of the step are right but for their last bit.
        for (tick, expected) in zip(axis.ticks, ticks) { #expect(abs(tick - expected) < 1e-9) }
        #expect(axis.label(axis.ticks[0]) == first)
    }

    @Test func `values stand between the axis' ends`() {
        let axis = Axis(-90...90, at: (200, 100), steps: Axis.degreeSteps, intervals: 4)
        #expect(axis.pixel(of: -90) == 200)
        #expect(axis.pixel(of: 90) == 100)
        #expect(axis.pixel(of: 0) == 150)
    }

    @Test(arguments: [
        (0.0, 1, "0.0"), (-0.04, 1, "0.0"), (-1.25, 2, "\u{2212}1.25"), (12.5, 0, "13"),
        (0.05, 2, "0.05"), (99.999, 2, "100.00"),
    ])
    func `numbers have the decimals asked for`(value: Double, decimals: Int, text: String) {
        #expect(decimalText(value, decimals: decimals) == text)
    }

    @Test(arguments: [(60.0, "s"), (1200, "min"), (86_400, "h")])
    func `long times are counted in minutes or hours`(seconds: Double, unit: String) {
        let time = TimeAxis(0...seconds, at: (0, 700))
        #expect(time.unitName == unit)
        #expect(time.pixel(of: seconds) == 700)
        #expect((4...11).contains(time.axis.ticks.count))
    }
}
