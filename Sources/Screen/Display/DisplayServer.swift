internal import CDisplayServer
internal import CSDL
import Synchronization

/// The X server or the compositor that shows the window: its errors, and its end.
enum DisplayServer {
    private static let gone = Atomic(false)

    /// Whether the server has ended. Nothing of SDL's video or of OpenGL may be closed then: their
    /// libraries would wait for an answer.
    static var isGone: Bool {
        get { gone.load(ordering: .relaxed) }
        set { gone.store(newValue, ordering: .relaxed) }
    }

    /// The error for the server's end.
    static var end: DisplayError {
        let name = SDLWindow.variable(isX11 ? "DISPLAY" : "WAYLAND_DISPLAY")
        return DisplayError(
            description: "the display server \(name ?? "") has ended, and the window with it")
    }

    private static var isX11: Bool { isDriver("x11") }

    /// Whether there is no server: SDL draws on the screen itself (KMS/DRM), and reads the keys.
    static var isConsole: Bool { isDriver("KMSDRM") }

    private static func isDriver(_ name: String) -> Bool {
        SDL_GetCurrentVideoDriver().map { String(cString: $0) } == name
    }

    private static let endOfProgram = Mutex<@Sendable (DisplayError) -> Void>({ _ in })

    /// Sets what ends the program when the server ends while a window is opened, where Xlib knows no
    /// way back.
    static func setEndOfProgram(_ end: @escaping @Sendable (DisplayError) -> Never) {
        endOfProgram.withLock { $0 = { error in end(error) } }
    }

    /// Counts the errors of an X server from now on, which would end the program. SDL must have
    /// connected.
    static func takeErrors() {
        guard isX11 else { return }
        display_server_take_errors { DisplayServer.endOfProgram.withLock { $0 }(DisplayServer.end) }
    }

    /// Until `endGuard` the end of an X server ends the program by `setEndOfProgram` also where it
    /// makes a library crash: SDL, and Mesa's threads, draw for a server that has ended.
    static func beginGuard() {
        if isX11 { display_server_begin_guard("lenticule: \(end.description)\n") }
    }

    static func endGuard() { if isX11 { display_server_end_guard() } }

    static var errorCount: UInt32 { display_server_error_count() }

    /// Notices the end of the X server, which would end the program; a compositor's is an event.
    static func watch(_ window: OpaquePointer) {
        display_server_watch(UnsafeMutableRawPointer(window)) { DisplayServer.isGone = true }
    }

    /// Whether the window is still there: on X11 another program may destroy it.
    static func has(_ window: OpaquePointer) -> Bool {
        display_server_has_window(UnsafeMutableRawPointer(window)) != 0
    }

    /// Destroys a window, and takes the errors that an X server reports of it while they are counted.
    static func destroy(_ window: OpaquePointer) {
        display_server_destroy(UnsafeMutableRawPointer(window))
    }

    /// Whether a window fills a display when SDL asks for it: on X11 the window manager does that,
    /// if there is one.
    static var fillsDisplays: Bool { !isX11 || display_server_has_full_screen() != 0 }

    /// What of the desktop has changed.
    struct Changes: OptionSet {
        let rawValue: CInt

        /// A display's mode or place, or that it is there.
        static let displays = Changes(rawValue: CInt(display_server_displays.rawValue))
        static let windowManager = Changes(rawValue: CInt(display_server_manager.rawValue))
    }

    /// Lets an X server tell of changes of the desktop; gives the descriptor on which they arrive, -1 on
    /// other servers. Wayland's compositor changes the window itself.
    static func followDesktop(around window: OpaquePointer) -> CInt {
        display_server_follow_desktop(UnsafeMutableRawPointer(window))
    }

    /// The changes since the last call.
    static func takeChanges() -> Changes { Changes(rawValue: display_server_take_changes()) }

    static func leaveDesktop() { display_server_leave_desktop() }

    /// The area in the desktop of the X server's display with this name, else of the one where the
    /// window is, whose name is stored, else of the first; nil if there is none.
    static func area(of display: inout DisplayName, around window: OpaquePointer) -> SDL_Rect? {
        var area: [CInt] = [0, 0, 0, 0]
        guard display_server_area(UnsafeMutableRawPointer(window), &display.bytes, &area) != 0
        else {
            return nil
        }
        return SDL_Rect(x: area[0], y: area[1], w: area[2], h: area[3])
    }
}

/// An X server's name of a display, such as HDMI-1; SDL has another one.
struct DisplayName {
    fileprivate var bytes = [CChar](repeating: 0, count: 64)
}
