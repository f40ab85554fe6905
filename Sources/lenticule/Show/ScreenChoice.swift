import Display
import Glibc

/// The screen for the card.
enum ScreenChoice: Equatable {
    /// A window on the display with this number or name; nil is the first.
    case window(display: String?)
    case terminal
    /// One picture as text, if there is no terminal for output and keys.
    case text

    /// The requested screen; without one, and for `auto`, what this session has.
    init(display: String?) {
        switch display {
        case "terminal": self = .forTerminal
        case nil, "auto": self = Self.hasDisplay ? .window(display: nil) : .forTerminal
        case .some: self = .window(display: display)
        }
    }

    private static var forTerminal: ScreenChoice {
        TerminalScreen.isThere ? .terminal : .text
    }

    /// Whether SDL would find a desktop or a console for this user. Over ssh only if
    /// SDL_VIDEODRIVER is set.
    private static var hasDisplay: Bool {
        if isSet("SDL_VIDEODRIVER") { return true }
        if isSet("SSH_CONNECTION") || isSet("SSH_TTY") { return false }
        return isSet("WAYLAND_DISPLAY") || isSet("DISPLAY") || isOnConsole
    }

    /// Whether standard input is a virtual console, where KMS/DRM can draw.
    private static var isOnConsole: Bool {
        guard let name = ttyname(STDIN_FILENO).map({ String(cString: $0) }) else { return false }
        let number = name.dropFirst("/dev/tty".count)
        return name.hasPrefix("/dev/tty") && UInt(number) != nil && access("/dev/dri", F_OK) == 0
    }

    private static func isSet(_ name: String) -> Bool {
        getenv(name).map { $0.pointee != 0 } ?? false
    }
}
