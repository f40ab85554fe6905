import Animation
public import Geometry
public import Motion

/// What a scene remembers of its inputs.
///
/// The same inputs give the same state, however often it was evaluated in between.
public struct SceneState: Sendable, Equatable {
    /// Degrees; 0 before the first tilt.
    public private(set) var tilts = Tilts(card: 0, aboutVertical: 0, aboutHorizontal: 0)
    /// Depends on the newest tilt; with hysteresis also on the tilts before it.
    public private(set) var tiltState = TiltState.flat
    /// The pointer's last place in the card: x right and y up, -1 to 1.
    public private(set) var pointer = Point(x: 0, y: 0)
    /// Whether there was a tilt. The first tilt takes effect at once, without an animation.
    private var hadTilt = false
    /// The scene time of the newest input, or of the last replacement of the scene if that was
    /// later.
    private var time = 0.0
    /// One for each driver.
    private(set) var memories: [DriverState]
    /// What the contents remember, one for each layer.
    private(set) var contentMemories: [AnyContentState]
    /// The waves of each layer.
    private(set) var ripples: [RippleState]

    /// The state of a scene that has just been shown, before the first input.
    public init(of scene: Scene) {
        memories = Array(repeating: .none, count: scene.drivers.count)
        contentMemories = scene.contentMemories
        ripples = Array(repeating: RippleState(), count: scene.layers.count)
        start(.shown, in: scene)
        follow(in: scene)
        comeAndGo(in: scene)
    }

    /// The state of a scene that takes the place of another one at this scene time. Layers that
    /// have the same name, properties and drivers in both scenes keep what their drivers remember;
    /// in the others drivers of `shown` count as started at scene time 0.
    ///
    /// If the scene is tuned, drivers of the same form keep it also where numbers differ, so that a slider
    /// starts no movement again; a layer without a name is then known by its place.
    public init(
        of scene: Scene, continuing old: SceneState, of oldScene: Scene, at time: Double,
        isTuned: Bool = false
    ) {
        memories = Array(repeating: .none, count: scene.drivers.count)
        contentMemories = scene.contentMemories
        ripples = Array(repeating: RippleState(), count: scene.layers.count)
        start(.shown, in: scene)
        (tilts, pointer, self.time) = (old.tilts, old.pointer, max(old.time, time))
        if old.hadTilt {
            tiltState = TiltState(tilts.card, scene.tiltStates, previous: old.tiltState)
        }
        // Without an animation: for a new layer this is the first tilt.
        follow(in: scene)
        comeAndGo(in: scene)
        hadTilt = old.hadTilt
        let layers = isTuned ? scene.tunedLayers(of: oldScene) : scene.sameLayers(as: oldScene)
        for (layer, oldLayer) in layers {
            for (index, oldIndex) in scene.sameDrivers(ofLayer: layer, as: oldLayer, of: oldScene) {
                memories[index] = old.memories[oldIndex]
            }
            ripples[layer] = old.ripples[oldLayer]
            if scene.layers[layer].hasSameContent(as: oldScene.layers[oldLayer]) {
                contentMemories[layer] = old.contentMemories[oldLayer]
            }
        }
        // The values of the kept drivers move to those that the new settings give.
        follow(in: scene)
        comeAndGo(in: scene)
    }

    /// Takes the next input. An input that is older than the newest one counts as if it came at the
    /// newest one's time.
    public mutating func advance(by input: Input, in scene: Scene) {
        time = max(time, input.time)
        advanceContents(in: scene)
        switch input.event {
        case .tilts(let tilts): take(tilts, in: scene)
        case .pointer(let place): pointer = place
        case .tap(let place):
            // The layer is searched first, because the viewer tapped on the scene as it was before
            // the tap changed it.
            let layer = scene.layer(waitingFor: .tapHere, at: place, self, time: time)
            if scene.card.contains(place) { start(.tap, in: scene, at: place) }
            start(.tapHere, in: scene, layer: layer, at: place)
        case .drag(let place):
            let layer = scene.layer(waitingFor: .drag, at: place, self, time: time)
            start(.drag, in: scene, layer: layer, at: place)
        case .key(let number):
            if let key = Trigger.key(number) { start(key, in: scene) }
        case .shake: start(.shake, in: scene)
        }
        follow(in: scene)
        comeAndGo(in: scene)
        advancePhases(in: scene)
    }

    /// The tilt state with `expected`, if not nil, in place of the newest tilts.
    public func tiltState(expecting expected: Tilts?, in scene: Scene) -> TiltState {
        guard let expected else { return tiltState }
        return TiltState(expected.card, scene.tiltStates, previous: tiltState)
    }

    private mutating func take(_ tilts: Tilts, in scene: Scene) {
        self.tilts = tilts
        let old = tiltState.name
        tiltState = TiltState(tilts.card, scene.tiltStates, previous: tiltState)
        // The first tilt is not a change of state, even if the card is not flat.
        if hadTilt, tiltState.name != old {
            start(.state, in: scene)
            // The triggers of the states have the states' names.
            if let trigger = Trigger(rawValue: tiltState.name) { start(trigger, in: scene) }
        }
        guard !hadTilt else { return }
        follow(in: scene)
        hadTilt = true
    }

    private func signals(in scene: Scene) -> Signals {
        Signals(self, at: time, expecting: nil, in: scene)
    }

    /// Starts what waits for an event, which may have a place in the card.
    private mutating func start(_ trigger: Trigger, in scene: Scene, at place: Point? = nil) {
        startContents(trigger, in: scene, at: place)
        let signals = signals(in: scene)
        for index in scene.eventDrivers where scene.drivers[index].kind.trigger == trigger {
            scene.drivers[index].start(&memories[index], signals)
        }
    }

    /// Starts what waits for an event in a layer, if there is one.
    private mutating func start(_ trigger: Trigger, in scene: Scene, layer: Int?, at place: Point) {
        guard let layer else { return }
        startContents(trigger, in: scene, layer: layer, at: place)
        let signals = signals(in: scene)
        for index in scene.layerDrivers[layer]
        where scene.drivers[index].kind.trigger == trigger {
            scene.drivers[index].start(&memories[index], signals)
        }
    }

    /// Starts those of all layers' contents and ripples, or of those of one layer, that take an event.
    private mutating func startContents(
        _ trigger: Trigger, in scene: Scene, layer: Int? = nil, at place: Point?
    ) {
        let taking = scene.movingContents.filter {
            (layer ?? $0) == $0 && scene.contentTriggers[$0].contains(trigger)
        }
        let rippled = scene.rippledLayers.filter {
            (layer ?? $0) == $0 && scene.layers[$0].rippleTrigger == trigger
        }
        guard !taking.isEmpty || !rippled.isEmpty else { return }
        let appearances = scene.evaluate(self, at: time).layers
        func inside(_ layer: Int) -> Point? {
            place.flatMap { appearances[layer].planePlace(at: $0) }
        }
        for layer in taking {
            contentMemories[layer].memory?.start(trigger, at: time, place: inside(layer))
        }
        for layer in rippled {
            let size = appearances[layer].size
            let middle = Point(x: size.width / 2, y: size.height / 2)
            ripples[layer].start(at: time, from: inside(layer) ?? middle)
        }
    }

    /// Lets the contents take the time until now.
    private mutating func advanceContents(in scene: Scene) {
        guard !scene.movingContents.isEmpty else { return }
        // They are taken out, so that they are not copied when they change.
        var advanced = contentMemories
        contentMemories = []
        for layer in scene.movingContents {
            advanced[layer].memory?.advance(to: time, scene.drivenContents[layer]) { time in
                scene.contentMoment(ofLayer: layer, self, at: time)
            }
        }
        contentMemories = advanced
    }

    /// Takes the changes of phase so far, so that no evaluation has to repeat them.
    private mutating func advancePhases(in scene: Scene) {
        for index in scene.eventDrivers {
            guard case .phases(_, let phases) = scene.drivers[index].kind,
                case .phases(var run) = memories[index]
            else { continue }
            run.advance(phases, to: time)
            memories[index] = .phases(run)
        }
    }

    private mutating func follow(in scene: Scene) {
        guard !scene.delayedDrivers.isEmpty else { return }
        let signals = signals(in: scene)
        for index in scene.delayedDrivers {
            scene.drivers[index].follow(&memories[index], signals, isFirst: !hadTilt)
        }
    }

    private mutating func comeAndGo(in scene: Scene) {
        guard !scene.transitions.isEmpty else { return }
        let signals = signals(in: scene)
        for index in scene.transitions {
            let isVisible = scene.hasVisibleProperty(
                scene.drivers[index].layer, memories, signals)
            scene.drivers[index].comeOrGo(&memories[index], isVisible: isVisible, at: time)
        }
    }
}

extension Driver {
    fileprivate func of(layer: Int) -> Driver {
        Driver(layer: layer, parameter, kind, delay: delay)
    }
}

extension Scene {
    /// The layers that have the same name, properties and drivers in both scenes.
    fileprivate func sameLayers(as other: Scene) -> [(Int, Int)] {
        layers.indices.compactMap { index in
            guard let name = layers[index].name,
                let old = other.layers.firstIndex(where: { $0.name == name }),
                layers[index].hasSameProperties(as: other.layers[old]),
                layerDrivers[index].map({ drivers[$0].of(layer: 0) })
                    == other.layerDrivers[old].map({ other.drivers[$0].of(layer: 0) })
            else { return nil }
            return (index, old)
        }
    }

    /// The layers that have the same name in both scenes, or the same place if neither has one and both
    /// scenes have as many layers.
    fileprivate func tunedLayers(of other: Scene) -> [(Int, Int)] {
        let isAsLong = layers.count == other.layers.count
        return layers.indices.compactMap { index in
            guard let name = layers[index].name else {
                return isAsLong && other.layers[index].name == nil ? (index, index) : nil
            }
            return other.layers.firstIndex { $0.name == name }.map { (index, $0) }
        }
    }

    /// The drivers of a layer that go on from what those of another layer remember: of the same parameter,
    /// in the same order, and of the same form.
    fileprivate func sameDrivers(
        ofLayer layer: Int, as otherLayer: Int, of other: Scene
    ) -> [(Int, Int)] {
        var remaining = other.layerDrivers[otherLayer]
        return layerDrivers[layer].compactMap { index in
            guard
                let place = remaining.firstIndex(where: {
                    other.drivers[$0].parameter == drivers[index].parameter
                })
            else { return nil }
            let otherIndex = remaining.remove(at: place)
            return drivers[index].kind.goesOn(from: other.drivers[otherIndex].kind)
                ? (index, otherIndex) : nil
        }
    }

    /// Whether the layer's own property `visible` is at least 0.5; its groups are not considered.
    fileprivate func hasVisibleProperty(
        _ layer: Int, _ memories: [DriverState], _ signals: Signals
    ) -> Bool {
        var visible = layers[layer][.visible]
        for index in layerDrivers[layer] where drivers[index].property == .visible {
            visible *= drivers[index].value(memories[index], signals)
        }
        return visible >= 0.5
    }

    /// The topmost layer at a place of the card that waits for this event; nil if there is none.
    public func layer(
        waitingFor trigger: Trigger, at place: Point, _ state: SceneState, time: Double
    ) -> Int? {
        let waiting = Set(
            eventDrivers.filter { drivers[$0].kind.trigger == trigger }.map { drivers[$0].layer }
                + movingContents.filter { contentTriggers[$0].contains(trigger) }
                + rippledLayers.filter { layers[$0].rippleTrigger == trigger })
        guard !waiting.isEmpty else { return nil }
        let snapshot = evaluate(state, at: time)
        return waiting.sorted(by: >).first { contains(place, layer: $0, snapshot) }
    }

    /// Whether a visible layer lies at a place of the card: in its box, in the boxes of the groups
    /// that cut it, and in the card's rectangle unless the layer and its groups bleed. Its opacity
    /// and its own corners do not count.
    private func contains(_ place: Point, layer: Int, _ snapshot: Snapshot) -> Bool {
        let appearance = snapshot.layers[layer]
        guard appearance.isVisible, appearance.contains(place) else { return false }
        var (bleeds, group) = (layers[layer].bleeds, layers[layer].parent)
        while let index = group {
            if layers[index].clips, !snapshot.layers[index].containsRounded(place) { return false }
            bleeds = bleeds && layers[index].bleeds
            group = layers[index].parent
        }
        return bleeds || card.contains(place)
    }
}

extension Driver.Kind {
    /// Whether it can go on from what another driver remembers.
    fileprivate func goesOn(from other: Driver.Kind) -> Bool {
        switch (self, other) {
        case (.follow(let signal, _, _, let pace), .follow(let otherSignal, _, _, let otherPace)):
            signal == otherSignal && pace.isSpring == otherPace.isSpring
                && (pace == .atOnce) == (otherPace == .atOnce)
        case (.scrub, .scrub), (.transition, .transition): true
        case (.run(let trigger, _, _, let repeats), .run(let otherTrigger, _, _, let otherRepeats)):
            trigger == otherTrigger && repeats == otherRepeats
        case (.phases(let trigger, let phases), .phases(let otherTrigger, let otherPhases)):
            trigger == otherTrigger && phases.values.count == otherPhases.values.count
                && phases.loops == otherPhases.loops
        case (.steps(let trigger, let values, _), .steps(let otherTrigger, let otherValues, _)):
            trigger == otherTrigger && values.count == otherValues.count
        default: false
        }
    }
}

extension Driver.Pace {
    fileprivate var isSpring: Bool { if case .spring = self { true } else { false } }
}

extension Snapshot.Appearance {
    /// The place in the box's plane that is seen at a place of the card; nil if none is.
    fileprivate func planePlace(at place: Point) -> Point? {
        guard let fromCard = toCard.inverse, fromCard.distance(of: place) > 0 else { return nil }
        let inside = fromCard.apply(place)
        return inFront.contains(inside) ? inside : nil
    }

    /// The place in the box that is seen at a place of the card; nil if none is.
    private func place(at place: Point) -> Point? {
        guard let inside = planePlace(at: place), (0...max(0, size.width)).contains(inside.x),
            (0...max(0, size.height)).contains(inside.y)
        else { return nil }
        return inside
    }

    /// Whether a place of the card lies in the box.
    fileprivate func contains(_ place: Point) -> Bool { self.place(at: place) != nil }

    /// Whether a place of the card lies in the box with its rounded corners.
    fileprivate func containsRounded(_ place: Point) -> Bool {
        guard let inside = self.place(at: place) else { return false }
        let round = min(radius, size.width / 2, size.height / 2)
        // How far the place lies beyond the centre of the nearest corner's arc, along each axis.
        let x = round - min(inside.x, size.width - inside.x)
        let y = round - min(inside.y, size.height - inside.y)
        return x <= 0 || y <= 0 || x * x + y * y <= round * round
    }
}
