internal import CSDL
public import Compositor
public import Geometry
internal import System

/// An SDL window on X11, Wayland, KMS/DRM or SDL's `offscreen` driver.
public final class WindowScreen: Screen {
    private let window: SDLWindow
    /// Nil only between two canvases.
    private var canvas: (any WindowCanvas)?
    public private(set) var renderer: String
    private var notice: String?
    private let wakeEvent: UInt32
    private let asking: Ending.Registration
    private var touch = TouchTimer()
    private var panels = WordPanels()

    /// Opens a window for a card of `size`.
    ///
    /// `display` is a number or a name as SDL lists them; nil is the first.
    public init(
        title: String, size: Size, display: String? = nil,
        fullscreen: Bool = false, renderer: RendererChoice = .auto
    ) throws {
        let (window, canvas) = try Self.open(renderer) { purpose throws(DisplayError) in
            try SDLWindow(
                title: title, size: size, display: display, fullscreen: fullscreen,
                purpose: purpose)
        }
        (self.window, self.canvas, self.renderer) = (window, canvas, canvas.name)
        wakeEvent = SDL_RegisterEvents(1)
        asking = Ending.asking(Self.wake(by: wakeEvent))
    }

    /// Prepares the process for a window; must be called before other threads start.
    public static func setEnvironment() { SDLWindow.setEnvironment() }

    private static func open(
        _ renderer: RendererChoice, window: (SDLWindow.Purpose) throws(DisplayError) -> SDLWindow
    ) throws(DisplayError) -> (SDLWindow, any WindowCanvas) {
        if renderer.usesOpenGL {
            do throws(DisplayError) {
                let window = try window(.openGL)
                return (window, try GLCanvas(window: window))
            } catch {
                guard renderer == .auto else { throw error }
            }
        }
        let window = try window(.pixels)
        return (window, try processorCanvas(window))
    }

    public var size: PixelSize { window.pixelSize }
    public var frameInterval: Double { 1 / window.refreshRate }
    public var isVisible: Bool { window.isVisible }

    public var wake: @Sendable () -> Void { Self.wake(by: wakeEvent) }

    private static func wake(by wakeEvent: UInt32) -> @Sendable () -> Void {
        {
            var event = SDL_Event()
            event.type = wakeEvent
            SDL_PushEvent(&event)
        }
    }

    public func present(_ frame: Frame, words: [Words]) throws {
        var frame = frame
        let density = Double(frame.size.height) / Double(window.size.height)
        frame.overlays = panels.overlays(words, over: frame, density: density)
        do {
            try canvas?.present(frame)
        } catch let error as GLError {
            try replaceOpenGL(after: error)
            try canvas?.present(frame)
        }
    }

    /// The same window goes on without OpenGL.
    private func replaceOpenGL(after error: GLError) throws(DisplayError) {
        canvas = nil  // A window has one owner of its pixels.
        let next = try processorCanvas(window)
        (canvas, renderer) = (next, next.name)
        notice = "\(error); the processor draws now"
    }

    public func takeNotice() -> String? {
        defer { notice = nil }
        return notice
    }

    public func toggleFullscreen() { window.isFullscreen.toggle() }

    public func setTitle(_ title: String) { SDL_SetWindowTitle(window.handle, title) }

    public func events(timeout: Double?) -> [ScreenEvent] {
        let timeout = touch.remaining(now: now).map { min($0, timeout ?? $0) } ?? timeout
        var events: [ScreenEvent] = []
        var event = SDL_Event()
        // Rounded up: a wait that ends too early would be started again.
        var isNew =
            timeout.map {
                SDL_WaitEventTimeout(
                    &event, Int32(saturating: (max(0, $0) * 1000).rounded(.up)))
            }
            ?? SDL_WaitEvent(&event)
        while isNew != 0 {
            if let known = translate(event) { events.append(known) }
            isNew = SDL_PollEvent(&event)
        }
        if touch.fires(now: now) { events.append(.longTouch) }
        if Ending.isAsked { events.append(.quit) }
        return events
    }

    private var now: Double { Double(SDL_GetTicks64()) / 1000 }

    private func translate(_ event: SDL_Event) -> ScreenEvent? {
        switch SDL_EventType(event.type) {
        case SDL_QUIT: .quit
        case SDL_KEYDOWN where event.key.repeat == 0: key(event.key.keysym.sym).map { .key($0) }
        case SDL_MOUSEMOTION: pointer(x: event.motion.x, y: event.motion.y)
        case SDL_FINGERDOWN: touch.begin(now: now)
        case SDL_FINGERMOTION: touch.move(by: event.tfinger.dx, event.tfinger.dy)
        case SDL_FINGERUP: touch.end()
        case SDL_WINDOWEVENT: windowEvent(SDL_WindowEventID(UInt32(event.window.event)))
        case SDL_RENDER_TARGETS_RESET, SDL_RENDER_DEVICE_RESET: .redraw
        default: nil
        }
    }

    private func pointer(x: Int32, y: Int32) -> ScreenEvent {
        let size = window.size
        return .pointer(
            x: (Double(x) + 0.5) / Double(size.width) * 2 - 1,
            y: 1 - (Double(y) + 0.5) / Double(size.height) * 2)
    }

    private func windowEvent(_ event: SDL_WindowEventID) -> ScreenEvent? {
        switch event {
        case SDL_WINDOWEVENT_LEAVE: .pointerLeft
        case SDL_WINDOWEVENT_EXPOSED, SDL_WINDOWEVENT_SIZE_CHANGED, SDL_WINDOWEVENT_SHOWN,
            SDL_WINDOWEVENT_RESTORED:
            .redraw
        default: nil
        }
    }

    private func key(_ code: SDL_Keycode) -> ScreenEvent.Key? {
        switch SDL_KeyCode(UInt32(bitPattern: code)) {
        case SDLK_ESCAPE: .quit
        case SDLK_LEFT: .previous
        case SDLK_RIGHT: .next
        default: Unicode.Scalar(UInt32(bitPattern: code)).flatMap { .init(rawValue: Character($0)) }
        }
    }
}

/// Distinguishes a finger held still from a drag.
private struct TouchTimer {
    /// Seconds until a touch is a long touch.
    private static let delay = 0.8
    /// Largest movement of a finger held still, as a fraction of the window.
    private static let tolerance = 0.02
    private var began: Double?
    private var moved = 0.0

    mutating func begin(now: Double) -> ScreenEvent? {
        (began, moved) = (now, 0)
        return nil
    }

    mutating func move(by dx: Float, _ dy: Float) -> ScreenEvent? {
        moved += Double(max(abs(dx), abs(dy)))
        if moved > Self.tolerance { began = nil }
        return nil
    }

    /// Ends the touch; a lifted finger tilts the card no longer.
    mutating func end() -> ScreenEvent? {
        began = nil
        return .pointerLeft
    }

    func remaining(now: Double) -> Double? { began.map { max(0, $0 + Self.delay - now) } }

    mutating func fires(now: Double) -> Bool {
        guard let began, now >= began + Self.delay else { return false }
        self.began = nil
        return true
    }
}
