public import ArgumentParser
import Geometry
import Motion
public import Playback

/// The option for a contact sheet.
struct SheetOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Draw a contact sheet: so many columns and rows of the card at tilts about the vertical "
                + "and the horizontal axis, up to 20 degrees, as 5x3, or 5 for one row. A classic "
                + "card is tilted about its own axis, up to its base angle. --size is that of one "
                + "picture.",
            valueName: "columnsxrows"))
    var sheet: ContactSheet.Shape?

    /// Throws if other options give a tilt, or the output is no picture.
    func check(
        _ moment: MomentOptions, _ film: FilmOptions, _ output: RenderOutput
    ) throws(ValidationError) {
        guard sheet != nil else { return }
        if moment.givesTilt || film.moves {
            throw ValidationError(
                "--sheet has tilts of its own: leave out --from, --tilt, --tilt-x, --tilt-y, --roll, "
                    + "--pitch, --sway and --sweep")
        }
        if case .picture = output { return }
        throw ValidationError("--sheet is one picture: give -o FILE.png")
    }

    /// The sheet of a card of this size; nil without the option.
    func sheet(
        of card: Size, _ orbit: Orbit, cell: PixelSize?, as body: HeldCard.Body?
    ) throws(Failure) -> ContactSheet? {
        guard let shape = sheet else { return nil }
        let sheet = ContactSheet(shape, of: card, orbit, cell: cell, as: body)
        guard max(sheet.size.width, sheet.size.height) <= PixelSize.sides.upperBound else {
            throw Failure(
                .usage,
                "--sheet \(shape.columns)x\(shape.rows) of pictures of \(sheet.cell) pixels is "
                    + "\(sheet.size) pixels, and \(PixelSize.sides.upperBound) are the most of a side: "
                    + "give fewer pictures, or a smaller --size")
        }
        return sheet
    }
}

/// COLUMNSxROWS, or COLUMNS.
extension ContactSheet.Shape: ExpressibleByArgument {
    public init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
        let counts = parts.compactMap { Int($0) }.filter { (1...1000).contains($0) }
        guard counts.count == parts.count, counts.count <= 2 else { return nil }
        self.init(columns: counts[0], rows: counts.count == 2 ? counts[1] : 1)
    }
}
