import ArgumentParser
import Decoding
import Display
import Geometry
import LensOptics
import Logging
import Motion
import MotionLog
import Picture
import Platform
import Playback
import Print
import Scene

/// `lenticule view`: an interlaced sheet, seen through lenses.
struct ViewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Show an interlaced sheet through the lenses that are to lie on it.",
        discussion: """
            Opens a window, as show does; with -o draws a picture, as render does. What is shown is taken \
            from the sheet alone, so that it can be judged before it is printed.
            """)

    @Argument(help: "The sheet: a PNG, JPEG, WebP or GIF.", completion: .file())
    var sheet: String

    @OptionGroup var lens: LensOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The sheet's dots per inch, 50 to 10000; what the PNG states if not given.",
            valueName: "n"))
    var dpi: Double?

    @OptionGroup var moment: MomentOptions

    @Option(
        help: ArgumentHelp(
            "With -o: pixels, as 1280x720, at least 4 and at most 8192 a side.", valueName: "wxh"))
    var size: PixelSize?

    @Option(
        help: ArgumentHelp(
            "With -o: the eye that sees the sheet, left or right; from the middle between them if not "
                + "given.", valueName: "eye"))
    var eye: ViewingEye?

    @OptionGroup var window: WindowOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "A PNG file, or - for standard output; a window if not given.", valueName: "file"))
    var output: String?

    func validate() throws {
        if let output { try OutputKind.picture.check(output) }
        try checkRange("dpi", dpi, 50...10_000, "dots per inch")
        if size != nil || eye != nil, output == nil {
            throw ValidationError("--size and --eye need -o FILE.png")
        }
        if output != nil, !window.givenForWindow.isEmpty {
            throw ValidationError(
                "with -o there is no window: leave out "
                    + window.givenForWindow.joined(separator: ", "))
        }
        if output != nil, moment.from != nil, moment.time == nil {
            throw ValidationError("--from needs --time with -o: the moment that is drawn")
        }
        if moment.hasOptionsBesidesFrom, output == nil {
            throw ValidationError(
                "a tilt, a pose, --time and --event need -o FILE.png; a window is tilted by --from")
        }
    }

    func run() throws {
        // Before the decoder, on whose thread the environment is read.
        WindowScreen.prepare { Failure($0).endProgram() }
        PictureDecoder.startEarly()
        let card = try ViewedCard(try deinterlacedSheet(), name: sheet, distance: distance)
        guard let output else {
            let source = try moment.log(orbit: Orbit()).map { SourceName($0) }
            return try CardShow(card: card.path, madeFrom: [sheet], window, from: source).run()
        }
        let config = try Config.fromFile(window.configFile.path)
        let cards = try CardSelection(
            .named(card.path), config.cardSettings(window.tilt))
        let played = try cards.played()
        let renderer = FrameRenderer(played, size: size, eye: eye)
        let log = try moment.log(orbit: cards.orbit(of: played.scene))
        let inputFiles = [sheet] + window.configFile.inputFiles + (log?.files ?? [])
        let moment = try moment.moment(of: played.scene, cards.tilt, log)
        try renderer.telling {
            try renderer.bitmap(moment).writePNG(to: output, inputFiles: inputFiles)
            for remark in renderer.contentRemarks { logger.warning("\(remark)") }
        }
    }

    private var distance: Double {
        lens.distance?.millimetres ?? LensContent.Parameter.distance.defaultValue
    }

    private func deinterlacedSheet() throws -> DeinterlacedSheet {
        guard let lensSheet = try lens.lensSheet(over: nil) else {
            throw Failure(
                .usage,
                "\(self.sheet): give --lpi, the lenses per inch of the sheet that lies on it")
        }
        let bitmap = try bitmap()
        guard let dpi = dpi ?? statedDotsPerInch(self.sheet), dpi >= 1 else {
            throw Failure(
                .badInput,
                "\(self.sheet): it does not state its resolution; give --dpi, the dots per inch that it is "
                    + "printed with")
        }
        let deinterlaced = DeinterlacedSheet(
            bitmap, printedLens(lensSheet, bitmap, dpi), dotsPerInch: dpi)
        try SheetLimits.check(deinterlaced.design, moreLenses: "--lpi, or less --dpi")
        let widths = ParameterKind.printedWidth.range
        guard widths.contains(deinterlaced.sizeOnPaper.width) else {
            throw Failure(
                .badInput,
                "\(self.sheet): at \(brief(dpi)) dpi it is \(brief(deinterlaced.sizeOnPaper.width)) mm "
                    + "wide, and cards from \(brief(widths.lowerBound)) to "
                    + "\(brief(widths.upperBound)) mm are shown")
        }
        warnOfPitch(bitmap, deinterlaced.design, dpi)
        return deinterlaced
    }

    /// The lens along the given axis, else along that for which the sheet seems to be printed.
    private func printedLens(_ lensSheet: LensSheet, _ bitmap: Bitmap, _ dpi: Double) -> Lens {
        func along(_ axis: Lens.Axis) -> Lens {
            Lens(lensSheet, pictureCount: 2, axis: axis, slant: (lens.slant ?? 0) * .pi / 180)
        }
        if let axis = lens.lensAxis { return along(axis) }
        let (vertical, horizontal) = (along(.vertical), along(.horizontal))
        let strengths = [vertical, horizontal].map { pitchSearch(bitmap, $0, dpi).strength }
        return strengths[1] > strengths[0] ? horizontal : vertical
    }

    private func bitmap() throws(PictureError) -> Bitmap {
        let file = PictureFile(path: sheet)
        let size = try file.size()
        return try file.bitmap(
            PixelSize(width: Int(saturating: size.width), height: Int(saturating: size.height)))
    }

    /// The lenses per inch, along a row or a column of dots, for which the sheet should be printed if it is
    /// to lie under this lens.
    private func expectedPerInch(_ lens: Lens) -> Double {
        // Along a row or a column of dots, slanted lenses are wider than across themselves.
        let direction = LensView(lens).acrossDirection
        return 25.4 / lens.lensSheet.printPitch(seenFrom: distance)
            * max(abs(direction.x), abs(direction.y))
    }

    private func pitchSearch(_ bitmap: Bitmap, _ lens: Lens, _ dpi: Double) -> PitchSearch {
        PitchSearch(
            bitmap, hasUprightLenses: lens.axis == .vertical, dotsPerInch: dpi,
            expected: expectedPerInch(lens))
    }

    /// Warns of a sheet that was made for other lenses, or for another distance.
    private func warnOfPitch(_ bitmap: Bitmap, _ design: SheetDesign, _ dpi: Double) {
        guard let found = pitchSearch(bitmap, design.lens, dpi).perInch else { return }
        let expected = expectedPerInch(design.lens)
        let across = design.hasUprightLenses ? design.sizeOnPaper.width : design.sizeOnPaper.height
        let drift = abs(found - expected) * across / 25.4
        guard drift >= Self.visibleDrift else { return }
        logger.warning(
            """
            \(sheet): it repeats about \(found.rounded(toAtMost: 1)) times an inch, and a print for these lenses does so \
            \(brief(expected)) times: from one side to the other all pictures are seen \(drift.rounded(toAtMost: 1)) times, \
            one beside the other; give the --lpi and --distance that the sheet was made for
            """)
    }

    /// In lenses, from one side of the sheet to the other: a smaller difference may be an error of
    /// the search.
    private static let visibleDrift = 1.5
}
