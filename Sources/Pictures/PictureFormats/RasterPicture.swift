internal import CCairo
internal import CExif
import Geometry
import Glibc
import Picture
import Platform

/// A decoded PNG, JPEG, WebP or GIF, with its current page.
struct RasterPicture: ~Copyable {
    private let pages: any RasterPages
    private let orientation: ExifOrientation
    var isIncomplete: Bool { pages.isIncomplete }

    /// Decodes the picture, or the first page of an animation.
    init(_ file: borrowing OpenFile, path: String) throws(PictureError) {
        let header = try Self.header(file, path)
        let stream = try FileStream(file, path: path)
        pages =
            header.format == .png
            ? SinglePicture(try Self.decodePNG(stream, path, header))
            : try Self.decode(file, path, header)
        orientation = ExifOrientation(stream)
    }

    /// Goes to a page of an animation; 0 is the first.
    func go(to page: Int, path: String) throws(PictureError) {
        do throws(RasterFailure) {
            try pages.go(to: page)
        } catch {
            throw Self.error(error, path)
        }
    }

    var hasMore: Bool { pages.hasMore }

    /// The size in pixels with the orientation applied, from the header and the Exif data alone.
    static func size(_ file: borrowing OpenFile, path: String) throws(PictureError) -> Size {
        let header = try header(file, path)
        return ExifOrientation(try FileStream(file, path: path)).upright(
            Size(width: Double(header.width), height: Double(header.height)))
    }

    private static func header(
        _ file: borrowing OpenFile, _ path: String
    ) throws(PictureError) -> RasterHeader {
        guard let header = RasterHeader(file) else {
            throw PictureError(.malformed, "\(path): neither PNG, JPEG, WebP, GIF nor SVG")
        }
        guard !header.isTooLarge else {
            throw PictureError(
                .malformed,
                "\(path): too large with \(header.width) x \(header.height) pixels; scale it down")
        }
        guard header.width > 0, header.height > 0 else {
            throw PictureError(
                .malformed,
                "\(path): the file is damaged: it has \(header.width) x \(header.height) pixels")
        }
        return header
    }

    private static func decodePNG(
        _ stream: borrowing FileStream, _ path: String, _ header: RasterHeader
    ) throws(PictureError) -> OpaquePointer {
        stream.rewind()
        let image = cairo_image_surface_create_from_png_stream(
            { file, bytes, count in
                let file = file?.assumingMemoryBound(to: FILE.self)
                return fread(bytes, 1, Int(count), file) == Int(count)
                    ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_READ_ERROR
            }, stream.file)
        let status = cairo_surface_status(image)
        guard let image, status == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(image)
            throw PictureError(
                .malformed, "\(path): not a readable PNG: \(reason(status, header))")
        }
        return image
    }

    /// cairo reports errors of libpng as lack of memory, which a small picture cannot cause.
    private static func reason(_ status: cairo_status_t, _ header: RasterHeader) -> String {
        let isLarge = header.width * header.height > 1 << 24
        return "the file is damaged or cut off"
            + (isLarge && status == CAIRO_STATUS_NO_MEMORY
                ? ", or there is no memory for \(header.width) x \(header.height) pixels" : "")
    }

    private static func decode(
        _ file: borrowing OpenFile, _ path: String, _ header: RasterHeader
    ) throws(PictureError) -> any RasterPages {
        let (size, bytes) = (
            PixelSize(width: header.width, height: header.height), FileBytes(file)
        )
        do throws(RasterFailure) {
            switch header.format {
            case .gif: return try GIFPages(bytes, size)
            case .webP: return try WebPPages(bytes)
            case .jpeg, .png:
                let (image, isIncomplete) = try JPEGFile(bytes, size).image()
                return SinglePicture(image, isIncomplete: isIncomplete)
            }
        } catch {
            throw Self.error(error, path)
        }
    }

    private static func error(_ failure: RasterFailure, _ path: String) -> PictureError {
        PictureError(
            .malformed,
            "\(path): not a readable picture: \(failure.reason); the file may be damaged or cut off"
        )
    }

    /// The size as stored, in pixels.
    private var stored: Size {
        Size(
            width: Double(cairo_image_surface_get_width(pages.image)),
            height: Double(cairo_image_surface_get_height(pages.image)))
    }

    var size: Size { orientation.upright(stored) }

    /// Draws the picture; one unit of user space is one pixel of it.
    func draw(on canvas: borrowing Canvas) {
        let context = canvas.context
        var matrix = orientation.matrix(width: stored.width, height: stored.height)
        cairo_transform(context, &matrix)
        cairo_set_source_surface(context, pages.image, 0, 0)
        // GOOD averages when scaling down; EXTEND_PAD keeps the edges opaque.
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        cairo_rectangle(context, 0, 0, stored.width, stored.height)
        cairo_fill(context)
    }
}
