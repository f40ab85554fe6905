import ArgumentParser
import Decoding
import Display
import Geometry
import LensOptics
import Logging
import Motion
import Picture
import Platform
import Playback
import Print
import Scene

/// `lenticule print`: a card as an interlaced sheet for real lenses.
struct PrintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "print",
        abstract: "Interlace a card for a sheet of lenses that is laid on the print.",
        discussion: """
            Prints also what the sheet will show: viewing zone, change angles, dots a picture, and what is \
            lost. A card without a lens is printed as it looks at the angles that the sheet shows; a \
            classic card with the pictures that it fades between. docs/lens.md explains printing step by \
            step.
            """)

    @OptionGroup var card: CardArgument

    @OptionGroup var lens: LensOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many pictures a card without a lens is printed with, 2 to 64; a classic card's own, else "
                + "up to 12, if not given.", valueName: "n"))
    var pictures: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The printer's dots per inch, 50 to 10000.", valueName: "n"))
    var dpi = 600.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The pictures' width on paper, 5 to 2000 mm; the card's, else 100, if not given; with "
                + "--pitch-test that of the bands, 150 if not given.",
            valueName: "mm"))
    var width: Double?

    @Flag(inversion: .prefixedNo, help: "Print alignment lines and cutting marks around it.")
    var marks = true

    @Flag(
        help: """
            Print bands of lines with slightly different pitches instead of the card; the band that looks \
            even through the lens sheet has its pitch.
            """)
    var pitchTest = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How far the bands of --pitch-test go to each side, 0.1 to 10 percent of the lenses per inch; 1 if not given.",
            valueName: "percent"))
    var pitchRange: Double?

    @Flag(
        help: """
            Print also the quality of each picture by the measures of ISO 20793: cross-talk, viewing \
            angles, misalignment, uniformity. Without -o nothing else is done.
            """)
    var report = false

    @Flag(help: "Print what is told, and the quality, as JSON.")
    var json = false

    @OptionGroup var configFile: SoleConfigOption

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The sheet: a file that ends in .png, .tiff or .pdf, or - for a PNG on standard output.",
            valueName: "file"))
    var output: String?

    func validate() throws {
        if let output { try OutputKind.sheet.check(output) }
        if output == nil, !report, !json || pitchTest {
            throw ValidationError("give -o SHEET.png, or --report for what a sheet would show")
        }
        if pitchTest, let card = card.name {
            throw ValidationError(
                "--pitch-test prints bands of lines and no card: leave out \(card.printable)")
        }
        if pitchTest, configFile.path != nil {
            throw ValidationError("--pitch-test reads no configuration: leave out --config")
        }
        if !pitchTest, pitchRange != nil {
            throw ValidationError("--pitch-range is for --pitch-test: give that too")
        }
        if pitchTest, report || json || pictures != nil || lens.slant != nil || !marks {
            throw ValidationError(
                "--pitch-test shows no pictures: leave out --pictures, --report, --json, --slant, "
                    + "--no-marks")
        }
        try checkRange("dpi", dpi, 50...10_000, "dots per inch")
        try checkRange("pitch-range", pitchRange, 0.1...10, "percent")
        try checkRange("width", width, 5...2000, "mm")
        if let pictures, !LensContent.counts.contains(pictures) {
            throw ValidationError(
                "--pictures is \(pictures); a lens shows from \(LensContent.counts.lowerBound) to "
                    + "\(LensContent.counts.upperBound)")
        }
    }

    func run() throws {
        if pitchTest, let output { return try printPitchTest(to: output) }
        PictureDecoder.startEarly()
        let config = try Config.fromFile(configFile.path)
        let cards = try CardSelection(
            .named(config.show.cardPath(given: card.name)), config.cardSettings())
        let played = try cards.played()
        let sheetCard = try SheetCard(
            cards.card, played,
            SheetCard.Wishes(
                lens: lens, pictures: pictures, width: width, dotsPerInch: dpi, hasMarks: marks))
        try check(sheetCard.design)
        if let output {
            let inputFiles = played.inputFiles(forOutput: output) + configFile.inputFiles
            try write(sheetCard, to: output, inputFiles: inputFiles)
        }
        try printReport(PrintReport(sheetCard.design))
    }

    /// Throws for a sheet beyond the limits. Warns if pictures have no dot under a lens.
    private func check(_ design: SheetDesign) throws(Failure) {
        try SheetLimits.check(design)
        let (dots, all) = (design.dotsPerLens, design.lens.pictureCount)
        let lost = Int((Double(all) - dots).rounded())
        guard lost > 0 else { return }
        logger.warning(
            """
            a lens covers \(brief(dots)) dots, and the card has \(all) pictures: about \(lost) of them fall \
            between two dots and are not seen; give more --dpi or less --lpi, or a card of fewer pictures
            """)
    }

    private func write(_ sheetCard: SheetCard, to path: String, inputFiles: [String]) throws {
        let design = sheetCard.design
        let label = label(design)
        let marks = marks ? SheetMarks(design, label: label) : nil
        let sheet = InterlacedSheet(design, try sheetCard.pictures(), marks: marks)
        try SheetFile.write(
            to: path, inputFiles: inputFiles, size: design.dots, dotsPerInch: dpi,
            rowsAreAlike: sheet.rowsAreAlike, row: sheet.row)
    }

    /// What is printed beside the pictures, for whoever finds the sheet later.
    private func label(_ design: SheetDesign) -> String {
        let distance =
            design.distance.isFinite ? "\(brief(design.distance)) mm" : "an infinite distance"
        let lensSheet = design.lens.lensSheet
        return
            "\(brief(lensSheet.lensesPerInch)) lpi, \(brief(lensSheet.thickness)) mm, "
            + "seen from \(distance), \(brief(dpi)) dpi"
    }

    private func printReport(_ report: PrintReport) throws {
        let text =
            json
            ? try report.json()
            : (report.lines + (self.report ? report.qualityLines : [])).joined(separator: "\n")
        // Standard output gets the picture, so the report goes to standard error.
        if let output, isStandardOutput(output) {
            return writeToStandardError(printableLines(text) + "\n")
        }
        json ? print(text) : printLines(text)
    }

    private func printPitchTest(to output: String) throws {
        guard let lensSheet = try lens.lensSheet(over: nil) else {
            throw Failure(
                .usage,
                "--pitch-test needs --lpi, the lenses per inch that the lens sheet is sold with")
        }
        let axis = lens.lensAxis ?? .vertical
        let width = width ?? 150
        let design = SheetDesign(
            Lens(lensSheet, pictureCount: 2, axis: axis),
            distance: lens.distance?.millimetres ?? LensContent.Parameter.distance.defaultValue,
            dotsPerInch: dpi, sizeOnPaper: Size(width: width, height: width))
        try SheetLimits.check(design)
        let test = PitchTest(
            design, width: width, range: (pitchRange ?? 1) / 100, label: label(design))
        try SheetLimits.check(test.dots)
        try SheetFile.write(
            to: output, inputFiles: [], size: test.dots, dotsPerInch: dpi,
            rowsAreAlike: test.rowsAreAlike, row: test.row)
        let (first, last) = (test.lensesPerInch.first ?? 0, test.lensesPerInch.last ?? 0)
        let words =
            "\(test.lensesPerInch.count) bands from \(brief(first)) to \(brief(last)) lenses per inch: "
            + "look through the lens sheet from "
            + (design.distance.isFinite ? "\(brief(design.distance)) mm" : "far away")
            + "; the number of the band that is dark or light all over is the lens sheet's, for --lpi"
        isStandardOutput(output) ? printMessage(words) : printLine(words)
    }
}
