import ArgumentParser
import Card
import Decoding
import Display
import Geometry
import Logging
import Motion
import Picture
import Platform
import Playback
import Web

/// `lenticule export`: a card as one web page.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a card as one web page, for people who have no Lenticule.",
        discussion: """
            The page is one file, and loads nothing. It holds pictures of the card at a grid of tilts, and \
            mixes the nearest ones: as a phone is tilted, as a pointer or a finger moves, or swaying by \
            itself. What answers to taps or moves by itself is not in it. Browsers give a page motion only \
            over https:. The program ffmpeg encodes the pictures. docs/export.md says more.
            """)

    @OptionGroup var card: CardArgument

    @Option(
        help: ArgumentHelp(
            "How many tilts have a picture: 41 about one axis or, as 11x7, about the vertical and the "
                + "horizontal axis; odd numbers, at most 400 pictures. If not given, 41 for a card that "
                + "follows one tilt, and for one that follows both 11x7, or 11x5 or 9x5 if the page would "
                + "not be small enough with good pictures.",
            valueName: "n"))
    var grid: GridCounts?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The largest tilts that have a picture, 1 to 80 degrees; beyond which the card does not "
                + "change, if not given.", valueName: "deg"))
    var degrees: Double?

    @Option(
        help: """
            The card's tilt axis: horizontal (positive when the top edge rises), vertical (positive \
            when the right edge goes down) or steering (turned like a steering wheel).
            """)
    var axis: TiltAxis?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Seconds since the start of the card at which it is drawn at each tilt, 0 to 3600; springs, "
                + "and what begins when a card is shown, have usually come to rest after 10.",
            valueName: "s"))
    var time = 10.0

    @Option(
        help: ArgumentHelp(
            "The pictures' pixels, as 720x450, at least 4 and at most 8192 a side. If not given, the "
                + "card's shape with a longer side of 720, or less if the page would not be small enough.",
            valueName: "wxh"))
    var size: PixelSize?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The pictures' quality as WebP, 1 to 100. If not given, 85, or less if the page would not be "
                + "small enough.", valueName: "n"))
    var quality: Int?

    @Option(
        help: ArgumentHelp(
            "The most that the page may take, as 5MB or 800kB, at least 20kB.", valueName: "size"))
    var under = ByteCount(5_000_000)

    @Option(
        help: ArgumentHelp(
            "The address, beginning with https:, at which you will put a picture of the card, for the "
                + "previews that messengers and search engines show; they do not read pictures that are "
                + "in a page.", valueName: "url"))
    var preview: String?

    @OptionGroup var configFile: SoleConfigOption

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The page: a file that ends in .html, or - for standard output.", valueName: "file"))
    var output: String

    func validate() throws {
        try OutputKind.page.check(output)
        try checkRange("degrees", degrees, 1...80, "degrees")
        try checkRange("time", time, 0...3600, "seconds")
        try checkRange(
            "quality", quality.map(Double.init),
            Double(WebPEncoder.qualities.lowerBound)...Double(WebPEncoder.qualities.upperBound))
        if let preview, !preview.hasPrefix("https://"), !preview.hasPrefix("http://") {
            throw ValidationError(
                "--preview is \(preview.printable); it must be an address that begins with https:")
        }
    }

    func run() throws {
        PictureDecoder.startEarly()
        let config = try Config.fromFile(configFile.path)
        var settings = config.cardSettings()
        settings.choice.axis = axis
        let cards = try CardSelection(
            .named(config.show.cardPath(given: card.name)), settings)
        let played = try cards.played()
        // Before the pictures are drawn, because that takes seconds.
        let file = try OutputFile(
            output, inputFiles: played.inputFiles(forOutput: output) + configFile.inputFiles)
        let grids = try TiltGrid.choices(for: played, counts: grid, degrees: degrees, axis: axis)
        let maker = PageMaker(
            card: played, author: cards.card.author, grids: grids, time: time, preview: preview)
        let page = try maker.page(size: size, quality: quality, limit: under)
        try file.write(page.html)
        try file.finish()
        tell(page)
        if let remark = played.scene.remarkOnPage(at: time) { logger.notice("\(remark)") }
    }

    private func tell(_ page: PageMaker.Page) {
        let line = "\(output == "-" ? "standard output" : output): \(page.words)"
        isStandardOutput(output) ? printMessage(line) : printLine(line)
    }
}

/// `41`, or `11x7`.
struct GridCounts: ExpressibleByArgument {
    let columns: Int
    /// Nil: only one axis has several tilts.
    let rows: Int?

    /// The most pictures of a page.
    private static let most = 400

    init(columns: Int, rows: Int?) { (self.columns, self.rows) = (columns, rows) }

    init?(argument: String) {
        let counts = argument.split(separator: "x", omittingEmptySubsequences: false).map {
            Int($0)
        }
        guard (1...2).contains(counts.count), let columns = counts[0], let rows = counts.last ?? 1,
            counts.allSatisfy({ $0.map { (1...Self.most).contains($0) && $0 % 2 == 1 } ?? false }),
            counts.count == 1 || columns * rows <= Self.most
        else { return nil }
        (self.columns, self.rows) = (columns, counts.count == 2 ? rows : nil)
    }
}
