internal import CImGui
internal import Geometry
import Glibc
internal import Picture

/// The widgets of a panel: those of Dear ImGui, by our C interface of them.
final class Widgets {
    let panel: OpaquePointer

    init() {
        panel = cimgui_create()
    }

    deinit { cimgui_destroy(panel) }

    var isTyping: Bool { cimgui_is_typing(panel) }
    var isActive: Bool { cimgui_is_active(panel) }

    func take(_ input: PanelInput) {
        switch input {
        case .move(let place): cimgui_move(panel, Float(place.x), Float(place.y))
        case .leave: cimgui_leave(panel)
        case .press(let isDown): cimgui_button(panel, 0, isDown)
        case .pressRight(let isDown): cimgui_button(panel, 1, isDown)
        case .scroll(let lines): cimgui_scroll(panel, Float(lines))
        case .pull(let distance): cimgui_pull(panel, Float(distance))
        case .key(let key, let isDown):
            cimgui_set_key(panel, cimgui_key(rawValue: key.rawValue), isDown)
        case .modifiers(let held):
            cimgui_modifiers(
                panel, held.contains(.control), held.contains(.shift), held.contains(.alt))
        case .type(let text): cimgui_type(panel, text)
        }
    }

    func bitmap(_ size: PixelSize) -> Bitmap { Bitmap(size) { cimgui_draw(panel, $0) } }

    var width: Double { Double(cimgui_width(panel)) }
    var height: Double { Double(cimgui_height(panel)) }
    var rowHeight: Double { Double(cimgui_row_height(panel)) }
    var lineHeight: Double { Double(cimgui_line_height(panel)) }

    func text(_ text: String, _ tone: cimgui_tone = CIMGUI_PLAIN, wraps: Bool = false) {
        cimgui_text(panel, text, tone, wraps)
    }

    func width(of text: String) -> Double { Double(cimgui_text_width(panel, text)) }

    func sameRow(from x: Double = 0) { cimgui_same_row(panel, Float(x)) }
    func nextWidth(_ width: Double) { cimgui_next_width(panel, Float(width)) }

    /// Calls `body` with names that are told from those of other scopes.
    func scope(_ name: String, _ body: () -> Void) {
        cimgui_push_id(panel, name)
        body()
        cimgui_pop_id(panel)
    }

    /// Calls `body`, whose widgets can be used only if `isEnabled`.
    func enabled(_ isEnabled: Bool, _ body: () -> Void) {
        if !isEnabled { cimgui_disable(panel) }
        body()
        if !isEnabled { cimgui_enable(panel) }
    }

    func part(_ name: String, height: Double, _ body: () -> Void) {
        cimgui_begin_part(panel, name, Float(height))
        body()
        cimgui_end_part(panel)
    }

    func button(_ label: String) -> Bool { cimgui_press(panel, label) }

    func toggle(_ label: String, isOn: Bool) -> Bool { cimgui_press_small(panel, label, isOn) }

    func hint(_ text: String) { cimgui_hint(panel, text) }

    /// Where the last widget stands, pixels of the panel.
    var lastPlace: Rect {
        var place: (Float, Float, Float, Float) = (0, 0, 0, 0)
        withUnsafeMutableBytes(of: &place) {
            cimgui_last_place(panel, $0.assumingMemoryBound(to: Float.self).baseAddress!)
        }
        return Rect(
            x: Double(place.0), y: Double(place.1), width: Double(place.2 - place.0),
            height: Double(place.3 - place.1))
    }

    /// Whether the keyboard has moved to the last widget.
    var isLastFocused: Bool { cimgui_last_is_focused(panel) }

    /// The new number, if it was changed.
    func slider(
        _ label: String, _ value: Double, in range: ClosedRange<Double>, decimals: Int,
        unit: String
    ) -> Double? {
        var value = value
        let isNew = cimgui_slide(
            panel, label, &value, range.lowerBound, range.upperBound, Int32(decimals), unit)
        return isNew ? value : nil
    }

    func number(
        _ label: String, _ value: Double, in range: ClosedRange<Double>, speed: Double,
        decimals: Int, unit: String
    ) -> Double? {
        var value = value
        let isNew = cimgui_drag(
            panel, label, &value, speed, range.lowerBound, range.upperBound, Int32(decimals), unit)
        return isNew ? value : nil
    }

    func integer(_ label: String, _ value: Int64, in range: ClosedRange<Int>) -> Int64? {
        var number = value
        let isNew = cimgui_drag_integer(
            panel, label, &number, Int64(range.lowerBound), Int64(range.upperBound))
        return isNew ? number : nil
    }

    func check(_ label: String, _ value: Bool) -> Bool? {
        var value = value
        return cimgui_check(panel, label, &value) ? value : nil
    }

    /// The text that was typed, when it is finished.
    func edit(_ label: String, _ text: String) -> String? {
        var bytes = Array(text.utf8CString)
        bytes += Array(repeating: 0, count: 1024)
        guard cimgui_edit(panel, label, &bytes, Int32(bytes.count)) else { return nil }
        return String(
            decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The index of what was chosen.
    func choice(_ label: String, shown: String, _ texts: [String], chosen: Int?) -> Int? {
        var index = Int32(chosen ?? -1)
        let isNew = withCStrings(texts) {
            cimgui_choose(panel, label, shown, $0, Int32(texts.count), &index)
        }
        return isNew ? Int(index) : nil
    }

    /// The index of what was chosen; the list can be searched by typing.
    func search(
        _ label: String, shown: String, _ entries: [(text: String, meaning: String)]
    ) -> Int? {
        var index: Int32 = -1
        let isNew = withCStrings(entries.map(\.text)) { texts in
            withCStrings(entries.map(\.meaning)) { meanings in
                cimgui_search(panel, label, shown, texts, meanings, Int32(entries.count), &index)
            }
        }
        return isNew ? Int(index) : nil
    }

    func curve(_ points: [Point], _ tone: cimgui_tone, width: Double) {
        let numbers = points.flatMap { [Float($0.x), Float($0.y)] }
        cimgui_curve(panel, numbers, Int32(points.count), tone, Float(width))
    }

    func canvas(_ name: String, height: Double) -> Rect {
        var place: [Float] = [0, 0, 0, 0]
        cimgui_canvas(panel, name, Float(height), &place)
        cimgui_ground(panel, place)
        return Rect(
            x: Double(place[0]), y: Double(place[1]), width: Double(place[2] - place[0]),
            height: Double(place[3] - place[1]))
    }

    func label(_ text: String, at place: Point, endsThere: Bool = false) {
        cimgui_label(panel, Float(place.x), Float(place.y), text, CIMGUI_FAINT, endsThere)
    }

    private func withCStrings(
        _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Bool
    ) -> Bool {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return copies.map { UnsafePointer<CChar>($0) }.withUnsafeBufferPointer { pointers in
            pointers.baseAddress.map(body) ?? false
        }
    }
}
