internal import Motion
internal import Plan
internal import Platform
internal import Scene

/// A card that was opened. The one on the screen moves on until the pictures are drawn that are seen first.
struct NextCard {
    let card: PlayedCard
    fileprivate(set) var planner: FramePlanner
    /// When it is shown also without pictures, seconds of CLOCK_MONOTONIC.
    let latest: Double
}

// Other cards, and the same one after its files were changed.
extension Player {
    func changeCard(by steps: Int) {
        guard mayLeaveTuning() else { return }
        open(.move(steps), as: .otherCard, patience: settings.patience)
    }

    /// Opens a card, and waits for it at most `patience` seconds; one that takes longer is shown later.
    func open(_ request: CardRequest, as opening: Opening, patience: Double) {
        self.opening = opening
        opener.begin(request, patience: patience)
        takeOpened()
    }

    /// Shows the card that was opened, as soon as it can be, and does what waited for it.
    func takeOpened() {
        if let opened = opener.take() {
            switch opened {
            case .success(let card?):
                let old = opening == .sameCard ? planner : nil
                nextCard = NextCard(
                    card: card, planner: card.planner(assets, after: old),
                    latest: now + settings.longestOpening)
            case .success(nil):
                hud.say("There is no other card", until: now + 2)
                endOpening()
            case .failure(let error):
                tellFailure(error, ofCard: opening == .sameCard)
                // A file that is missing may come.
                if let card = error as? UnreadableCard {
                    changes.watch(card.watchedFiles, readTime: card.readTime)
                }
                endOpening()
            }
        }
        showNextCard()
    }

    private func showNextCard() {
        guard let card = nextCard?.card, let opening else { return }
        fitNextCard(card)
        guard let next = nextCard,
            !next.planner.isIncomplete || now >= next.latest || !isPlannerFitted
                || assets.compositorBytes + planner.bytes + next.planner.bytes > assets.budget
        else { return }
        (nextCard, assets.formerBytes) = (nil, 0)
        // What happened until now happened to the card that is shown.
        takeInputs(until: now)
        opening == .sameCard ? replace(by: next) : show(next, after: opening)
        endOpening()
    }

    /// Has the pictures drawn that the card shows first.
    private func fitNextCard(_ card: PlayedCard) {
        let time = now + screen.frameInterval
        let first =
            opening == .sameCard
            ? card.scene.evaluate(continuedState(of: card), at: clock.sceneTime(at: time))
            : card.scene.evaluate(
                SceneState(of: card.scene), at: 0, expecting: feed.expected(at: time))
        // The same card shares its pictures.
        assets.formerBytes = opening == .sameCard ? 0 : planner.bytes
        nextCard?.planner.resize(
            to: screen.size, panel: panelWidth, longestSide: screen.longestPictureSide)
        _ = nextCard?.planner.frame(of: first)
    }

    /// The state of the card on the screen, for the same card after its files were changed.
    private func continuedState(of card: PlayedCard) -> SceneState {
        SceneState(
            of: card.scene, continuing: state, of: self.card.scene, at: clock.sceneTime(at: now),
            isTuned: card.tuned != nil)
    }

    private func endOpening() {
        opening = nil
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
    private func replace(by next: NextCard) {
        let hasOtherAxis = next.card.axis != card.axis
        state = continuedState(of: next.card)
        // The change may have mended the error.
        hud.clearOfCard()
        let (failures, remarks) = (toldFailures, toldRemarks)
        take(next)
        if tuning != nil {
            // A slider changes the card with each frame.
            (toldFailures, toldRemarks, preparation) = (failures, remarks, .done)
            tuning?.fields = nil
            tuning?.note = nil
        }
        select(card)
        // Also during a pause, or after a log's end, when no other tilts come.
        if hasOtherAxis { takeExpected() }
    }

    private func select(_ card: PlayedCard) {
        feed.select(
            card.axis, baseDegrees: card.scene.tiltStates.baseDegrees,
            following: card.scene.signals)
    }

    private func take(_ next: NextCard) {
        (card, planner) = (next.card, next.planner)
        (shownHUD, hasToldLensRemarks, hasBegun) = (nil, false, true)
        (toldFailures, toldRemarks) = ([], [])
        (preparation, firstFrameEnd) = (nil, next.latest)
        changes.watch(card.watchedFiles, readTime: card.readTime)
        screen.setTitle(card.title)
    }

    private func show(_ next: NextCard, after ended: Opening) {
        hud.clearOfCard()
        screen.panelFocus = nil
        let wasOpen = tuning?.isOpen == true
        tuning = nil
        take(next)
        select(card)
        // Also during a pause: the tilts of the card before may be about another axis.
        let tilts = feed.expected(at: now + screen.frameInterval)
        clock = clock.restarted(at: now)
        beginState()
        if let tilts { take(Input(.tilts(tilts), at: 0)) }
        if case .copy(let isOpen) = ended {
            tell(["The copy is \(card.file?.pathFolder ?? card.title)"], ofCard: false)
            if isOpen { toggleTuning() }
            return
        }
        hud.say(card.title, until: now + 2)
        if wasOpen { toggleTuning() }
    }
}
