internal import CExif
internal import CRsvg
internal import CSDL
internal import CSDLImage

/// A decoded PNG, JPEG or WebP, still in its file's own orientation.
struct RasterPicture: ~Copyable {
    private let pixels: UnsafeMutablePointer<SDL_Surface>
    private let orientation: ExifOrientation

    init(path: String) throws(PictureError) {
        guard let file = IMG_Load(path) else {
            throw PictureError(
                .malformed, "\(path): not a readable picture: \(String(cString: SDL_GetError()))")
        }
        defer { SDL_FreeSurface(file) }
        guard
            let pixels = SDL_ConvertSurfaceFormat(
                file, UInt32(SDL_PIXELFORMAT_ARGB8888.rawValue), 0)
        else {
            throw PictureError(.malformed, "\(path): too large to decode")
        }
        self.pixels = pixels
        orientation = ExifOrientation(path: path)
        let surface = pixels.pointee
        SDL_PremultiplyAlpha(
            surface.w, surface.h, surface.format.pointee.format, surface.pixels, surface.pitch,
            surface.format.pointee.format, surface.pixels, surface.pitch)
    }

    deinit { SDL_FreeSurface(pixels) }

    /// The size as seen, in pixels.
    var size: (width: Double, height: Double) {
        let stored = (width: Double(pixels.pointee.w), height: Double(pixels.pointee.h))
        return orientation.isSideways ? (stored.height, stored.width) : stored
    }

    /// Draws the picture; user space is its own pixels.
    func draw(on canvas: borrowing Canvas) {
        let context = canvas.context
        let surface = pixels.pointee
        let image = cairo_image_surface_create_for_data(
            surface.pixels.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
            surface.w, surface.h, surface.pitch)
        defer { cairo_surface_destroy(image) }
        var turn = orientation.matrix(width: Double(surface.w), height: Double(surface.h))
        cairo_transform(context, &turn)
        cairo_set_source_surface(context, image, 0, 0)
        // GOOD averages all the pixels that fall into one; EXTEND_PAD keeps the edges solid.
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        cairo_rectangle(context, 0, 0, Double(surface.w), Double(surface.h))
        cairo_fill(context)
    }
}
