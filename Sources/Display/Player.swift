internal import Compositor
import Glibc
internal import Picture

/// A card as the player shows it.
public struct PlayedCard {
    public var title: String
    /// From the lowest to the topmost.
    public var pictures: [StagePicture]
    /// Only the proportions matter.
    public var size: (width: Double, height: Double)
    /// What people call the state at a tilt in degrees, and the opacity of each picture.
    public var look: (_ tilt: Double) -> (state: String, opacities: [Double])

    public init(
        title: String, pictures: [StagePicture], size: (width: Double, height: Double),
        look: @escaping (_ tilt: Double) -> (state: String, opacities: [Double])
    ) {
        self.title = title
        self.pictures = pictures
        self.size = size
        self.look = look
    }

    /// Reads the picture that is seen first on another thread, while the window opens.
    public func readAhead() {
        guard let top = look(0).opacities.lastIndex(where: { $0 > 0 }) else { return }
        pictures[top].file.readAhead()
    }
}

/// Shows a card on a screen while something tilts it: the main loop.
///
/// A frame is drawn only where it differs from the one on the screen; else the processor sleeps.
public final class Player {
    public struct Settings {
        /// Ends after so many presented frames, or with the source.
        public var frames: Int?
        public var exitsAtEnd = false
        /// Seconds that the first hint stays; 0 shows none.
        public var hintSeconds = 4.0

        public init() {}
    }

    let screen: any Screen
    let feed: any TiltFeed
    private let settings: Settings
    /// The card that many places further in the row of all cards; nil where there is no other.
    private let neighbour: (Int) throws -> PlayedCard?
    var card: PlayedCard
    var stage: Stage
    public private(set) var statistics = FrameStatistics()
    private var isDone = false
    /// The tilt that is held while paused, in degrees.
    private var pausedTilt: Double?
    var notes = Notes()
    private var shown: Look?
    private var nextFrame = 0.0

    /// What decides whether two frames look the same.
    private struct Look: Equatable {
        /// Opacities in steps of 1/255, the finest that a screen can show.
        var levels: [UInt8]
        var words: [Words]
    }

    public init(
        card: PlayedCard, on screen: any Screen, feed: any TiltFeed,
        settings: Settings = Settings(),
        neighbour: @escaping (_ steps: Int) throws -> PlayedCard? = { _ in nil }
    ) {
        self.card = card
        self.screen = screen
        self.feed = feed
        self.settings = settings
        self.neighbour = neighbour
        stage = Stage(pictures: card.pictures, size: card.size, wake: screen.wake)
        if settings.hintSeconds > 0 {
            notes.hint("\(feed.hint)  ·  h for help", until: now + settings.hintSeconds)
        }
    }

    /// Shows the card until the viewer leaves, or as the settings have it.
    public func run() throws {
        while !isDone {
            try draw(at: now)
            try step(after: screen.events(timeout: waitingTime(at: now)))
        }
    }

    private func step(after events: [ScreenEvent]) throws {
        for event in events { handle(event) }
        if let failure = feed.failure { throw failure }
        if feed.hasEnded && (settings.exitsAtEnd || settings.frames != nil) { try leave() }
    }

    /// The last pose is shown before the end.
    private func leave() throws {
        guard !isDone else { return }
        nextFrame = 0
        try draw(at: now)
        isDone = true
    }

    /// Seconds the loop may sleep; nil for ever.
    private func waitingTime(at time: Double) -> Double? {
        if isDone { return 0 }
        let isMoving = pausedTilt == nil && feed.isMoving(at: time)
        // What moves and looks the same is looked at again a frame later.
        let nextLook = time < nextFrame ? nextFrame : isMoving ? time + screen.frameInterval : nil
        let deadlines = [nextLook, notes.nextChange(after: time)]
        return deadlines.compactMap { $0 }.min().map { max(0, max($0, nextFrame) - time) }
    }

    private func draw(at time: Double) throws {
        guard time >= nextFrame else { return }
        // The frame is seen about one refresh from now.
        let tilt = pausedTilt ?? feed.tilt(at: time + screen.frameInterval) ?? 0
        let opacities = card.look(tilt).opacities
        let levels = opacities.map { UInt8((min(1, max(0, $0)) * 255).rounded()) }
        let look = Look(levels: levels, words: words(tilt: tilt, at: time))
        guard look != shown || stage.isChanged else { return }
        try present(look, at: time)
        shown = look
        // A wait that ended late does not put off the frames after it.
        let isInTime = time < nextFrame + screen.frameInterval
        nextFrame = (isInTime ? nextFrame : time) + screen.frameInterval
        if statistics.frames == settings.frames { isDone = true }
        // Pictures that are not seen yet, and words, come after the first frame.
        if !isDone { stage.loadRest() }
    }

    private func present(_ look: Look, at time: Double) throws {
        let size = screen.size
        stage.resize(width: size.width, height: size.height, maximum: screen.maximumSize)
        let frame = try stage.frame(opacities: look.levels.map { Double($0) / 255 })
        try screen.present(frame, words: look.words)
        statistics.add(began: time, ended: now, sampleAge: feed.age(at: now))
    }

    private func words(tilt: Double, at time: Double) -> [Words] {
        guard statistics.frames > 0 else { return [] }
        let waiting = feed.waitsFor.map { "Waiting for \($0)" }
        return notes.words(at: time, waiting: waiting) { helpLines(tilt: tilt, at: time) }
    }

    private func handle(_ event: ScreenEvent) {
        switch event {
        case .quit: isDone = true
        case .redraw: shown = nil
        case .pointer(let x, let y): feed.pointer((x, y), at: now)
        case .pointerLeft: feed.pointer(nil, at: now)
        case .longTouch: recenter()
        case .key(let key): handle(key)
        }
    }

    private func handle(_ key: ScreenEvent.Key) {
        switch key {
        case .quit: isDone = true
        case .fullscreen: screen.toggleFullscreen()
        case .recenter: recenter()
        case .pause: togglePause()
        case .help: notes.toggleHelp()
        case .save: save()
        case .previous: changeCard(by: -1)
        case .next: changeCard(by: 1)
        }
    }

    private func recenter() {
        feed.recenter()
        notes.say("This pose is neutral now", until: now + 2)
    }

    private func togglePause() {
        pausedTilt = pausedTilt == nil ? feed.tilt(at: now) ?? 0 : nil
        notes.say(pausedTilt == nil ? "Going on" : "Paused  ·  p goes on", until: now + 2)
    }

    private func changeCard(by steps: Int) {
        do {
            guard let next = try neighbour(steps) else {
                return notes.say("There is no other card", until: now + 2)
            }
            show(next)
        } catch {
            notes.say("\(error)", until: now + 6)
        }
    }

    private func show(_ next: PlayedCard) {
        card = next
        stage = Stage(pictures: card.pictures, size: card.size, wake: screen.wake)
        shown = nil
        screen.setTitle(card.title)
        notes.say(card.title, until: now + 2)
    }

    /// Seconds since the machine started.
    var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The opacities on the screen now.
    var shownOpacities: [Double] { shown?.levels.map { Double($0) / 255 } ?? [] }
}
