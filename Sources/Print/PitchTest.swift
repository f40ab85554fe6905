public import Geometry
internal import Glibc
internal import LensOptics

/// Bands of black and white lines with slightly different pitches, with which the pitch of a lens
/// sheet is found.
///
/// Through the lens sheet, from the distance that the print is made for, the band with the lens
/// sheet's pitch is dark or light all over; others show stripes, the more, the more their pitch
/// differs. The number beside a band is the lenses per inch of a lens sheet with the band's pitch.
public struct PitchTest: Sendable {
    /// The lenses per inch of each band, from the first to the last.
    public let lensesPerInch: [Double]
    /// The sheet's size in dots.
    public let dots: PixelSize
    /// For each band, how many dots lie beside each other under a lens.
    private let dotsPerLens: [Double]
    private let numbers: [DottedText?]
    private let label: DottedText?
    /// Whether the lenses run from top to bottom. If not, the whole sheet is rotated clockwise by
    /// 90 degrees.
    private let hasUprightLenses: Bool
    /// In dots: a band's length along the lenses, the space above the bands, and the space to their
    /// left.
    private let bandDots, top, left: Int

    /// Millimetres.
    private static let (bandLength, textHeight, numberWidth) = (6.0, 3.2, 14.0)

    /// Bands of `width` millimetres. Their lenses per inch are from 1 - `range` to 1 + `range`
    /// times those of `design`. `label` is printed above them.
    public init(_ design: SheetDesign, width: Double, range: Double, label: String) {
        func dots(_ length: Double) -> Int { max(1, Int((length / design.dotWidth).rounded())) }
        func dotted(_ words: String) -> DottedText? {
            DottedText(words, height: Self.textHeight / design.dotWidth)
        }
        lensesPerInch = Self.bandOffsets.map {
            design.lens.lensSheet.lensesPerInch * (1 + range * Double($0) / 10)
        }
        dotsPerLens = lensesPerInch.map { lenses in
            var design = design
            design.lens.lensSheet.lensesPerInch = lenses
            return design.dotsPerLens
        }
        numbers = Self.texts(lensesPerInch).map(dotted)
        self.label = dotted(label)
        hasUprightLenses = design.lens.axis == .vertical
        (bandDots, top) = (dots(Self.bandLength), dots(2 * Self.textHeight))
        left = dots(Self.numberWidth)
        let (across, along) = (left + dots(width), top + Self.bandOffsets.count * bandDots)
        self.dots =
            hasUprightLenses
            ? PixelSize(width: across, height: along) : PixelSize(width: along, height: across)
    }

    /// The bands, counted from the middle one, which has the lenses per inch that the lens sheet is
    /// sold with.
    private static let bandOffsets = -10...10

    /// The numbers beside bands of these lenses per inch: with two decimals, or with as many as
    /// neighbouring bands need for different numbers.
    static func texts(_ lensesPerInch: [Double]) -> [String] {
        let step = lensesPerInch[1] - lensesPerInch[0]
        let decimals = max(2, Int((-log10(step) - 1e-6).rounded(.up)))
        return lensesPerInch.map { text($0, decimals: decimals) }
    }

    /// The text of a positive number with `decimals` decimals, at least 1.
    static func text(_ number: Double, decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1) { scale, _ in 10 * scale }
        let (whole, remainder) = Int((number * Double(scale)).rounded())
            .quotientAndRemainder(dividingBy: scale)
        return "\(whole).\("\(scale + remainder)".dropFirst())"
    }

    /// Whether most rows resemble the row before.
    public var rowsAreAlike: Bool { hasUprightLenses }

    /// A row of the sheet: red, green and blue of each dot.
    public func row(_ number: Int) -> [UInt8] {
        var row = [UInt8](repeating: 255, count: 3 * dots.width)
        for column in 0..<dots.width {
            let isBlack =
                hasUprightLenses
                ? isBlack(across: column, along: number)
                : isBlack(across: number, along: dots.width - 1 - column)
            if isBlack { row.setDot(column, isBlack: true) }
        }
        return row
    }

    private func isBlack(across: Int, along: Int) -> Bool {
        guard along >= top else {
            return label?.isBlack(column: across - left, row: along - top / 4) ?? false
        }
        let (index, row) = (along - top).quotientAndRemainder(dividingBy: bandDots)
        guard across >= left else {
            let number = numbers[index]
            let height = number?.size.height ?? 0
            return number?.isBlack(column: across - left / 8, row: row - (bandDots - height) / 2)
                ?? false
        }
        // A white line parts the bands. In the middle of their width all bands have the same phase.
        guard row > bandDots / 12 else { return false }
        let middle = Double((hasUprightLenses ? dots.width : dots.height) + left) / 2
        let place = (Double(across) + 0.5 - middle) / dotsPerLens[index] + 0.5
        return abs(place - place.rounded(.down) - 0.5) < 0.25
    }
}
