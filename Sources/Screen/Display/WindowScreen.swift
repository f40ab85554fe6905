internal import CSDL
public import Compositor
public import Geometry
public import Motion
internal import Platform
internal import Tuner

/// An SDL window on X11, Wayland, KMS/DRM or SDL's `offscreen` driver.
public final class WindowScreen: Screen {
    private let window: SDLWindow
    /// Nil while it is replaced, and if the replacement has failed.
    private var canvas: (any WindowCanvas)?
    public private(set) var renderer: String
    /// The passes and pixels of the canvases that were replaced.
    private var formerCounts = DrawCounts()
    private var message: String?
    private let events: WindowEvents
    private let wakeFile: WakeEvent
    private let endRegistration: Ending.Registration
    private var gesture = Gesture()
    private var panelInputs = PanelInputs()
    private var idlePointer: IdlePointer
    private var wakefulness: Wakefulness
    private var panels = HUDPanels()
    /// Whether it stands where visitors use keys and fingers: these end nothing, and no pointer is shown.
    private let isKiosk: Bool
    /// When the context of OpenGL was lost last, seconds of SDL's clock.
    private var contextLost = -Double.infinity
    /// Seconds: a context that is lost sooner after the one before is not replaced.
    private static let contextPause = 10.0
    private var turn: DisplayTurn
    /// Locks the desktop's rotation while the window is shown and has the focus; nil if nothing does.
    public var rotationLock: RotationLock?
    /// When the drawing of the newest frame began, seconds of CLOCK_MONOTONIC.
    private var drawingBegan = 0.0

    /// Opens a window for a card of `size`.
    ///
    /// `display` is a number or a name as SDL lists them; nil is the first. In a `kiosk` the window fills
    /// the display, shows no pointer and no text, and only a signal ends it.
    public init(
        title: String, size: Size, display: String? = nil, fullscreen: Bool = false,
        kiosk: Bool = false, renderer: RendererChoice = .auto, awake: Awake = .auto
    ) throws {
        isKiosk = kiosk
        // Registered before the window opens: a user who sees the window may expect that a signal
        // ends the program properly.
        wakeFile = try WakeEvent()
        endRegistration = Ending.asking(wakeFile.send)
        idlePointer = IdlePointer(at: Self.seconds)
        wakefulness = Wakefulness(awake, at: Self.seconds)
        // Libraries print why they have no driver, or no frame for a window.
        let (window, canvas, message) = try StandardError.muted {
            try Self.open(renderer) { purpose throws(DisplayError) in
                try SDLWindow(
                    title: title, size: size, display: display, fullscreen: fullscreen || kiosk,
                    purpose: purpose)
            }
        }
        (self.window, self.canvas, self.renderer) = (window, canvas, canvas.name)
        turn = DisplayTurn(of: window)
        events = WindowEvents(of: window, wake: wakeFile)
        let hasKeys = !DisplayServer.isConsole || InputDevice.canReadKeyboard
        self.message = hasKeys ? message : ConsoleScreens.messageWithoutKeys
        canvas.isUnwanted = { [weak self] in self?.isAskedToQuit ?? false }
    }

    /// Sets the environment for a window; no other thread may read the environment meanwhile. `end`
    /// ends the program with an error when the display server ends while a window is opened.
    public static func prepare(end: @escaping @Sendable (DisplayError) -> Never) {
        SDLWindow.setEnvironment()
        DisplayServer.setEndOfProgram(end)
    }

    private typealias OpenWindow = (SDLWindow.Purpose) throws(DisplayError) -> SDLWindow

    /// Opens a window, and a canvas on it; the message tells why `auto` does not use OpenGL.
    private static func open(
        _ renderer: RendererChoice, _ window: OpenWindow
    ) throws(DisplayError) -> (SDLWindow, any WindowCanvas, message: String?) {
        var message: String?
        if renderer.usesOpenGL {
            do throws(DisplayError) {
                let (window, canvas) = try openGL(window)
                return (window, canvas, nil)
            } catch {
                guard renderer == .auto else { throw error }
                message = processorDraws(after: error)
            }
        }
        let window = try window(.pixels)
        return (window, try processorCanvas(window), message)
    }

    /// Bytes that Mesa and LLVM take until the first frame.
    private static let openGLMemory = 256_000_000

    private static func openGL(
        _ window: OpenWindow
    ) throws(DisplayError) -> (SDLWindow, GLCanvas) {
        // A driver that gets no memory ends the program.
        if let problem = MemoryReserve.problem(allocating: openGLMemory) { throw .openGL(problem) }
        let errors = DisplayServer.errorCount
        let window = try window(.openGL)
        let canvas = try GLCanvas(window: window)
        guard DisplayServer.errorCount == errors else {
            throw .openGL("the X server and the driver do not agree")
        }
        return (window, canvas)
    }

    private static func processorDraws(after error: any Error) -> String {
        "\(error); the processor draws now"
    }

    public var drawCounts: DrawCounts { formerCounts + (canvas?.counts ?? DrawCounts()) }
    public var cachedBytes: Int { canvas?.cachedBytes ?? 0 }
    public var shaderPrograms: Int { canvas?.shaderPrograms ?? 0 }
    public var size: PixelSize { window.pixelSize }
    public var longestPictureSide: Int { canvas?.longestPictureSide ?? .max }
    public var frameInterval: Double { 1 / window.refreshRate }
    public var drawingTime: Double? { canvas?.drawingTime }
    public var drawnPart: PixelRect? { canvas?.drawnPart }
    public var density: Double { Double(size.height) / Double(window.size.height) }
    public var isVisible: Bool { window.isVisible }

    public var wake: @Sendable () -> Void { wakeFile.send }

    public var prepares: Bool { canvas?.prepares ?? false }

    public func prepare(_ frame: Frame) throws {
        do {
            try canvas?.prepare(frame)
        } catch let error as GLError {
            try replaceOpenGL(after: error)
        }
    }

    public func present(_ frame: Frame, hud: [HUDText]) throws {
        drawingBegan = monotonicSeconds()
        var frame = frame
        frame.overlays += panels.overlays(hud, over: frame, density: density)
        do {
            try canvas?.present(frame)
        } catch let error as GLError {
            try replaceOpenGL(after: error)
            try canvas?.present(frame)
        }
    }

    /// The same window goes on, with a new context if that was lost, else without OpenGL.
    private func replaceOpenGL(after error: GLError) throws(DisplayError) {
        formerCounts = drawCounts
        canvas = nil  // A window has one owner of its pixels.
        let next: any WindowCanvas =
            if let canvas = newContext(after: error) { canvas } else { try processorCanvas(window) }
        (canvas, renderer) = (next, next.name)
        next.isUnwanted = { [weak self] in self?.isAskedToQuit ?? false }
        message =
            next is GLCanvas
            ? "\(error); it is drawn anew" : Self.processorDraws(after: error)
    }

    /// A canvas with a new context; nil if that makes no sense, as where one was lost a moment ago.
    private func newContext(after error: GLError) -> (any WindowCanvas)? {
        let now = Self.seconds
        guard error.isContextLost, now >= contextLost + Self.contextPause else { return nil }
        contextLost = now
        return try? GLCanvas(window: window)
    }

    /// Whether the viewer, or a signal, has asked to quit while a frame is drawn that takes long;
    /// `events` gives that next.
    private var isAskedToQuit: Bool {
        // Of frames that take less time, nobody waits for the end.
        guard monotonicSeconds() > drawingBegan + 0.25 else { return false }
        if Ending.isAsked { return true }
        guard !isKiosk else { return false }
        SDL_PumpEvents()
        if SDL_HasEvent(SDL_QUIT.rawValue) == SDL_TRUE { return true }
        var events = [SDL_Event](repeating: SDL_Event(), count: 64)
        let count = SDL_PeepEvents(
            &events, Int32(events.count), SDL_PEEKEVENT, SDL_KEYDOWN.rawValue, SDL_KEYDOWN.rawValue)
        return events.prefix(max(0, Int(count))).contains { key($0.key.keysym) == .quit }
    }

    public func takeMessage() -> String? {
        defer { message = nil }
        return message ?? canvas?.takeMessage()
    }

    public var isFullscreen: Bool { window.isFullscreen }

    public func toggleFullscreen() { window.isFullscreen.toggle() }

    public func setTitle(_ title: String) { SDL_SetWindowTitle(window.handle, title) }

    public func cardHasMoved() { wakefulness.moved(at: Self.seconds) }

    public func events(timeout: Double?) throws -> [ScreenEvent] {
        setIdleState()
        var found: [ScreenEvent] = []
        var next = events.next(timeout: ([timeout] + ownDeadlines).compactMap { $0 }.min())
        repeat {
            while let event = next {
                // Not what closes the window: that is SDL_WINDOWEVENT_CLOSE.
                if event.type == SDL_QUIT.rawValue { DisplayServer.isGone = true }
                turn.note(event)
                found += translate(event)
                next = events.next()
            }
            let changes = window.followDesktop()
            turn.note(changes)
            // Either may have brought further events.
            if turn.tell() || !changes.isEmpty { next = events.next() }
        } while next != nil
        if DisplayServer.isGone { throw DisplayServer.end }
        if let place = gesture.takeLongTouch(now: Self.seconds) {
            found.append(event(ScreenEvent.longTouch, at: place))
        }
        if Ending.isAsked { found.append(.quit) }
        return found
    }

    /// Seconds until something is to be done without an event.
    private var ownDeadlines: [Double?] {
        let now = Self.seconds
        return [
            gesture.remaining(now: now), wakefulness.remaining(at: now),
            idlePointer.remaining(isFullscreen: window.isFullscreen, at: now),
        ]
    }

    /// Shows or hides the pointer, and lets the desktop blank the display or keeps it from that.
    private func setIdleState() {
        let (now, isFullscreen) = (Self.seconds, window.isFullscreen)
        let isHidden = isKiosk || idlePointer.isHidden(isFullscreen: isFullscreen, at: now)
        if window.showsPointer == isHidden { window.showsPointer = !isHidden }
        let isAwake = wakefulness.isAwake((window.isVisible, isFullscreen), at: now)
        if window.isAwake != isAwake { window.isAwake = isAwake }
        lockRotation()
    }

    private func lockRotation() {
        guard window.isVisible && window.hasFocus else {
            rotationLock?.release()
            return
        }
        rotationLock?.hold(isTurned: orientation != .natural)
    }

    /// How the display with the window is turned.
    public var orientation: DisplayOrientation { turn.orientation }

    /// Gives `take` the orientation, from now on each time that it changes.
    public func followDisplay(_ take: @escaping (DisplayOrientation) -> Void) { turn.follow(take) }

    private static var seconds: Double { Double(SDL_GetTicks64()) / 1000 }

    public var showsPanels: Bool { !isKiosk }
    public var showsText: Bool { !isKiosk }
    public var panelFocus: PanelFocus? {
        get { panelInputs.focus }
        set { panelInputs.focus = newValue }
    }

    private func translate(_ event: SDL_Event) -> [ScreenEvent] {
        if panelInputs.focus != nil,
            let inputs = panelInputs.inputs(event, density: density, size: window.size)
        {
            if event.type == SDL_MOUSEMOTION.rawValue { idlePointer.moved(at: Self.seconds) }
            return inputs.map { .panel($0) }
                + (inputs.last == .leave ? translateForCard(event) : [])
        }
        return translateForCard(event)
    }

    private func translateForCard(_ event: SDL_Event) -> [ScreenEvent] {
        switch SDL_EventType(event.type) {
        case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP, SDL_FINGERDOWN, SDL_FINGERMOTION, SDL_FINGERUP:
            touched(event)
        case SDL_MOUSEMOTION: moved(event.motion)
        default: single(event).map { [$0] } ?? []
        }
    }

    private func single(_ event: SDL_Event) -> ScreenEvent? {
        switch SDL_EventType(event.type) {
        case SDL_KEYDOWN where event.key.repeat == 0:
            key(event.key.keysym).flatMap { !isKiosk || $0.isForVisitors ? .key($0) : nil }
        case SDL_WINDOWEVENT: windowEvent(SDL_WindowEventID(UInt32(event.window.event)))
        case SDL_RENDER_TARGETS_RESET, SDL_RENDER_DEVICE_RESET: contentsWereLost()
        default: nil
        }
    }

    /// What buttons and fingers do. SDL also reports a finger as a mouse; of these mouse events
    /// only the motion is used.
    private func touched(_ event: SDL_Event) -> [ScreenEvent] {
        let time = time(of: event)
        let (finger, button) = (event.tfinger, event.button)
        switch SDL_EventType(event.type) {
        case SDL_FINGERDOWN:
            gesture.begin(at: windowPlace(finger), finger: finger.fingerId, now: time)
        case SDL_FINGERMOTION: return drag(to: windowPlace(finger), finger: finger.fingerId)
        case SDL_FINGERUP:
            let isOther = gesture.isHeld(byOtherThan: finger.fingerId)
            // A lifted finger tilts the card no longer.
            return tap(at: time, finger: finger.fingerId) + (isOther ? [] : [.pointerGone])
        default:
            guard button.which != PanelInputs.touchAsMouse, button.button == 1 else { return [] }
            if SDL_EventType(event.type) == SDL_MOUSEBUTTONUP {
                return tap(at: time, finger: nil)
            }
            gesture.begin(at: windowPlace(button.x, button.y), finger: nil, now: time)
        }
        return []
    }

    private func moved(_ motion: SDL_MouseMotionEvent) -> [ScreenEvent] {
        let place = windowPlace(motion.x, motion.y)
        let pointer = event(ScreenEvent.pointer, at: place)
        guard motion.which != PanelInputs.touchAsMouse else { return [pointer] }
        idlePointer.moved(at: Self.seconds)
        return [pointer] + drag(to: place, finger: nil)
    }

    /// When the event came, in seconds on the clock of `seconds`. The program may handle the
    /// event later.
    private func time(of event: SDL_Event) -> Double {
        Self.time(ofTimestamp: event.common.timestamp, milliseconds: SDL_GetTicks64())
    }

    /// Seconds; SDL's clock is at `milliseconds` now. A timestamp has only the clock's lower 32
    /// bits, which are 0 again after 49.7 days.
    static func time(ofTimestamp timestamp: UInt32, milliseconds now: UInt64) -> Double {
        // With a sign, so that a timestamp just after `now` is not one of 49.7 days ago.
        let age = Int32(bitPattern: UInt32(truncatingIfNeeded: now) &- timestamp)
        return (Double(now) - Double(age)) / 1000
    }

    private func tap(at time: Double, finger: Int64?) -> [ScreenEvent] {
        gesture.end(finger: finger, now: time).map { [event(ScreenEvent.tap, at: $0)] } ?? []
    }

    private func drag(to place: Point, finger: Int64?) -> [ScreenEvent] {
        gesture.move(to: place, finger: finger).map { [event(ScreenEvent.drag, at: $0)] } ?? []
    }

    /// A place in the window, in the desktop's units.
    private func windowPlace(_ x: Int32, _ y: Int32) -> Point {
        Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
    }

    private func windowPlace(_ finger: SDL_TouchFingerEvent) -> Point {
        let size = window.size
        return Point(
            x: Double(finger.x) * Double(size.width), y: Double(finger.y) * Double(size.height))
    }

    /// An event at a place in the window. Events count from the window's centre: x right and y up,
    /// -1 to 1 within the window.
    private func event(_ make: (Double, Double) -> ScreenEvent, at place: Point) -> ScreenEvent {
        let size = window.size
        return make(
            place.x / Double(size.width) * 2 - 1, 1 - place.y / Double(size.height) * 2)
    }

    private func windowEvent(_ event: SDL_WindowEventID) -> ScreenEvent? {
        switch event {
        case SDL_WINDOWEVENT_CLOSE: isKiosk ? nil : .quit
        case SDL_WINDOWEVENT_HIDDEN: DisplayServer.has(window.handle) ? nil : .quit
        case SDL_WINDOWEVENT_LEAVE: .pointerGone
        case SDL_WINDOWEVENT_EXPOSED, SDL_WINDOWEVENT_SIZE_CHANGED, SDL_WINDOWEVENT_SHOWN,
            SDL_WINDOWEVENT_RESTORED:
            contentsWereLost()
        default: nil
        }
    }

    private func contentsWereLost() -> ScreenEvent {
        canvas?.contentsWereLost()
        return .redraw
    }

    private static let controlKeys = UInt16(KMOD_LCTRL.rawValue | KMOD_RCTRL.rawValue)

    private func key(_ key: SDL_Keysym) -> ScreenEvent.Key? {
        switch SDL_KeyCode(UInt32(bitPattern: key.sym)) {
        case SDLK_ESCAPE: .quit
        // On a console nobody else makes a signal of it.
        case SDLK_c where DisplayServer.isConsole && key.mod & Self.controlKeys != 0: .quit
        case SDLK_F1: .help
        case SDLK_LEFT: .previous
        case SDLK_RIGHT: .next
        default:
            Unicode.Scalar(UInt32(bitPattern: key.sym)).flatMap { .init(rawValue: Character($0)) }
                ?? digit(key.scancode)
        }
    }

    /// The number keys by their position: some layouts have other characters there.
    private func digit(_ code: SDL_Scancode) -> ScreenEvent.Key? {
        for first in [SDL_SCANCODE_1, SDL_SCANCODE_KP_1]
        where (first.rawValue..<first.rawValue + 9).contains(code.rawValue) {
            let number = code.rawValue - first.rawValue + 1
            return .init(rawValue: Character("\(number)"))
        }
        return nil
    }
}
