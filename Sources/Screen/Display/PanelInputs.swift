internal import CSDL
public import Geometry
internal import Tuner

/// Where a panel on a screen takes what the viewer does.
public struct PanelFocus: Sendable, Equatable {
    /// Pixels of the screen.
    public var area: PixelRect
    /// Whether all keys are for the panel: a text is typed, or a value is changed.
    public var takesKeys: Bool
}

/// What a panel shows, for those who test it.
public struct PanelTrace: Sendable {
    /// Where each widget is in pixels of the screen, by its name.
    public let places: [String: Rect]
    /// The widget to which the keyboard has moved, and the chosen layer's index in card.toml.
    public let focused: String?
    public let chosen: Int?
}

/// Turns SDL's events into those of a panel.
struct PanelInputs {
    var focus: PanelFocus?
    /// Whether a press that began in the panel is not released yet.
    private var isHeld = false
    private var isInside = false
    private var touch: PanelTouch?

    /// What an event means for the panel; nil: it is not for the panel. `density` are pixels per unit of
    /// the desktop, `size` the window's size in these units.
    mutating func inputs(
        _ event: SDL_Event, density: Double, size: PixelSize
    ) -> [PanelInput]? {
        guard let focus else { return nil }
        func place(_ x: Double, _ y: Double) -> Point {
            Point(
                x: x * density - Double(focus.area.x), y: y * density - Double(focus.area.y))
        }
        switch SDL_EventType(event.type) {
        case SDL_MOUSEMOTION where event.motion.which == Self.touchAsMouse,
            SDL_MOUSEBUTTONDOWN where event.button.which == Self.touchAsMouse,
            SDL_MOUSEBUTTONUP where event.button.which == Self.touchAsMouse:
            // SDL reports a finger as a mouse, too: the panel has it as a finger.
            let isMotion = event.type == SDL_MOUSEMOTION.rawValue
            let (x, y) =
                isMotion ? (event.motion.x, event.motion.y) : (event.button.x, event.button.y)
            return touch != nil || contains(place(Double(x), Double(y))) ? [] : nil
        case SDL_MOUSEMOTION:
            return move(to: place(Double(event.motion.x), Double(event.motion.y)))
        case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP:
            let button = event.button
            return press(
                button.button, event.type == SDL_MOUSEBUTTONDOWN.rawValue,
                at: place(Double(button.x), Double(button.y)))
        case SDL_MOUSEWHEEL:
            return isInside ? [.scroll(Double(event.wheel.preciseY))] : nil
        case SDL_FINGERDOWN, SDL_FINGERUP, SDL_FINGERMOTION:
            return touched(
                event, density: density,
                at: place(
                    Double(event.tfinger.x) * Double(size.width),
                    Double(event.tfinger.y) * Double(size.height)))
        case SDL_TEXTINPUT: return type(event.text)
        case SDL_KEYDOWN, SDL_KEYUP: return key(event.key)
        default: return nil
        }
    }

    /// SDL_TOUCH_MOUSEID, which Swift cannot import.
    static let touchAsMouse = UInt32.max

    private func contains(_ place: Point) -> Bool {
        guard let area = focus?.area else { return false }
        return place.x >= 0 && place.y >= 0 && place.x < Double(area.width)
            && place.y < Double(area.height)
    }

    private mutating func move(to place: Point) -> [PanelInput]? {
        let wasInside = isInside
        isInside = isHeld || contains(place)
        if isInside { return [.move(place)] }
        // The card has this movement, too.
        return wasInside ? [.leave] : nil
    }

    private mutating func press(_ button: UInt8, _ isDown: Bool, at place: Point) -> [PanelInput]? {
        guard isDown ? contains(place) : isHeld else { return nil }
        isHeld = isDown
        guard button == 1 || button == 3 else { return [] }
        let held = Self.modifiers(UInt16(truncatingIfNeeded: SDL_GetModState().rawValue))
        return [
            .modifiers(held), .move(place), button == 1 ? .press(isDown) : .pressRight(isDown),
        ]
    }

    private mutating func touched(
        _ event: SDL_Event, density: Double, at place: Point
    ) -> [PanelInput]? {
        let finger = event.tfinger.fingerId
        if event.type == SDL_FINGERDOWN.rawValue {
            guard touch == nil else { return contains(place) ? [] : nil }
            guard contains(place) else { return nil }
            touch = PanelTouch(finger, at: place, slack: PanelTouch.slack * density)
            return [.move(place)]
        }
        guard touch?.finger == finger else { return nil }
        if event.type == SDL_FINGERMOTION.rawValue { return touch?.move(to: place) }
        defer { touch = nil }
        return touch?.end()
    }

    private func type(_ event: SDL_TextInputEvent) -> [PanelInput]? {
        guard focus?.takesKeys == true else { return nil }
        let text = withUnsafeBytes(of: event.text) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return [.type(text)]
    }

    private func key(_ event: SDL_KeyboardEvent) -> [PanelInput]? {
        let isDown = event.type == SDL_KEYDOWN.rawValue
        let held = Self.modifiers(event.keysym.mod)
        guard let key = Self.key(event.keysym) else {
            return focus?.takesKeys == true ? [.modifiers(held)] : nil
        }
        let isOwn = focus?.takesKeys == true || key.isOfPanel(held)
        guard isOwn || !isDown else { return nil }
        // A released key is told, whoever took it.
        return [.modifiers(held), .key(key, isDown: isDown)]
    }

    private static func modifiers(_ bits: UInt16) -> PanelInput.Modifiers {
        var held: PanelInput.Modifiers = []
        if bits & UInt16(KMOD_LCTRL.rawValue | KMOD_RCTRL.rawValue) != 0 { held.insert(.control) }
        if bits & UInt16(KMOD_LSHIFT.rawValue | KMOD_RSHIFT.rawValue) != 0 { held.insert(.shift) }
        if bits & UInt16(KMOD_LALT.rawValue | KMOD_RALT.rawValue) != 0 { held.insert(.alt) }
        return held
    }

    private static func key(_ key: SDL_Keysym) -> PanelInput.Key? {
        switch SDL_KeyCode(UInt32(bitPattern: key.sym)) {
        case SDLK_TAB: .tab
        case SDLK_LEFT: .left
        case SDLK_RIGHT: .right
        case SDLK_UP: .up
        case SDLK_DOWN: .down
        case SDLK_PAGEUP: .pageUp
        case SDLK_PAGEDOWN: .pageDown
        case SDLK_HOME: .home
        case SDLK_END: .end
        case SDLK_DELETE: .delete
        case SDLK_BACKSPACE: .backspace
        case SDLK_SPACE: .space
        case SDLK_RETURN, SDLK_KP_ENTER: .enter
        case SDLK_ESCAPE: .escape
        case SDLK_a: .a
        case SDLK_c: .c
        case SDLK_v: .v
        case SDLK_x: .x
        case SDLK_y: .y
        case SDLK_z: .z
        case SDLK_s: .s
        default: nil
        }
    }
}

extension PanelInput.Key {
    /// Whether the panel has this key also while no value is changed: those that move in it, and with
    /// Control those that change all.
    fileprivate func isOfPanel(_ held: PanelInput.Modifiers) -> Bool {
        switch self {
        case .a, .c, .v, .x: false
        case .y, .z, .s: held.contains(.control)
        default: true
        }
    }
}
