internal import Compositor
internal import Geometry
import Glibc
internal import Motion
internal import Picture
internal import Plan
internal import Platform
internal import Scene
internal import TOML
internal import Tuner
internal import Tuning

// Tuning the card that is shown.
extension Player {
    /// Opens the panel, or closes it.
    func toggleTuning() {
        if tuning?.isOpen == true { return closePanel() }
        guard screen.showsPanels else { return }
        guard let file = card.file else {
            return hud.say(
                "This card has no layers in a card.toml that could be tuned", until: now + 4)
        }
        if tuning?.draft.file == file {
            tuning?.isOpen = true
        } else {
            do {
                tuning = try CardTuning(file: file)
            } catch {
                return tell(["\(error)"], ofCard: true)
            }
        }
        tuning?.isLight = nil
        openDraft()
        shownHUD = nil
    }

    private func closePanel() {
        tuning?.isOpen = false
        tuning?.heldTilts = nil
        tuning?.asksAboutChanges = false
        if tuning?.draft.isChanged == false, tuning?.hidden.isEmpty == true, tuning?.alone == nil {
            tuning = nil
        }
        screen.panelFocus = nil
        shownHUD = nil
    }

    /// Whether the card is lighter than medium gray in the mean, so that a light panel fits it.
    private var isBright: Bool {
        var compositor = CPUCompositor()
        let picture = compositor.bitmap(shownFrame())
        return picture.pixels.withValues { pixels in
            var (sum, count) = (0, 0)
            for index in Swift.stride(from: 0, to: pixels.count, by: 97) {
                let pixel = Int(pixels[index])
                sum += (pixel >> 16 & 255) * 3 + (pixel >> 8 & 255) * 6 + (pixel & 255)
                count += 10
            }
            return count > 0 && sum / count > 140
        }
    }

    /// Lets the card be read anew with the draft's text.
    func openDraft() {
        guard let tuning else { return }
        guard opening == nil else {
            self.tuning?.isWaiting = true
            return
        }
        self.tuning?.isWaiting = false
        open(.tune(tuning.draft.document), as: .sameCard, patience: Self.tuningPatience)
    }

    /// Seconds for which a frame waits for a changed card; one that takes longer is shown later.
    private static let tuningPatience = 0.1

    /// Takes what an editor has written into the file.
    func mergeFile() {
        var conflicts: [TOMLEdit] = []
        tuning?.change { conflicts = try $0.readAgain() }
        if !conflicts.isEmpty { tuning?.conflicts = conflicts }
        openDraft()
    }

    /// Whether the show may end or show another card: not with changes that are neither saved nor given up.
    func mayLeaveTuning() -> Bool {
        guard let tuning, tuning.draft.isChanged, !tuning.asksAboutChanges, !Ending.isAsked else {
            return true
        }
        if !tuning.isOpen { toggleTuning() }
        self.tuning?.asksAboutChanges = true
        return false
    }

    /// Builds the panel, does what the viewer did in it, and gives whether it looks different from before.
    func updatePanel(at time: Double) -> Bool {
        guard tuning?.isOpen == true else { return false }
        placePanel()
        let isNew = buildPanel(at: time)
        guard performPanelActions() else { return isNew }
        // The panel shows at once what it has changed, if it was not closed.
        guard tuning?.isOpen == true else { return true }
        return buildPanel(at: time) || isNew
    }

    /// Where the panel is on the screen: at the right, and the card beside it if there is room.
    private func placePanel() {
        let (size, density) = (screen.size, screen.density)
        let units = min(TuningPanel.width, max(280, 0.45 * Double(size.width) / density))
        // Overlays are a multiple of four pixels wide.
        let width = min(size.width, Int(units * density)) & ~3
        let area = PixelRect(x: size.width - width, y: 0, width: width, height: size.height)
        tuning?.area = area
        if tuning?.isLight == nil, firstFrameEnd == nil, !planner.isIncomplete {
            let isLight = isBright
            tuning?.isLight = isLight
        }
        guard let tuning else { return }
        let panel = tuning.panel
        let text = card.title + (card.tuned?.outline.layers.compactMap(\.name).joined() ?? "")
        panel.setLook(density: density, isLight: tuning.isLight ?? false, text: text)
        screen.panelFocus = PanelFocus(area: area, takesKeys: panel.isTyping || panel.isActive)
    }

    /// Pixels at the right that the card leaves to the panel; 0 if that lies over the card.
    var panelWidth: Int {
        guard let tuning, tuning.isOpen else { return 0 }
        let rest = Double(screen.size.width - tuning.area.width) / screen.density
        return rest >= 200 ? tuning.area.width : 0
    }

    private func buildPanel(at time: Double) -> Bool {
        guard let old = tuning else { return false }
        if time >= old.liveTime + Self.liveInterval { takeLive(at: time) }
        let drawn = old.panel.draw(panelModel(), size: old.area.size, at: time)
        tuning?.picture = drawn.picture
        tuning?.actions += drawn.actions
        tuning?.nextCheck = time + Self.liveInterval
        if drawn.isNew { settings.tracePanel(PanelTrace(old)) }
        return drawn.isNew
    }

    /// Seconds after which the numbers of the present moment are shown anew.
    private static let liveInterval = 0.1

    /// What of the panel is over the frame: the outline of the chosen layer's box, and the panel.
    func tuningOverlays() -> [Frame.Overlay] {
        guard let tuning, tuning.isOpen, let picture = tuning.picture else { return [] }
        let box = tuning.chosen.flatMap { card.tuned?.sceneIndex(of: $0) }.map { index in
            BoxOutline(corners: snapshot.layers[index].corners(planner.toScreen))
        }
        let outline = self.tuning?.outlines.overlays(
            box.map { [$0] } ?? [], on: screen.size, lineHeight: 1)
        return (outline ?? []) + [Frame.Overlay(picture, x: tuning.area.x, y: 0)]
    }

    /// The layers of the scene that the viewer has hidden.
    var hiddenLayers: Set<Int> {
        guard let tuning, let tuned = card.tuned else { return [] }
        var hidden = Set(tuning.hidden.compactMap(tuned.sceneIndex))
        guard let alone = tuning.alone.flatMap(tuned.sceneIndex) else { return hidden }
        let scene = card.scene
        var kept: Set<Int> = []
        func keep(_ index: Int) {
            guard kept.insert(index).inserted else { return }
            for member in scene.members[index] { keep(member) }
            if let mask = scene.layers[index].mask { keep(mask.layer) }
        }
        keep(alone)
        // Its groups, without their other layers.
        var group = scene.layers[alone].parent
        while let index = group {
            kept.insert(index)
            if let mask = scene.layers[index].mask { keep(mask.layer) }
            group = scene.layers[index].parent
        }
        hidden.formUnion(scene.layers.indices.filter { !kept.contains($0) })
        return hidden.subtracting([alone])
    }

    /// Chooses the topmost layer without which a pixel of the screen would look different; with the next
    /// click on the same layer the group around it, and so on.
    func chooseLayer(atPixel pixel: Point) {
        guard let tuned = card.tuned, let layer = topmostLayer(atPixel: pixel, tuned) else {
            return
        }
        let around = sequence(first: layer) { [card] in card.scene.layers[$0].parent }
            .compactMap { tuned.layerIndices[$0] }
        let isAgain = tuning?.clicked == layer
        let chosen = isAgain ? tuning?.chosen.flatMap { around.firstIndex(of: $0) } ?? -1 : -1
        tuning?.choose(around[(chosen + 1) % around.count])
        tuning?.clicked = layer
        shownHUD = nil
    }

    /// The scene's index of the topmost layer of card.toml without which a pixel of the screen would look
    /// different.
    private func topmostLayer(atPixel pixel: Point, _ tuned: TunedCard) -> Int? {
        let size = screen.size
        let index =
            min(size.height - 1, max(0, Int(pixel.y))) * size.width
            + min(size.width - 1, max(0, Int(pixel.x)))
        var compositor = CPUCompositor()
        fitPlanner()
        evaluate(at: now)
        let all = snapshot
        func colour(_ snapshot: Snapshot) -> UInt32 {
            compositor.bitmap(planner.preparedFrame(of: snapshot)).pixels.withValues { $0[index] }
        }
        let (place, shown) = (planner.place(ofPixel: pixel), colour(all))
        return card.scene.layers.indices.reversed().first { layer in
            guard card.scene.members[layer].isEmpty && !card.scene.isMask[layer],
                all.layers[layer].mayShow(at: place), tuned.layerIndices[layer] != nil
            else { return false }
            var without = all
            without.hide([layer], in: card.scene)
            return colour(without).isDifferent(from: shown)
        }
    }
}

extension PanelTrace {
    fileprivate init(_ tuning: CardTuning) {
        let (panel, x) = (tuning.panel, Double(tuning.area.x))
        places = panel.places.mapValues { place in
            Rect(x: place.x + x, y: place.y, width: place.width, height: place.height)
        }
        (focused, chosen) = (panel.focused, tuning.chosen)
    }
}

extension UInt32 {
    /// Whether two pixels differ so much that a viewer would see it.
    fileprivate func isDifferent(from other: UInt32) -> Bool {
        [0, 8, 16].contains { shift in
            abs(Int(self >> shift & 255) - Int(other >> shift & 255)) > 6
        }
    }
}

extension Snapshot.Appearance {
    /// Whether it could be seen at a place of the card; text, shadows and blurs may reach beyond a box.
    fileprivate func mayShow(at place: Point) -> Bool {
        guard isVisible, opacity > 0 else { return false }
        guard let fromCard = toCard.inverse else { return false }
        let inside = fromCard.apply(place)
        return (-0.5 * size.width...1.5 * size.width).contains(inside.x)
            && (-0.5 * size.height...1.5 * size.height).contains(inside.y)
    }
}

// What the viewer did in the panel.
extension Player {
    /// Returns whether there was anything.
    private func performPanelActions() -> Bool {
        guard let actions = tuning?.actions, !actions.isEmpty else { return false }
        tuning?.actions = []
        for action in actions { perform(action) }
        if tuning?.isWaiting == true { openDraft() }
        return true
    }

    private func perform(_ action: PanelAction) {
        // Who goes on is asked again later.
        let asked = tuning?.asksAboutChanges == true
        tuning?.asksAboutChanges = false
        switch action {
        case .tilt(let x, let y): hold(x, y)
        case .releaseTilt:
            tuning?.heldTilts = nil
            takeExpected()
        case .pause: handle(.key(.pause))
        case .step: step()
        case .event(let name): happen(name)
        case .choose(let layer): tuning?.choose(layer)
        case .hide(let layer): tuning?.hidden.formSymmetricDifference([layer])
        case .showAlone(let layer): tuning?.toggleAlone(layer)
        case .set(let edit, let gesture):
            tuning?.change { try $0.set(edit, gesture: gesture) }
        case .detach(let path): detach(path)
        case .undo: tuning?.change { $0.undo() }
        case .redo: tuning?.change { $0.redo() }
        case .revert: tuning?.change { $0.revert() }
        case .save: saveDraft(thenQuits: asked)
        case .copy: copyCard()
        case .close: closePanel()
        case .resolve(let keepsMine):
            let conflicts = tuning?.conflicts ?? []
            tuning?.conflicts = []
            guard keepsMine else { return }
            tuning?.change { draft in for edit in conflicts { try draft.set(edit) } }
        case .discard:
            tuning = nil
            isDone = true
        }
        tuning?.liveTime = -.infinity
    }

    private func saveDraft(thenQuits asks: Bool) {
        var conflicts: [TOMLEdit] = []
        tuning?.change { conflicts = try $0.save() }
        tuning?.conflicts = conflicts
        guard conflicts.isEmpty, tuning?.note == nil else { return }
        hud.say("Saved \(tuning?.draft.file ?? "")", until: now + 2)
        if asks { isDone = true }
    }

    /// Writes the value of a style into the chosen layer.
    private func detach(_ path: TOMLPath) {
        guard let layer = tuning?.chosen, case .key(let key)? = path.steps.last,
            let text = tuning?.text(at: path)
        else { return }
        let own = TOMLPath(["layer", .index(layer), .key(key)])
        tuning?.change { try $0.set(TOMLEdit(own, text, after: ["name", "in", "style"])) }
    }

    /// Copies the card into the user's own folder, with the present changes, and shows the copy.
    func copyCard() {
        guard card.file != nil, opening == nil else { return }
        let text = tuning?.draft.isChanged == true ? tuning?.draft.document : nil
        open(.copy(text), as: .copy(isOpen: tuning?.isOpen == true), patience: settings.patience)
    }

    /// Tilts the card by so many degrees about the vertical and the horizontal axis.
    private func hold(_ x: Double, _ y: Double) {
        let tilt =
            switch card.axis {
            case .horizontal: y
            case .vertical: x
            case .steering: -x
            }
        let tilts = Tilts(card: tilt, aboutVertical: x, aboutHorizontal: y)
        tuning?.heldTilts = tilts
        take(Input(.tilts(tilts), at: clock.sceneTime(at: now)))
    }

    /// One frame further, in a pause.
    private func step() { clock.advance(by: screen.frameInterval) }

    /// Lets an event happen: those that have a place in the middle of the chosen layer, or of the card.
    private func happen(_ name: String) {
        guard let trigger = Trigger(rawValue: name) else { return }
        let time = clock.sceneTime(at: now)
        switch trigger {
        case .shown:
            clock = clock.restarted(at: now)
            beginState()
        case .tap, .tapHere: take(Input(.tap(middle(waitingFor: trigger)), at: time))
        case .drag: take(Input(.drag(middle(waitingFor: trigger)), at: time))
        case .shake: take(Input(.shake, at: time))
        case .state: hold(state.tiltState.name == "flat" ? .forward : .flat)
        case .forward, .backward, .flat: hold(trigger)
        default:
            guard let number = name.last?.wholeNumberValue else { return }
            take(Input(.key(number), at: time))
        }
    }

    /// Tilts the card into a state.
    private func hold(_ state: Trigger) {
        let base = card.scene.tiltStates.baseDegrees
        let degrees = state == .flat ? 0 : state == .forward ? base : -base
        switch card.axis {
        case .horizontal: hold(0, degrees)
        case .vertical: hold(degrees, 0)
        case .steering: hold(-degrees, 0)
        }
    }

    /// The middle of the layer that waits for an event, of the chosen one if that does; else of the card.
    private func middle(waitingFor trigger: Trigger) -> Point {
        let size = card.scene.size
        let chosen = tuning?.chosen.flatMap { card.tuned?.sceneIndex(of: $0) }
        guard trigger != .tap, let layer = chosen else {
            return Point(x: size.width / 2, y: size.height / 2)
        }
        let appearance = snapshot.layers[layer]
        return appearance.toCard.apply(
            Point(x: appearance.size.width / 2, y: appearance.size.height / 2))
    }
}
