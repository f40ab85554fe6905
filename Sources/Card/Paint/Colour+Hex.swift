extension Colour {
    /// The colour with this text, `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`; nil for any other text.
    public init?(hex text: String) {
        let digits = text.dropFirst().compactMap { $0.isASCII ? $0.hexDigitValue : nil }
        guard text.first == "#", digits.count == text.count - 1,
            [3, 4, 6, 8].contains(digits.count)
        else { return nil }
        var components =
            digits.count < 6
            ? digits.map { $0 * 17 }
            : stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
        if components.count == 3 { components.append(255) }
        let numbers = components.map { Double($0) / 255 }
        self.init(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3])
    }

    /// `#rrggbb`, or `#rrggbbaa` if `hasAlpha` or the colour is not opaque; the nearest of these colours.
    public func hex(withAlpha hasAlpha: Bool = false) -> String {
        func byte(_ component: Double) -> Int { Int((min(max(component, 0), 1) * 255).rounded()) }
        let bytes = [red, green, blue, alpha].map(byte)
        return "#" + bytes.prefix(hasAlpha || bytes[3] < 255 ? 4 : 3).map(Self.digits).joined()
    }

    private static func digits(_ byte: Int) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
