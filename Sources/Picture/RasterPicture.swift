internal import CExif
internal import CRsvg
internal import CSDL
internal import CSDLImage

/// A decoded PNG, JPEG or WebP, still in its file's own orientation.
struct RasterPicture: ~Copyable {
    /// cairo's picture.
    private let image: OpaquePointer
    /// What holds the picture's pixels, where cairo does not.
    private let pixels: UnsafeMutablePointer<SDL_Surface>?
    private let orientation: ExifOrientation

    init(path: String) throws(PictureError) {
        guard let header = RasterHeader(path: path) else {
            throw PictureError(.malformed, "\(path): neither PNG, JPEG, WebP nor SVG")
        }
        guard !header.isTooLarge else {
            throw PictureError(
                .malformed,
                "\(path): too large with \(header.width) x \(header.height) pixels; scale it down")
        }
        if header.format == .png {
            // SDL_image lets libpng write its complaints to standard error.
            (image, pixels) = (try Self.decodePNG(path), nil)
        } else {
            let pixels = try Self.decode(path)
            (image, self.pixels) = (Self.image(of: pixels.pointee), pixels)
        }
        orientation = ExifOrientation(path: path)
    }

    deinit {
        cairo_surface_destroy(image)
        SDL_FreeSurface(pixels)
    }

    private static func decodePNG(_ path: String) throws(PictureError) -> OpaquePointer {
        let image = cairo_image_surface_create_from_png(path)
        let status = cairo_surface_status(image)
        guard let image, status == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(image)
            let reason = String(cString: cairo_status_to_string(status))
            throw PictureError(.malformed, "\(path): not a readable PNG: \(reason)")
        }
        return image
    }

    /// Premultiplied pixels.
    private static func decode(_ path: String) throws(PictureError)
        -> UnsafeMutablePointer<SDL_Surface>
    {
        guard let file = IMG_Load(path) else {
            throw PictureError(
                .malformed, "\(path): not a readable picture: \(String(cString: SDL_GetError()))")
        }
        defer { SDL_FreeSurface(file) }
        let format = UInt32(SDL_PIXELFORMAT_ARGB8888.rawValue)
        guard let pixels = SDL_ConvertSurfaceFormat(file, format, 0) else {
            throw PictureError(.malformed, "\(path): too large to decode")
        }
        let surface = pixels.pointee
        SDL_PremultiplyAlpha(
            surface.w, surface.h, format, surface.pixels, surface.pitch, format, surface.pixels,
            surface.pitch)
        return pixels
    }

    private static func image(of surface: SDL_Surface) -> OpaquePointer {
        cairo_image_surface_create_for_data(
            surface.pixels.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, surface.w,
            surface.h, surface.pitch)
    }

    /// The size as stored, in pixels.
    private var stored: (width: Double, height: Double) {
        (
            Double(cairo_image_surface_get_width(image)),
            Double(cairo_image_surface_get_height(image))
        )
    }

    /// The size as seen, in pixels.
    var size: (width: Double, height: Double) {
        orientation.isSideways ? (stored.height, stored.width) : stored
    }

    /// Draws the picture; user space is its own pixels.
    func draw(on canvas: borrowing Canvas) {
        let context = canvas.context
        var turn = orientation.matrix(width: stored.width, height: stored.height)
        cairo_transform(context, &turn)
        cairo_set_source_surface(context, image, 0, 0)
        // GOOD averages all the pixels that fall into one; EXTEND_PAD keeps the edges solid.
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        cairo_rectangle(context, 0, 0, stored.width, stored.height)
        cairo_fill(context)
    }
}
