import Display
import Glibc
import Platform

enum ScreenChoice: Equatable {
    /// A window on the display with this number or name; nil is the first.
    case window(display: String?)
    case terminal
    /// One picture as text, if `terminal` is requested and there is none for output and keys.
    case text

    /// The requested screen; without one, and for `auto`, what this session has.
    init(display: String?, hasTerminal: Bool = TerminalScreen.isThere) throws(Failure) {
        switch display {
        case "terminal": self = hasTerminal ? .terminal : .text
        case nil, "auto": self = try Self.ofSession(hasTerminal: hasTerminal)
        case .some: self = .window(display: display)
        }
    }

    private static func ofSession(hasTerminal: Bool) throws(Failure) -> ScreenChoice {
        if hasDisplay { return .window(display: nil) }
        if hasTerminal { return .terminal }
        let reason =
            isOverSSH ? "a login over ssh has none" : "DISPLAY and WAYLAND_DISPLAY are not set"
        throw Failure(
            .unavailable,
            "no display: \(reason), and there is no terminal; --display terminal prints one picture"
        )
    }

    /// Whether SDL would find a desktop or a console for this user. Over ssh only if
    /// SDL_VIDEODRIVER is set.
    private static var hasDisplay: Bool {
        if isSet("SDL_VIDEODRIVER") { return true }
        return !isOverSSH && (isSet("WAYLAND_DISPLAY") || isSet("DISPLAY") || isOnConsole)
    }

    private static var isOverSSH: Bool { isSet("SSH_CONNECTION") || isSet("SSH_TTY") }

    private static func isSet(_ name: String) -> Bool { environmentVariable(name) != nil }

    /// Whether standard input is a virtual console, where KMS/DRM can draw.
    private static var isOnConsole: Bool {
        guard let name = ttyname(STDIN_FILENO).map({ String(cString: $0) }) else { return false }
        let number = name.dropFirst("/dev/tty".count)
        return name.hasPrefix("/dev/tty") && UInt(number) != nil && access("/dev/dri", F_OK) == 0
    }
}
