internal import CCairo
public import Geometry

extension Bitmap {
    /// The picture scaled to another size. Scaling takes little time; the result is shown until the
    /// picture is drawn at that size. Nil if there is no memory.
    public func stretched(to size: PixelSize) -> Bitmap? {
        Bitmap.drawn(size) { canvas in
            canvas.setUserSpace(Size(self.size), fit: .stretch)
            withImage { image in
                cairo_set_source_surface(canvas.context, image, 0, 0)
                let pattern = cairo_get_source(canvas.context)
                cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR)
                cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
                cairo_paint(canvas.context)
            }
        }
    }

    /// Calls `body` with the picture as an image of cairo, which nothing may draw on.
    func withImage<Result>(_ body: (OpaquePointer?) -> Result) -> Result {
        let bytes = UnsafeMutableRawPointer(mutating: start).assumingMemoryBound(to: UInt8.self)
        let image = cairo_image_surface_create_for_data(
            bytes, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(width * 4))
        defer {
            cairo_surface_destroy(image)
            extendLifetime(self)
        }
        return body(image)
    }
}
