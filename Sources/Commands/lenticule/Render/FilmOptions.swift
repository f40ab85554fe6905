import ArgumentParser
import Display
import Motion
import Playback
import Scene

/// The options for what moves a card in a film, and how the film is encoded.
struct FilmOptions: ParsableArguments {
    @Flag(
        help: """
            The card sways: once round about both axes in 4 s, a classic card about its own. The film's end \
            continues in its begin. A film without --from and --sweep sways.
            """)
    var sway = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The card is tilted about its axis from one angle to the other and back, as -60:60.",
            valueName: "deg:deg"))
    var sweep: SweepArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Frames a second, 1 to 240; if not given, 60 in a folder, MP4 and WebM, 30 in WebP, 20 in PNG "
                + "and GIF.", valueName: "hz"))
    var fps: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Seconds of the film, 0.1 to 3600; if not given, all of the log, or one round of the sway, more "
                + "where something in the card repeats more slowly.", valueName: "s"))
    var seconds: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The quality of MP4, WebM and WebP, and how many colours a GIF has: 1 to 100; 75 if not given.",
            valueName: "number"))
    var quality: Double?

    @Option(
        help: ArgumentHelp(
            "The largest size of the film's file, as 5MB or 800kB: where it would be larger, its quality is "
                + "lowered, and then its size in pixels.", valueName: "size"))
    var under: ByteCount?

    func validate() throws {
        try checkRange("fps", fps, 1...240)
        try checkRange("seconds", seconds, 0.1...3600)
        try checkRange("quality", quality, 1...100)
        if sway, sweep != nil { throw ValidationError("give one of --sway and --sweep") }
    }

    /// Whether it says what moves the card.
    var moves: Bool { sway || sweep != nil }

    /// An option that only films have; nil if none is given.
    var given: String? {
        if sway { return "--sway" }
        if sweep != nil { return "--sweep" }
        if fps != nil { return "--fps" }
        return seconds != nil ? "--seconds" : nil
    }

    /// An option that only films which ffmpeg encodes have; nil if none is given.
    var givenForEncoder: String? {
        if quality != nil { return "--quality" }
        return under != nil ? "--under" : nil
    }
}

/// Two angles in degrees, as `-60:60`.
struct SweepArgument: ExpressibleByArgument {
    let range: ClosedRange<Double>

    init?(argument: String) {
        let angles = argument.split(separator: ":", omittingEmptySubsequences: false).map {
            Double($0)
        }
        guard angles.count == 2, let first = angles[0], let last = angles[1],
            [first, last].allSatisfy({ abs($0) <= 180 }), first != last
        else { return nil }
        range = min(first, last)...max(first, last)
    }
}
