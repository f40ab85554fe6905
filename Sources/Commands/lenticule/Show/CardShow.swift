import Card
import Compositor
import Decoding
import Display
import FoundationEssentials
import Geometry
import Glibc
import Logging
import Motion
import MotionLog
import Paint
import Platform
import Playback
import Scene
import Service
import Synchronization

/// Shows a card: connects a source to a screen.
struct CardShow {
    private let card: String?
    private let pictures: [String]
    private let fit: FitChoice?
    /// Files that the card was made from.
    private let originals: [String]
    private let options: WindowOptions
    /// Whether every card may have shaders.
    private let allowsShaders: Bool
    /// Whether the panel for tuning is open at first.
    private let opensPanel: Bool
    private let config: Config
    private let sourceName: SourceName

    /// `source` overrides the configuration's.
    init(
        _ options: ShowOptions, from source: SourceName?, mqtt: MQTTOptions? = nil
    ) throws(Failure) {
        try self.init(
            card: options.card, pictures: options.pictures, fit: options.fit, options.window,
            allowsShaders: options.allowShaders, opensPanel: options.tune, from: source, mqtt: mqtt)
    }

    /// The card with this folder or name, or of these pictures; else that of the configuration.
    init(
        card: String?, pictures: [String] = [], fit: FitChoice? = nil,
        madeFrom originals: [String] = [], _ options: WindowOptions, allowsShaders: Bool = false,
        opensPanel: Bool = false, from source: SourceName?, mqtt: MQTTOptions? = nil
    ) throws(Failure) {
        // Before the decoder, on whose thread the environment is read.
        WindowScreen.prepare { Failure($0).endProgram() }
        PictureDecoder.startEarly()
        (self.card, self.pictures, self.fit) = (card, pictures, fit)
        (self.originals, self.allowsShaders) = (originals, allowsShaders)
        self.opensPanel = opensPanel
        self.options = options
        var config = try Config.inForce(explicit: options.configFile.path)
        let name = source ?? config.source.from
        try mqtt?.check(isUsed: name.isBroker, advice: "give --from mqtt://HOST/TOPIC too")
        if name.isBroker, let mqtt { config.mqtt = try mqtt.access(over: config.mqtt) }
        (self.config, sourceName) = (config, name)
    }

    func run() throws {
        var settings = config.cardSettings(options.tilt)
        let desktop = config.show.reducesMotion == nil ? DesktopSettings() : nil
        settings.reducesMotion = config.show.reducesMotion ?? desktop?.reducesMotion ?? false
        settings.shaders = allowsShaders ? .all : .folders(config.show.shaderFolders)
        let (cards, card) = try patience {
            let choice = try choice()
            let cards = try CardSelection(choice, settings, in: library(of: choice))
            return (cards, try cards.played())
        }
        if let remark = cards.remark { logger.notice("\(remark)") }
        let screen = try screenChoice()
        if opensPanel { try checkTuning(card, on: screen) }
        try options.checkOverlay(on: screen)
        guard screen != .text else { return try printText(card.drawn(withOpenGL: false)) }
        card.readAhead()
        let orbit = PlayedOrbit(cards.orbit(of: card.scene))
        let source = try openShowSource(orbit: orbit, opensRemoteLater: true)
        let (report, end) = try play(
            card, of: cards, on: screen, tiltedBy: source, orbit, following: desktop)
        // After the screen is closed: on the alternate screen of a terminal the report would be
        // lost.
        if options.stats { try report.print() }
        try end.get()
    }

    private var patience: KioskPatience { KioskPatience(isKiosk: options.kiosk) }

    /// A kiosk has a window, also where there is no display yet.
    private func screenChoice() throws(Failure) -> ScreenChoice {
        let display = options.display ?? config.show.display
        guard options.kiosk else { return try ScreenChoice(display: display) }
        guard display != "terminal" else {
            throw Failure(.usage, "--kiosk needs a display, and a terminal is none")
        }
        return .window(display: display == "auto" ? nil : display)
    }

    private func checkTuning(_ card: PlayedCard, on choice: ScreenChoice) throws(Failure) {
        guard case .window = choice else {
            throw Failure(.usage, "--tune needs a window, and this is a terminal")
        }
        if card.file == nil {
            throw Failure(
                .usage,
                "--tune needs a card whose card.toml has format = 2; lenticule new makes one")
        }
    }

    private func choice() throws(Failure) -> CardChoice {
        let name = config.show.cardPath(given: card)
        guard let fit else { return .named(name) }
        return try CardChoice(card: name, pictures: pictures, fit: fit)
    }

    /// The cards that the arrow keys show: of an exhibition those that its own folder has.
    private func library(of choice: CardChoice) -> CardLibrary {
        guard options.kiosk, case .named(let card) = choice else { return .installed }
        return CardLibrary.installed.beside(card)
    }

    /// Shows the card until the end, and tells how that came.
    private func play(
        _ card: PlayedCard, of cards: CardSelection, on choice: ScreenChoice,
        tiltedBy source: sending (any MotionSource)?, _ orbit: PlayedOrbit,
        following desktop: DesktopSettings?
    ) throws -> (StatisticsReport, end: Result<Void, any Error>) {
        let screen = try patience { try openScreen(choice, card) }
        let hasOpenGL = screen.renderer == GLCompositor.name
        let card = card.drawn(withOpenGL: hasOpenGL)
        let window = TiltedWindow(
            screen, isOfDevice: sourceName.isOfThisDevice(source), locks: config.show.locksRotation)
        defer { window.end() }
        let motion = CardMotion(
            source, named: sourceName, tilting: card, window.turned(cards.tilt),
            swayingAfter: restSeconds.map { ($0, orbit) }, wake: screen.wake)
        window.turn(motion, cards.tilt)
        // It wakes the screen.
        defer { withExtendedLifetime(screen) { motion.stop() } }
        let selection = Mutex(cards)
        let hasChanged = Atomic(false)
        let trace = try options.trace.map { path throws(FileError) in
            try SceneTrace(path, inputFiles: inputFiles(of: card, forOutput: path))
        }
        var settings = settings
        trace?.attach(to: &settings)
        let player = Player(card: card, on: screen, feed: motion.feed, settings: settings) {
            request throws(UnreadableCard) in
            hasChanged.store(true, ordering: .relaxed)
            return try selection.withLock { selection throws(UnreadableCard) in
                do {
                    let card = try selection.open(request)
                    if let card { orbit.set(selection.orbit(of: card.scene)) }
                    return card?.drawn(withOpenGL: hasOpenGL)
                } catch {
                    throw UnreadableCard(
                        "\(error)", watchedFiles: selection.watchedFiles,
                        readTime: selection.readTime)
                }
            }
        }
        let readAnew = player.readAnew
        desktop?.follow(from: cards.reducesMotion) { reducesMotion in
            selection.withLock { $0.reducesMotion = reducesMotion }
            readAnew()
        }
        let end = Result {
            try player.run()
            try trace?.finish()
        }
        let report = StatisticsReport(
            player.statistics, screen.drawCounts, shaderPrograms: screen.shaderPrograms,
            renderer: screen.renderer,
            layers: hasChanged.load(ordering: .relaxed) ? nil : card.scene.layers.count)
        return (report, end)
    }

    /// The files of the card, of the log and of the configuration, none of which may be an output.
    private func inputFiles(of card: PlayedCard, forOutput output: String) -> [String] {
        card.inputFiles(forOutput: output) + originals + sourceName.logFiles
            + options.configFile.inputFiles + config.mqtt.files
    }

    /// Seconds of rest until the card sways; nil: it does not.
    private var restSeconds: Double? {
        if let attract = options.attract { return attract.seconds }
        return config.show.attractSeconds > 0 ? config.show.attractSeconds : nil
    }

    private var settings: Player.Settings {
        var settings = Player.Settings()
        settings.waitsForPictures = options.kiosk
        settings.frameLimit = options.frames
        settings.exitsAtEnd = options.exitAtEnd
        settings.resolution = options.resolution ?? config.show.resolution
        settings.opensPanel = opensPanel
        settings.overlays = options.overlay ?? []
        settings.report = { logger.warning("\($0)") }
        return settings
    }

    private func openScreen(_ choice: ScreenChoice, _ card: PlayedCard) throws -> any Screen {
        guard case .window(let display) = choice else {
            holdLines()
            return try TerminalScreen()
        }
        do {
            return try WindowScreen(
                title: card.title, size: card.scene.size, display: display,
                fullscreen: options.fullscreen || config.show.isFullscreen, kiosk: options.kiosk,
                renderer: options.renderer ?? config.show.renderer, awake: config.show.awake)
        } catch let error as DisplayError {
            throw Failure(
                error,
                advice: [
                    .display: "--display terminal needs none", .openGL: "--renderer cpu needs none",
                ])
        }
    }

    /// The requested source; nil is the pointer.
    private func openShowSource(
        orbit: PlayedOrbit, opensRemoteLater: Bool
    ) throws(SourceError) -> (any MotionSource)? {
        try config.opener.openUnlessPointer(
            sourceName, for: .card,
            startsWithoutDevice: sourceName == .sensor && !options.noWait,
            opensRemoteLater: opensRemoteLater, options.replay.timing, orbit: orbit)
    }

    /// Prints the card in the flat state as text. Throws also if the requested source cannot be
    /// opened.
    private func printText(_ card: PlayedCard) throws {
        if options.trace != nil {
            throw Failure(.usage, "--trace needs a window or a terminal, and there is neither")
        }
        if sourceName != .auto {
            _ = try openShowSource(orbit: PlayedOrbit(), opensRemoteLater: false)
        }
        let frames = FrameRenderer(card, size: PixelSize(width: 80, height: 50))
        var statistics = FrameStatistics()
        let began = monotonicSeconds()
        try frames.telling {
            let picture = try frames.bitmap(
                card.scene.evaluate(SceneState(of: card.scene), at: 0))
            print(HalfBlockPainter.lines(picture, colours: .fromEnvironment), terminator: "")
            statistics.add(began: began, ended: monotonicSeconds(), readingAge: nil)
            guard options.stats else { return }
            try StatisticsReport(
                statistics, frames.drawCounts, renderer: "terminal",
                layers: card.scene.layers.count
            ).print()
        }
    }
}

extension PlayedCard {
    /// The card as it can be drawn: without OpenGL without its shaders.
    fileprivate func drawn(withOpenGL hasOpenGL: Bool) -> PlayedCard {
        guard !hasOpenGL, let file = scene.layers.compactMap(\.shader?.program.file).first else {
            return self
        }
        return withoutShaders(ShaderConsent.withoutOpenGL(file))
    }
}

/// The output of `--stats`, each number under its own name in snake case; times in milliseconds,
/// `scaleMean` as in `Frame.scale`, counts for each frame on average. Without frames the times and
/// the counts are left out, without readings the latencies.
private struct StatisticsReport: Encodable {
    let renderer: String
    let frames: Int
    let frameMsMedian, frameMsP99, frameMsMax: Double?
    let scaleMean: Double?
    let latencyMsMedian, latencyMsP99: Double?
    let passesMean, drawnPixelsMean, keptPixelsMean: Double?
    /// Bytes given to a graphics processor.
    let uploadedBytesMean: Double?
    /// The programs of shaders that it keeps at the end.
    let shaderPrograms: Int?
    /// What the processor draws because the graphics processor cannot, each with the reason; nil if
    /// nothing.
    let drawnByProcessor: [String]?
    /// Processor time of a frame by kind of work.
    let workMsMean: [String: Double]?
    /// The same for each layer that takes time, under its number in card.toml; nil after another card
    /// was shown.
    let layersMsMean: [String: [String: Double]]?

    init(
        _ statistics: FrameStatistics, _ counts: DrawCounts, shaderPrograms programs: Int = 0,
        renderer: String, layers: Int?
    ) {
        self.renderer = renderer
        frames = statistics.frameCount
        frameMsMedian = statistics.frameTime(0.5).map { $0 * 1000 }
        frameMsP99 = statistics.frameTime(0.99).map { $0 * 1000 }
        frameMsMax = statistics.frameCount > 0 ? statistics.longestFrame * 1000 : nil
        scaleMean = statistics.meanScale
        latencyMsMedian = statistics.latency(0.5).map { $0 * 1000 }
        latencyMsP99 = statistics.latency(0.99).map { $0 * 1000 }
        let frames = statistics.frameCount
        func mean(_ count: Int) -> Double? { frames > 0 ? Double(count) / Double(frames) : nil }
        passesMean = mean(counts.passes)
        (drawnPixelsMean, keptPixelsMean) = (mean(counts.drawnPixels), mean(counts.cachedPixels))
        uploadedBytesMean = mean(counts.uploadedBytes)
        shaderPrograms = programs > 0 ? programs : nil
        drawnByProcessor =
            counts.drawnByProcessor.isEmpty ? nil : counts.drawnByProcessor.sorted()
        func work(_ seconds: (DrawTimes.Work) -> Double) -> [String: Double] {
            DrawTimes.milliseconds(ofFrames: frames, seconds)
        }
        guard frames > 0 else {
            (workMsMean, layersMsMean) = (nil, nil)
            return
        }
        workMsMean = work { counts.times[$0] }
            .merging(["evaluate": statistics.evaluationTime * 1000 / Double(frames)]) { $1 }
        layersMsMean = layers.map { layers in
            let times = (0..<layers).map { layer in
                ("\(layer + 1)", work { counts.times[layer, $0] })
            }
            return Dictionary(uniqueKeysWithValues: times).filter { !$0.value.isEmpty }
        }
    }

    /// As one line of JSON.
    func print() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        Swift.print(String(decoding: try encoder.encode(self), as: UTF8.self))
    }
}
