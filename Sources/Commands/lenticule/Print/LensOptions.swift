public import ArgumentParser
public import LensOptics
import Motion
import Scene

/// The options that say which lens sheet lies on a print, and from where it is seen.
struct LensOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Lenses per inch, 1 to 1000; of the card's lens if not given.", valueName: "n"))
    var lpi: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The sheet's thickness, 0.05 to 20 mm; if not given the card's where --lpi is the card's, or "
                + "the usual one of sheets with 20, 40, 60, 75 and 100 lenses per inch.",
            valueName: "mm"))
    var thickness: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The plastic's refractive index, 1.1 to 3; the card's, else 1.56, if not given.",
            valueName: "n"))
    var index: Double?

    @Option(
        help: """
            What the lenses run along: vertical (a tilt to the left and right changes the picture) or \
            horizontal (up and down); if not given the card's axis, or what view sees in the sheet.
            """)
    var lensAxis: Lens.Axis?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "By how much the lenses are turned clockwise out of their axis, -45 to 45 degrees; "
                + "the card's, else 0, if not given.",
            valueName: "deg"))
    var slant: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "From the eye to the sheet, 10 mm or more, or infinite; the card's, else 400, if not given.",
            valueName: "mm"))
    var distance: ViewingDistance?

    func validate() throws {
        try checkRange("lpi", lpi, ParameterKind.lensesPerInch.range)
        try checkRange("thickness", thickness, ParameterKind.thickness.range, "mm")
        try checkRange("slant", slant, ParameterKind.slant.range, "degrees")
        if index == 1 {
            throw ValidationError("--index is 1, that of air: such lenses show nothing")
        }
        try checkRange("index", index, ParameterKind.refractiveIndex.range)
        guard let distance = distance?.millimetres, distance.isFinite else { return }
        if distance <= 0 {
            throw ValidationError(
                "--distance is \(distance) mm; the eye is before the sheet, at 10 mm or more")
        }
        try checkRange("distance", distance, ParameterKind.distance.range, "mm")
    }

    /// The card's lens sheet, `card`, with the given options instead of its values. Nil if neither
    /// the options nor `card` give the lenses per inch. The card's thickness counts only for the
    /// card's lenses per inch; throws if no thickness is known.
    func lensSheet(over card: LensSheet?) throws(Failure) -> LensSheet? {
        guard let lenses = lpi ?? card?.lensesPerInch else { return nil }
        let known = [card].compactMap { $0 } + LensSheet.sold
        let usual = known.first { $0.lensesPerInch == lenses }?.thickness
        guard let thickness = thickness ?? usual else {
            throw Failure(
                .usage,
                "--lpi \(brief(lenses)): give --thickness too; the usual thickness is known of sheets "
                    + "with 20, 40, 60, 75 and 100 lenses per inch")
        }
        return LensSheet(
            lensesPerInch: lenses, thickness: thickness,
            refractiveIndex: index ?? card?.refractiveIndex ?? LensSheet.usualRefractiveIndex)
    }
}

/// The distance from the eye to a lens sheet: millimetres, or `infinite`.
struct ViewingDistance: ExpressibleByArgument {
    let millimetres: Double

    init?(argument: String) {
        guard argument != "infinite" else {
            millimetres = .infinity
            return
        }
        guard let number = Double(argument), number.isFinite else { return nil }
        millimetres = number
    }
}

extension Lens.Axis: ExpressibleByArgument {}

/// At most three decimals.
func brief(_ value: Double) -> String { value.rounded(toAtMost: 3) }
