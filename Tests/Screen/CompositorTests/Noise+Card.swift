import Decoding
import Foundation
import Geometry
import Picture
import Scene

extension Noise {
    /// A classic card of 1 to 8 pictures of noise, with and without alpha, of any fit and size, and its
    /// picture files in `folder`.
    mutating func card(in folder: URL) throws -> (Scene, [PictureFile]) {
        let count = 1 + below(8)
        let pictures = try (0..<count).map { _ in
            let path = folder.appending(path: "\(next()).png").path
            try bitmap(3 + below(60), 3 + below(60), isOpaque: below(5) > 1).writePNG(to: path)
            return PictureFile(path: path)
        }
        let layers = (0..<count).map { index in
            Scene.Layer(.picture(index, Fit(Fit.Mode.allCases[below(Fit.Mode.allCases.count)])))
        }
        let size = Size(width: Double(5 + below(90)), height: Double(5 + below(90)))
        return (Scene(size: size, layers: layers, drivers: Scene.classicDrivers(count)), pictures)
    }
}
