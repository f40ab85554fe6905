internal import CRsvg
import Dispatch
import Glibc
import Synchronization

/// A picture on disk: PNG, JPEG, WebP or SVG.
public final class PictureFile: Sendable {
    public let path: String
    /// The picture, read before it was asked for.
    private let ahead = Mutex<OpenPicture?>(nil)

    public init(path: String) { self.path = path }

    /// Reads the picture on another thread, for the next `bitmap`: while a window opens, say.
    public func readAhead() {
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            // What is wrong with the file, `bitmap` finds and says.
            ahead.withLock { $0 = try? OpenPicture(path: path) }
        }
    }

    /// The picture's own size in pixels, as seen (a photo's EXIF orientation obeyed).
    public func size() throws(PictureError) -> (width: Double, height: Double) {
        try open().size
    }

    /// The picture drawn `width` x `height` pixels large.
    public func bitmap(width: Int, height: Int, fit: Fit = .stretch) throws(PictureError) -> Bitmap
    {
        let picture = try open()
        let canvas = Canvas(width: width, height: height)
        canvas.place(picture.size, fit: fit)
        try picture.draw(on: canvas, path: path)
        guard let bitmap = canvas.bitmap() else {
            throw PictureError(.malformed, "\(path): no memory for \(width) x \(height) pixels")
        }
        return bitmap
    }

    private func open() throws(PictureError) -> OpenPicture {
        // Waits for a reading that is under way.
        if let picture = ahead.withLock({ $0.take() }) { return picture }
        try checkReadable()
        return try OpenPicture(path: path)
    }

    private func checkReadable() throws(PictureError) {
        let handle = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard handle >= 0 else {
            throw PictureError("open the picture", path, code: errno, otherwise: .malformed)
        }
        close(handle)
    }
}
