/// How a number is written into a card.toml, and shown while it is changed.
public struct NumberStyle: Sendable, Equatable {
    /// Digits after the point.
    public let decimals: Int
    /// Whether a whole number has a point, too: `2.0`.
    private let keepsPoint: Bool
    private static let most = 6

    /// The style of a value within a range, whose text is `text`: as many digits as it has, and as many as
    /// it takes to choose one of some hundred numbers.
    public init(of value: Double, in range: ClosedRange<Double>, writtenAs text: String) {
        let span = range.upperBound - range.lowerBound
        let scale = Self.isShort(range) ? span : max(abs(value), 10)
        let needed = [2.0, 20, 200].firstIndex { scale <= $0 }.map { 3 - $0 } ?? 0
        let digits = text.split(separator: ".", omittingEmptySubsequences: false)
        let isPlain = text.utf8.allSatisfy { "+-._0123456789".utf8.contains($0) }
        let own = digits.count == 2 && isPlain ? digits[1].utf8.count : 0
        decimals = min(Self.most, max(needed, own))
        keepsPoint = digits.count == 2 && isPlain
    }

    /// Whether a range is short enough for a slider.
    public static func isShort(_ range: ClosedRange<Double>) -> Bool {
        range.upperBound - range.lowerBound <= 4
    }

    /// The number with as few digits as it needs of those that the style has.
    public func text(of value: Double) -> String {
        let unit = (0..<decimals).reduce(1.0) { unit, _ in 10 * unit }
        // 0 is added so that -0 becomes 0.
        let rounded = (value * unit).rounded() / unit + 0
        guard rounded == rounded.rounded(), abs(rounded) < 1e15 else { return "\(rounded)" }
        return "\(Int(rounded))" + (keepsPoint ? ".0" : "")
    }
}
