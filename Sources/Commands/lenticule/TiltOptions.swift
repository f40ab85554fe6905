public import ArgumentParser
public import Motion
import Playback

/// The options that determine the tilt. `serve` and `print` do not have them: the configuration
/// determines it there.
struct TiltOptions: ParsableArguments {
    @Option(
        help: """
            The card's tilt axis: horizontal (positive when the top edge rises), vertical (positive \
            when the right edge goes down) or steering (turned like a steering wheel).
            """)
    var axis: TiltAxis?

    @Option(
        help: """
            How the picture is turned against the device: auto (as the display is, if a sensor of this \
            device tilts a window; else natural), natural, landscape-left (the device's left edge is \
            up), landscape-right or inverted.
            """)
    var orientation: OrientationChoice?

    @Option(
        parsing: .unconditional,
        help: """
            The pose that counts as tilt 0: auto, gravity (lying flat), start (the mean of the first \
            0.5 s) or an angle about the tilt axis in degrees, -180 to 180.
            """)
    var neutral: Neutral?

    /// What is given on the command line.
    var choice: TiltChoice { TiltChoice(axis: axis, orientation: orientation, neutral: neutral) }
}

extension TiltAxis: ExpressibleByArgument {}
extension OrientationChoice: ExpressibleByArgument {}

extension Neutral: ExpressibleByArgument {
    /// `auto`, `gravity`, `start` or degrees within ±180.
    public init?(argument: String) {
        if let neutral = Neutral(word: argument) {
            self = neutral
        } else {
            guard let degrees = Double(argument), abs(degrees) <= 180 else { return nil }
            self = .degrees(degrees)
        }
    }

    /// `auto`, `gravity` or `start`.
    init?(word: String) {
        switch word {
        case "auto": self = .auto
        case "gravity": self = .gravity
        case "start": self = .start
        default: return nil
        }
    }
}
