internal import CImGui
public import Geometry
public import Picture
internal import TOML
internal import Tuning

/// The panel in which a card is tuned: it shows a model, and gives what the viewer does in it as actions.
///
/// Its pixels are a bitmap, so that each compositor shows it as it shows the help. Used on one thread.
public final class TuningPanel {
    let widgets = Widgets()
    private var inputs: [PanelInput] = []
    private var look: Look?
    private var bitmap: Bitmap?
    private var lastTime: Double?
    var actions: [PanelAction] = []
    /// Where each widget stood in the newest frame, by its name; pixels of the panel.
    public internal(set) var places: [String: Rect] = [:]
    /// The name of the widget to which the keyboard has moved; nil if it has to none.
    public private(set) var focused: String?
    /// The number of the present gesture, and which value it changes.
    private(set) var gesture = 0
    private var changedPath: TOMLPath?
    /// The layer whose row was seen last.
    private var seenLayer: Int?
    private var held: PanelInput.Modifiers = []
    /// The colour whose sliders are open, and what they show.
    var openColour: ColourSliders?

    private struct Look: Equatable {
        var density: Double
        var isLight: Bool
        var text: String
    }

    public init() {}

    /// Whether a text is being typed.
    public var isTyping: Bool { widgets.isTyping }
    /// Whether a widget is being changed, or a list is open.
    public var isActive: Bool { widgets.isActive }
    /// Whether inputs wait for the next frame.
    public var hasInputs: Bool { !inputs.isEmpty }

    /// Units of the desktop.
    public static let width = 380.0

    public func take(_ input: PanelInput) {
        if case .move = input, case .move? = inputs.last { inputs.removeLast() }
        inputs.append(input)
    }

    /// Sets fonts for a screen with `density` pixels for a unit of the desktop, with the characters of
    /// `text`, and the colours: dark on light, or light on dark.
    public func setLook(density: Double, isLight: Bool, text: String) {
        let symbols = Set(text + "●○◉×−–°→…µ·").filter {
            $0.unicodeScalars.allSatisfy { $0.value > 126 }
        }
        let next = Look(density: density, isLight: isLight, text: String(symbols.sorted()))
        guard next != look else { return }
        look = next
        cimgui_set_look(widgets.panel, Float(density), isLight, next.text)
        bitmap = nil
    }

    /// The panel with this model, whether it looks different from before, and what the viewer did since the
    /// last call. `time` are seconds of any clock.
    public func draw(
        _ model: PanelModel, size: PixelSize, at time: Double
    ) -> (picture: Bitmap, isNew: Bool, actions: [PanelAction]) {
        actions = []
        // ImGui sees the state at each frame: a press and a release need two.
        for input in inputs {
            if takeShortcut(input, model) { continue }
            widgets.take(input)
            build(model, size, 0.001)
        }
        inputs = []
        let isNew = build(model, size, time - (lastTime ?? time))
        lastTime = time
        if !isNew, let bitmap, bitmap.size == size { return (bitmap, false, actions) }
        let picture = widgets.bitmap(size)
        bitmap = picture
        return (picture, true, actions)
    }

    /// What keys do in the whole panel. True if the input is used up.
    private func takeShortcut(_ input: PanelInput, _ model: PanelModel) -> Bool {
        if case .modifiers(let held) = input { self.held = held }
        guard case .key(let key, isDown: true) = input, !isTyping else { return false }
        if key == .escape, !isActive { return act(.close) }
        guard held.contains(.control) else { return false }
        switch key {
        case .z where held.contains(.shift): return act(.redo)
        case .z: return act(.undo)
        case .y: return act(.redo)
        case .s where model.readOnly == nil: return act(.save)
        default: return false
        }
    }

    private func act(_ action: PanelAction) -> Bool {
        actions.append(action)
        return true
    }

    @discardableResult
    private func build(_ model: PanelModel, _ size: PixelSize, _ seconds: Double) -> Bool {
        places.removeAll(keepingCapacity: true)
        focused = nil
        cimgui_begin(widgets.panel, Int32(size.width), Int32(size.height), Float(seconds))
        header(model)
        movement(model.movement)
        layers(model)
        fields(model)
        let isNew = cimgui_end(widgets.panel)
        if !widgets.isActive { changedPath = nil }
        return isNew
    }

    /// A change of a value; the changes of one value while a widget is held belong together.
    func set(_ path: TOMLPath, _ text: String, after before: [String] = []) {
        if changedPath != path { gesture += 1 }
        changedPath = path
        actions.append(.set(TOMLEdit(path, text, after: before), gesture: gesture))
    }

    /// Notes the place of the last widget.
    func note(_ name: String) {
        places[name] = widgets.lastPlace
        if widgets.isLastFocused { focused = name }
    }

    func button(_ label: String, _ action: @autoclosure () -> PanelAction) {
        if widgets.button(label) { actions.append(action()) }
        note(label)
    }

    private func header(_ model: PanelModel) {
        widgets.text(model.title + (model.isChanged ? " ●" : ""), CIMGUI_STRONG)
        widgets.sameRow(from: widgets.width - widgets.rowHeight)
        button("×", .close)
        widgets.hint("close (t)")
        widgets.enabled(model.canUndo) { button("Undo", .undo) }
        widgets.sameRow()
        widgets.enabled(model.canRedo) { button("Redo", .redo) }
        widgets.sameRow()
        if let reason = model.readOnly {
            button("Copy to my cards", .copy)
            widgets.hint(reason)
        } else {
            widgets.enabled(model.isChanged) { button("Save", .save) }
            widgets.sameRow()
            widgets.enabled(model.isChanged) { button("Revert", .revert) }
        }
        if let note = model.note { widgets.text(note, CIMGUI_WARNING, wraps: true) }
        questions(model)
    }

    private func questions(_ model: PanelModel) {
        if !model.conflicts.isEmpty {
            let values = model.conflicts.joined(separator: ", ")
            widgets.text(
                "An editor has changed the same in the file: \(values)", CIMGUI_WARNING, wraps: true
            )
            button("Keep mine", .resolve(keepingMine: true))
            widgets.sameRow()
            button("Take the file's", .resolve(keepingMine: false))
        }
        if model.asksAboutChanges {
            widgets.text("There are changes that are not saved.", CIMGUI_WARNING, wraps: true)
            if model.readOnly == nil {
                button("Save and quit", .save)
                widgets.sameRow()
            }
            button("Quit without saving", .discard)
        }
    }

    private func movement(_ movement: PanelModel.Movement) {
        // In a low window it leaves its place to the values.
        let isOpen = cimgui_section(
            widgets.panel, "Movement", widgets.height >= 22 * widgets.rowHeight)
        note("Movement")
        guard isOpen else { return }
        let degrees = -movement.mostDegrees...movement.mostDegrees
        let labels = widgets.width(of: "tilt-x  ")
        for (name, value) in [("tilt-x", movement.tiltX), ("tilt-y", movement.tiltY)] {
            widgets.text(name, CIMGUI_FAINT)
            widgets.sameRow(from: labels + 12)
            widgets.nextWidth(widgets.width)
            let new = widgets.slider("##\(name)", value, in: degrees, decimals: 1, unit: "°")
            note(name)
            guard let new else { continue }
            let isX = name == "tilt-x"
            actions.append(
                .tilt(x: isX ? new : movement.tiltX, y: isX ? movement.tiltY : new))
        }
        if widgets.toggle(
            (movement.isPaused ? "Continue" : "Pause") + "###pause", isOn: movement.isPaused)
        {
            actions.append(.pause)
        }
        note("Pause")
        widgets.sameRow()
        widgets.enabled(movement.isPaused) { button("Step", .step) }
        widgets.sameRow()
        widgets.enabled(movement.isHeld) { button("Let go", .releaseTilt) }
        widgets.hint("the source tilts the card again")
        widgets.sameRow()
        widgets.text("\(fixed(movement.time, 1)) s", CIMGUI_FAINT)
        events(movement.events)
        // Two rows, whatever the numbers are: what is below must not move under the pointer.
        for row in [movement.values.prefix(2), movement.values.dropFirst(2)] {
            let values = row.map { "\($0.name) \($0.text)" }
            widgets.text(values.joined(separator: "  ·  "), CIMGUI_FAINT)
        }
    }

    /// A button for each event, in rows.
    private func events(_ events: [String]) {
        guard !events.isEmpty else { return }
        let room = widgets.width
        var used = 0.0
        for (index, event) in events.enumerated() {
            let width = widgets.width(of: event) + widgets.lineHeight
            if index > 0, used + width <= room { widgets.sameRow() } else { used = 0 }
            used += width
            button(event, .event(event))
        }
    }

    private func layers(_ model: PanelModel) {
        let isOpen = cimgui_section(widgets.panel, "Layers", true)
        note("Layers")
        guard isOpen else { return }
        // Whole rows, and at least half of the room for the values.
        let room = max(3, (0.45 * widgets.height / widgets.rowHeight).rounded(.down))
        let height = min(Double(min(model.layers.count + 1, 12)), room) * widgets.rowHeight
        widgets.part("layers", height: height) {
            row("the card", nil, of: model)
            for layer in model.layers { row(layer, of: model) }
        }
    }

    private func row(_ layer: PanelModel.Layer, of model: PanelModel) {
        widgets.scope("\(layer.index)") {
            if widgets.toggle(layer.isHidden ? "○###eye" : "●###eye", isOn: false) {
                actions.append(.hide(layer.index))
            }
            note("eye \(layer.index)")
            widgets.hint(layer.isHidden ? "show" : "hide")
            widgets.sameRow()
            if widgets.toggle("◉##alone", isOn: layer.isAlone) {
                actions.append(.showAlone(layer.index))
            }
            note("alone \(layer.index)")
            widgets.hint("show it alone")
            widgets.sameRow()
            let depth = String(repeating: "   ", count: layer.depth)
            let cost = layer.milliseconds.map { "   \(fixed($0, 1)) ms" } ?? ""
            row(depth + layer.name + cost, layer.index, of: model)
        }
    }

    private func row(_ text: String, _ index: Int?, of model: PanelModel) {
        let isChosen = model.chosen == index
        let isPressed = cimgui_row(widgets.panel, "\(text)###row", isChosen, 0)
        note("layer \(index.map(String.init) ?? "card")")
        if isPressed { actions.append(.choose(index)) }
        if isChosen, seenLayer != index {
            cimgui_show_last(widgets.panel)
            seenLayer = index
        }
    }
}

/// A number with so many decimals.
func fixed(_ value: Double, _ decimals: Int) -> String {
    let unit = (0..<decimals).reduce(1.0) { unit, _ in 10 * unit }
    let units = (abs(value) * unit).rounded()
    guard units < 1e15 else { return "\(value)" }
    let (whole, rest) = Int(units).quotientAndRemainder(dividingBy: Int(unit))
    let digits = String(repeating: "0", count: max(0, decimals - "\(rest)".count)) + "\(rest)"
    let sign = value < 0 && units > 0 ? "−" : ""
    return "\(sign)\(whole)" + (decimals > 0 ? ".\(digits)" : "")
}
