public import Geometry
public import Picture
public import Platform

/// A picture that was read in this process, ready to be drawn at any size. An animation
/// has one current page, at the beginning page 0.
///
/// A hostile file can crash the libraries that read it, or keep them busy for ever. `PictureFile`,
/// of the module Decoding, does the same in the decoder process.
public struct OpenPicture: ~Copyable {
    // Not private: with a private type, linking other modules fails in release mode.
    enum Content: ~Copyable {
        case raster(RasterPicture)
        case vector(VectorPicture)
    }

    private let content: Content
    private let path: String

    /// Reads the picture in an open file. `path` decides whether it is an SVG; the references of an
    /// SVG are relative to its folder.
    public init(_ file: borrowing OpenFile, path: String) throws(PictureError) {
        self.path = path
        if isSVG(path) {
            let picture = try VectorPicture(file, path: path)
            try picture.checkSize(path: path)
            content = .vector(picture)
        } else {
            content = .raster(try RasterPicture(file, path: path))
        }
    }

    /// Reads the picture file at `path`.
    public init(path: String) throws(PictureError) {
        try self.init(openPictureFile(path), path: path)
    }

    /// The picture's own size in pixels, with a photo's EXIF orientation applied.
    public var size: Size {
        switch content {
        case .raster(let picture): picture.size
        case .vector(let picture): picture.size
        }
    }

    /// Goes to a page of an animated GIF or WebP; 0 is the first. To go forward, only the pages in
    /// between are decoded; to go back, the file is decoded from its beginning.
    public func go(to page: Int) throws(PictureError) {
        switch content {
        case .raster(let picture): try picture.go(to: page, path: path)
        case .vector:
            guard page == 0 else { throw PictureError(.malformed, "\(path): it has one page") }
        }
    }

    /// Whether a page follows the current one.
    public var hasMorePages: Bool {
        switch content {
        case .raster(let picture): picture.hasMore
        case .vector: false
        }
    }

    /// Whether the file ends too early, so that a part of the picture is grey. Only a JPEG can be so:
    /// other files that are cut off cannot be read.
    public var isIncomplete: Bool {
        switch content {
        case .raster(let picture): picture.isIncomplete
        case .vector: false
        }
    }

    /// The size of a raster picture, as `size` gives it, from its header alone.
    public static func rasterSize(
        _ file: borrowing OpenFile, path: String
    ) throws(PictureError) -> Size {
        try RasterPicture.size(file, path: path)
    }

    /// Draws the picture at `size` into zeroed memory. The memory has room for `size.area` pixels,
    /// in the format of `Bitmap`.
    public func draw(
        into pixels: UnsafeMutablePointer<UInt32>, _ size: PixelSize, fit: Fit
    ) throws(PictureError) {
        let canvas = Canvas(pixels, size)
        try draw(on: canvas, fit: fit)
        guard canvas.finish() else { throw noMemory(for: size) }
    }

    /// The picture drawn at `size`.
    public func bitmap(_ size: PixelSize, fit: Fit = .stretch) throws(PictureError) -> Bitmap {
        let bitmap = try Bitmap.drawn(size) { canvas throws(PictureError) in
            try draw(on: canvas, fit: fit)
        }
        guard let bitmap else { throw noMemory(for: size) }
        return bitmap
    }

    private func draw(on canvas: borrowing Canvas, fit: Fit) throws(PictureError) {
        canvas.setUserSpace(size, fit: fit)
        switch content {
        case .raster(let picture): picture.draw(on: canvas)
        case .vector(let picture): try picture.draw(on: canvas, path: path)
        }
    }

    private func noMemory(for size: PixelSize) -> PictureError {
        PictureError(.malformed, "\(path): no memory for \(size.width) x \(size.height) pixels")
    }
}
