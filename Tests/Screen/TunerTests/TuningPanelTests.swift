import Geometry
import Picture
import Platform
import TOML
import Testing
import Tuner
import Tuning

@Suite(.serialized) struct TuningPanelTests {
    private let size = PixelSize(width: 380, height: 700)
    private let panel = TuningPanel()

    init() { panel.setLook(density: 1, isLight: false, text: "月の紙") }

    private func field(
        _ key: String, _ value: TOMLValue.Content, _ accepted: [TOMLExpectation]
    ) throws -> PanelModel.Field {
        let text = "[[layer]]\n\(key) = 1\n"
        let table = try TOMLTable(parsing: Array(text.utf8), file: "card.toml")
        let field = CardOutline(table, TOMLExpectations()).layers[0].fields[0]
        var made = PanelModel.Field(field, key: key, value: value, text: "0.5")
        made.accepted = accepted
        return made
    }

    private func model(_ fields: [PanelModel.Field]) -> PanelModel {
        var model = PanelModel()
        model.title = "月の紙"
        model.layers = [PanelModel.Layer(index: 0, name: "moon", depth: 0)]
        (model.chosen, model.fields) = (0, fields)
        return model
    }

    @discardableResult
    private func draw(
        _ model: PanelModel, _ inputs: [PanelInput] = []
    ) -> (picture: Bitmap, isNew: Bool, actions: [PanelAction]) {
        for input in inputs { panel.take(input) }
        return panel.draw(model, size: size, at: 0)
    }

    private func middle(of name: String) throws -> Point {
        let place = try #require(panel.places[name], "\(panel.places.keys.sorted())")
        return Point(x: place.x + place.width / 2, y: place.y + place.height / 2)
    }

    private func click(_ name: String, _ model: PanelModel) throws -> [PanelAction] {
        draw(model)
        return draw(model, [.move(try middle(of: name)), .press(true), .press(false)]).actions
    }

    @Test func `what has not changed is not drawn again`() throws {
        let model = model([])
        #expect(draw(model).isNew)
        draw(model)
        #expect(!draw(model).isNew)
        var other = model
        other.note = "a mistake"
        #expect(draw(other).isNew)
    }

    @Test func `buttons, rows and eyes give actions`() throws {
        var model = model([])
        (model.canUndo, model.isChanged, model.movement.events) = (true, true, ["tap"])
        #expect(try click("Undo", model) == [.undo])
        #expect(try click("Redo", model) == [])
        #expect(try click("Save", model) == [.save])
        #expect(try click("tap", model) == [.event("tap")])
        #expect(try click("layer 0", model) == [.choose(0)])
        #expect(try click("layer card", model) == [.choose(nil)])
        #expect(try click("eye 0", model) == [.hide(0)])
        #expect(try click("alone 0", model) == [.showAlone(0)])
    }

    @Test
    func `a slider that is dragged gives values of one gesture, and the next drag another one`()
        throws
    {
        let model = model([try field("opacity", .float(0.5), [.number(0...1)])])
        draw(model)
        let start = try middle(of: "layer[1].opacity")
        func drag(by x: Double) -> [PanelAction] {
            draw(model, [.move(start), .press(true)]).actions
                + draw(model, [.move(Point(x: start.x + x, y: start.y))]).actions
                + draw(model, [.press(false)]).actions
        }
        let gestures = [drag(by: 50), drag(by: -50)].map { actions in
            actions.compactMap { action -> (text: String, gesture: Int)? in
                guard case .set(let edit, let gesture) = action else { return nil }
                #expect(edit.path == ["layer", 0, "opacity"])
                return (edit.text, gesture)
            }
        }
        let numbers = try gestures.map { try #require(Double($0.last?.text ?? "")) }
        #expect(numbers[0] > 0.6 && numbers[0] <= 1 && numbers[1] < 0.4 && numbers[1] >= 0)
        for gesture in gestures { #expect(Set(gesture.map(\.gesture)).count == 1) }
        #expect(gestures[0].last?.gesture != gestures[1].last?.gesture)
    }

    @Test func `a choice is opened and taken, a switch is pressed`() throws {
        let model = model([
            try field("blend", .string("normal"), [.choice(["normal", "screen", "multiply"])]),
            try field("bleed", .boolean(false), [.boolean]),
        ])
        draw(model)
        let place = try middle(of: "layer[1].blend")
        draw(model, [.move(place), .press(true), .press(false)])
        // The second row of the list below it.
        let row = Point(x: place.x, y: place.y + 2.3 * 20)
        let actions = draw(model, [.move(row), .press(true), .press(false)]).actions
        guard case .set(let edit, _)? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(["\"normal\"", "\"screen\"", "\"multiply\""].contains(edit.text))
        let place2 = try #require(panel.places["layer[1].bleed"])
        let box = Point(x: place2.x + 5, y: place2.y + place2.height / 2)
        let pressed = draw(model, [.move(box), .press(true), .press(false)]).actions
        guard case .set(let bleed, _)? = pressed.first else {
            Issue.record("\(pressed)")
            return
        }
        #expect(bleed.text == "true")
    }

    @Test func `a text is typed, and given when it is finished`() throws {
        let model = model([try field("name", .string("moon"), [.text])])
        draw(model)
        let place = try middle(of: "layer[1].name")
        draw(model, [.move(place), .press(true), .press(false)])
        #expect(panel.isTyping)
        #expect(draw(model, [.type("sun")]).actions.isEmpty)
        let actions = draw(model, [.key(.enter, isDown: true), .key(.enter, isDown: false)]).actions
        guard case .set(let edit, _)? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(edit.text == "\"sun\"")
        #expect(!panel.isTyping)
    }

    @Test func `the lightness of a colour changes it, and its hue stays`() throws {
        let model = model([
            try field("colour", .string("#3366cc"), [.special(.colour)])
        ])
        _ = try click("patch layer[1].colour", model)
        draw(model)
        let place = try #require(panel.places["layer[1].colour lightness"])
        let dark = Point(x: place.x + 0.2 * place.width, y: place.y + place.height / 2)
        let actions = draw(model, [.move(dark), .press(true), .press(false)]).actions
        guard case .set(let edit, _)? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        let digits = try #require(Int(edit.text.dropFirst(2).dropLast(), radix: 16), "\(edit.text)")
        let (red, green, blue) = (digits >> 16, digits >> 8 & 255, digits & 255)
        #expect(blue > max(red, green) + 40 && blue < 0xcc, "\(edit.text)")
    }

    @Test func `keys alone reach a number, change it, undo and save`() throws {
        var model = model([try field("opacity", .float(0.5), [.number(0...1)])])
        (model.canUndo, model.isChanged) = (true, true)
        draw(model)
        func press(_ key: PanelInput.Key) -> [PanelAction] {
            draw(model, [.key(key, isDown: true), .key(key, isDown: false)]).actions
        }
        for _ in 0..<40 where panel.focused != "layer[1].opacity" { _ = press(.down) }
        #expect(panel.focused == "layer[1].opacity")
        _ = press(.space)
        let changed = press(.right)
        guard case .set(let edit, _)? = changed.first else {
            Issue.record("\(changed)")
            return
        }
        #expect((Double(edit.text) ?? 0) > 0.5)
        _ = press(.space)
        panel.take(.modifiers(.control))
        #expect(press(.z) == [.undo] && press(.y) == [.redo] && press(.s) == [.save])
        panel.take(.modifiers([]))
        #expect(press(.escape).contains(.close))
    }

    @Test func `the keyboard stays where it is while the text there changes`() {
        var model = model([])
        draw(model)
        func press(_ key: PanelInput.Key) -> [PanelAction] {
            draw(model, [.key(key, isDown: true), .key(key, isDown: false)]).actions
        }
        func go(_ key: PanelInput.Key, to name: String) {
            for _ in 0..<40 where panel.focused != name { _ = press(key) }
            #expect(panel.focused == name)
        }
        go(.down, to: "Pause")
        #expect(press(.space) == [.pause])
        model.movement.isPaused = true
        draw(model)
        #expect(panel.focused == "Pause")
        go(.down, to: "eye 0")
        #expect(press(.space) == [.hide(0)])
        model.layers[0].isHidden = true
        draw(model)
        #expect(panel.focused == "eye 0")
        go(.right, to: "layer 0")
        model.layers[0].milliseconds = 0.3
        draw(model)
        #expect(panel.focused == "layer 0")
        #expect(press(.space) == [.choose(0)])
    }

    @Test func `a click counts also if the text there changes before the release`() throws {
        var model = model([])
        draw(model)
        draw(model, [.move(try middle(of: "layer 0")), .press(true)])
        model.layers[0].milliseconds = 0.3
        #expect(draw(model, [.press(false)]).actions == [.choose(0)])
    }

    @Test func `a key to add is searched by typing, by its name and by what it does`() throws {
        var model = model([])
        model.additions = [
            ("blur", "how blurred the layer is"), ("opacity", "0 is invisible"),
            ("radius", "how round the corners are"),
        ].map { key, meaning in
            let path: TOMLPath = ["layer", 0, .key(key)]
            return PanelModel.Addition(key, meaning: meaning, TOMLEdit(path, "1", after: []))
        }
        func added(_ typed: String) throws -> [PanelAction] {
            _ = try click("+", model)
            draw(model)
            #expect(panel.isTyping)
            draw(model, [.type(typed)])
            return draw(model, [.key(.enter, isDown: true), .key(.enter, isDown: false)]).actions
        }
        func path(_ actions: [PanelAction]) -> TOMLPath? {
            if case .set(let edit, _)? = actions.first { edit.path } else { nil }
        }
        #expect(try path(added("RAD")) == ["layer", 0, "radius"])
        #expect(try path(added("invisible")) == ["layer", 0, "opacity"])
        #expect(try path(added("no such key")) == nil)
        _ = draw(model, [.key(.escape, isDown: true), .key(.escape, isDown: false)])
    }

    /// Many values, of which the panel shows a part.
    private func manyFields() throws -> [PanelModel.Field] {
        try (0..<60).map { number in
            var field = try field("value-\(number)", .float(0.5), [.number(0...1)])
            field.path = ["layer", 0, .key("value-\(number)")]
            return field
        }
    }

    @Test func `a finger that moves up and down moves the list, and changes nothing`() throws {
        let model = model(try manyFields())
        draw(model)
        let name = "layer[1].value-12"
        let start = try middle(of: name)
        var touch = PanelTouch(1, at: start, slack: 8)
        var actions = draw(model, [.move(start)]).actions
        for y in stride(from: 5.0, through: 90, by: 5) {
            let place = Point(x: start.x + 0.1 * y, y: start.y - y)
            actions += draw(model, touch.move(to: place)).actions
        }
        actions += draw(model, touch.end()).actions
        draw(model)
        #expect(actions == [])
        #expect(abs(try middle(of: name).y - (start.y - 90)) <= 1)
    }

    @Test func `a finger that moves to the side drags a value, one that rests taps`() throws {
        let model = model(try manyFields())
        draw(model)
        let start = try middle(of: "layer[1].value-3")
        var touch = PanelTouch(1, at: start, slack: 8)
        var actions = draw(model, [.move(start)]).actions
        for x in [4.0, 20, 40] {
            actions += draw(model, touch.move(to: Point(x: start.x + x, y: start.y + 2))).actions
        }
        actions += draw(model, touch.end()).actions
        guard case .set(let edit, _)? = actions.last else {
            Issue.record("\(actions)")
            return
        }
        #expect(edit.path == ["layer", 0, "value-3"])
        #expect((Double(edit.text) ?? 0) > 0.6)
        let row = try middle(of: "layer 0")
        let tap = PanelTouch(2, at: row, slack: 8)
        #expect(draw(model, [.move(row)] + tap.end()).actions == [.choose(0)])
    }

    @Test func `letters of other scripts are drawn, where a font has them`() throws {
        func ink(_ title: String) -> Int {
            var model = model([])
            model.title = title
            let picture = draw(model).picture
            return picture.pixels.withValues { pixels in
                (0..<36).reduce(0) { sum, y in
                    sum + (0..<200).count { x in pixels[y * picture.width + x] & 0xFF > 0x90 }
                }
            }
        }
        #expect(ink("Ωμέγα") > ink("") + 40)
    }
}
