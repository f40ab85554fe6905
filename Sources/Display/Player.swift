internal import Compositor
public import Picture
internal import System

/// A card for the player.
public struct PlayedCard {
    public var title: String
    /// From the lowest to the topmost.
    public var pictures: [CardPicture]
    /// Only the proportions matter.
    public var size: Size
    /// The state's name and the opacity of each picture, at a tilt in degrees.
    public var look: (_ tilt: Double) -> (state: String, opacities: [Double])

    public init(
        title: String, pictures: [CardPicture], size: Size,
        look: @escaping (_ tilt: Double) -> (state: String, opacities: [Double])
    ) {
        self.title = title.visible
        self.pictures = pictures
        self.size = size
        self.look = look
    }

    /// Reads the first visible picture on another thread, while the window opens.
    public func readAhead() {
        guard let top = look(0).opacities.lastIndex(where: { $0 > 0 }) else { return }
        pictures[top].file.readAhead()
    }
}

/// Shows a card on a screen, tilted by a source: the main loop.
///
/// A frame is drawn only if it differs from the one on the screen; otherwise the thread sleeps.
public final class Player {
    public struct Settings {
        /// Ends after this many presented frames, or at the source's end.
        public var frames: Int?
        public var exitsAtEnd = false
        /// Seconds for which the first hint is shown; 0 shows none.
        public var hintSeconds = 4.0

        public init() {}
    }

    let screen: any Screen
    let feed: any TiltFeed
    private let settings: Settings
    /// The card this many places further in the list of all cards; nil if there is no other.
    private let neighbour: (Int) throws -> PlayedCard?
    var card: PlayedCard
    var scaledPictures: ScaledPictures
    public private(set) var statistics = FrameStatistics()
    private var isDone = false
    /// The tilt held while paused, in degrees.
    private var pausedTilt: Double?
    var notes = Notes()
    private(set) var shown: Look?
    private var nextFrame = 0.0

    /// The visible contents of a frame.
    struct Look: Equatable {
        /// Opacities in steps of 1/255, a screen's resolution.
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
        scaledPictures = ScaledPictures(pictures: card.pictures, size: card.size, wake: screen.wake)
        if settings.hintSeconds > 0 {
            notes.hint(
                "\(feed.hint)  ·  \(ScreenEvent.Key.help.name) for help",
                until: now + settings.hintSeconds)
        }
    }

    /// Shows the card until the viewer quits, or until the settings end it.
    public func run() throws {
        while !isDone {
            try draw(at: now)
            try step(after: screen.events(timeout: waitingTime(at: now)))
        }
    }

    private func step(after events: [ScreenEvent]) throws {
        for action in PlayerAction.merged(events) { perform(action) }
        if let failure = feed.failure { throw failure }
        if feed.hasEnded && (settings.exitsAtEnd || settings.frames != nil) { try leave() }
    }

    /// Ends after a frame with the last pose.
    private func leave() throws {
        guard !isDone else { return }
        nextFrame = 0
        try draw(at: now)
        isDone = true
    }

    /// Seconds that the loop may sleep; nil without limit.
    private func waitingTime(at time: Double) -> Double? {
        if isDone { return 0 }
        let isMoving = pausedTilt == nil && feed.isMoving(at: time)
        // If a moving tilt gives the same frame, check again one frame later.
        let nextCheck = time < nextFrame ? nextFrame : isMoving ? time + screen.frameInterval : nil
        let deadlines = [nextCheck, notes.nextChange(after: time)]
        return deadlines.compactMap { $0 }.min().map { max(0, max($0, nextFrame) - time) }
    }

    private func draw(at time: Double) throws {
        guard time >= nextFrame else { return }
        let tilt = tilt(at: time)
        let look = Look(levels: levels(of: tilt), words: words(tilt: tilt, at: time))
        guard look != shown || scaledPictures.isChanged else { return }
        try present(look, at: time)
        shown = look
        // One late frame does not delay the frames after it.
        let isInTime = time < nextFrame + screen.frameInterval
        nextFrame = (isInTime ? nextFrame : time) + screen.frameInterval
        if statistics.frames == settings.frames { isDone = true }
        // Pictures that are not visible yet are loaded after the first frame.
        if !isDone { scaledPictures.loadRemaining() }
    }

    private func present(_ look: Look, at time: Double) throws {
        try screen.present(try frame(levels: look.levels), words: look.words)
        statistics.add(began: time, ended: now, sampleAge: feed.age(at: now))
    }

    /// The card with these opacities, at the screen's size.
    func frame(levels: [UInt8]) throws -> Frame {
        scaledPictures.resize(to: screen.size, maximum: screen.maximumSize)
        return try scaledPictures.frame(opacities: levels.map { Double($0) / 255 })
    }

    /// The opacities for `time`.
    func levels(at time: Double) -> [UInt8] { levels(of: tilt(at: time)) }

    private func levels(of tilt: Double) -> [UInt8] {
        card.look(tilt).opacities.map { UInt8(saturating: $0 * 255) }
    }

    /// In degrees, predicted by one frame interval, as a frame is visible about one refresh later.
    private func tilt(at time: Double) -> Double {
        pausedTilt ?? feed.tilt(at: time + screen.frameInterval) ?? 0
    }

    private func words(tilt: Double, at time: Double) -> [Words] {
        guard statistics.frames > 0 else { return [] }
        let waiting = feed.waitsFor.map { "Waiting for \($0)" }
        return notes.words(at: time, waiting: waiting) { helpLines(tilt: tilt, at: time) }
    }

    private func perform(_ action: PlayerAction) {
        switch action {
        case .changeCard(let steps): changeCard(by: steps)
        case .event(let event): handle(event)
        }
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
        case .previous, .next: break  // `PlayerAction.changeCard`.
        }
    }

    private func recenter() {
        feed.recenter()
        notes.say("This pose is neutral now", until: now + 2)
    }

    private func togglePause() {
        pausedTilt = pausedTilt == nil ? feed.tilt(at: now) ?? 0 : nil
        notes.say(
            pausedTilt == nil ? "Continued" : "Paused  ·  \(ScreenEvent.Key.pause.name) continues",
            until: now + 2)
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
        scaledPictures = ScaledPictures(pictures: card.pictures, size: card.size, wake: screen.wake)
        shown = nil
        screen.setTitle(card.title)
        notes.say(card.title, until: now + 2)
    }

    var now: Double { monotonicSeconds() }
}
