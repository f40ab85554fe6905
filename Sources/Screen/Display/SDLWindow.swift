internal import CSDL
internal import Compositor
internal import Geometry
import Glibc
internal import Platform

/// SDL's video subsystem and one window; both are closed in deinit.
final class SDLWindow {
    let handle: OpaquePointer
    private let keyboard = ConsoleKeyboard()
    /// The place in the desktop from which the window was enlarged to its display without a window
    /// manager; nil if it was not.
    private var placeBefore: SDL_Rect?
    /// The display that the window fills without a window manager.
    private var filledDisplay = DisplayName()
    /// Where changes of the desktop arrive; -1 if the server tells none.
    let desktopDescriptor: CInt

    /// What the compositor draws with, which a window must support.
    enum Purpose {
        case pixels
        case openGL
    }

    /// Opens a window for a card of `size`, on the display with this number or name; nil is the
    /// first.
    init(
        title: String, size: Size, display: String?, fullscreen: Bool,
        purpose: Purpose
    ) throws(DisplayError) {
        try Self.startVideo()
        do throws(DisplayError) {
            let index = try Self.displayIndex(display)
            if purpose == .openGL { Self.askForOpenGLES() }
            // Without a desktop a window has the whole display.
            let fullscreen = fullscreen || DisplayServer.isConsole
            let isFilledBySDL = fullscreen && DisplayServer.fillsDisplays
            DisplayServer.beginGuard()
            handle = try Self.open(title, size, on: index, isFilledBySDL, purpose)
            DisplayServer.watch(handle)
            desktopDescriptor = DisplayServer.followDesktop(around: handle)
            isFullscreen = fullscreen
        } catch {
            DisplayServer.endGuard()
            SDL_QuitSubSystem(SDL_INIT_VIDEO)
            throw error
        }
    }

    deinit {
        guard !DisplayServer.isGone else { return }
        DisplayServer.leaveDesktop()
        DisplayServer.destroy(handle)
        DisplayServer.endGuard()
        SDL_QuitSubSystem(SDL_INIT_VIDEO)
    }

    /// Sets the environment for X11; no other thread may read the environment meanwhile.
    static func setEnvironment() {
        // The fast path of Mesa's llvmpipe (22.3) writes some pixels of plain colours into a window with
        // their bytes in another order. Other drivers do not read the variable.
        setenv("LP_PERF", "no_rast_linear", 0)
        // Without text input X11 does not need its compose table, which takes 9 ms to read. Not on
        // Wayland: its library would print an error.
        if environmentVariable("WAYLAND_DISPLAY") == nil { setenv("XCOMPOSEFILE", "/dev/null", 0) }
        ConsoleKeyboard.setEnvironment()
    }

    static func startVideo() throws(DisplayError) {
        // Otherwise SDL draws the window's surface through OpenGL: slower, and much memory.
        SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0")
        SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0")
        SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1")  // `Wakefulness` decides.
        SDL_SetHint(SDL_HINT_APP_NAME, "Lenticule")
        SDL_SetHint(SDL_HINT_SCREENSAVER_INHIBIT_ACTIVITY_NAME, "Showing a card")
        SDL_SetHint(SDL_HINT_MOUSE_TOUCH_EVENTS, "0")
        SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "1")
        SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1")  // `Ending` handles the signals.
        // SDL_QUIT then means that the display server has ended.
        SDL_SetHint(SDL_HINT_QUIT_ON_LAST_WINDOW_CLOSE, "0")
        SDL_SetHint(SDL_HINT_VIDEODRIVER, drivers)  // SDL_VIDEODRIVER has priority.
        guard SDL_InitSubSystem(SDL_INIT_VIDEO) == 0 else {
            throw DisplayError(description: "no display: \(failureOfVideo)", missing: .display)
        }
        DisplayServer.takeErrors()
    }

    /// Why no driver works; SDL names the drivers, but not what they need.
    private static var failureOfVideo: String {
        let variables = ["SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"].compactMap(variable)
        if variables.first?.hasPrefix("SDL_") == true { return "\(variables[0]): \(sdlError())" }
        let server =
            variables.isEmpty
            ? "DISPLAY and WAYLAND_DISPLAY are not set"
            : "no display server answers at \(variables.joined(separator: " or "))"
        return server + ", and no screen can be used without one (KMS/DRM)"
            + (ConsoleScreens.obstacle.map { ": \($0)" } ?? "")
    }

    /// A variable of the environment with its value, as `DISPLAY=:0`; nil if it is not set.
    static func variable(_ name: String) -> String? {
        environmentVariable(name).map { "\(name)=\($0)" }
    }

    /// The drivers that this session may have a display for. Without this list SDL tries libraries
    /// that print errors, and falls back to its `offscreen` driver, which shows nothing.
    private static var drivers: String {
        // On a scaled Wayland desktop an X11 window has fewer pixels and is stretched.
        let sessions = [("WAYLAND_DISPLAY", "wayland"), ("DISPLAY", "x11")]
        let present = sessions.filter { environmentVariable($0.0) != nil }
        return (present.map(\.1) + ["KMSDRM"]).joined(separator: ",")
    }

    static func displayIndex(_ display: String?) throws(DisplayError) -> Int32 {
        guard let display else { return 0 }
        let names = (0..<SDL_GetNumVideoDisplays()).map { index in
            SDL_GetDisplayName(index).map { String(cString: $0) } ?? "display"
        }
        if let index = Int32(display) ?? names.firstIndex(of: display).map(Int32.init),
            index >= 0, index < names.count
        {
            return index
        }
        // X11 calls a display without a name "none".
        let offered = names.enumerated().map { index, name in
            name == "none" ? "\(index)" : "\(index) (\(name))"
        }
        throw DisplayError(
            description:
                "no display \(display); give one of: \(offered.joined(separator: ", ")), terminal")
    }

    private static func askForOpenGLES() {
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, Int32(SDL_GL_CONTEXT_PROFILE_ES.rawValue))
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 2)
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0)
        // Without alpha the desktop is not visible through a dark card.
        SDL_GL_SetAttribute(SDL_GL_ALPHA_SIZE, 0)
        SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0)
    }

    /// What the driver of OpenGL ES says of itself, which a window that is not shown asks.
    static func openGLDriver() throws(DisplayError) -> String {
        try startVideo()
        defer { SDL_QuitSubSystem(SDL_INIT_VIDEO) }
        askForOpenGLES()
        let flags = SDL_WINDOW_OPENGL.rawValue | SDL_WINDOW_HIDDEN.rawValue
        guard let window = SDL_CreateWindow("Lenticule", 0, 0, 64, 64, flags) else {
            throw .openGL(sdlError())
        }
        defer { SDL_DestroyWindow(window) }
        guard let context = SDL_GL_CreateContext(window) else { throw .openGL(sdlError()) }
        defer { SDL_GL_DeleteContext(context) }
        return GLCompositor.driver
    }

    private static func open(
        _ title: String, _ size: Size, on display: Int32,
        _ fullscreen: Bool, _ purpose: Purpose
    ) throws(DisplayError) -> OpaquePointer {
        var flags = SDL_WINDOW_RESIZABLE.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
        if fullscreen { flags |= SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue }
        if purpose == .openGL { flags |= SDL_WINDOW_OPENGL.rawValue }
        let inside = windowSize(for: size, on: display)
        let place = lenticule_centered_on_display(display)
        guard
            let handle = SDL_CreateWindow(
                title, place, place, inside.width, inside.height, flags)
        else {
            throw purpose == .openGL
                ? .openGL(sdlError())
                : DisplayError(description: "cannot open a window: \(sdlError())")
        }
        SDL_SetWindowMinimumSize(handle, 64, 64)
        return handle
    }

    /// At most three quarters of the display's usable width and four fifths of its usable height,
    /// in the card's proportions; but each side is at least 64.
    private static func windowSize(for size: Size, on display: Int32)
        -> (width: Int32, height: Int32)
    {
        var bounds = SDL_Rect(x: 0, y: 0, w: 1280, h: 800)
        SDL_GetDisplayUsableBounds(display, &bounds)
        let (width, height) = (Double(bounds.w) * 0.75, Double(bounds.h) * 0.8)
        let scale = min(width / size.width, height / size.height)
        return (
            max(64, Int32(saturating: size.width * scale)),
            max(64, Int32(saturating: size.height * scale))
        )
    }

    var pixelSize: PixelSize {
        var (width, height) = (Int32(0), Int32(0))
        SDL_GetWindowSizeInPixels(handle, &width, &height)
        return PixelSize(width: max(4, Int(width)), height: max(1, Int(height)))
    }

    /// The window's size in the desktop's units, as in events.
    var size: PixelSize {
        var (width, height) = (Int32(0), Int32(0))
        SDL_GetWindowSize(handle, &width, &height)
        return PixelSize(width: max(1, Int(width)), height: max(1, Int(height)))
    }

    /// Whether the window is neither hidden nor minimised.
    var isVisible: Bool {
        let unseen = SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_MINIMIZED.rawValue
        return SDL_GetWindowFlags(handle) & unseen == 0
    }

    /// Whether keys go to the window.
    var hasFocus: Bool { SDL_GetWindowFlags(handle) & SDL_WINDOW_INPUT_FOCUS.rawValue != 0 }

    var isFullscreen: Bool {
        get {
            placeBefore != nil || SDL_GetWindowFlags(handle) & SDL_WINDOW_FULLSCREEN.rawValue != 0
        }
        set {
            guard newValue != isFullscreen, !DisplayServer.isConsole else { return }
            if let placeBefore {
                self.placeBefore = nil
                place = placeBefore
            } else if newValue, !DisplayServer.fillsDisplays {
                placeBefore = place
                filledDisplay = DisplayName()
                place = displayBounds
            } else {
                SDL_SetWindowFullscreen(
                    handle, newValue ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0)
            }
        }
    }

    /// Fills the display again, after changes of the desktop, where no window manager does that. Gives the
    /// changes since the last call.
    func followDesktop() -> DisplayServer.Changes {
        let changes = DisplayServer.takeChanges()
        if placeBefore != nil, !DisplayServer.isGone { fillDisplay(after: changes) }
        return changes
    }

    private func fillDisplay(after changes: DisplayServer.Changes) {
        if changes.contains(.windowManager), DisplayServer.fillsDisplays {
            placeBefore = nil
            SDL_SetWindowFullscreen(handle, SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue)
        } else if changes.contains(.displays),
            let area = DisplayServer.area(of: &filledDisplay, around: handle)
        {
            // Without a display, as while its cable is out, the window stays as it is.
            place = area
        }
    }

    /// Where the window lies in the desktop.
    private var place: SDL_Rect {
        get {
            var place = SDL_Rect()
            SDL_GetWindowPosition(handle, &place.x, &place.y)
            SDL_GetWindowSize(handle, &place.w, &place.h)
            return place
        }
        set {
            SDL_SetWindowSize(handle, newValue.w, newValue.h)
            SDL_SetWindowPosition(handle, newValue.x, newValue.y)
        }
    }

    var displayBounds: SDL_Rect {
        // SDL knows the displays of an X server only as they were when the program began.
        if let area = DisplayServer.area(of: &filledDisplay, around: handle) { return area }
        var bounds = SDL_Rect()
        SDL_GetDisplayBounds(max(0, SDL_GetWindowDisplayIndex(handle)), &bounds)
        return bounds
    }

    var showsPointer: Bool {
        get { SDL_ShowCursor(SDL_QUERY) != SDL_DISABLE }
        set { SDL_ShowCursor(newValue ? SDL_ENABLE : SDL_DISABLE) }
    }

    /// Whether the desktop is kept from blanking the display.
    var isAwake: Bool {
        get { SDL_IsScreenSaverEnabled() == SDL_FALSE }
        set { newValue ? SDL_DisableScreenSaver() : SDL_EnableScreenSaver() }
    }

    /// Frames a second of the window's display; 60 if it does not report it.
    var refreshRate: Double {
        var mode = SDL_DisplayMode()
        let display = max(0, SDL_GetWindowDisplayIndex(handle))
        guard SDL_GetCurrentDisplayMode(display, &mode) == 0, mode.refresh_rate > 0 else {
            return 60
        }
        return Double(mode.refresh_rate)
    }
}

func sdlError() -> String { String(cString: SDL_GetError()) }
