internal import CImGui
internal import Geometry
internal import Paint
internal import TOML
internal import Tuning

// The values of the chosen layer.
extension TuningPanel {
    func fields(_ model: PanelModel) {
        let title = model.layers.first { $0.index == model.chosen }?.name ?? "the card"
        let isOpen = cimgui_section(widgets.panel, "Values of \(title)##values", true)
        note("Values")
        guard isOpen else { return }
        widgets.part("values \(model.chosen ?? -1)", height: 0) {
            for group in Self.groups(of: model.fields) {
                widgets.scope(group[0].path.description) { self.group(group, model) }
            }
            additions(model.additions)
        }
    }

    /// Neighbours of the same key.
    private static func groups(of fields: [PanelModel.Field]) -> [[PanelModel.Field]] {
        fields.reduce(into: []) { groups, field in
            if let last = groups.last?.last, last.key == field.key {
                groups[groups.count - 1].append(field)
            } else {
                groups.append([field])
            }
        }
    }

    private func group(_ fields: [PanelModel.Field], _ model: PanelModel) {
        let key = fields[0].key
        if fields.count == 1, fields[0].label == key {
            row(fields[0], named: key, model)
        } else {
            let rows = Self.rows(of: fields)
            if rows.count == 1 {
                row(rows[0], model)
            } else {
                heading(key, of: rows, model)
            }
        }
        if let style = fields[0].style { self.style(style, of: fields[0], key) }
    }

    private func heading(_ key: String, of rows: [[PanelModel.Field]], _ model: PanelModel) {
        widgets.text(key, CIMGUI_STRONG)
        for plot in model.plots[key] ?? [] { draw(plot) }
        for row in rows { self.row(row, model) }
    }

    /// Neighbours that are numbers of one list stand in one row, up to four of them.
    private static func rows(of fields: [PanelModel.Field]) -> [[PanelModel.Field]] {
        fields.reduce(into: []) { rows, field in
            if let last = rows.last, last.count < 4, let list = last[0].list, list == field.list {
                rows[rows.count - 1].append(field)
            } else {
                rows.append([field])
            }
        }
    }

    private func style(
        _ style: (name: String, layers: [String]), of field: PanelModel.Field, _ key: String
    ) {
        guard let path = field.path.key(key) else { return }
        let count = style.layers.count
        widgets.text(
            "  shared by \(count) \(count == 1 ? "layer" : "layers")",
            CIMGUI_FAINT)
        widgets.hint("of [style.\(style.name)]: " + style.layers.joined(separator: ", "))
        widgets.sameRow()
        if widgets.button("Change here only") { actions.append(.detach(path)) }
        note("Only here \(key)")
        widgets.hint("lets this layer have a value of its own")
    }

    /// One value, or up to four numbers of a list.
    private func row(_ fields: [PanelModel.Field], _ model: PanelModel) {
        let (field, key) = (fields[0], fields[0].key)
        guard fields.count > 1 else { return row(field, named: field.name(in: key), model) }
        var column = label(field.listName(in: key), of: field)
        if let width = patch(of: fields, from: column + 12) { column += width }
        let gaps = Double(fields.count - 1) * 0.5 * widgets.lineHeight
        let width = (widgets.width - column - 12 - gaps) / Double(fields.count)
        for (index, field) in fields.enumerated() {
            widgets.sameRow(from: index == 0 ? column + 12 : 0)
            widgets.nextWidth(width.rounded(.down))
            widgets.scope("\(index)") { change(field, model) }
        }
    }

    /// Shows the colour of factors for red, green and blue, and gives the width that it takes; nil if they
    /// are others.
    private func patch(of fields: [PanelModel.Field], from x: Double) -> Double? {
        guard fields[0].label == "multiply[1]", fields.count == 3 else { return nil }
        let factors = fields.map { Float(min(max($0.value.number ?? 1, 0), 1)) }
        widgets.sameRow(from: x)
        _ = cimgui_patch(widgets.panel, "##multiply", factors + [1])
        return widgets.lastPlace.width + 0.5 * widgets.lineHeight
    }

    /// The width of the column of names.
    private func label(_ name: String, of field: PanelModel.Field) -> Double {
        let column = (0.4 * widgets.width).rounded()
        widgets.text(shortened(name, to: column), CIMGUI_FAINT)
        widgets.hint(hint(of: field))
        return column
    }

    private func change(_ field: PanelModel.Field, _ model: PanelModel) {
        let new = widget(field, model)
        note(field.path.description)
        widgets.hint(hint(of: field))
        if let new { set(field.path, new) }
    }

    private func row(_ field: PanelModel.Field, named name: String, _ model: PanelModel) {
        let column = label(name, of: field)
        widgets.sameRow(from: column + 12)
        widgets.nextWidth(widgets.width)
        change(field, model)
        if openColour?.path == field.path { colourSliders(field) }
    }

    private func shortened(_ text: String, to width: Double) -> String {
        guard widgets.width(of: text) > width else { return text }
        var short = text
        while !short.isEmpty, widgets.width(of: short + "…") > width { short.removeLast() }
        return short + "…"
    }

    private func hint(of field: PanelModel.Field) -> String {
        let accepted = field.accepted.map(\.words).joined(separator: ", or ")
        let unit = field.unit.isEmpty ? "" : ", in \(field.unit)"
        let usual = field.defaultText.map { "; \($0) without this key" } ?? ""
        let isSlider = field.accepted.range.map(NumberStyle.isShort) ?? false
        let click = isSlider ? "Ctrl-click" : "click"
        let way = field.value.isNumber ? "\nDrag it, or \(click) it and type." : ""
        let meaning = field.meaning.map { "\($0)\n" } ?? ""
        return "\(field.label): \(meaning)\(accepted)\(unit)\(usual)\(way)"
    }

    /// The text of the new value, if the widget has changed it.
    private func widget(_ field: PanelModel.Field, _ model: PanelModel) -> String? {
        switch field.value {
        case .boolean(let value): return widgets.check("##value", value).map { "\($0)" }
        case .integer(let value):
            if let range = field.accepted.integerRange {
                return widgets.integer("##value", value, in: range).map { "\($0)" }
            }
            return number(Double(value), field)
        case .float(let value): return number(value, field)
        case .string(let text): return self.text(text, field, model)
        default:
            widgets.text(field.text)
            return nil
        }
    }

    private func number(_ value: Double, _ field: PanelModel.Field) -> String? {
        guard value.isFinite, let range = field.accepted.range else {
            widgets.text(field.text)
            return nil
        }
        let style = NumberStyle(of: value, in: range, writtenAs: field.text)
        let new =
            NumberStyle.isShort(range)
            ? widgets.slider(
                "##value", value, in: range, decimals: style.decimals, unit: field.unit)
            : widgets.number(
                "##value", value, in: range, speed: max(abs(value), 10) / 200,
                decimals: style.decimals, unit: field.unit)
        guard let text = new.map({ style.text(of: $0) }), text != field.text else { return nil }
        return text
    }

    private func text(_ text: String, _ field: PanelModel.Field, _ model: PanelModel) -> String? {
        if field.accepted.contains(.special(.colour)), let colour = Colour(hex: text) {
            return self.colour(colour, text, field)
        }
        let words =
            field.accepted.words + (field.accepted.contains(.special(.file)) ? model.files : [])
        guard !words.isEmpty else { return edited(text) }
        let chosen = widgets.choice(
            "##value", shown: text, words, chosen: words.firstIndex(of: text))
        return chosen.map { words[$0].quotedForTOML }
    }

    private func edited(_ text: String) -> String? {
        widgets.edit("##value", text).flatMap { $0 == text ? nil : $0.quotedForTOML }
    }

    private func colour(
        _ colour: Colour, _ text: String, _ field: PanelModel.Field
    ) -> String? {
        var rgba = [colour.red, colour.green, colour.blue, colour.alpha].map { Float($0) }
        if cimgui_patch(widgets.panel, "##patch", &rgba) {
            openColour = openColour?.path == field.path ? nil : ColourSliders(field.path, colour)
        }
        note("patch \(field.path)")
        widgets.sameRow()
        widgets.nextWidth(widgets.width)
        return edited(text)
    }

    /// Lightness, chroma, hue and opacity below a colour.
    private func colourSliders(_ field: PanelModel.Field) {
        guard var sliders = openColour, case .string(let text) = field.value,
            let colour = Colour(hex: text)
        else {
            openColour = nil
            return
        }
        sliders.follow(colour)
        widgets.scope("colour") {
            for part in ColourSliders.Part.allCases {
                widgets.text("  \(part.name)", CIMGUI_FAINT)
                widgets.sameRow(from: (0.4 * widgets.width).rounded() + 12)
                widgets.nextWidth(widgets.width)
                let new = widgets.slider(
                    "##\(part.name)", sliders[part], in: part.range, decimals: part.decimals,
                    unit: part.unit)
                note("\(field.path) \(part.name)")
                guard let new else { continue }
                sliders[part] = new
                let hasAlpha = [5, 9].contains(text.count)
                set(field.path, sliders.colour.hex(withAlpha: hasAlpha).quotedForTOML)
            }
        }
        openColour = sliders
    }

    private func additions(_ additions: [PanelModel.Addition]) {
        guard !additions.isEmpty else { return }
        widgets.nextWidth(widgets.width)
        let chosen = widgets.search(
            "##add", shown: "+ add a value",
            additions.map { (text: $0.key, meaning: $0.meaning) })
        note("+")
        guard let chosen else { return }
        let edit = additions[chosen].edit
        set(edit.path, edit.text, after: edit.before)
    }

    private func draw(_ plot: PanelModel.Plot) {
        widgets.text(plot.title, CIMGUI_FAINT)
        let line = widgets.lineHeight
        let place = widgets.canvas(plot.title, height: 5 * line)
        let inside = Rect(
            x: place.x + 8, y: place.y + line, width: place.width - 16, height: 3 * line - 6)
        func pixel(_ point: Point) -> Point {
            let x = (point.x - plot.domain.lowerBound) / plot.domain.length
            let y = (point.y - plot.range.lowerBound) / plot.range.length
            return Point(
                x: inside.x + min(max(x, 0), 1) * inside.width,
                y: inside.y + (1 - y) * inside.height)
        }
        widgets.curve(plot.curve.map(pixel), CIMGUI_STRONG, width: line / 9)
        if let present = plot.present.map(pixel) {
            cimgui_dot(
                widgets.panel, Float(present.x), Float(present.y), Float(line / 4), CIMGUI_WARNING)
        }
        let (top, bottom) = (place.y + 1, place.y + place.height - line - 1)
        widgets.label(short(plot.range.upperBound), at: Point(x: inside.x, y: top))
        widgets.label(short(plot.range.lowerBound), at: Point(x: inside.x, y: bottom - line + 2))
        widgets.label(short(plot.domain.lowerBound), at: Point(x: inside.x, y: bottom))
        widgets.label(
            short(plot.domain.upperBound), at: Point(x: inside.x + inside.width, y: bottom),
            endsThere: true)
    }

    private func short(_ number: Double) -> String {
        let text = fixed(number, abs(number) < 10 ? 2 : 0)
        guard text.contains(".") else { return text }
        return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
    }
}

extension PanelModel.Field {
    /// Its name where its key is known.
    fileprivate func name(in key: String) -> String {
        let rest = label.dropFirst(key.count)
        return rest.isEmpty ? key : String(rest.first == "." ? rest.dropFirst() : rest)
    }

    /// The list of numbers that it is in; nil for any other value.
    fileprivate var list: TOMLPath? {
        guard value.isNumber, case .index? = path.steps.last else { return nil }
        return path.parent
    }

    /// The name of its list.
    fileprivate func listName(in key: String) -> String {
        let name = name(in: key)
        let list = name.lastIndex(of: "[").map { String(name[..<$0]) } ?? name
        return list.isEmpty ? key : list
    }
}

extension TOMLValue.Content {
    fileprivate var isNumber: Bool { number != nil }

    fileprivate var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .float(let value): value
        default: nil
        }
    }
}

extension ClosedRange<Double> {
    /// 1 for a range of one number.
    fileprivate var length: Double { upperBound > lowerBound ? upperBound - lowerBound : 1 }
}

extension TOMLPath {
    /// The path to this key in it; nil if it has none.
    fileprivate func key(_ key: String) -> TOMLPath? {
        steps.lastIndex(of: .key(key)).map { TOMLPath(Array(steps[...$0])) }
    }
}

extension [TOMLExpectation] {
    fileprivate var range: ClosedRange<Double>? {
        for case .number(let range) in self { return range }
        for case .integer(let range) in self {
            return Double(range.lowerBound)...Double(range.upperBound)
        }
        return nil
    }

    fileprivate var integerRange: ClosedRange<Int>? {
        for case .integer(let range) in self { return range }
        return nil
    }

    fileprivate var words: [String] {
        flatMap { expectation in
            if case .choice(let words) = expectation { words } else { [] as [String] }
        }
    }
}

extension TOMLExpectation {
    /// For people.
    fileprivate var words: String {
        switch self {
        case .number(let range): "\(range.lowerBound.short) to \(range.upperBound.short)"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .boolean: "true or false"
        case .choice(let words): words.joined(separator: ", ")
        case .text: "a text"
        case .special(.colour): "a colour"
        case .special(.file): "a file"
        }
    }
}

extension Double {
    /// Without a point where it is whole.
    fileprivate var short: String {
        self == rounded() && abs(self) < 1e15 ? "\(Int(self))" : "\(self)"
    }
}
