public import ArgumentParser
import Card
public import Display
import MotionLog

/// The arguments of `show` and `replay`.
struct ShowOptions: ParsableArguments {
    @Argument(
        help: """
            Pictures, the back one first, or the folder of one card; an installed card is named with \
            --card.
            """, completion: .file())
    var pictures: [String] = []

    @Option(
        help: ArgumentHelp(
            "The card: a folder, or the name of an installed card; show.card of the configuration, "
                + "else demo, if not given.", valueName: "card"),
        completion: .directory)
    var card: String?

    @OptionGroup var fit: FitChoice

    @Flag(
        help: """
            Let cards draw with shaders of their own, which the graphics driver runs: only for cards that \
            you trust. Without this option only those in show.allow_shaders of the configuration do.
            """)
    var allowShaders = false

    @Flag(
        help: """
            Open the panel in which the card is tuned, as the key t does: each value of its card.toml, while \
            the card is tilted. A window only.
            """)
    var tune = false

    @OptionGroup var window: WindowOptions

    func validate() throws {
        if card != nil, !pictures.isEmpty {
            throw ValidationError("give pictures or --card, not both")
        }
        try fit.validate(for: pictures)
    }
}

/// The options of `show`, `replay` and `view`: those of a window, whichever card it shows.
struct WindowOptions: ParsableArguments {
    @OptionGroup var configFile: ConfigOption

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The display's number or name, terminal (24-bit half blocks), or auto (the first one, "
                + "or the terminal where there is none); show.display of the configuration, else "
                + "auto, if not given.", valueName: "display"))
    var display: String?

    @Flag(help: "Fill the display.")
    var fullscreen = false

    @Flag(
        help: """
            For exhibitions: fill the display without pointer and text; no key and no touch ends the \
            show, and a card, a display or a picture that is not there yet is waited for.
            """)
    var kiosk = false

    @Option(
        help: ArgumentHelp(
            "Let the card sway by itself after nobody has moved it for so long, as 60s, 5m or 1h; "
                + "show.attract_seconds of the configuration, else never, if not given.",
            valueName: "time"))
    var attract: RestTime?

    @Option(
        help: """
            What draws: gl (a graphics processor), cpu, or auto (gl if there is a graphics processor, \
            else cpu); show.renderer of the configuration, else auto, if not given.
            """)
    var renderer: RendererChoice?

    @Option(
        help: """
            How sharp a card is while it moves: full, or auto (drawn smaller and enlarged while the \
            processor would be late, and sharp again at rest); show.resolution of the configuration, \
            else auto, if not given.
            """)
    var resolution: Resolution?

    @OptionGroup var tilt: TiltOptions

    @OptionGroup var replay: ReplayOptions

    @Flag(
        help: ArgumentHelp(
            "End when the log ends; without this option the last picture stays. A paused card waits "
                + "until it is continued."))
    var exitAtEnd = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("End after this number of frames, or when the log ends.", valueName: "n")
    )
    var frames: Int?

    @Flag(
        help: """
            With --from local: end if there is no sensor now, instead of waiting for one.
            """)
    var noWait = false

    @Flag(
        help: ArgumentHelp(
            "Print as JSON at the end: renderer, frames, frame time, latency, the mean scale at which "
                + "frames were drawn, and what a frame took on average: passes, pixels drawn, pixels "
                + "kept from earlier frames, and processor time by kind of work and by layer."))
    var stats = false

    @Option(
        help: ArgumentHelp(
            "Write what happens as JSON lines: each input of the scene, and each frame with its time "
                + "and layers.", valueName: "file"),
        completion: .file())
    var trace: String?

    @Option(
        help: ArgumentHelp(
            "Draw over the card in the window, with commas between them: boxes (the outlines of the "
                + "visible layers), values (beside each box the driven properties), damage (the part of "
                + "the window that the last frame drew anew, with cpu), passes (what the last frame and "
                + "its layers took).", valueName: "what"),
        completion: .list(CardOverlay.allCases.map(\.rawValue)),
        transform: Set<CardOverlay>.init(argument:))
    var overlay: Set<CardOverlay>?

    /// Those of the given options that only a window has, by their names.
    var givenForWindow: [String] {
        [
            ("--display", display != nil), ("--fullscreen", fullscreen), ("--kiosk", kiosk),
            ("--attract", attract != nil),
            ("--renderer", renderer != nil), ("--resolution", resolution != nil),
            ("--speed", replay.speed != .times(1)),
            ("--loop", replay.loop), ("--real-gaps", replay.realGaps),
            ("--exit-at-end", exitAtEnd), ("--frames", frames != nil), ("--stats", stats),
            ("--trace", trace != nil), ("--overlay", overlay != nil),
        ].filter(\.1).map(\.0)
    }

    func validate() throws {
        if let frames, frames < 1 {
            throw ValidationError("--frames is \(frames); it must be at least 1")
        }
    }
}

extension RendererChoice: ExpressibleByArgument {}
extension Resolution: ExpressibleByArgument {}
