internal import CRsvg
public import Geometry

extension Bitmap {
    /// The picture scaled to another size. Scaling takes little time; the result is shown until the
    /// picture is drawn at that size. Nil if there is no memory.
    public func stretched(to size: PixelSize) -> Bitmap? {
        var pixels = pixels
        return pixels.withUnsafeMutableBytes { bytes in
            let image = cairo_image_surface_create_for_data(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
                Int32(self.width), Int32(self.height), Int32(self.width * 4))
            defer { cairo_surface_destroy(image) }
            return Bitmap.drawn(size) { canvas in
                canvas.setUserSpace(Size(self.size), fit: .stretch)
                cairo_set_source_surface(canvas.context, image, 0, 0)
                let pattern = cairo_get_source(canvas.context)
                cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR)
                cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
                cairo_paint(canvas.context)
            }
        }
    }
}
