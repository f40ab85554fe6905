public import Assets
internal import Compositor
public import Decoding
public import Motion
internal import Picture
public import Plan
public import Scene
internal import System

/// A card for the player: its scene, and the pictures that the scene's layers name.
public struct PlayedCard: Sendable {
    public let title: String
    public let scene: Scene
    public let pictures: [PictureFile]
    /// About which the card is tilted.
    public let axis: TiltAxis

    public init(
        title: String, scene: Scene, pictures: [PictureFile], axis: TiltAxis = .horizontal
    ) {
        (self.title, self.scene) = (title.printable, scene)
        (self.pictures, self.axis) = (pictures, axis)
    }

    /// Turns the card's snapshots to frames.
    public func planner(_ assets: Assets) -> FramePlanner {
        FramePlanner(scene, pictures: pictures, assets: assets)
    }

    /// Reads the first visible picture on another thread, while the window opens.
    public func readAhead() {
        let layers = scene.evaluate(SceneState(), at: 0).layers
        guard let top = layers.lastIndex(where: { $0.opacity > 0 }) else { return }
        switch scene.layers[top].content {
        case .picture(let picture, _): pictures[picture].readAhead()
        }
    }
}

/// Shows a card on a screen, tilted by a source: the main loop.
///
/// A frame is drawn only if it differs from the one on the screen; otherwise the thread sleeps.
public final class Player {
    public struct Settings {
        /// Ends after this many presented frames, or at the source's end.
        public var frames: Int?
        /// Ends at the source's end.
        public var exitsAtEnd = false
        /// Seconds for which the first hint is shown; 0 shows none.
        public var hintSeconds = 4.0
        /// Takes what the viewer is told about a failure.
        public var report: (String) -> Void = { _ in }

        public init() {}
    }

    let screen: any Screen
    let feed: any TiltFeed
    private let settings: Settings
    private let opener: CardOpener
    /// Whether `opener` has a card in hand.
    private var isOpening = false
    /// What is to be done once the card is there, or its pictures are.
    private var waitingActions: [PlayerAction] = []
    private let assets: Assets
    private(set) var card: PlayedCard
    private var planner: FramePlanner
    private(set) var state = SceneState()
    /// Seconds of CLOCK_MONOTONIC: the scene's time 0.
    private var sceneBegin: Double
    /// What is to be seen; its memory is reused.
    private var snapshot = Snapshot()
    /// What was drawn last.
    private var shownSnapshot = Snapshot()
    /// The words on the screen; nil if its contents are unknown.
    private var shownWords: [Words]?
    public private(set) var statistics = FrameStatistics()
    private var isDone = false
    /// Whether a picture was shown, or another card chosen.
    private var hasBegun = false
    private var isPaused = false
    var notes = Notes()
    /// The failures that the viewer was told.
    private var toldFailures: [PictureError] = []
    private var nextFrame = 0.0

    /// `neighbour` gives the card this many places further in the list of all cards, or nil if there
    /// is no other; it is called on another thread.
    public init(
        card: PlayedCard, on screen: any Screen, feed: any TiltFeed,
        settings: Settings = Settings(),
        neighbour: @escaping @Sendable (_ steps: Int) throws -> PlayedCard? = { _ in nil }
    ) {
        self.card = card
        self.screen = screen
        self.feed = feed
        self.settings = settings
        opener = CardOpener(wake: screen.wake, open: neighbour)
        assets = Assets(patience: Self.patience, wake: screen.wake)
        planner = card.planner(assets)
        sceneBegin = monotonicSeconds()
        if settings.hintSeconds > 0 {
            notes.hint(
                "\(feed.hint)  ·  \(ScreenEvent.Key.help.name) for help",
                until: now + settings.hintSeconds)
        }
    }

    /// Seconds for which the screen stands still rather than to show less than is wanted.
    private static let patience = 0.5

    /// Shows the card until the viewer quits, or until the settings end it.
    public func run() throws {
        // Before the screen is closed, which it would wake.
        defer {
            assets.close()
            opener.close()
        }
        while !isDone {
            try draw(at: now)
            try step(after: screen.events(timeout: waitingTime(at: now)))
        }
    }

    private func step(after events: [ScreenEvent]) throws {
        takeOpened()
        for action in PlayerAction.merged(events) { perform(action) }
        if let failure = feed.failure { throw failure }
        if feed.hasEnded && (settings.exitsAtEnd || settings.frames != nil) { try leave() }
    }

    /// Ends after a frame with the last pose.
    private func leave() throws {
        guard !isDone else { return }
        nextFrame = 0
        evaluate(at: now)
        if snapshot != shownSnapshot { shownWords = nil }
        try draw(at: now)
        // Else a picture that comes wakes the loop.
        if !planner.isIncomplete || !screen.isVisible { isDone = true }
    }

    /// Seconds that the loop may sleep; nil without limit.
    private func waitingTime(at time: Double) -> Double? {
        if isDone { return 0 }
        guard screen.isVisible else { return nil }
        if shownWords == nil { return max(0, nextFrame - time) }
        let isMoving = !isPaused && feed.isMoving(at: time)
        // If a moving tilt gives the same frame, check again one frame later.
        let nextCheck = time < nextFrame ? nextFrame : isMoving ? time + screen.frameInterval : nil
        let deadlines = [nextCheck, notes.nextChange(after: time), nextChange]
        return deadlines.compactMap { $0 }.min().map { max(0, max($0, nextFrame) - time) }
    }

    /// When a frame is due because the scene changes without an input, seconds of CLOCK_MONOTONIC; nil
    /// if it does not.
    private var nextChange: Double? {
        let until = shownSnapshot.until
        return until.isFinite ? sceneBegin + until - screen.frameInterval : nil
    }

    private func draw(at time: Double) throws {
        takeInputs(until: time)
        guard time >= nextFrame, screen.isVisible else { return }
        evaluate(at: time)
        let words = words(at: time)
        guard !isShown(words) || planner.hasNewPictures else { return }
        try present(words, at: time)
        swap(&snapshot, &shownSnapshot)
        shownWords = words
        try tellFailures()
        if !planner.isIncomplete { performWaitingActions() }
        // One late frame does not delay the frames after it.
        let isInTime = time < nextFrame + screen.frameInterval
        nextFrame = (isInTime ? nextFrame : time) + screen.frameInterval
        if let frames = settings.frames, statistics.frames >= frames, !planner.isIncomplete {
            isDone = true
        }
        // Pictures that are not visible yet are drawn after the first frame.
        if !isDone { planner.prepare() }
    }

    private func isShown(_ words: [Words]) -> Bool {
        words == shownWords && shownSnapshot.looksLike(snapshot)
    }

    private func present(_ words: [Words], at time: Double) throws {
        planner.resize(to: screen.size)
        let frame = planner.frame(of: snapshot)
        if !frame.layers.isEmpty { hasBegun = true }
        try screen.present(frame, words: words)
        statistics.add(began: time, ended: now, sampleAge: feed.age(at: now))
    }

    /// Failures are told, and the show goes on; without any picture it does not begin.
    private func tellFailures() throws {
        let new = planner.failures.filter { !toldFailures.contains($0) }
        if !hasBegun, planner.hasOnlyFailures, let failure = new.last {
            for failure in new.dropLast() { settings.report(failure.description) }
            throw failure
        }
        toldFailures += new
        tell([screen.takeNotice()].compactMap { $0 } + new.map(\.description))
    }

    private func tell(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        for line in lines { settings.report(line) }
        notes.say(lines.joined(separator: "  ·  "), until: now + 6)
        shownWords = nil  // The note is to be drawn, also if nothing else changes.
    }

    /// Advances the state by what happened, not by what is only expected.
    private func takeInputs(until time: Double) {
        for input in feed.inputs(until: time) where !isPaused {
            state.advance(by: Input(input.event, at: sceneTime(input.time)), in: card.scene)
        }
    }

    /// The scene's time at a time of CLOCK_MONOTONIC; a reader may have started before the scene.
    private func sceneTime(_ time: Double) -> Double { max(0, time - sceneBegin) }

    /// What is to be seen at `time`; a frame is visible about one refresh later.
    private func evaluate(at time: Double) {
        let time = time + screen.frameInterval
        card.scene.evaluate(
            state, at: sceneTime(time), expecting: isPaused ? nil : feed.expected(at: time),
            into: &snapshot)
    }

    /// Makes the tilts that are expected now the state's own.
    private func takeExpected() {
        guard let tilts = feed.expected(at: now + screen.frameInterval) else { return }
        state.advance(by: Input(.tilts(tilts), at: sceneTime(now)), in: card.scene)
    }

    /// The picture on the screen, without words.
    func shownFrame() -> Frame {
        planner.resize(to: screen.size)
        evaluate(at: now)
        return planner.frame(of: shownWords == nil ? snapshot : shownSnapshot)
    }

    private func words(at time: Double) -> [Words] {
        guard statistics.frames > 0 else { return [] }
        let isReading = planner.isIncomplete || isOpening
        let waiting =
            feed.waitsFor.map { "Waiting for \($0)" } ?? (isReading ? "Reading the pictures" : nil)
        return notes.words(at: time, waiting: waiting) { helpLines(at: time) }
    }

    private func perform(_ action: PlayerAction) {
        guard !isOpening || !action.isAboutCard, !planner.isIncomplete || !action.isSaving else {
            return waitingActions.append(action)
        }
        switch action {
        case .changeCard(let steps): changeCard(by: steps)
        case .event(let event): handle(event)
        }
    }

    private func handle(_ event: ScreenEvent) {
        switch event {
        case .quit: isDone = true
        case .redraw: shownWords = nil
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
        takeInputs(until: now)
        isPaused.toggle()
        takeExpected()
        notes.say(
            !isPaused ? "Continued" : "Paused  ·  \(ScreenEvent.Key.pause.name) continues",
            until: now + 2)
    }

    private func changeCard(by steps: Int) {
        isOpening = true
        opener.begin(steps, patience: Self.patience)
        takeOpened()
    }

    /// Shows the card that was opened, and does what waited for it.
    private func takeOpened() {
        guard let opened = opener.take() else { return }
        isOpening = false
        switch opened {
        case .success(let next?): show(next)
        case .success(nil): notes.say("There is no other card", until: now + 2)
        case .failure(let error): tell(["\(error)"])
        }
        performWaitingActions()
    }

    private func performWaitingActions() {
        let actions = waitingActions
        waitingActions = []
        for action in actions { perform(action) }
    }

    private func show(_ next: PlayedCard) {
        card = next
        planner = card.planner(assets)
        feed.select(card.axis, baseDegrees: card.scene.tiltStates.baseDegrees)
        let held = Input(.tilts(state.tilts), at: 0)
        (state, sceneBegin) = (SceneState(), now)
        if isPaused { state.advance(by: held, in: card.scene) } else { takeExpected() }
        (shownWords, toldFailures, hasBegun) = (nil, [], true)
        screen.setTitle(card.title)
        notes.say(card.title, until: now + 2)
    }

    var now: Double { monotonicSeconds() }
}
