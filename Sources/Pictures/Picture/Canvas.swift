internal import CCairo
public import Geometry

/// Drawing with cairo into the memory of a bitmap.
package struct Canvas: ~Copyable {
    private let surface: OpaquePointer
    package let context: OpaquePointer
    private let size: PixelSize

    /// Draws into `pixels`, which must outlive the canvas; both sides of `size` are at least 1.
    package init(_ pixels: UnsafeMutablePointer<UInt32>, _ size: PixelSize) {
        self.size = size
        surface = pixels.withMemoryRebound(to: UInt8.self, capacity: 4 * size.area) {
            cairo_image_surface_create_for_data(
                $0, CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height),
                Int32(4 * size.width))
        }
        context = cairo_create(surface)
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// Completes the drawing; false if cairo had an error, in most cases lack of memory.
    package func finish() -> Bool {
        cairo_surface_flush(surface)
        return cairo_status(context) == CAIRO_STATUS_SUCCESS
    }

    /// Sets user space to the pixels of a picture of this size, which `fit` places on the canvas.
    package func setUserSpace(_ size: Size, fit: Fit) {
        let target = Size(self.size)
        let scale = fit.scale(of: size, in: target)
        let origin = fit.origin(
            of: Size(width: size.width * scale.x, height: size.height * scale.y), in: target)
        cairo_translate(context, origin.x, origin.y)
        cairo_scale(context, scale.x, scale.y)
    }

    /// The scale, the same along x and y, at which a picture of this size is drawn before it is
    /// stretched; nil where user space has the canvas's proportions, up to one pixel over the
    /// picture's longer side.
    package func proportionalScale(for size: Size) -> Double? {
        var matrix = cairo_matrix_t()
        cairo_get_matrix(context, &matrix)
        guard abs(matrix.xx - matrix.yy) * max(size.width, size.height) > 1 else { return nil }
        let most = Double(self.size.mostProportionalPixels)
        return min(max(matrix.xx, matrix.yy), (most / (size.width * size.height)).squareRoot())
    }
}

extension Bitmap {
    /// The bitmap that `draw` draws on a transparent canvas of at least 1 x 1; nil if cairo had an
    /// error, in most cases lack of memory.
    package static func drawn<Failure>(
        _ size: PixelSize, _ draw: (borrowing Canvas) throws(Failure) -> Void
    ) throws(Failure) -> Bitmap? {
        var isDrawn = false
        let bitmap = try Bitmap(size) { (pixels) throws(Failure) in
            pixels.update(repeating: 0, count: size.area)
            let canvas = Canvas(pixels, size)
            try draw(canvas)
            isDrawn = canvas.finish()
        }
        return isDrawn ? bitmap : nil
    }
}

extension PixelSize {
    /// The pixels of the largest bitmap that an SVG may need for a part of itself, such as a group
    /// with an opacity, when it is drawn at this size, also out of proportion.
    public var mostProportionalPixels: Int {
        let longest = max(width, height)
        return max(area, min(longest * longest, 1 << 23))
    }
}
