import ArgumentParser

/// Throws if a number is given for an option, and is not in this range.
func checkRange(
    _ option: String, _ value: Double?, _ range: ClosedRange<Double>, _ unit: String? = nil
) throws(ValidationError) {
    guard let value, !range.contains(value) else { return }
    let (low, high) = (brief(range.lowerBound), brief(range.upperBound))
    throw ValidationError(
        "--\(option) is \(value); it must be from \(low) to \(high)"
            + (unit.map { " \($0)" } ?? ""))
}
