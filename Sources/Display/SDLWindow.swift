internal import CSDL
import Glibc

/// SDL's video, and one window; both end with this value's life.
final class SDLWindow {
    let handle: OpaquePointer

    /// The kind of drawable a window must be made for.
    enum Purpose {
        case pixels
        case openGL
    }

    /// Opens a window for a card of `size`, on the display of that number or name.
    init(
        title: String, size: (width: Double, height: Double), display: String?, fullscreen: Bool,
        purpose: Purpose
    ) throws(DisplayError) {
        try Self.startVideo()
        do throws(DisplayError) {
            let index = try Self.displayIndex(display)
            if purpose == .openGL { Self.askForOpenGLES() }
            handle = try Self.open(title, size, on: index, fullscreen, purpose)
        } catch {
            SDL_QuitSubSystem(SDL_INIT_VIDEO)
            throw error
        }
    }

    deinit {
        SDL_DestroyWindow(handle)
        SDL_QuitSubSystem(SDL_INIT_VIDEO)
    }

    /// Sets what SDL and X11 read from the environment, which no other thread may read meanwhile.
    static func setEnvironment() {
        // Nothing is typed here: X11 need not read its table of composed characters, 9 ms long.
        setenv("XCOMPOSEFILE", "/dev/null", 0)
    }

    static func startVideo() throws(DisplayError) {
        // Without it SDL draws the window's surface through OpenGL: slower, and much memory.
        SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0")
        SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0")
        SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "0")
        SDL_SetHint(SDL_HINT_MOUSE_TOUCH_EVENTS, "0")
        SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "1")
        SDL_SetHint(SDL_HINT_VIDEODRIVER, drivers)  // The variable SDL_VIDEODRIVER goes before it.
        guard SDL_InitSubSystem(SDL_INIT_VIDEO) == 0 else {
            throw DisplayError(
                description: "no display: \(sdlError()); --display terminal needs none")
        }
    }

    /// What this session may have a display of. Left alone SDL ends with its `offscreen` driver,
    /// which nobody sees, and asks libraries that complain on standard error.
    private static var drivers: String {
        let sessions = [("DISPLAY", "x11"), ("WAYLAND_DISPLAY", "wayland")]
        let present = sessions.filter { getenv($0.0).map { $0.pointee != 0 } ?? false }
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
        let offered = names.enumerated().map { "\($0.offset) (\($0.element))" }
        throw DisplayError(
            description:
                "no display \(display); there are: \(offered.joined(separator: ", ")), terminal")
    }

    private static func askForOpenGLES() {
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, Int32(SDL_GL_CONTEXT_PROFILE_ES.rawValue))
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 2)
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0)
        // Without alpha no desktop shines through a dark card.
        SDL_GL_SetAttribute(SDL_GL_ALPHA_SIZE, 0)
        SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0)
    }

    private static func open(
        _ title: String, _ size: (width: Double, height: Double), on display: Int32,
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
        else { throw DisplayError(description: "cannot open a window: \(sdlError())") }
        SDL_SetWindowMinimumSize(handle, 64, 64)
        return handle
    }

    /// Three quarters of the display at most, in the card's proportions.
    private static func windowSize(for size: (width: Double, height: Double), on display: Int32)
        -> (width: Int32, height: Int32)
    {
        var bounds = SDL_Rect(x: 0, y: 0, w: 1280, h: 800)
        SDL_GetDisplayUsableBounds(display, &bounds)
        let (width, height) = (Double(bounds.w) * 0.75, Double(bounds.h) * 0.8)
        let scale = min(width / size.width, height / size.height)
        return (
            max(64, Int32((size.width * scale).rounded())),
            max(64, Int32((size.height * scale).rounded()))
        )
    }

    /// The drawable's size in pixels.
    var pixelSize: (width: Int, height: Int) {
        var (width, height) = (Int32(0), Int32(0))
        SDL_GetWindowSizeInPixels(handle, &width, &height)
        return (max(4, Int(width)), max(1, Int(height)))
    }

    /// The window's size in the desktop's units, which events use.
    var size: (width: Int, height: Int) {
        var (width, height) = (Int32(0), Int32(0))
        SDL_GetWindowSize(handle, &width, &height)
        return (max(1, Int(width)), max(1, Int(height)))
    }

    var isFullscreen: Bool {
        get { SDL_GetWindowFlags(handle) & SDL_WINDOW_FULLSCREEN.rawValue != 0 }
        set {
            let flags = newValue ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0
            SDL_SetWindowFullscreen(handle, flags)
        }
    }

    /// Frames a second of the display that shows the window; 60 where it does not say.
    var refreshRate: Double {
        var mode = SDL_DisplayMode()
        let display = max(0, SDL_GetWindowDisplayIndex(handle))
        guard SDL_GetCurrentDisplayMode(display, &mode) == 0, mode.refresh_rate > 0 else {
            return 60
        }
        return Double(mode.refresh_rate)
    }
}

/// SDL's words for what failed last.
func sdlError() -> String { String(cString: SDL_GetError()) }
