internal import Motion
internal import Plan
internal import Scene

// Other cards, and the same one after its files were changed.
extension Player {
    func changeCard(by steps: Int) {
        opening = .otherCard
        opener.begin(steps, patience: Self.patience)
        takeOpened()
    }

    /// Shows the card that was opened, and does what waited for it.
    func takeOpened() {
        guard let opened = opener.take() else { return }
        // What happened until now happened to the card that is shown.
        takeInputs(until: now)
        let isSame = opening == .sameCard
        opening = nil
        switch opened {
        case .success(let next?): isSame ? replace(by: next) : show(next)
        case .success(nil): hud.say("There is no other card", until: now + 2)
        case .failure(let error):
            tell(["\(error)"], ofCard: isSame)
            if isSame { hud.keep(mistake: "\(error)") }
            // A file that is missing may come.
            if let card = error as? UnreadableCard {
                changes.watch(card.watchedFiles, readTime: card.readTime)
            }
        }
        performWaitingActions()
    }

    func performWaitingActions() {
        let actions = waitingActions
        waitingActions = []
        for action in actions { perform(action) }
    }

    /// Goes on with the same card after its files were changed.
    private func replace(by next: PlayedCard) {
        let hasOtherAxis = next.axis != card.axis
        state = SceneState(
            of: next.scene, continuing: state, of: card.scene, at: clock.sceneTime(at: now))
        // The change may have mended the error.
        hud.clearOfCard()
        takeCard(next, after: planner)
        select(next)
        // Also during a pause, or after a log's end, when no other tilts come.
        if hasOtherAxis { takeExpected() }
    }

    private func select(_ card: PlayedCard) {
        feed.select(
            card.axis, baseDegrees: card.scene.tiltStates.baseDegrees,
            following: card.scene.signals)
    }

    private func takeCard(_ next: PlayedCard, after old: FramePlanner? = nil) {
        card = next
        planner = card.planner(assets, after: old)
        (shownHUD, hasToldLensRemarks, hasBegun) = (nil, false, true)
        (toldFailures, toldRemarks) = ([], [])
        preparation = nil
        changes.watch(card.watchedFiles, readTime: card.readTime)
        screen.setTitle(card.title)
    }

    private func show(_ next: PlayedCard) {
        hud.clearOfCard()
        takeCard(next)
        select(card)
        // Also during a pause: the tilts of the card before may be about another axis.
        let tilts = feed.expected(at: now + screen.frameInterval)
        clock = clock.restarted(at: now)
        beginState()
        if let tilts { take(Input(.tilts(tilts), at: 0)) }
        hud.say(card.title, until: now + 2)
    }
}
