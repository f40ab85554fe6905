/// An axis on the page, with ticks at round values.
struct Axis {
    /// The values at the ends.
    let range: ClosedRange<Double>
    /// The distance of two ticks.
    let step: Double
    /// Pixels at the ends of `range`; on a vertical axis the second is the smaller.
    let ends: (Double, Double)

    /// An axis with the first of `steps` that gives at most `intervals` intervals, else the last.
    init(_ range: ClosedRange<Double>, at ends: (Double, Double), steps: [Double], intervals: Int) {
        self.range = range
        self.ends = ends
        let span = range.upperBound - range.lowerBound
        step = steps.first { span / $0 <= Double(intervals) } ?? steps[steps.count - 1]
    }

    func pixel(of value: Double) -> Double {
        let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
        return ends.0 + share * (ends.1 - ends.0)
    }

    /// The round values in the range.
    var ticks: [Double] {
        let first = Int((range.lowerBound / step - 1e-9).rounded(.up))
        let last = Int((range.upperBound / step + 1e-9).rounded(.down))
        return first <= last ? (first...last).map { Double($0) * step } : []
    }

    /// A tick's label, with as many decimals as the step needs, at most 6.
    func label(_ tick: Double) -> String {
        var (decimals, power) = (0, 1.0)
        while decimals < 6, abs(step * power - (step * power).rounded()) > 1e-6 {
            (decimals, power) = (decimals + 1, power * 10)
        }
        return decimalText(tick, decimals: decimals)
    }

    /// 1, 2 and 5 times powers of ten.
    static let decimalSteps = (-4...9).flatMap { exponent in
        let power = (0..<abs(exponent)).reduce(1.0) { power, _ in power * 10 }
        return [1.0, 2, 5].map { exponent < 0 ? $0 / power : $0 * power }
    }

    /// Round angles that divide 360 degrees.
    static let degreeSteps = decimalSteps.filter { $0 <= 10 } + [15, 30, 45, 90, 180]
}

/// `value` with this many decimals, 0 to 6, and the character U+2212 for minus. A number of more
/// than 15 digits, or one that is not finite, is written as Swift does.
public func decimalText(_ value: Double, decimals: Int) -> String {
    let power = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
    let scaled = (abs(value) * power).rounded()
    guard scaled < 1e15 else { return "\(value)" }
    let digits = String(Int(scaled))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = value < 0 && scaled > 0 ? "\u{2212}" : ""
    return sign + padded.dropLast(decimals) + (decimals > 0 ? "." + padded.suffix(decimals) : "")
}
