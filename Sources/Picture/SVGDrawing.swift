public import Geometry
import System

/// An SVG drawing made by the program.
public struct SVGDrawing: Sendable, Equatable {
    /// The document.
    public let text: String

    public init(_ text: String) { self.text = text }

    /// The drawing at `width` x `height` pixels.
    public func bitmap(width: Int, height: Int, fit: Fit = .stretch) throws(PictureError) -> Bitmap
    {
        let picture = try VectorPicture(text: text)
        let bitmap = try Bitmap.drawn(PixelSize(width: width, height: height)) {
            canvas throws(PictureError) in
            canvas.setUserSpace(picture.size, fit: fit)
            try picture.draw(on: canvas, path: "drawing")
        }
        guard let bitmap else {
            throw PictureError(.malformed, "no memory for \(width) x \(height) pixels")
        }
        return bitmap
    }
}
