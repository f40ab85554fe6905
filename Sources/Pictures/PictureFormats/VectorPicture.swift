internal import CCairo
internal import CRsvg
import Geometry
import Glibc
import Picture
import Platform

struct VectorPicture: ~Copyable {
    private let handle: OpaquePointer
    /// Whether the document may show text, also by a file that it refers to.
    private let mayShowText: Bool

    /// Parses the document in `file`, whose references are relative to the folder of `path`.
    init(_ file: borrowing OpenFile, path: String) throws(PictureError) {
        try Self.refusePipes(path)
        lseek(file.descriptor, 0, SEEK_SET)
        let stream = g_unix_input_stream_new(file.descriptor, 0)
        defer { g_object_unref(stream) }
        let base = g_file_new_for_path(path)
        defer { g_object_unref(UnsafeMutableRawPointer(base)) }
        var error: UnsafeMutablePointer<GError>?
        guard
            let handle = rsvg_handle_new_from_stream_sync(
                stream, base, RSVG_HANDLE_FLAGS_NONE, nil, &error)
        else {
            throw PictureError(.malformed, "\(path): not a readable SVG: \(consume(error))")
        }
        self.handle = OpaquePointer(handle)
        mayShowText = SVGReferences.mayShowText(path)
        rsvg_handle_set_dpi(handle, 96)
    }

    /// Throws if the SVG refers to a pipe or a device: the library would wait for a writer.
    private static func refusePipes(_ path: String) throws(PictureError) {
        let folder = path.pathPrefix
        for name in SVGReferences.all(of: path) where FileKind(folder + name) == .special {
            throw PictureError(
                .malformed, "\(path): it shows \(name), which is a pipe or a device, not a file")
        }
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(handle)) }

    /// The document's own size in CSS pixels: width and height, else its viewBox, else 300 x 150,
    /// CSS's default for a replaced element.
    var size: Size {
        var (width, height) = (0.0, 0.0)
        let handle = UnsafeMutablePointer<RsvgHandle>(self.handle)
        if rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) != 0,
            width > 0, height > 0
        {
            return Size(width: width, height: height)
        }
        var (hasWidth, hasHeight, hasBox) = (gboolean(0), gboolean(0), gboolean(0))
        var (w, h, box) = (RsvgLength(), RsvgLength(), RsvgRectangle())
        rsvg_handle_get_intrinsic_dimensions(handle, &hasWidth, &w, &hasHeight, &h, &hasBox, &box)
        return hasBox != 0 && box.width > 0 && box.height > 0
            ? Size(width: box.width, height: box.height) : Size(width: 300, height: 150)
    }

    /// Throws if a side is too long for a `DecodeReply`, and for cairo's matrices.
    func checkSize(path: String) throws(PictureError) {
        let size = size
        guard max(size.width, size.height) < 1e9 else {
            throw PictureError(
                .malformed,
                "\(path): too large with \(Int(saturating: size.width)) x "
                    + "\(Int(saturating: size.height)) pixels; scale it down")
        }
    }

    /// Draws the document; one unit of user space is one CSS pixel of it.
    func draw(on canvas: borrowing Canvas, path: String) throws(PictureError) {
        guard mayShowText, let scale = canvas.proportionalScale(for: size) else {
            return try render(on: canvas.context, path)
        }
        try drawInProportion(on: canvas, scale, path)
    }

    /// Records the document at `scale` pixels for each unit, and draws the recording. The library
    /// computes where an anchored text begins in the proportions of the surface: drawn straight on
    /// a canvas whose proportions differ, the text is shifted, and lost beyond the edge.
    private func drawInProportion(
        on canvas: borrowing Canvas, _ scale: Double, _ path: String
    ) throws(PictureError) {
        let recording = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, nil)
        defer { cairo_surface_destroy(recording) }
        let context: OpaquePointer = cairo_create(recording)
        defer { cairo_destroy(context) }
        cairo_scale(context, scale, scale)
        try render(on: context, path)
        // Cairo rounds the scale of a recording to 1/256, but not a map that also shears, which this
        // one does by less than its smallest unit.
        let shear = 1e-9
        var matrix = cairo_matrix_t(
            xx: 1 / scale, yx: shear, xy: shear, yy: 1 / scale, x0: 0, y0: 0)
        cairo_transform(canvas.context, &matrix)
        cairo_set_source_surface(canvas.context, recording, 0, 0)
        cairo_paint(canvas.context)
    }

    private func render(on context: OpaquePointer, _ path: String) throws(PictureError) {
        let size = size
        var box = RsvgRectangle(x: 0, y: 0, width: size.width, height: size.height)
        var error: UnsafeMutablePointer<GError>?
        let handle = UnsafeMutablePointer<RsvgHandle>(self.handle)
        guard rsvg_handle_render_document(handle, context, &box, &error) != 0 else {
            throw PictureError(.malformed, "\(path): cannot draw the SVG: \(consume(error))")
        }
    }
}

/// The error's message on one line; frees the error.
private func consume(_ error: UnsafeMutablePointer<GError>?) -> String {
    guard let error else { return "no reason given" }
    defer { g_error_free(error) }
    let lines = String(cString: rsvg_error_message(error)).split { $0.isNewline }
    return lines.joined(separator: " ")
}
