/// A picture that has been read, ready to be drawn at any size.
enum OpenPicture: ~Copyable {
    case raster(RasterPicture)
    case vector(VectorPicture)

    init(path: String) throws(PictureError) {
        let isVector = path.hasSuffix(".svg") || path.hasSuffix(".SVG")
        self =
            isVector
            ? .vector(try VectorPicture(path: path)) : .raster(try RasterPicture(path: path))
    }

    /// The picture's own size in pixels.
    var size: (width: Double, height: Double) {
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
