internal import CRsvg
import Geometry

/// A cairo image that is drawn on and then becomes a bitmap.
struct Canvas: ~Copyable {
    private let surface: OpaquePointer
    /// cairo's drawing state.
    let context: OpaquePointer
    private let width: Int
    private let height: Int

    /// An empty, transparent image; sizes are in pixels, at least 1.
    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
        context = cairo_create(surface)
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// The drawing as a bitmap; nil if cairo was out of memory.
    func bitmap() -> Bitmap? {
        cairo_surface_flush(surface)
        guard cairo_status(context) == CAIRO_STATUS_SUCCESS,
            let bytes = cairo_image_surface_get_data(surface)
        else { return nil }
        let stride = Int(cairo_image_surface_get_stride(surface))
        let pixels = [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
            for y in 0..<height {
                UnsafeMutableRawPointer(buffer.baseAddress! + y * width)
                    .copyMemory(from: bytes + y * stride, byteCount: width * 4)
            }
            count = width * height
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }

    /// Scales user space to the picture's own pixels, placed in this image by `fit`.
    func place(_ size: Size, fit: Fit) {
        let target = Size(width: Double(width), height: Double(height))
        let scale = fit.scale(of: size, in: target)
        cairo_translate(
            context, (target.width - size.width * scale.x) / 2,
            (target.height - size.height * scale.y) / 2)
        cairo_scale(context, scale.x, scale.y)
    }
}
