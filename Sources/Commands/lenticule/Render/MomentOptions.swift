import ArgumentParser
import Display
import Geometry
import Logging
import Motion
import MotionLog
import Playback
import Scene

/// The options for the inputs of a card, and for the moment that is shown.
struct MomentOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The tilt in degrees about the card's axis, which decides the state; 0 if no pose is "
                + "given.", valueName: "deg"))
    var tilt: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The tilt about the vertical axis, degrees, positive when the right edge goes down.",
            valueName: "deg"))
    var tiltX: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The tilt about the horizontal axis, degrees, positive when the top edge rises.",
            valueName: "deg"))
    var tiltY: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The device's roll, degrees; with --pitch.", valueName: "deg"))
    var roll: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The device's pitch, degrees; with --roll.", valueName: "deg"))
    var pitch: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Seconds since the start of the card or the log; after the log's end its last pose is "
                + "held.", valueName: "s"))
    var time: Double?

    @Option(
        help: ArgumentHelp(
            "The motion log that tilts the card: its path, file:LOG, - for standard input, or "
                + "simulated:[PRESET].", valueName: "log"),
        completion: .file())
    var from: String?

    @Option(
        help: ArgumentHelp(
            "What happens so many seconds after the start: tap@S:X,Y, drag@S:X,Y, pointer@S:X,Y, "
                + "shake@S, or key-1@S to key-9@S. X and Y go from 0 to 1, from the card's top left; "
                + "without them it happens in the middle. May be given several times.",
            valueName: "event"))
    var event: [EventArgument] = []

    func validate() throws {
        if (roll == nil) != (pitch == nil) {
            throw ValidationError("--roll and --pitch belong together")
        }
        let angles = [
            ("tilt", tilt), ("tilt-x", tiltX), ("tilt-y", tiltY), ("roll", roll), ("pitch", pitch),
        ]
        for (name, value) in angles {
            if let value, !value.isFinite {
                throw ValidationError("--\(name) is \(value); it must be a finite angle in degrees")
            }
        }
        if let time, !(time >= 0 && time.isFinite) {
            throw ValidationError("--time is \(time); it must be 0 seconds or more")
        }
        let poses = [tilt != nil, tiltX != nil || tiltY != nil, roll != nil, from != nil]
        if poses.filter({ $0 }).count > 1 {
            throw ValidationError(
                "give one of --tilt, --tilt-x and --tilt-y, --roll with --pitch, or --from")
        }
    }

    /// Whether there is an option for a pose, or for a log.
    var givesTilt: Bool { from != nil || [tilt, tiltX, tiltY, roll, pitch].contains { $0 != nil } }

    var hasOptionsBesidesFrom: Bool {
        hasPose || !event.isEmpty
    }

    /// Whether a pose, or a moment of a log, is given.
    var hasPose: Bool { [tilt, tiltX, tiltY, roll, pitch, time].contains { $0 != nil } }

    /// Whether the log comes from standard input.
    var readsStandardInput: Bool {
        from.map { $0 == "-" || $0 == "file:-" || $0 == "/dev/stdin" } ?? false
    }

    /// The events in order of time, in a card of this size.
    func events(in size: Size) -> [Input] {
        event.map { $0.input(in: size) }.sorted { $0.time < $1.time }
    }

    /// The moment at --time of this log, if there is one. After the end of a log, its last pose is kept.
    func moment(
        of scene: Scene, _ settings: TiltSettings, _ log: LogOrigin?
    ) throws -> Moment {
        guard let log else { return still(of: scene)(stillTilts(settings)) }
        let events = timedEvents(in: scene.size)
        var moments = LogMoments(
            of: scene, log, settings: settings, events: events, options: .printingWarnings)
        return try moments.heldMoment(at: time ?? 0)
    }

    /// The moments at --time in poses with these tilts.
    func still(of scene: Scene) -> (Tilts) -> Moment {
        let (time, events) = (time ?? 0, timedEvents(in: scene.size))
        return { Moment(of: scene, at: time, $0, events: events) }
    }

    /// All events; says if one comes after --time.
    private func timedEvents(in size: Size) -> [Input] {
        let events = events(in: size)
        for late in events.filter({ $0.time > time ?? 0 }).prefix(1) {
            logger.warning(
                "an event at \(late.time) s comes after the moment, \(time ?? 0) s; give --time")
        }
        return events
    }

    /// The log of --from, of which an orbit has this figure; nil without --from.
    func log(orbit: Orbit) throws(SourceError) -> LogOrigin? {
        if let from { try LogOrigin(naming: from, orbit: orbit) } else { nil }
    }

    /// The tilts given, or those of the pose of --roll and --pitch.
    private func stillTilts(_ settings: TiltSettings) -> Tilts {
        if tiltX != nil || tiltY != nil {
            return Tilts(
                aboutVertical: tiltX ?? 0, aboutHorizontal: tiltY ?? 0, cardAxis: settings.axis)
        }
        guard let roll, let pitch else { return Tilts(tilt ?? 0, about: settings.axis) }
        let pose = EulerAngles(
            roll: roll * .pi / 180, pitch: pitch * .pi / 180, yaw: 0
        ).quaternion
        var follower = TiltFollower(settings, forCard: true)
        follower.update(with: Attitude(timestamp: 0, quaternion: pose, rate: .zero), .resting)
        return follower.tilts ?? Tilts(0, about: settings.axis)
    }
}

/// An event on the command line, as in `tap@0.5:0.25,0.75`.
struct EventArgument: ExpressibleByArgument {
    private enum Kind {
        case tap, drag, pointer
        case shake
        case key(Int)
    }

    private let kind: Kind
    private let seconds: Double
    private let place: Point

    init?(argument: String) {
        let parts = argument.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Self.kind(parts[0]) else { return nil }
        let numbers = parts[1].split(separator: ":", omittingEmptySubsequences: false)
        guard let first = numbers.first, let seconds = Double(first), seconds >= 0,
            seconds.isFinite
        else { return nil }
        (self.kind, self.seconds) = (kind, seconds)
        switch kind {
        case .shake, .key:
            guard numbers.count == 1 else { return nil }
            place = Point(x: 0, y: 0)
        case .tap, .drag, .pointer:
            guard let place = numbers.count == 1 ? Point(x: 0.5, y: 0.5) : Self.place(numbers[1]),
                numbers.count <= 2
            else { return nil }
            self.place = place
        }
    }

    private static func kind(_ word: Substring) -> Kind? {
        switch word {
        case "tap": .tap
        case "drag": .drag
        case "pointer": .pointer
        case "shake": .shake
        default: (1...9).first { word == "key-\($0)" }.map(Kind.key)
        }
    }

    private static func place(_ text: Substring) -> Point? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0)
        }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1], (0...1).contains(x),
            (0...1).contains(y)
        else { return nil }
        return Point(x: x, y: y)
    }

    /// The input for a card of this size.
    func input(in size: Size) -> Input {
        let inside = Point(x: place.x * size.width, y: place.y * size.height)
        let event: Input.Event =
            switch kind {
            case .tap: .tap(inside)
            case .drag: .drag(inside)
            case .pointer: .pointer(Point(x: place.x * 2 - 1, y: 1 - place.y * 2))
            case .shake: .shake
            case .key(let number): .key(number)
            }
        return Input(event, at: seconds)
    }
}
