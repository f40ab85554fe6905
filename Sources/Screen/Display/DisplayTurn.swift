internal import CDisplayServer
internal import CSDL
internal import Motion

/// How the display with a window is turned, also when that changes.
struct DisplayTurn {
    private let window: SDLWindow
    private(set) var orientation: DisplayOrientation
    /// Takes each change; nil if nobody wants them.
    private var take: ((DisplayOrientation) -> Void)?
    private var mayHaveChanged = false

    init(of window: SDLWindow) {
        self.window = window
        orientation = window.orientation
    }

    mutating func follow(_ take: @escaping (DisplayOrientation) -> Void) {
        self.take = take
        display_server_follow_rotation(UnsafeMutableRawPointer(window.handle))
    }

    /// Notes an event of the window's, which may be on another display.
    mutating func note(_ event: SDL_Event) {
        if take != nil, event.movesWindow { mayHaveChanged = true }
    }

    /// Notes changes of the desktop.
    mutating func note(_ changes: DisplayServer.Changes) {
        if take != nil, changes.contains(.displays) { mayHaveChanged = true }
    }

    /// Tells a change, after the events. Returns whether the server was asked, which may have brought
    /// further events.
    mutating func tell() -> Bool {
        if display_server_takes_turn() != 0 { mayHaveChanged = true }
        guard mayHaveChanged, !DisplayServer.isGone else { return false }
        mayHaveChanged = false
        let before = orientation
        orientation = window.orientation
        if orientation != before { take?(orientation) }
        return true
    }
}

extension SDL_Event {
    fileprivate var movesWindow: Bool {
        guard type == SDL_WINDOWEVENT.rawValue else { return false }
        let moves = [
            SDL_WINDOWEVENT_MOVED, SDL_WINDOWEVENT_SIZE_CHANGED, SDL_WINDOWEVENT_DISPLAY_CHANGED,
        ]
        return moves.contains(SDL_WindowEventID(UInt32(window.event)))
    }
}

extension SDLWindow {
    /// How the desktop shows the window's picture against the panel; natural where it does not say.
    fileprivate var orientation: DisplayOrientation {
        let bounds = displayBounds
        return
            switch display_server_rotation(
                UnsafeMutableRawPointer(handle), bounds.x, bounds.y)
        {
        case 1: .landscapeLeft
        case 2: .inverted
        case 3: .landscapeRight
        default: .natural
        }
    }
}
