internal import Geometry
internal import Plan
internal import Scene
internal import Tuner

// What the viewer and the source do.
extension Player {
    func perform(_ action: PlayerAction) {
        guard isReady(for: action) else { return waitingActions.append(action) }
        switch action {
        case .changeCard(let steps): changeCard(by: steps)
        case .event(let event): handle(event)
        }
    }

    /// Whether what the action needs is there. Actions that need the card are performed in order: a
    /// change of the card waits behind a `save`, which saves the card before the change.
    private func isReady(for action: PlayerAction) -> Bool {
        guard action.needsCard else { return true }
        guard opening == nil, waitingActions.isEmpty else { return false }
        guard action.needsPictures else { return true }
        fitPlanner()
        return planner.isFinal && firstFrameEnd == nil
    }

    /// Advances the state by what happened, not by what is only expected.
    func takeInputs(until time: Double) {
        if !hasTakenSceneStart, let start = feed.sceneStart {
            (hasTakenSceneStart, clock) = (true, clock.restarted(at: start))
            beginState()
        }
        for input in feed.inputs(until: time) {
            if movement.isBegun(by: input.event) { screen.cardHasMoved() }
            if case .tilts = input.event, tuning?.heldTilts != nil { continue }
            take(input.event, at: input.time)
        }
    }

    /// Takes an event that came at a time of CLOCK_MONOTONIC. While the show is paused nothing
    /// happens in the scene.
    private func take(_ event: Input.Event, at time: Double) {
        guard !clock.isPaused else { return }
        take(Input(event, at: clock.sceneTime(at: time)))
    }

    func take(_ input: Input) {
        state.advance(by: input, in: card.scene)
        settings.traceInput(input)
    }

    /// Sets the state of a scene that begins: nothing has happened in it, but the pointer has its
    /// last place.
    func beginState() {
        state = SceneState(of: card.scene)
        if let pointer { take(Input(.pointer(pointer), at: 0)) }
    }

    /// Takes the expected tilts into the state, as an input, also during a pause.
    func takeExpected() {
        guard tuning?.heldTilts == nil else { return }
        guard let tilts = feed.expected(at: now + screen.frameInterval) else { return }
        take(Input(.tilts(tilts), at: clock.sceneTime(at: now)))
    }

    /// The place in the card, in points, of a place on the screen, which is as in
    /// `ScreenEvent.pointer`.
    private func cardPoint(_ x: Double, _ y: Double) -> Point {
        fitPlanner()
        return planner.place(ofPixel: pixel(x, y))
    }

    /// The same in pixels of the screen.
    private func pixel(_ x: Double, _ y: Double) -> Point {
        let size = screen.size
        return Point(x: (x + 1) / 2 * Double(size.width), y: (1 - y) / 2 * Double(size.height))
    }

    func handle(_ event: ScreenEvent) {
        switch event {
        case .quit: quit()
        case .panel(let input): tuning?.panel.take(input)
        case .redraw: shownHUD = nil
        case .pointer(let x, let y): movePointer(x, y)
        case .pointerGone: feed.pointer(nil, at: now)
        case .tap(let x, let y):
            if tuning?.isOpen == true { chooseLayer(atPixel: pixel(x, y)) }
            take(.tap(cardPoint(x, y)), at: now)
        case .drag(let x, let y): take(.drag(cardPoint(x, y)), at: now)
        case .longTouch(let x, let y): recenter(touching: cardPoint(x, y))
        case .key(let key): handle(key)
        }
    }

    /// A pointer beside the card counts as one at the card's edge.
    private func movePointer(_ x: Double, _ y: Double) {
        let (place, size) = (cardPoint(x, y), card.scene.size)
        func fromCentre(_ place: Double, _ side: Double) -> Double {
            min(max(place / side * 2 - 1, -1), 1)
        }
        let pointer = Point(
            x: fromCentre(place.x, size.width), y: -fromCentre(place.y, size.height))
        self.pointer = pointer
        feed.pointer((pointer.x, pointer.y), at: now)
        take(.pointer(pointer), at: now)
    }

    /// A long touch recenters, but not on a layer that waits for drags: there it may begin a slow
    /// drag.
    private func recenter(touching place: Point) {
        let time = clock.sceneTime(at: now)
        let layer = card.scene.layer(waitingFor: .drag, at: place, state, time: time)
        if layer == nil { recenter() }
    }

    private func handle(_ key: ScreenEvent.Key) {
        switch key {
        case .quit: quit()
        case .tune: toggleTuning()
        case .copy: copyCard()
        case .fullscreen: screen.toggleFullscreen()
        case .recenter: recenter()
        case .pause: togglePause()
        case .help: hud.toggleHelp()
        case .save: save()
        case .previous, .next: break  // `PlayerAction.changeCard`.
        default: if let number = key.number { take(.key(number), at: now) }
        }
    }

    private func quit() {
        if mayLeaveTuning() { isDone = true }
    }

    private func recenter() {
        guard feed.recenter() else { return }
        hud.say("This pose is neutral now", until: now + 2)
    }

    private func togglePause() {
        takeInputs(until: now)
        if !clock.isPaused { takeExpected() }
        clock.togglePause(at: now)
        if !clock.isPaused {
            takeExpected()
            if let pointer, pointer != state.pointer { take(.pointer(pointer), at: now) }
        }
        hud.say(
            !clock.isPaused ? "Continued" : "Paused  ·  \(ScreenEvent.Key.pause.name) continues",
            until: now + 2)
    }
}
