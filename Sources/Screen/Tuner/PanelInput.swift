public import Geometry

/// What the viewer does in the panel. Places are pixels of the panel.
public enum PanelInput: Sendable, Equatable {
    case move(Point)
    /// The pointer left the panel, or the finger was lifted.
    case leave
    /// The left mouse button, or a finger.
    case press(Bool)
    /// The right mouse button.
    case pressRight(Bool)
    /// Lines; positive numbers scroll up.
    case scroll(Double)
    /// A finger moves the list under the pointer by so many pixels; positive numbers pull it down.
    case pull(Double)
    case key(Key, isDown: Bool)
    case modifiers(Modifiers)
    /// Typed text.
    case type(String)

    /// In the order of `cimgui_key`.
    public enum Key: UInt32, Sendable {
        case tab, left, right, up, down, pageUp, pageDown, home, end, delete, backspace, space,
            enter
        case escape, a, c, v, x, y, z, s
    }

    public struct Modifiers: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let control = Modifiers(rawValue: 1)
        public static let shift = Modifiers(rawValue: 2)
        public static let alt = Modifiers(rawValue: 4)
    }
}
