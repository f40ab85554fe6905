internal import CSDL
internal import Compositor
internal import Picture

/// Draws frames in a window, with one of the two compositors.
protocol WindowCanvas: AnyObject {
    var window: SDLWindow { get }
    /// `gl` or `cpu`.
    var name: String { get }
    var maximumSize: Int { get }
    /// Composites and shows `frame`.
    func present(_ frame: Frame) throws
}

/// Draws on the processor, directly into the window's memory.
final class SurfaceCanvas: WindowCanvas {
    let name = "cpu"
    let maximumSize = 16384
    let window: SDLWindow

    /// Nil if windows have no memory of their own (Wayland, KMS/DRM).
    init?(window: SDLWindow) {
        guard let surface = SDL_GetWindowSurface(window.handle),
            surface.pointee.format.pointee.isBitmapFormat
        else { return nil }
        self.window = window
    }

    func present(_ frame: Frame) throws {
        // SDL replaces the surface after each change of the window's size.
        guard let surface = SDL_GetWindowSurface(window.handle) else {
            throw DisplayError(description: "cannot draw in the window: \(sdlError())")
        }
        let target = surface.pointee
        guard target.w == frame.width, target.h == frame.height else { return }
        CPUCompositor.draw(
            frame,
            into: PixelTarget(
                pixels: target.pixels, width: frame.width, height: frame.height,
                stride: Int(target.pitch)))
        SDL_UpdateWindowSurface(window.handle)
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
    let name = "cpu"
    let maximumSize = 16384
    let window: SDLWindow
    private let renderer: OpaquePointer
    private var texture: OpaquePointer?
    private var size = PixelSize(width: 0, height: 0)

    init(window: SDLWindow) throws(DisplayError) {
        guard
            let renderer = SDL_CreateRenderer(
                window.handle, -1, SDL_RENDERER_PRESENTVSYNC.rawValue)
                ?? SDL_CreateRenderer(window.handle, -1, SDL_RENDERER_SOFTWARE.rawValue)
        else { throw DisplayError(description: "cannot draw in the window: \(sdlError())") }
        self.window = window
        self.renderer = renderer
    }

    deinit {
        if let texture { SDL_DestroyTexture(texture) }
        SDL_DestroyRenderer(renderer)
    }

    func present(_ frame: Frame) throws {
        if size != PixelSize(width: frame.width, height: frame.height) {
            makeTexture(frame.width, frame.height)
        }
        var pixels: UnsafeMutableRawPointer?
        var stride = Int32(0)
        guard SDL_LockTexture(texture, nil, &pixels, &stride) == 0, let pixels else {
            throw DisplayError(description: "cannot draw in the window: \(sdlError())")
        }
        CPUCompositor.draw(
            frame,
            into: PixelTarget(
                pixels: pixels, width: frame.width, height: frame.height, stride: Int(stride)))
        SDL_UnlockTexture(texture)
        SDL_RenderCopy(renderer, texture, nil, nil)
        SDL_RenderPresent(renderer)
    }

    private func makeTexture(_ width: Int, _ height: Int) {
        if let texture { SDL_DestroyTexture(texture) }
        texture = SDL_CreateTexture(
            renderer, UInt32(SDL_PIXELFORMAT_XRGB8888.rawValue),
            Int32(SDL_TEXTUREACCESS_STREAMING.rawValue), Int32(width), Int32(height))
        size = PixelSize(width: width, height: height)
    }
}

/// Draws with OpenGL ES.
final class GLCanvas: WindowCanvas {
    let name = "gl"
    let window: SDLWindow
    private let context: SDL_GLContext
    private var compositor: GLCompositor?

    init(window: SDLWindow) throws(DisplayError) {
        guard let context = SDL_GL_CreateContext(window.handle) else {
            throw DisplayError(
                description: "cannot use OpenGL ES 2.0: \(sdlError()); --renderer cpu needs none")
        }
        self.window = window
        self.context = context
        compositor = GLCompositor()
        SDL_GL_SetSwapInterval(1)
    }

    deinit {
        compositor = nil  // Frees its textures before the context.
        SDL_GL_DeleteContext(context)
    }

    var maximumSize: Int { compositor?.maximumSize ?? 2048 }

    func present(_ frame: Frame) throws {
        try compositor?.draw(frame)
        SDL_GL_SwapWindow(window.handle)
    }
}
