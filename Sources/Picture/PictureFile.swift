internal import CRsvg
import Glibc

/// A picture on disk: PNG, JPEG, WebP or SVG.
public struct PictureFile: Sendable, Hashable {
    public let path: String

    public init(path: String) { self.path = path }

    /// The picture's own size in pixels, as seen (a photo's EXIF orientation obeyed).
    public func size() throws(PictureError) -> (width: Double, height: Double) {
        try checkReadable()
        return isVector ? try VectorPicture(path: path).size : try RasterPicture(path: path).size
    }

    /// The picture drawn `width` x `height` pixels large.
    public func bitmap(width: Int, height: Int, fit: Fit = .stretch) throws(PictureError) -> Bitmap
    {
        try checkReadable()
        let canvas = Canvas(width: width, height: height)
        if isVector {
            let picture = try VectorPicture(path: path)
            canvas.place(picture.size, fit: fit)
            try picture.draw(on: canvas, path: path)
        } else {
            let picture = try RasterPicture(path: path)
            canvas.place(picture.size, fit: fit)
            picture.draw(on: canvas)
        }
        guard let bitmap = canvas.bitmap() else {
            throw PictureError(.malformed, "\(path): no memory for \(width) x \(height) pixels")
        }
        return bitmap
    }

    private var isVector: Bool { path.hasSuffix(".svg") || path.hasSuffix(".SVG") }

    private func checkReadable() throws(PictureError) {
        let handle = open(path, O_RDONLY | O_CLOEXEC)
        guard handle >= 0 else {
            let missing = errno == ENOENT || errno == ENOTDIR
            throw PictureError(
                missing ? .missing : .unreadable,
                "\(path): cannot open the picture: \(String(cString: strerror(errno)))")
        }
        close(handle)
    }
}
