internal import CRsvg
import Dispatch
import Synchronization
import System

/// A picture file: PNG, JPEG, WebP or SVG.
public final class PictureFile: Sendable {
    public let path: String
    /// The picture, read before it is needed.
    private let ahead = Mutex<OpenPicture?>(nil)

    public init(path: String) { self.path = path }

    /// Reads the picture on another thread, for the next `bitmap`.
    public func readAhead() {
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            // `bitmap` reads the file again and throws its error.
            ahead.withLock { $0 = try? OpenPicture(path: path) }
        }
    }

    /// The picture's own size in pixels, with a photo's EXIF orientation applied.
    public func size() throws(PictureError) -> Size {
        try open().size
    }

    /// The picture drawn at `width` x `height` pixels.
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
        // Waits for `readAhead` on the other thread.
        if let picture = ahead.withLock({ $0.take() }) { return picture }
        return try OpenPicture(path: path)
    }
}
