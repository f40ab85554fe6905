internal import Motion
internal import Plan
internal import Platform
internal import Scene

// Other cards, and the same one after its files were changed.
extension Player {
    func changeCard(by steps: Int) {
        guard mayLeaveTuning() else { return }
        opening = .otherCard
        opener.begin(.move(steps), patience: Self.patience)
        takeOpened()
    }

    /// Shows the card that was opened, and does what waited for it.
    func takeOpened() {
        guard let opened = opener.take() else { return }
        // What happened until now happened to the card that is shown.
        takeInputs(until: now)
        let ended = opening
        let isSame = ended == .sameCard
        opening = nil
        switch opened {
        case .success(let next?): isSame ? replace(by: next) : show(next, after: ended)
        case .success(nil): hud.say("There is no other card", until: now + 2)
        case .failure(let error):
            tellFailure(error, ofCard: isSame)
            // A file that is missing may come.
            if let card = error as? UnreadableCard {
                changes.watch(card.watchedFiles, readTime: card.readTime)
            }
        }
        if tuning?.isWaiting == true { openDraft() }
        performWaitingActions()
    }

    /// In the panel, if it is open.
    private func tellFailure(_ error: any Error, ofCard isOfCard: Bool) {
        guard tuning?.isOpen != true else {
            tuning?.note = "\(error)"
            return
        }
        tell(["\(error)"], ofCard: isOfCard)
        if isOfCard { hud.keep(mistake: "\(error)") }
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
            of: next.scene, continuing: state, of: card.scene, at: clock.sceneTime(at: now),
            isTuned: next.tuned != nil)
        // The change may have mended the error.
        hud.clearOfCard()
        let (failures, remarks) = (toldFailures, toldRemarks)
        takeCard(next, after: planner)
        if tuning != nil {
            // A slider changes the card with each frame.
            (toldFailures, toldRemarks, preparation) = (failures, remarks, .done)
            tuning?.fields = nil
            tuning?.note = nil
        }
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

    private func show(_ next: PlayedCard, after ended: Opening?) {
        hud.clearOfCard()
        screen.panelFocus = nil
        let wasOpen = tuning?.isOpen == true
        tuning = nil
        takeCard(next)
        select(card)
        // Also during a pause: the tilts of the card before may be about another axis.
        let tilts = feed.expected(at: now + screen.frameInterval)
        clock = clock.restarted(at: now)
        beginState()
        if let tilts { take(Input(.tilts(tilts), at: 0)) }
        if case .copy(let isOpen)? = ended {
            tell(["The copy is \(card.file?.pathFolder ?? card.title)"], ofCard: false)
            if isOpen { toggleTuning() }
            return
        }
        hud.say(card.title, until: now + 2)
        if wasOpen { toggleTuning() }
    }
}
