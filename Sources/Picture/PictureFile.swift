internal import CRsvg
import Dispatch
public import Geometry
import Glibc
import Synchronization
import System

/// A picture file: PNG, JPEG, WebP or SVG.
public final class PictureFile: Sendable {
    public let path: String
    /// Differs from that of the same path before the file was changed.
    public let id: ID
    /// The picture, read before it is needed.
    private let ahead = Mutex<OpenPicture?>(nil)

    public init(path: String) {
        self.path = path
        id = ID(path)
    }

    /// A file and its contents. Of an SVG, which may show other files, each `PictureFile` has its own.
    public struct ID: Hashable, Sendable {
        /// Whether no other `PictureFile` has this one.
        public let isUnique: Bool
        private let path: String
        private var node: [Int] = []

        fileprivate init(_ path: String) {
            (self.path, isUnique) = (path, OpenPicture.isVector(path))
            var status = stat()
            guard stat(path, &status) == 0 else { return }
            node = [
                Int(bitPattern: UInt(status.st_dev)), Int(bitPattern: UInt(status.st_ino)),
                Int(status.st_size), status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
            ]
            if isUnique { node.append(Self.count.add(1, ordering: .relaxed).newValue) }
        }

        private static let count = Atomic(0)
    }

    /// Reads the picture on another thread, for the next `bitmap`.
    public func readAhead() {
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            // `bitmap` reads the file again and throws its error.
            ahead.withLock { $0 = try? OpenPicture(path: path) }
        }
    }

    /// The picture's own size in pixels, with a photo's EXIF orientation applied. Only the header of
    /// a raster picture is read.
    public func size() throws(PictureError) -> Size {
        guard OpenPicture.isVector(path) else { return try RasterPicture.size(path: path) }
        return try ahead.withLock { (picture) throws(PictureError) -> Size in
            // Kept for the next `bitmap`.
            let open = if let kept = picture.take() { kept } else { try OpenPicture(path: path) }
            let size = open.size
            picture = consume open
            return size
        }
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
