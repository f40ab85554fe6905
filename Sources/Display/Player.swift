public import Assets
internal import Compositor
public import Decoding
internal import Geometry
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
    /// The files that the card is read anew after a change of.
    public let files: [String]

    public init(
        title: String, scene: Scene, pictures: [PictureFile], axis: TiltAxis = .horizontal,
        files: [String] = []
    ) {
        (self.title, self.scene) = (title.printable, scene)
        (self.pictures, self.axis, self.files) = (pictures, axis, files)
    }

    /// Turns the card's snapshots to frames; shows what `old` has drawn until that is done.
    public func planner(_ assets: Assets, after old: FramePlanner? = nil) -> FramePlanner {
        FramePlanner(scene, pictures: pictures, assets: assets, after: old)
    }

    /// Reads the first visible picture on another thread, while the window opens.
    public func readAhead() {
        let layers = scene.evaluate(SceneState(of: scene), at: 0).layers
        for (layer, look) in zip(scene.layers, layers).reversed()
        where look.isVisible && look.opacity > 0 {
            guard case .picture(let picture, _, _) = layer.content else { continue }
            return pictures[picture].readAhead()
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
        /// Takes each input of the scene, and the scene time and look of each frame shown.
        public var traceInput: (Input) -> Void = { _ in }
        public var traceFrame: (Double, Snapshot) -> Void = { _, _ in }
        /// Takes what the viewer is told about a failure.
        public var report: (String) -> Void = { _ in }

        public init() {}
    }

    let screen: any Screen
    let feed: any TiltFeed
    private let settings: Settings
    private let opener: CardOpener
    /// What `opener` has in hand.
    private var opening: Opening?
    private let changes: CardChanges
    /// What is to be done once the card is there, or its pictures are.
    private var waitingActions: [PlayerAction] = []
    private let assets: Assets
    private(set) var card: PlayedCard
    private var planner: FramePlanner
    private(set) var state: SceneState
    private var clock: SceneClock
    /// Whether the clock is that of a log.
    private var hasLogTime = false
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
    /// When the scene changes without an input, seconds of CLOCK_MONOTONIC; nil if it does not.
    private var nextChange: Double?
    var notes = Notes()
    /// The failures that the viewer was told.
    private var toldFailures: [PictureError] = []
    private var nextFrame = 0.0

    private enum Opening {
        case otherCard
        /// The same card, whose files were changed.
        case sameCard
    }

    /// `neighbour` gives the card this many places further in the list of all cards, or nil if there
    /// is no other; 0 is the same card, read anew. It is called on another thread.
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
        changes = CardChanges(wake: screen.wake)
        changes.watch(card.files)
        assets = Assets(patience: Self.patience, wake: screen.wake)
        planner = card.planner(assets)
        state = SceneState(of: card.scene)
        clock = SceneClock(from: monotonicSeconds())
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
            changes.watch([])
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
        if opening == nil, changes.take() {
            opening = .sameCard
            opener.begin(0, patience: 0)
        }
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
        let isMoving = !clock.isPaused && feed.isMoving(at: time)
        // If a moving tilt gives the same frame, check again one frame later.
        let nextCheck = time < nextFrame ? nextFrame : isMoving ? time + screen.frameInterval : nil
        let deadlines = [nextCheck, notes.nextChange(after: time), nextChange]
        return deadlines.compactMap { $0 }.min().map { max(0, max($0, nextFrame) - time) }
    }

    private func draw(at time: Double) throws {
        takeInputs(until: time)
        guard time >= nextFrame, screen.isVisible else { return }
        evaluate(at: time)
        let words = words(at: time)
        guard !isShown(words) || planner.hasNewPictures else { return }
        try present(words, at: time)
        settings.traceFrame(clock.sceneTime(at: time + screen.frameInterval), snapshot)
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
        words == shownWords && shownSnapshot.looksLike(snapshot, scale: planner.pixelsPerPoint)
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
        if !hasLogTime, let begin = feed.begin {
            (hasLogTime, clock) = (true, clock.restarted(at: begin))
            state = SceneState(of: card.scene)
        }
        for input in feed.inputs(until: time) { take(input.event, at: input.time) }
    }

    /// An event at a time of CLOCK_MONOTONIC. While the show is paused nothing happens in the scene.
    private func take(_ event: Input.Event, at time: Double) {
        guard !clock.isPaused else { return }
        let input = Input(event, at: clock.sceneTime(at: time))
        state.advance(by: input, in: card.scene)
        settings.traceInput(input)
    }

    /// What is to be seen at `time`; a frame is visible about one refresh later.
    private func evaluate(at time: Double) {
        let shown = time + screen.frameInterval
        card.scene.evaluate(
            state, at: clock.sceneTime(at: shown),
            expecting: clock.isPaused ? nil : feed.expected(at: shown), into: &snapshot)
        // What moves changes with each frame.
        nextChange = clock.time(ofScene: snapshot.until).map {
            max($0 - screen.frameInterval, time + screen.frameInterval)
        }
    }

    /// Makes the tilts that are expected now the state's own.
    private func takeExpected() {
        guard let tilts = feed.expected(at: now + screen.frameInterval) else { return }
        take(.tilts(tilts), at: now)
    }

    /// The place in the card, in points, of a place in the drawable from its centre.
    private func place(_ x: Double, _ y: Double) -> Point {
        let size = screen.size
        planner.resize(to: size)
        return planner.place(
            ofPixel: Point(
                x: (x + 1) / 2 * Double(size.width), y: (1 - y) / 2 * Double(size.height)))
    }

    /// The picture on the screen, without words.
    func shownFrame() -> Frame {
        planner.resize(to: screen.size)
        evaluate(at: now)
        return planner.frame(of: shownWords == nil ? snapshot : shownSnapshot)
    }

    private func words(at time: Double) -> [Words] {
        guard statistics.frames > 0 else { return [] }
        let isReading = planner.isIncomplete || opening == .otherCard
        let waiting =
            feed.waitsFor.map { "Waiting for \($0)" } ?? (isReading ? "Reading the pictures" : nil)
        return notes.words(at: time, waiting: waiting) { helpLines(at: time) }
    }

    private func perform(_ action: PlayerAction) {
        guard opening == nil || !action.isAboutCard, !planner.isIncomplete || !action.isSaving
        else {
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
        case .pointer(let x, let y): movePointer(x, y)
        case .pointerLeft: feed.pointer(nil, at: now)
        case .tap(let x, let y): take(.tap(place(x, y)), at: now)
        case .drag(let x, let y): take(.drag(place(x, y)), at: now)
        case .longTouch(let x, let y): recenter(touching: place(x, y))
        case .key(let key): handle(key)
        }
    }

    private func movePointer(_ x: Double, _ y: Double) {
        feed.pointer((x, y), at: now)
        let (place, size) = (place(x, y), card.scene.size)
        func part(_ length: Double, _ whole: Double) -> Double {
            min(max(length / whole * 2 - 1, -1), 1)
        }
        take(.pointer(Point(x: part(place.x, size.width), y: -part(place.y, size.height))), at: now)
    }

    /// A finger that rests on a layer that waits for drags begins a slow one.
    private func recenter(touching place: Point) {
        let time = clock.sceneTime(at: now)
        let layer = card.scene.layer(waitingFor: .drag, at: place, state, time: time)
        if layer == nil { recenter() }
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
        default: if let number = key.number { take(.key(number), at: now) }
        }
    }

    private func recenter() {
        feed.recenter()
        notes.say("This pose is neutral now", until: now + 2)
    }

    private func togglePause() {
        takeInputs(until: now)
        if !clock.isPaused { takeExpected() }
        clock.togglePause(at: now)
        if !clock.isPaused { takeExpected() }
        notes.say(
            !clock.isPaused ? "Continued" : "Paused  ·  \(ScreenEvent.Key.pause.name) continues",
            until: now + 2)
    }

    private func changeCard(by steps: Int) {
        opening = .otherCard
        opener.begin(steps, patience: Self.patience)
        takeOpened()
    }

    /// Shows the card that was opened, and does what waited for it.
    private func takeOpened() {
        guard let opened = opener.take() else { return }
        let isSame = opening == .sameCard
        opening = nil
        switch opened {
        case .success(let next?): isSame ? replace(by: next) : show(next)
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

    /// Goes on with the same card after its files were changed.
    private func replace(by next: PlayedCard) {
        state = SceneState(of: next.scene, continuing: state, of: card.scene)
        takeCard(next, after: planner)
        select(next)
    }

    private func select(_ card: PlayedCard) {
        feed.select(
            card.axis, baseDegrees: card.scene.tiltStates.baseDegrees,
            following: card.scene.signals)
    }

    private func takeCard(_ next: PlayedCard, after old: FramePlanner? = nil) {
        card = next
        planner = card.planner(assets, after: old)
        (shownWords, toldFailures, hasBegun) = (nil, [], true)
        changes.watch(card.files)
        screen.setTitle(card.title)
    }

    private func show(_ next: PlayedCard) {
        takeCard(next)
        select(card)
        let tilts = clock.isPaused ? state.tilts : feed.expected(at: now + screen.frameInterval)
        (state, clock) = (SceneState(of: card.scene), clock.restarted(at: now))
        if let tilts { state.advance(by: Input(.tilts(tilts), at: 0), in: card.scene) }
        notes.say(card.title, until: now + 2)
    }

    var now: Double { monotonicSeconds() }
}
