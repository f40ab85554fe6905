internal import CCairo
import Geometry

/// What a raster file shows: one picture, or the pages of an animation, one of which is the
/// current page.
protocol RasterPages: AnyObject {
    /// cairo's image surface of the current page, in the file's orientation.
    var image: OpaquePointer { get }
    /// The index of the current page; at the beginning it is 0, the first page.
    var pageIndex: Int { get }
    var hasMore: Bool { get }
    /// Whether a part of the picture was missing in the file, and is grey.
    var isIncomplete: Bool { get }
    func goToNext() throws(RasterFailure)
    func rewind() throws(RasterFailure)
}

extension RasterPages {
    var isIncomplete: Bool { false }

    /// Goes to a page. To go forward, only the pages in between are decoded; to go back, the file
    /// is decoded from its beginning.
    func go(to page: Int) throws(RasterFailure) {
        if page < pageIndex { try rewind() }
        while pageIndex < page {
            guard hasMore else { throw RasterFailure(reason: "it has no page \(page + 1)") }
            do throws(RasterFailure) {
                try goToNext()
            } catch {
                throw RasterFailure(reason: "its page \(pageIndex + 2): \(error.reason)")
            }
        }
    }
}

struct RasterFailure: Error {
    let reason: String

    static let noMemory = RasterFailure(reason: "there is no memory for it")
}

final class SinglePicture: RasterPages {
    let image: OpaquePointer
    let pageIndex = 0
    let hasMore = false
    let isIncomplete: Bool

    /// Takes over cairo's image surface.
    init(_ image: OpaquePointer, isIncomplete: Bool = false) {
        (self.image, self.isIncomplete) = (image, isIncomplete)
    }

    deinit { cairo_surface_destroy(image) }

    // Neither is called: page 0 is the only page.
    func goToNext() {}
    func rewind() {}
}

/// A transparent image surface of cairo, and its pixels in the format of `Bitmap`.
func newImage(
    _ size: PixelSize
) throws(RasterFailure) -> (image: OpaquePointer, pixels: UnsafeMutablePointer<UInt32>) {
    // In this format, rows follow each other without padding.
    let image = cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, CInt(size.width), CInt(size.height))
    guard let image, let bytes = cairo_image_surface_get_data(image) else {
        cairo_surface_destroy(image)
        throw .noMemory
    }
    let pixels = UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: UInt32.self)
    return (image, pixels)
}
