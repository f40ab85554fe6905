import Card
import Compositor
import Display
import FoundationEssentials
import Glibc
import Logging
import Motion
import Picture
import Service

/// One showing of a card: joins its source with its screen.
struct Show {
    private let options: ShowOptions
    private let config: Config
    private let source: SourceName
    private let mqtt: MQTTOptions?

    /// `source` goes before the configuration's.
    init(
        _ options: ShowOptions, from source: SourceName?, mqtt: MQTTOptions? = nil
    ) throws(Failure) {
        self.mqtt = mqtt
        self.options = options
        config = try Config.inForce(explicit: options.config)
        self.source = source ?? config.source.from
    }

    func run() throws {
        var shelf = try CardShelf(
            card: options.card ?? config.show.card, pictures: options.pictures,
            settings: config.state)
        let card = try shelf.played()
        let choice = ScreenChoice(display: options.display ?? config.show.display)
        guard choice != .text else { return try printText(card) }
        WindowScreen.setEnvironment()
        card.readAhead()
        let source = try openShowSource()
        let screen = try openScreen(choice, card)
        let motion = start(source, on: screen, tilting: shelf.card)
        defer { motion.stop() }
        let player = Player(card: card, on: screen, feed: motion.feed, settings: settings) {
            guard let next = try shelf.move(by: $0) else { return nil }
            motion.turn(
                to: tilt(of: shelf.card).axis,
                baseDegrees: shelf.card.settings(over: config.state).baseDegrees)
            return next
        }
        try player.run()
        if options.stats { try printStatistics(player.statistics, screen) }
    }

    private var settings: Player.Settings {
        var settings = Player.Settings()
        settings.frames = options.frames
        settings.exitsAtEnd = options.exitAtEnd || isatty(STDIN_FILENO) == 0
        return settings
    }

    private func openScreen(_ choice: ScreenChoice, _ card: PlayedCard) throws -> any Screen {
        guard case .window(let display) = choice else {
            holdLines()
            return try TerminalScreen()
        }
        return try WindowScreen(
            title: card.title, size: card.size, display: display,
            fullscreen: options.fullscreen || config.show.isFullscreen,
            renderer: options.renderer ?? config.show.renderer)
    }

    /// The source that was asked for; nil is the pointer.
    private func openShowSource() throws(Failure) -> MotionSource? {
        switch source {
        case .pointer: nil
        case .auto: openAutomatically()
        case .socket(let path): .attitudes(try openService(path, SocketAttitudes.init))
        case .mqtt(let address):
            try openMQTT(
                address,
                mqtt.map { options throws(Failure) in try options.access(over: config.mqtt) }
                    ?? config.mqtt)
        case .iio, .log, .gamepad, .simulated:
            try openMotion(
                source, sensor: config.source, speed: options.speed, loops: options.loop)
        }
    }

    /// A running service, else a sensor of this machine, else the pointer; says which and why.
    private func openAutomatically() -> MotionSource? {
        if let service = runningService(SocketAttitudes.init) { return .attitudes(service) }
        do throws(Failure) {
            let source = try openMotion(.iio(uri: "local:"), sensor: config.source)
            logger.notice("\(source.name) tilts the card")
            return source
        } catch {
            logger.notice("the pointer tilts the card: \(error); lenticule doctor says more")
            return nil
        }
    }

    private func start(
        _ source: sending MotionSource?, on screen: any Screen, tilting card: Card
    ) -> CardMotion {
        let settings = tilt(of: card)
        guard let source else {
            let base = card.settings(over: config.state).baseDegrees
            return CardMotion(PointerTilt(direction: .init(settings.axis), baseDegrees: base))
        }
        let hint = source.isLive ? "Tilt the screen" : "\(shortName(of: source)) tilts the card"
        let tilts = AxisTilts(settings: settings, isLive: source.isLive)
        return CardMotion(MotionReader(source, tilts: tilts, wake: screen.wake), hint: hint)
    }

    /// A log is called by its file, whose folders have no room over the picture, a broker by its topic.
    private func shortName(of source: MotionSource) -> String {
        if case .mqtt(let address) = self.source { return address.topic }
        return source.name.split(separator: "/").last.map(String.init) ?? source.name
    }

    /// How an attitude becomes a card's tilt.
    private func tilt(of card: Card) -> TiltSettings {
        options.tilt.applied(to: card.settings(over: config.tilt))
    }

    /// The card lying flat; a log that cannot be read is told of all the same.
    private func printText(_ card: PlayedCard) throws {
        if case .log = source { _ = try openShowSource() }
        let stage = Stage(pictures: card.pictures, size: card.size) {}
        stage.resize(width: 80, height: 50, maximum: 80)
        let frame = try stage.frame(opacities: card.look(0).opacities)
        print(HalfBlockPainter.lines(CPUCompositor.bitmap(frame)), terminator: "")
    }

    private func printStatistics(_ statistics: FrameStatistics, _ screen: any Screen) throws {
        let report = StatisticsReport(statistics, renderer: screen.renderer)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        print(String(decoding: try encoder.encode(report), as: UTF8.self))
    }
}

/// What `--stats` prints; times in milliseconds, null where there is none.
private struct StatisticsReport: Encodable {
    let renderer: String
    let frames: Int
    let frameMillisecondsMedian: Double?
    let frameMilliseconds99: Double?
    let latencyMillisecondsMedian: Double?
    let latencyMilliseconds99: Double?

    init(_ statistics: FrameStatistics, renderer: String) {
        self.renderer = renderer
        frames = statistics.frames
        frameMillisecondsMedian = statistics.frameTime(0.5).map { $0 * 1000 }
        frameMilliseconds99 = statistics.frameTime(0.99).map { $0 * 1000 }
        latencyMillisecondsMedian = statistics.latency(0.5).map { $0 * 1000 }
        latencyMilliseconds99 = statistics.latency(0.99).map { $0 * 1000 }
    }

    private enum CodingKeys: String, CodingKey {
        case renderer, frames
        case frameMillisecondsMedian = "frame_ms_median"
        case frameMilliseconds99 = "frame_ms_p99"
        case latencyMillisecondsMedian = "latency_ms_median"
        case latencyMilliseconds99 = "latency_ms_p99"
    }
}
