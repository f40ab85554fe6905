internal import CRsvg

/// An SVG document.
struct VectorPicture: ~Copyable {
    private let handle: OpaquePointer

    init(path: String) throws(PictureError) {
        var error: UnsafeMutablePointer<GError>?
        guard let handle = rsvg_handle_new_from_file(path, &error) else {
            throw PictureError(.malformed, "\(path): not a readable SVG: \(consume(error))")
        }
        self.handle = OpaquePointer(handle)
        rsvg_handle_set_dpi(handle, 96)
    }

    /// Takes the document itself.
    init(text: String) throws(PictureError) {
        var error: UnsafeMutablePointer<GError>?
        let bytes = Array(text.utf8)
        guard let handle = rsvg_handle_new_from_data(bytes, gsize(bytes.count), &error) else {
            throw PictureError(.malformed, "not a readable SVG: \(consume(error))")
        }
        self.handle = OpaquePointer(handle)
        rsvg_handle_set_dpi(handle, 96)
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(handle)) }

    /// The document's own size in CSS pixels: width and height, else its viewBox, else 300 x 150
    /// as CSS has it for a replaced element without a size.
    var size: (width: Double, height: Double) {
        var (width, height) = (0.0, 0.0)
        let handle = UnsafeMutablePointer<RsvgHandle>(self.handle)
        if rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) != 0,
            width > 0, height > 0
        {
            return (width, height)
        }
        var (hasWidth, hasHeight, hasBox) = (gboolean(0), gboolean(0), gboolean(0))
        var (w, h, box) = (RsvgLength(), RsvgLength(), RsvgRectangle())
        rsvg_handle_get_intrinsic_dimensions(handle, &hasWidth, &w, &hasHeight, &h, &hasBox, &box)
        return hasBox != 0 && box.width > 0 && box.height > 0
            ? (box.width, box.height) : (300, 150)
    }

    /// Draws the document; user space is its own pixels.
    func draw(on canvas: borrowing Canvas, path: String) throws(PictureError) {
        let size = size
        var box = RsvgRectangle(x: 0, y: 0, width: size.width, height: size.height)
        var error: UnsafeMutablePointer<GError>?
        let handle = UnsafeMutablePointer<RsvgHandle>(self.handle)
        guard rsvg_handle_render_document(handle, canvas.context, &box, &error) != 0 else {
            throw PictureError(.malformed, "\(path): cannot draw the SVG: \(consume(error))")
        }
    }
}

/// The error's words on one line; frees it.
private func consume(_ error: UnsafeMutablePointer<GError>?) -> String {
    guard let error else { return "no reason given" }
    defer { g_error_free(error) }
    let lines = String(cString: error.pointee.message).split { $0.isNewline }
    return lines.joined(separator: " ")
}
