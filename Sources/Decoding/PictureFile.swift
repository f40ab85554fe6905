import Dispatch
public import Geometry
import Glibc
public import Picture
import Synchronization
import System

/// A picture file: PNG, JPEG, WebP or SVG. A process of its own decodes it.
public final class PictureFile: Sendable {
    public let path: String
    /// Differs from that of the same path before the file was changed.
    public let id: ID
    private let decoder: PictureDecoder
    private let decoded: DecodedPicture

    /// The files of one card, which share a process.
    public static func files(_ paths: [String]) -> [PictureFile] {
        let decoder = PictureDecoder(folders: folders(of: paths))
        return paths.map { PictureFile(path: $0, decoder: decoder) }
    }

    /// A picture of its own.
    public convenience init(path: String) {
        self.init(path: path, decoder: PictureDecoder(folders: Self.folders(of: [path])))
    }

    init(path: String, decoder: PictureDecoder) {
        (self.path, self.decoder) = (path, decoder)
        id = ID(path)
        decoded = DecodedPicture(path: path)
    }

    /// Where SVGs show other files: their own folders, also those of the files that links lead to.
    private static func folders(of paths: [String]) -> [String] {
        let drawings = paths.filter(OpenPicture.isVector)
        let targets = drawings.compactMap { path in
            realpath(path, nil).map { target in
                defer { free(target) }
                return String(cString: target)
            }
        }
        return Set((drawings + targets).map(folder)).sorted()
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
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

    /// Starts the process, and lets it parse an SVG for the next `bitmap`; does not wait.
    public func readAhead() {
        // `bitmap` reads the file again and throws its error.
        DispatchQueue.global(qos: .userInitiated).async { [self] in _ = try? size() }
    }

    /// The picture's own size in pixels, with a photo's EXIF orientation applied. Only the header of
    /// a raster picture is read.
    public func size() throws(PictureError) -> Size {
        try decoder.size(of: decoded, OpenPicture.open(path))
    }

    /// The picture drawn at `size`, which may take seconds.
    public func bitmap(_ size: PixelSize, fit: Fit = .stretch) throws(PictureError) -> Bitmap {
        try decoder.bitmap(of: decoded, OpenPicture.open(path), size, fit: fit)
    }

    /// Lets a `bitmap` that waits on another thread fail.
    public func cancel() { decoder.cancel() }
}
