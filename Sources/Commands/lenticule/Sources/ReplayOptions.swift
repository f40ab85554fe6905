import ArgumentParser
import MotionLog
import Playback

/// How a log is replayed: options that `show`, `replay` and `serve` share.
struct ReplayOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How fast a log is played: 1 as it was recorded (the default), 2 twice as fast, or max for "
                + "no waiting.", valueName: "times"),
        transform: ReplaySpeed.init(argument:))
    var speed = ReplaySpeed.times(1)

    @Flag(
        help: """
            Start again at the end of the log, each time as at first; only a pose that was taken \
            as neutral stays neutral.
            """)
    var loop = false

    @Flag(
        help: """
            Play gaps in a log as long as they are. Without this option a gap of more than 5 s takes \
            1 s.
            """)
    var realGaps = false

    /// How they let a log be played.
    var timing: ReplayTiming {
        ReplayTiming(speed: speed, loops: loop, shortensGaps: !realGaps)
    }
}

extension ReplaySpeed {
    /// `max`, or a number above 0.
    init(argument: String) throws {
        if argument == "max" {
            self = .max
        } else if let times = Double(argument), times > 0, times.isFinite {
            self = .times(times)
        } else {
            throw ValidationError("\(argument) is neither max nor a number above 0")
        }
    }
}
