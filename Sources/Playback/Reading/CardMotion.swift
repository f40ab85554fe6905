public import Display
public import Motion
public import MotionLog
import Platform
import Scene
import Service

/// The card's source of tilt: the pointer, or a motion source.
public struct CardMotion {
    public let feed: any TiltFeed
    private let reader: MotionReader?
    /// Nil if the source never changes.
    private let automatic: AutomaticTilt?

    /// Begins to read `source`, which is called `name`, for a card with these settings; nil: the
    /// pointer tilts the card. After the seconds of `attract` without a movement, the card sways like its
    /// orbit. `wake` is called on the reading thread when the screen should poll.
    public init(
        _ source: sending (any MotionSource)?, named name: SourceName, tilting card: PlayedCard,
        _ settings: TiltSettings, swayingAfter attract: (seconds: Double, PlayedOrbit)? = nil,
        wake: @escaping @Sendable () -> Void
    ) {
        let feed: any TiltFeed
        if let source {
            let hint = name.hint(for: source)
            let reader = MotionReader(
                source, tilt: settings, following: card.scene.signals, wake: wake)
            let sensor = SensorTilt(reader, hint: hint)
            self.reader = reader
            automatic =
                name == .auto
                ? AutomaticTilt(
                    sensor, axis: settings.axis, baseDegrees: card.scene.tiltStates.baseDegrees)
                : nil
            if let automatic { feed = automatic } else { feed = sensor }
        } else {
            (reader, automatic) = (nil, nil)
            feed = PointerTilt(
                axis: settings.axis, baseDegrees: card.scene.tiltStates.baseDegrees)
        }
        self.feed =
            attract.map { seconds, orbit in
                AttractTilt(feed, after: seconds, like: orbit, axis: settings.axis)
            } ?? feed
    }

    /// Gives `take` whether a sensor tilts the card and not the pointer, now and each time that it changes;
    /// not if that never changes.
    public func followSensor(_ take: @escaping (Bool) -> Void) { automatic?.follow(take) }

    /// Turns the axes with the display.
    public func turn(to orientation: DisplayOrientation) { reader?.turn(to: orientation) }

    /// Returns when reading has stopped, or after the timeout of `ReadingThread.stop`.
    public func stop() { reader?.stop() }
}

extension SourceName {
    /// Whether `source`, which this name has opened, moves together with this machine's display. A
    /// desktop turns its display by a sensor of this machine; the pointer, a log, a simulation, a game
    /// controller, a board on a cable and another machine's sensor move without it.
    public func isOfThisDevice(_ source: (any MotionSource)?) -> Bool {
        guard let source, source.tiltsScreen else { return false }
        switch self {
        // A service on this machine reads its sensor.
        case .auto, .socket: return true
        case .iio: return self == .sensor
        case .log, .mqtt, .pointer, .gamepad, .simulated: return false
        }
    }

    /// What tilts the card and how, in one line for the viewer; `source` is the opened source.
    func hint(for source: any MotionSource) -> String {
        if self == .gamepad { return "Tilt the controller" }
        return source.tiltsScreen ? "Tilt the screen" : "\(shortName(of: source)) tilts the card"
    }

    /// A log's file name without its folder, a broker's topic, or the name of another source.
    private func shortName(of source: any MotionSource) -> String {
        if case .mqtt(let address) = self { return address.topic }
        return source.name.lastPathPart
    }
}
