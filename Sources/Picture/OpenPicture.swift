import Geometry
import System

/// A picture that has been read, ready to be drawn at any size.
enum OpenPicture: ~Copyable {
    case raster(RasterPicture)
    case vector(VectorPicture)

    init(path: String) throws(PictureError) {
        try Self.checkReadable(path)
        self =
            Self.isVector(path)
            ? .vector(try VectorPicture(path: path)) : .raster(try RasterPicture(path: path))
    }

    /// Whether a file of this name is parsed as SVG.
    static func isVector(_ path: String) -> Bool {
        path.hasSuffix(".svg") || path.hasSuffix(".SVG")
    }

    /// Throws for a pipe, whose writer the libraries would wait for.
    static func checkReadable(_ path: String) throws(PictureError) {
        do throws(FileError) {
            _ = try openRegularFile(path).descriptor
        } catch {
            throw PictureError(error)
        }
    }

    /// The picture's own size in pixels.
    var size: Size {
        switch self {
        case .raster(let picture): picture.size
        case .vector(let picture): picture.size
        }
    }

    /// Draws the picture; user space is its own pixels.
    func draw(on canvas: borrowing Canvas, path: String) throws(PictureError) {
        switch self {
        case .raster(let picture): picture.draw(on: canvas)
        case .vector(let picture): try picture.draw(on: canvas, path: path)
        }
    }
}
