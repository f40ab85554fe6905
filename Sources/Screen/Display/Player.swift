internal import Compositor
internal import Geometry
internal import Motion
internal import Picture
internal import Plan
internal import Platform
public import Scene

/// Shows a card on a screen, tilted by a feed: the main loop.
///
/// A frame is drawn only if it differs from the one on the screen; otherwise the thread sleeps.
public final class Player {
    public struct Settings {
        /// Ends after this many presented frames, as soon as no visible picture is missing, or at
        /// the source's end as with `exitsAtEnd`.
        public var frameLimit: Int?
        /// Ends at the source's end, or if the show is paused then, as soon as it is continued.
        public var exitsAtEnd = false
        /// Seconds for which the first hint is shown; 0 shows none.
        public var hintSeconds = 4.0
        public var resolution = Resolution.auto
        /// Seconds for which a frame waits for a card or a picture. The screen stands still meanwhile.
        var patience = 0.008
        /// Seconds: a card whose visible pictures are still not drawn then is shown without them.
        var longestOpening = 0.5
        /// Whether the card is tuned from the first frame on.
        public var opensPanel = false
        /// Whether a first card of which no picture can be drawn is waited for, instead of ending the show.
        public var waitsForPictures = false
        /// What is drawn over the card to show how it is made.
        public var overlays: Set<CardOverlay> = []
        /// Takes each input of the scene.
        public var traceInput: (Input) -> Void = { _ in }
        /// Takes the scene time and the snapshot of each frame shown.
        public var traceFrame: (Double, Snapshot) -> Void = { _, _ in }
        /// Takes each line for the viewer about a failure, or about a detail of a lens that is not
        /// seen.
        public var report: (String) -> Void = { _ in }
        /// Takes what the panel shows, each time that it looks different.
        public var tracePanel: (PanelTrace) -> Void = { _ in }

        public init() {}
    }

    let screen: any Screen
    let feed: any TiltFeed
    let settings: Settings
    let opener: CardOpener
    /// What `opener` is opening, or has opened as `nextCard`; nil if nothing.
    var opening: Opening?
    /// The card that was opened and whose pictures are not drawn yet; nil if there is none.
    var nextCard: NextCard?
    /// Since when another card or a picture is waited for, seconds of CLOCK_MONOTONIC; nil: none is.
    private var waitingSince: Double?
    /// Until when the card's first frame waits for its pictures, seconds of CLOCK_MONOTONIC; nil after it.
    var firstFrameEnd: Double?
    let changes: CardChanges
    /// The actions that wait, in order: until the card is opened, until its visible pictures are
    /// drawn, or for those before them.
    var waitingActions: [PlayerAction] = []
    let assets: Assets
    var card: PlayedCard
    var planner: FramePlanner
    var state: SceneState
    var clock: SceneClock
    /// Whether the clock was started at the feed's `sceneStart`, which happens once at most.
    var hasTakenSceneStart = false
    var movement = CardMovement()
    /// The pointer's last place, as in `Input.Event.pointer`; nil before the first.
    var pointer: Point?
    /// The snapshot of the next frame; its memory is reused.
    private(set) var snapshot = Snapshot()
    /// The snapshot of the frame that was drawn last.
    private var shownSnapshot = Snapshot()
    /// The HUD on the screen; nil if the next frame is to be drawn even if nothing has changed.
    var shownHUD: [HUDText]?
    public private(set) var statistics = FrameStatistics()
    var isDone = false
    /// Whether a frame with layers was shown, or the first card was replaced.
    var hasBegun = false
    /// Nil before the card's first frame.
    var preparation: Preparation?
    /// When to draw again because the scene changes without an input, seconds of CLOCK_MONOTONIC;
    /// nil if it does not change.
    private var nextChange: Double?
    var hud = HUD()
    /// What tunes the card; nil before the viewer does.
    var tuning: CardTuning?
    /// Nil if nothing is drawn over the card to show how it is made.
    let inspection: InspectionOverlay?
    /// The failures that the viewer was told.
    var toldFailures: [PictureError] = []
    /// The remarks about pictures that the viewer was told.
    var toldRemarks: [String] = []
    /// What was reported that the source waits for, in full screen; nil while it waits for nothing.
    private var toldSource: String?
    /// The feed's hint that the viewer was told.
    private var toldHint: String?
    /// Whether the viewer was told which details of this card's lenses are not seen.
    var hasToldLensRemarks = false
    /// The earliest time of the next frame, seconds of CLOCK_MONOTONIC.
    private var nextFrame = 0.0
    private var adaptiveScale = AdaptiveScale()
    private var watchdog = Watchdog()
    /// The scale of the frame on the screen, and when it was shown, seconds of CLOCK_MONOTONIC.
    private var (shownScale, shownTime) = (1.0, -Double.infinity)

    enum Opening: Equatable {
        case otherCard
        /// The same card, whose files were changed.
        case sameCard
        /// A copy of the card, to be tuned if the panel is open.
        case copy(isOpen: Bool)
    }

    /// `open` gives the card that is asked for, or nil if there is no other. It is called on another
    /// thread. After an `UnreadableCard`, the files that the error names are watched.
    public init(
        card: PlayedCard, on screen: any Screen, feed: any TiltFeed,
        settings: Settings = Settings(),
        open: @escaping @Sendable (CardRequest) throws -> PlayedCard? = { _ in nil }
    ) {
        self.card = card
        self.screen = screen
        self.feed = feed
        self.settings = settings
        inspection = InspectionOverlay(settings.overlays)
        opener = CardOpener(wake: screen.wake, open: open)
        changes = CardChanges(wake: screen.wake)
        changes.watch(card.watchedFiles, readTime: card.readTime)
        assets = Assets(patience: settings.patience, wake: screen.wake)
        firstFrameEnd = monotonicSeconds() + settings.longestOpening
        planner = card.planner(assets)
        state = SceneState(of: card.scene)
        clock = SceneClock(from: monotonicSeconds())
        hint()
    }

    /// Tells what tilts the card, at first and when that has changed.
    private func hint() {
        guard settings.hintSeconds > 0, feed.hint != toldHint else { return }
        toldHint = feed.hint
        hud.hint(
            "\(feed.hint)  ·  \(ScreenEvent.Key.help.name) for help",
            until: now + settings.hintSeconds)
    }

    /// Reads the card anew, as if a file of it had changed; it can be called on any thread.
    public var readAnew: @Sendable () -> Void { { [changes] in changes.tell() } }

    /// Shows the card until the viewer quits, or until the settings end it. Throws the feed's failure,
    /// an error of the screen, and that of a first card of which no picture can be drawn.
    public func run() throws {
        // These stop here because they wake the screen, which is closed later.
        defer {
            changes.stop()
            assets.close()
            opener.close()
        }
        if settings.opensPanel { toggleTuning() }
        while !isDone {
            watchdog.sign()
            let hasPolled = try draw(at: now)
            let wait = waitingTime(at: now, hasPolled: hasPolled)
            let longest = [wait, watchdog.interval].compactMap { $0 }.min()
            try respond(to: screen.events(timeout: longest))
        }
    }

    private func respond(to events: [ScreenEvent]) throws {
        takeOpened()
        if opening == nil, changes.take() {
            if tuning != nil { mergeFile() } else { open(.move(0), as: .sameCard, patience: 0) }
        }
        if events.contains(where: \.isViewersAct) { feed.viewerActed(at: now) }
        for action in PlayerAction.merged(events) { perform(action) }
        if let failure = feed.failure { throw failure }
        let endsWithSource = settings.exitsAtEnd || settings.frameLimit != nil
        if feed.hasEnded && endsWithSource && !clock.isPaused { try leave() }
    }

    /// Ends after a frame with the last pose.
    private func leave() throws {
        guard !isDone else { return }
        nextFrame = 0
        evaluate(at: now)
        if snapshot != shownSnapshot { shownHUD = nil }
        try draw(at: now)
        // If visible pictures are missing, the next one that is drawn wakes the loop, which calls
        // `leave` again.
        if !planner.isIncomplete || !screen.isVisible { isDone = true }
    }

    /// Seconds that the loop may sleep; nil without limit.
    ///
    /// If `draw` was called before the frame was due, it has not polled the feed's tilts. Then the
    /// loop wakes when the frame is due, even if that is now, because the feed wakes the loop only
    /// once for each poll.
    private func waitingTime(at time: Double, hasPolled: Bool) -> Double? {
        if isDone { return 0 }
        guard screen.isVisible else { return nil }
        if shownHUD == nil { return max(0, nextFrame - time) }
        let isMoving = !clock.isPaused && feed.isMoving(at: time)
        let isTooEarly = !hasPolled || time < nextFrame
        // If a moving tilt gives the same frame, check again one frame later.
        let nextCheck = isTooEarly ? nextFrame : isMoving ? time + screen.frameInterval : nil
        let panelCheck = tuning.flatMap { $0.isOpen ? $0.nextCheck : nil }
        let deadlines = [
            nextCheck, hud.nextChange(after: time), nextChange, sharpening, panelCheck,
            clock.isPaused ? nil : feed.nextMovement(after: time),
            nextCard?.latest,
            waitingSince.map { $0 + settings.longestOpening }.flatMap { $0 > time ? $0 : nil },
        ]
        return deadlines.compactMap { $0 }.min().map { max(0, max($0, nextFrame) - time) }
    }

    /// If a frame is due, evaluates the scene, and draws it if the snapshot, the HUD or the
    /// pictures have changed. Returns false if no frame was due or the screen is not visible.
    @discardableResult
    private func draw(at time: Double) throws -> Bool {
        takeInputs(until: time)
        hint()
        guard time >= nextFrame, screen.isVisible else { return false }
        let hasNewPanel = updatePanel(at: time)
        evaluate(at: time)
        let hasPictures = hasPictures(at: time)
        let isWaiting = planner.isIncomplete || opening == .otherCard
        waitingSince = isWaiting ? waitingSince ?? time : nil
        guard hasPictures else {
            nextFrame = time + screen.frameInterval
            return true
        }
        // Before the frame is drawn, because newer readings arrive meanwhile.
        let readingAge = clock.isPaused ? nil : feed.age(at: time)
        let texts = hudTexts(at: time)
        let isSharpened = sharpening.map { $0 <= time } ?? false
        guard !isOnScreen(texts) || planner.hasFinishedPictures || isSharpened || hasNewPanel else {
            return true
        }
        try present(texts, at: time, readingAge: readingAge)
        settings.traceFrame(clock.sceneTime(at: time + screen.frameInterval), snapshot)
        swap(&snapshot, &shownSnapshot)
        let isRead = waitsLong(at: time) && !planner.isIncomplete && opening != .otherCard
        shownHUD = inspection?.isStale == true || isRead ? nil : texts
        try tellFailures()
        remarkOnLenses()
        if !planner.isIncomplete { performWaitingActions() }
        // One late frame does not delay the frames after it.
        let isInTime = time < nextFrame + screen.frameInterval
        nextFrame = (isInTime ? nextFrame : time) + screen.frameInterval
        if let limit = settings.frameLimit, statistics.frameCount >= limit, !planner.isIncomplete {
            isDone = true
        }
        // Pictures that are not visible yet are drawn after the first frame.
        if !isDone, nextCard == nil { planner.prepare() }
        return true
    }

    /// Whether the frame can be drawn: a card's first one waits for its pictures, but not long. The screen
    /// still shows the card before.
    private func hasPictures(at time: Double) -> Bool {
        guard let end = firstFrameEnd, time < end else { return true }
        guard nextCard == nil else { return false }
        fitPlanner()
        _ = planner.frame(of: snapshot)
        return !planner.isIncomplete
    }

    /// Whether the screen shows this HUD and the snapshot.
    private func isOnScreen(_ texts: [HUDText]) -> Bool {
        texts == shownHUD
            && shownSnapshot.appearsEqual(to: snapshot, scale: planner.pixelsPerPoint)
    }

    /// Shows the snapshot. At `time` the newest reading in it was `readingAge` seconds old; nil if
    /// there is no reading.
    private func present(_ texts: [HUDText], at time: Double, readingAge: Double?) throws {
        fitPlanner()
        let began = now
        var frame = plannedFrame(of: snapshot)
        // The first frame waits for its pictures.
        if hasBegun { statistics.add(evaluation: now - began) }
        if try prepareScreen() { frame = plannedFrame(of: snapshot) }
        if planner.showsLayers { hasBegun = true }
        let isMoving = time < shownTime + Self.movementPause && mayReduce && tuning == nil
        frame.scale = isMoving ? adaptiveScale.scale : 1
        frame.overlays = tuningOverlays()
        try present(frame, of: snapshot, hud: texts)
        assets.compositorBytes = screen.cachedBytes
        let ended = now
        if isMoving, let seconds = screen.drawingTime {
            adaptiveScale.add(seconds, limit: max(screen.frameInterval, Self.longestInterval))
        }
        (shownScale, shownTime, firstFrameEnd) = (frame.scale, ended, nil)
        statistics.add(
            began: time, ended: ended, readingAge: readingAge.map { $0 + ended - time },
            scale: frame.scale)
    }

    /// While another card is opened, its pictures come first.
    private func plannedFrame(of snapshot: Snapshot) -> Frame {
        nextCard == nil ? planner.frame(of: snapshot) : planner.preparedFrame(of: snapshot)
    }

    /// Seconds: a frame that follows another one sooner is part of a movement. Others are drawn at full
    /// scale, so that a card that is hardly moved stays sharp.
    private static let movementPause = 0.1
    /// Seconds after a movement's last frame until it is drawn again at full scale.
    private static let sharpeningDelay = 0.2
    /// Seconds: what a frame may take also on a faster display.
    private static let longestInterval = 1.0 / 60

    /// When the frame on the screen is drawn again at full scale; nil if it is sharp.
    private var sharpening: Double? {
        shownScale < 1 ? shownTime + Self.sharpeningDelay : nil
    }

    private var mayReduce: Bool {
        settings.resolution == .auto && screen.drawingTime != nil
            && (adaptiveScale.scale == 1 || card.scene.isReducible)
    }

    /// Tells new failures, new remarks about pictures, and the screen's message. Throws the last
    /// failure if nothing was shown yet and no picture can be drawn.
    private func tellFailures() throws {
        let new = planner.failures.filter { !toldFailures.contains($0) }
        if !hasBegun, !settings.waitsForPictures, planner.hasOnlyFailures, let failure = new.last {
            for failure in new.dropLast() { settings.report(failure.description) }
            throw failure
        }
        let remarks = planner.pictureRemarks.filter { !toldRemarks.contains($0) }
        toldFailures += new
        toldRemarks += remarks
        let ofCard = new.map(\.description) + remarks
        tell([screen.takeMessage()].compactMap { $0 } + ofCard, ofCard: !ofCard.isEmpty)
    }

    /// Reports once for each card which details of its lenses are not seen in a window of this
    /// size. The report is not shown on the screen, where it would hide the card.
    private func remarkOnLenses() {
        guard !hasToldLensRemarks else { return }
        let remarks = planner.contentRemarks
        for remark in remarks { settings.report(remark) }
        hasToldLensRemarks = !remarks.isEmpty
    }

    /// Reports lines and shows them as a note; `ofCard` as in `HUD.say`.
    func tell(_ lines: [String], ofCard: Bool) {
        guard !lines.isEmpty else { return }
        for line in lines { settings.report(line) }
        hud.say(lines.joined(separator: "  ·  "), until: now + 6, ofCard: ofCard)
        shownHUD = nil  // The note is to be drawn, also if nothing else changes.
    }

    /// Evaluates the snapshot of a frame that is drawn at `time`; the frame is visible about one
    /// refresh later.
    func evaluate(at time: Double) {
        let shown = time + screen.frameInterval
        let began = now
        defer { statistics.add(evaluation: now - began) }
        card.scene.evaluate(
            state, at: clock.sceneTime(at: shown), expecting: expectedTilts(at: shown),
            into: &snapshot)
        if tuning != nil { snapshot.hide(hiddenLayers, in: card.scene) }
        // At the earliest in the next frame: a movement changes with each frame.
        nextChange = clock.time(ofScene: snapshot.unchangedUntil).map {
            max($0 - screen.frameInterval, time + screen.frameInterval)
        }
    }

    /// Nil: the state's tilts count.
    private func expectedTilts(at time: Double) -> Tilts? {
        if let held = tuning?.heldTilts { return held }
        return clock.isPaused ? nil : feed.expected(at: time)
    }

    /// Plans frames of the screen's size; not while another card is opened, which is shown at once if
    /// the size changes.
    func fitPlanner() {
        guard nextCard == nil else { return }
        planner.resize(
            to: screen.size, panel: panelWidth, longestSide: screen.longestPictureSide)
    }

    var isPlannerFitted: Bool {
        planner.isFitted(
            to: screen.size, panel: panelWidth, longestSide: screen.longestPictureSide)
    }

    /// The picture on the screen, without the HUD; if the screen is to be drawn anew, the new picture.
    func shownFrame() -> Frame {
        fitPlanner()
        evaluate(at: now)
        return plannedFrame(of: shownHUD == nil ? snapshot : shownSnapshot)
    }

    private func hudTexts(at time: Double) -> [HUDText] {
        let waiting = waitingText()
        guard statistics.frameCount > 0, screen.showsText else { return [] }
        let reading = waitsLong(at: time) ? "Reading the pictures" : nil
        return hud.texts(at: time, waiting: waiting ?? reading) { helpLines(at: time) }
    }

    private func waitsLong(at time: Double) -> Bool {
        waitingSince.map { time >= $0 + settings.longestOpening } ?? false
    }

    /// What the source waits for. In full screen visitors read one plain line, and the details are
    /// reported.
    private func waitingText() -> String? {
        guard let source = feed.waitsFor else {
            toldSource = nil
            return nil
        }
        guard screen.isFullscreen else { return "Waiting for \(source)" }
        if source != toldSource { settings.report("waiting for \(source)") }
        toldSource = source
        return "Waiting for the sensor"
    }

    var now: Double { monotonicSeconds() }
}
