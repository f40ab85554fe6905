/// Detects clipped samples, at the end of an accelerometer's range, which say only "at least".
///
/// The range is learnt: beyond `least` a value is at the end of the range if it equals, to the last
/// digit, the largest or the smallest earlier value of its axis.
struct ClippingDetector: Sendable {
    /// m/s²: the smallest usual range, 2 g, less 8 % for its error.
    private static let least = 18.0
    private var highest = Vector3(repeating: least)
    private var lowest = Vector3(repeating: -least)

    /// Whether an axis of the acceleration `a`, m/s², is at the end of its range.
    mutating func isClipped(_ a: Vector3) -> Bool {
        guard a.max() >= Self.least || a.min() <= -Self.least else { return false }
        let isAtEnd = any((a .== highest) .| (a .== lowest))
        highest = pointwiseMax(highest, a)
        lowest = pointwiseMin(lowest, a)
        return isAtEnd
    }
}
