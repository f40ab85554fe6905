import Dispatch
public import Geometry
import Glibc
public import Picture
import Platform
import Synchronization

/// A picture as it is decoded: a file (PNG, JPEG, WebP, GIF or SVG), or one page of an animation.
/// The decoder process of its card decodes it.
public final class PictureFile: Sendable {
    public let page: Page
    /// Identifies the page and the contents of its file.
    public let id: ID
    private let decoder: PictureDecoder
    private let reference: PictureReference
    /// Whether a part of the picture was missing in its file when it was drawn last.
    private let isIncomplete = Atomic(false)

    public var path: String { page.path }

    /// A page of a file. A file that is not an animation has only page 0.
    public struct Page: Hashable, Sendable {
        public let path: String
        /// 0 is the first page.
        public let index: Int

        public init(path: String, index: Int = 0) { (self.path, self.index) = (path, index) }
    }

    /// The files of one card, which share a decoder process.
    public static func files(_ paths: [String]) -> [PictureFile] {
        pages(paths.map { Page(path: $0) })
    }

    /// The pages of the files of one card, which share a decoder process, or `decoder`.
    public static func pages(_ pages: [Page], decoder: PictureDecoder? = nil) -> [PictureFile] {
        let paths = Set(pages.map(\.path))
        let decoder = decoder ?? PictureDecoder(folders: folders(of: paths))
        let numbers = Dictionary(
            uniqueKeysWithValues: paths.map { ($0, PictureReference.newFileNumber()) })
        return pages.map { page in
            PictureFile(page, fileNumber: numbers[page.path] ?? 0, decoder: decoder)
        }
    }

    /// A single file, which has its own decoder.
    public convenience init(path: String) {
        self.init(path: path, decoder: PictureDecoder(folders: Self.folders(of: [path])))
    }

    convenience init(path: String, decoder: PictureDecoder) {
        self.init(
            Page(path: path), fileNumber: PictureReference.newFileNumber(), decoder: decoder)
    }

    private init(_ page: Page, fileNumber: Int, decoder: PictureDecoder) {
        (self.page, self.decoder) = (page, decoder)
        id = ID(page)
        reference = PictureReference(path: page.path, page: page.index, fileNumber: fileNumber)
    }

    /// The folders whose files the SVGs among `paths` may show, and those of fonts: the folder of each
    /// file, and that of its target if it is a link.
    static func folders(of paths: some Collection<String>, fonts: [String] = []) -> [String] {
        let drawings = paths.filter(isSVG) + fonts
        return Set((drawings + drawings.compactMap(realPath)).map(\.pathFolder)).sorted()
    }

    /// Identifies a page of a file and the file's contents. Each `PictureFile` of an SVG has an id
    /// of its own, because an SVG may show other files, which change too.
    public struct ID: Hashable, Sendable {
        /// Whether no other `PictureFile` has an equal id; true only for an SVG.
        public let isUnique: Bool
        private let page: Page
        /// For an SVG a number that no other id has; then, if the file exists, its device, inode,
        /// size and time of change.
        private var numbers: [Int] = []

        fileprivate init(_ page: Page) {
            (self.page, isUnique) = (page, isSVG(page.path))
            // Also for an SVG that does not exist.
            if isUnique { numbers.append(Self.count.add(1, ordering: .relaxed).newValue) }
            var status = stat()
            guard stat(page.path, &status) == 0 else { return }
            numbers += [
                Int(bitPattern: UInt(status.st_dev)), Int(bitPattern: UInt(status.st_ino)),
                Int(status.st_size), status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
            ]
        }

        private static let count = Atomic(0)
    }

    /// Starts the decoder process, and lets it parse an SVG for the next `bitmap`; does not wait.
    public func readAhead() {
        // `bitmap` reads the file again and throws its error.
        DispatchQueue.global(qos: .userInitiated).async { [self] in _ = try? size() }
    }

    /// The picture's own size in pixels, with a photo's EXIF orientation applied. Only the header of
    /// a raster picture is read.
    public func size() throws(PictureError) -> Size {
        try decoder.size(of: reference, openPictureFile(path))
    }

    /// The picture drawn at `size`, which may take seconds.
    public func bitmap(_ size: PixelSize, fit: Fit = .stretch) throws(PictureError) -> Bitmap {
        let (bitmap, isIncomplete) = try decoder.bitmap(
            of: reference, openPictureFile(path), size, fit: fit)
        self.isIncomplete.store(isIncomplete, ordering: .relaxed)
        return bitmap
    }

    /// The shapes of an SVG, or of its element with an id.
    public func shapes(element: String?) throws(PictureError) -> SVGShapes {
        try decoder.shapes(of: reference, openPictureFile(path), element: element)
    }

    /// What people should know of the picture, as far as it was drawn; nil if that is nothing.
    public var remark: String? {
        isIncomplete.load(ordering: .relaxed)
            ? "\(path): the JPEG ends too early, and what is missing is grey; copy or save it anew"
            : nil
    }

    /// Makes all calls fail that wait for a picture of this card's files on other threads.
    public func cancel() { decoder.cancel() }
}
