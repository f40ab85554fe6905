internal import CSDL
internal import Compositor
internal import Geometry
internal import Platform

/// Draws frames in a window, with one of the compositors.
protocol WindowCanvas: AnyObject {
    var name: String { get }
    var counts: DrawCounts { get }
    /// See `Compositor.cachedBytes`.
    var cachedBytes: Int { get }
    /// See `Screen.shaderPrograms`.
    var shaderPrograms: Int { get }
    /// See `Screen.longestPictureSide`.
    var longestPictureSide: Int { get }
    /// Asked while a frame is drawn that takes long: whether the viewer wants to quit. Then the
    /// frame is not shown.
    var isUnwanted: () -> Bool { get set }
    /// See `Screen.drawingTime`.
    var drawingTime: Double? { get }
    /// See `Screen.drawnPart`.
    var drawnPart: PixelRect? { get }
    /// See `Screen.prepares`.
    var prepares: Bool { get }
    func prepare(_ frame: Frame) throws
    /// Composites and shows `frame`.
    func present(_ frame: Frame) throws
    /// Returns what people should know of what was drawn, and removes it; nil if there is nothing.
    func takeMessage() -> String?
    /// What the window showed may be lost, or what was made for the device that SDL draws with.
    func contentsWereLost()
}

extension WindowCanvas {
    var longestPictureSide: Int { .max }
    var drawnPart: PixelRect? { nil }
    var shaderPrograms: Int { 0 }
    var prepares: Bool { false }
    func prepare(_ frame: Frame) {}
    func takeMessage() -> String? { nil }
}

/// The canvas of a window that `cpu` draws in.
func processorCanvas(_ window: SDLWindow) throws(DisplayError) -> any WindowCanvas {
    if let canvas = SurfaceCanvas(window: window) { return canvas }
    return try TextureCanvas(window: window)
}

/// Draws on the processor, directly into the window's memory.
final class SurfaceCanvas: WindowCanvas {
    let name = CPUCompositor.name
    private let window: SDLWindow
    private var compositor = CPUCompositor()
    var counts: DrawCounts { compositor.counts }
    var cachedBytes: Int { compositor.cachedBytes }
    var drawnPart: PixelRect? { compositor.drawnPart }
    var isUnwanted: () -> Bool {
        get { compositor.isUnwanted }
        set { compositor.isUnwanted = newValue }
    }
    private(set) var drawingTime: Double?
    /// Whether the window shows what was drawn last.
    private var isShown = false

    /// Nil if windows have no memory of their own (Wayland, KMS/DRM), or if their pixels have
    /// another format than bitmaps.
    init?(window: SDLWindow) {
        guard let surface = SDL_GetWindowSurface(window.handle),
            surface.pointee.format.pointee.isBitmapFormat
        else { return nil }
        self.window = window
    }

    func contentsWereLost() { isShown = false }

    func present(_ frame: Frame) throws {
        if try show(frame) { return }
        // The window may have changed its size meanwhile, and then has another surface.
        isShown = false
        guard try show(frame) else { throw DisplayError.inWindow }
    }

    /// Draws a frame, and shows what is new; false if SDL does not.
    private func show(_ frame: Frame) throws(DisplayError) -> Bool {
        // SDL replaces the surface after each change of the window's size.
        guard let surface = SDL_GetWindowSurface(window.handle) else { throw .inWindow }
        let size = PixelSize(width: Int(surface.pointee.w), height: Int(surface.pointee.h))
        // The event of such a change, which follows, causes a frame of the new size.
        guard size == frame.size else { return true }
        let began = monotonicSeconds()
        let drawn = draw(frame, on: surface)
        drawingTime = monotonicSeconds() - began
        if isUnwanted() { return true }
        isShown = show(isShown ? drawn : PixelRect(x: 0, y: 0, size: frame.size))
        return isShown
    }

    /// Draws what has changed, on a new surface everything; returns the part that was drawn.
    private func draw(
        _ frame: Frame, on surface: UnsafeMutablePointer<SDL_Surface>
    ) -> PixelRect {
        let target = PixelTarget(
            pixels: surface.pointee.pixels, size: frame.size,
            bytesPerRow: Int(surface.pointee.pitch))
        // `userdata` marks a surface that holds the last frame; SDL leaves it nil in a new one.
        if surface.pointee.userdata != nil { return compositor.redraw(frame, into: target) }
        compositor.draw(frame, into: target)
        surface.pointee.userdata = UnsafeMutableRawPointer(surface)
        return PixelRect(x: 0, y: 0, size: frame.size)
    }

    private func show(_ part: PixelRect) -> Bool {
        guard !part.isEmpty else { return true }
        var rect = SDL_Rect(
            x: Int32(part.x), y: Int32(part.y), w: Int32(part.width), h: Int32(part.height))
        return SDL_UpdateWindowSurfaceRects(window.handle, &rect, 1) == 0
    }
}

extension SDL_PixelFormat {
    /// Whether pixels are 0xAARRGGBB or 0xXXRRGGBB.
    fileprivate var isBitmapFormat: Bool {
        BitsPerPixel >= 24 && BytesPerPixel == 4 && Rmask == 0xFF0000 && Gmask == 0xFF00
            && Bmask == 0xFF
    }
}

/// Draws on the processor and uploads the result as one texture.
final class TextureCanvas: WindowCanvas {
    let name = CPUCompositor.name
    private let window: SDLWindow
    private var compositor = CPUCompositor()
    var counts: DrawCounts { compositor.counts }
    var cachedBytes: Int { compositor.cachedBytes }
    var isUnwanted: () -> Bool {
        get { compositor.isUnwanted }
        set { compositor.isUnwanted = newValue }
    }
    var drawnPart: PixelRect? { compositor.drawnPart }
    private(set) var drawingTime: Double?
    private let sdlRenderer: OpaquePointer
    private var texture: OpaquePointer?
    private var size = PixelSize(width: 0, height: 0)

    init(window: SDLWindow) throws(DisplayError) {
        guard
            let sdlRenderer = SDL_CreateRenderer(
                window.handle, -1, SDL_RENDERER_PRESENTVSYNC.rawValue)
                ?? SDL_CreateRenderer(window.handle, -1, SDL_RENDERER_SOFTWARE.rawValue)
        else { throw .inWindow }
        self.window = window
        self.sdlRenderer = sdlRenderer
    }

    deinit {
        guard !DisplayServer.isGone else { return }
        dropTexture()
        SDL_DestroyRenderer(sdlRenderer)
    }

    func contentsWereLost() { dropTexture() }

    func present(_ frame: Frame) throws {
        if try show(frame) { return }
        // The device may have been lost before SDL tells of it.
        dropTexture()
        guard try show(frame) else { throw DisplayError.inWindow }
    }

    /// Draws a frame into the texture, and shows it; false if the texture cannot be used.
    private func show(_ frame: Frame) throws(DisplayError) -> Bool {
        if texture == nil || size != frame.size { try makeTexture(frame.size) }
        var pixels: UnsafeMutableRawPointer?
        var bytesPerRow = Int32(0)
        guard SDL_LockTexture(texture, nil, &pixels, &bytesPerRow) == 0, let pixels else {
            return false
        }
        let began = monotonicSeconds()
        compositor.draw(
            frame,
            into: PixelTarget(pixels: pixels, size: frame.size, bytesPerRow: Int(bytesPerRow)))
        drawingTime = monotonicSeconds() - began
        SDL_UnlockTexture(texture)
        if isUnwanted() { return true }
        guard SDL_RenderCopy(sdlRenderer, texture, nil, nil) == 0 else { return false }
        SDL_RenderPresent(sdlRenderer)
        return true
    }

    private func dropTexture() {
        if let texture { SDL_DestroyTexture(texture) }
        texture = nil
    }

    private func makeTexture(_ size: PixelSize) throws(DisplayError) {
        dropTexture()
        texture = SDL_CreateTexture(
            sdlRenderer, UInt32(SDL_PIXELFORMAT_XRGB8888.rawValue),
            Int32(SDL_TEXTUREACCESS_STREAMING.rawValue), Int32(size.width), Int32(size.height))
        guard texture != nil else { throw .inWindow }
        self.size = size
    }
}

extension DisplayError {
    /// The error of a window that shows nothing: the display server's end, or what SDL says.
    fileprivate static var inWindow: DisplayError {
        DisplayServer.isGone
            ? DisplayServer.end
            : DisplayError(description: "cannot draw in the window: \(sdlError())")
    }
}

final class GLCanvas: WindowCanvas {
    let name = GLCompositor.name
    private let window: SDLWindow
    private let context: SDL_GLContext
    let drawingTime: Double? = nil
    private var compositor: GLCompositor?
    var counts: DrawCounts { compositor?.counts ?? DrawCounts() }
    var cachedBytes: Int { compositor?.cachedBytes ?? 0 }
    var shaderPrograms: Int { compositor?.shaderPrograms ?? 0 }
    var longestPictureSide: Int { compositor?.longestPictureSide ?? .max }
    var isUnwanted: () -> Bool {
        get { compositor?.isUnwanted ?? { false } }
        set { compositor?.isUnwanted = newValue }
    }

    init(window: SDLWindow) throws(DisplayError) {
        guard let context = SDL_GL_CreateContext(window.handle) else {
            throw .openGL(sdlError())
        }
        (self.window, self.context) = (window, context)
        compositor = GLCompositor()
        SDL_GL_SetSwapInterval(1)
    }

    deinit {
        guard !DisplayServer.isGone else {
            // Mesa's threads may still draw with its textures.
            if let compositor { _ = Unmanaged.passRetained(compositor) }
            return
        }
        compositor = nil  // Frees its textures before the context.
        SDL_GL_DeleteContext(context)
    }

    /// The whole frame is shown each time.
    func contentsWereLost() {}

    let prepares = true

    func prepare(_ frame: Frame) throws { try compositor?.prepare(frame) }

    func takeMessage() -> String? { compositor?.takeMessage() }

    func present(_ frame: Frame) throws {
        try compositor?.draw(frame)
        if isUnwanted() { return }
        SDL_GL_SwapWindow(window.handle)
    }
}
