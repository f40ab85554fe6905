internal import CSDL
internal import Platform

/// The display that a window would open on, and its renderer.
public struct DisplayReport: Sendable, Equatable {
    /// SDL's driver, as in "x11".
    public let driver: String
    /// Pixels.
    public let width: Int
    public let height: Int
    /// Frames a second; 60 if the display does not report it.
    public let refreshRate: Double
    /// The renderer that a window tries first: `gl` or `cpu`. If OpenGL fails, `auto` draws with
    /// `cpu`.
    public let renderer: String

    /// Asks SDL, without a window; `display` is a number or a name, nil the first.
    public init(display: String?, renderer: RendererChoice) throws(DisplayError) {
        try SDLWindow.startVideo()
        defer { SDL_QuitSubSystem(SDL_INIT_VIDEO) }
        let index = try SDLWindow.displayIndex(display)
        var mode = SDL_DisplayMode()
        guard SDL_GetCurrentDisplayMode(index, &mode) == 0 else {
            throw DisplayError(description: "no display: \(sdlError())")
        }
        driver = SDL_GetCurrentVideoDriver().map { String(cString: $0) } ?? "no driver"
        (width, height) = (Int(mode.w), Int(mode.h))
        refreshRate = mode.refresh_rate > 0 ? Double(mode.refresh_rate) : 60
        self.renderer = renderer.usesOpenGL ? "gl" : "cpu"
    }
}

/// The renderer that `auto` gives, and its driver, for bug reports.
public struct RendererReport: Sendable, CustomStringConvertible {
    public let description: String

    /// Asks the driver through a window that is not shown, where the session has a desktop. On a console
    /// that would take the screen.
    public init() {
        let name = RendererChoice.auto.usesOpenGL ? "gl" : "cpu"
        guard Self.hasDesktop else {
            description = "\(name); OpenGL was not asked, because this session has no desktop"
            return
        }
        do throws(DisplayError) {
            let driver = try StandardError.muted { () throws(DisplayError) in
                try SDLWindow.openGLDriver()
            }
            description = "\(name); \(driver)"
        } catch {
            description = "\(name); \(error)"
        }
    }

    private static var hasDesktop: Bool {
        ["SDL_VIDEODRIVER", "WAYLAND_DISPLAY", "DISPLAY"].contains {
            environmentVariable($0) != nil
        }
    }
}

/// SDL's version, as "SDL 2.26.5".
public var windowLibrary: String {
    var version = SDL_version()
    SDL_GetVersion(&version)
    return "SDL \(version.major).\(version.minor).\(version.patch)"
}
