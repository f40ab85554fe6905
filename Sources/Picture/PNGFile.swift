internal import CRsvg
import Glibc

extension Bitmap {
    /// Writes the picture as PNG, replacing a file that is there.
    public func writePNG(to path: String) throws(PictureError) {
        var pixels = pixels
        errno = 0  // Not every failure of cairo's is the system's.
        let status = pixels.withUnsafeMutableBytes { bytes in
            let image = cairo_image_surface_create_for_data(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
                Int32(width), Int32(height), Int32(width * 4))
            defer { cairo_surface_destroy(image) }
            return cairo_surface_write_to_png(image, path)
        }
        guard status == CAIRO_STATUS_SUCCESS else {
            guard errno == 0 else {
                throw PictureError("write the PNG", path, code: errno, otherwise: .unwritable)
            }
            let reason = String(cString: cairo_status_to_string(status))
            throw PictureError(.unwritable, "\(path): cannot write the PNG: \(reason)")
        }
    }
}
