internal import Compositor
internal import Geometry
import Glibc
internal import Motion
internal import Platform
internal import Scene
internal import TOML
internal import Tuner
internal import Tuning

// What the panel shows.
extension Player {
    func panelModel() -> PanelModel {
        var model = PanelModel()
        guard let tuning else { return model }
        model.title = card.title
        (model.isChanged, model.canUndo) = (tuning.draft.isChanged, tuning.draft.canUndo)
        (model.canRedo, model.note) = (tuning.draft.canRedo, tuning.note)
        model.readOnly = card.readOnlyReason
        model.conflicts = tuning.conflicts.map { "\($0.path) = \($0.text)" }
        model.asksAboutChanges = tuning.asksAboutChanges
        model.movement = tuning.live
        model.chosen = tuning.chosen
        model.layers = panelLayers(tuning)
        let shown = tuning.fields ?? panelFields(tuning)
        self.tuning?.fields = shown
        (model.fields, model.additions) = (shown.values, shown.additions)
        model.files = card.fileNames
        model.plots = plots(shown.curves)
        return model
    }

    /// The topmost first, each group before what is in it.
    private func panelLayers(_ tuning: CardTuning) -> [PanelModel.Layer] {
        guard let tuned = card.tuned else { return [] }
        let scene = card.scene
        var rows: [PanelModel.Layer] = []
        func add(childrenOf parent: Int?, depth: Int) {
            for index in scene.layers.indices.reversed() where scene.layers[index].parent == parent
            {
                guard let own = tuned.layerIndices[index] else { continue }
                let name = tuned.outline.name(ofLayer: own)
                var row = PanelModel.Layer(index: own, name: name, depth: depth)
                row.isHidden = tuning.hidden.contains(own)
                row.isAlone = tuning.alone == own
                let costs = tuning.costs.milliseconds
                if costs.indices.contains(index), costs[index] >= 0.05 {
                    row.milliseconds = costs[index]
                }
                rows.append(row)
                if !scene.members[index].isEmpty { add(childrenOf: index, depth: depth + 1) }
            }
        }
        add(childrenOf: nil, depth: 0)
        return rows
    }

    private func panelFields(_ tuning: CardTuning) -> CardTuning.Fields {
        guard let outline = card.tuned?.outline, let values = tuning.values else {
            return CardTuning.Fields()
        }
        let layer = tuning.chosen.flatMap { index in
            outline.layers.first { $0.path == ["layer", .index(index)] }
        }
        let names = outline.layers.indices.map(outline.name)
        let fields = (layer?.fields ?? outline.fields).compactMap { field -> PanelModel.Field? in
            guard let value = values[field.path], let key = field.path.layerKey,
                !["format", "needs"].contains(key)
            else { return nil }
            let style = field.style.map { style in
                (name: style, layers: outline.layers(withStyle: style).map { names[$0] })
            }
            return PanelModel.Field(
                field, key: key, value: value.content, text: tuning.draft.text(of: value) ?? "",
                unit: field.unit, defaultText: field.usual.map { tenths($0) }, style: style)
        }
        return CardTuning.Fields(
            values: fields,
            additions: (layer?.additions ?? []).map {
                PanelModel.Addition($0.key, meaning: $0.meaning ?? "", $0.edit)
            },
            curves: curves(of: layer))
    }

    /// The curves of a layer's drivers, by the keys that give them.
    private func curves(of layer: CardOutline.Layer?) -> [CardTuning.Curve] {
        guard let layer, let tuned = card.tuned, case .index(let number)? = layer.path.steps.last,
            let index = tuned.sceneIndex(of: number)
        else { return [] }
        return card.scene.layerDrivers[index].compactMap { driver in
            guard tuned.driverPaths.indices.contains(driver),
                let key = tuned.driverPaths[driver]?.layerKey
            else { return nil }
            return CardTuning.Curve(
                key: key, driver: driver, curve: card.scene.drivers[driver].curve)
        }
    }

    private func plots(_ curves: [CardTuning.Curve]) -> [String: [PanelModel.Plot]] {
        var plots: [String: [PanelModel.Plot]] = [:]
        let time = tuning?.live.time ?? 0
        for curve in curves where card.scene.drivers.indices.contains(curve.driver) {
            let present = card.scene.place(
                ofDriver: curve.driver, state, at: time, expecting: tuning?.heldTilts)
            let values = curve.curve.points.map(\.y) + [present?.y].compactMap { $0 }
            let (least, most) = (values.min() ?? 0, values.max() ?? 1)
            plots[curve.key, default: []].append(
                PanelModel.Plot(
                    curve.curve.title, domain: curve.curve.domain, range: least...most,
                    curve: curve.curve.points, present: present))
        }
        return plots
    }

    /// Takes the numbers of the present moment.
    func takeLive(at time: Double) {
        var live = PanelModel.Movement()
        let tilts = tuning?.heldTilts ?? feed.expected(at: time) ?? state.tilts
        (live.tiltX, live.tiltY) = (tilts.aboutVertical, tilts.aboutHorizontal)
        live.isHeld = tuning?.heldTilts != nil
        live.mostDegrees = max(30, (2 * card.scene.tiltStates.baseDegrees).rounded(.up))
        (live.time, live.isPaused) = (clock.sceneTime(at: time), clock.isPaused)
        let waited = card.scene.triggers
        live.events = Trigger.allCases.filter(waited.contains).map(\.rawValue)
        live.values = [
            ("tilt", "\(tenths(tilts.card))°, \(state.tiltState.name)"),
            ("roll, pitch", "\(tenths(tilts.roll))°, \(tenths(tilts.pitch))°"),
        ]
        if let frame = statistics.frameTime(0.5) {
            live.values.append(("frame", milliseconds(frame)))
        }
        if let latency = statistics.latency(0.5) {
            live.values.append(("latency", milliseconds(latency)))
        }
        tuning?.live = live
        tuning?.liveTime = time
        let times = screen.drawCounts.times
        let seconds = card.scene.layers.indices.map { layer in
            DrawTimes.Work.allCases.reduce(0) { $0 + times[layer, $1] }
        }
        tuning?.costs.take(seconds, frames: statistics.frameCount)
    }

    private func milliseconds(_ seconds: Double) -> String {
        let tenths = Int(saturating: seconds * 10_000)
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}

extension TOMLPath {
    /// The key of a layer, of a style or of the card to which a value belongs.
    var layerKey: String? {
        let isOfLayer = steps.first == .key("layer") || steps.first == .key("style")
        guard let step = steps.dropFirst(isOfLayer ? 2 : 0).first, case .key(let key) = step else {
            return nil
        }
        return key
    }
}
