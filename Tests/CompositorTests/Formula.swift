import Compositor
import Decoding
import Foundation
import Geometry
import Picture
import Scene

/// Premultiplied source-over in double precision, written from the formula alone: the lowest
/// layer first, co = cs·o + cb·(1 - as·o), over black.
enum Formula {
    /// Red, green and blue of the frame's pixel, each 0 to 255.
    static func pixel(_ frame: Frame, x: Int, y: Int) -> [Double] {
        var sum = [0.0, 0.0, 0.0]
        let (column, row) = (x - frame.card.x, y - frame.card.y)
        guard (0..<frame.card.width).contains(column), (0..<frame.card.height).contains(row) else {
            return sum
        }
        for layer in frame.layers {
            let pixel = layer.bitmap[column, row]
            let rest = 1 - Double(pixel >> 24) / 255 * layer.opacity
            for (index, shift) in [16, 8, 0].enumerated() {
                sum[index] =
                    Double(pixel >> shift & 255) * layer.opacity + sum[index] * rest
            }
        }
        return sum
    }

    /// The largest difference of a component between `bitmap` and the formula.
    static func largestError(of bitmap: Bitmap, _ frame: Frame) -> Double {
        var largest = 0.0
        for y in 0..<frame.size.height {
            for x in 0..<frame.size.width {
                let expected = pixel(frame, x: x, y: y)
                for (index, shift) in [16, 8, 0].enumerated() {
                    let got = Double(bitmap[x, y] >> shift & 255)
                    largest = max(largest, abs(got - expected[index].rounded()))
                }
            }
        }
        return largest
    }
}

/// Bitmaps and frames of noise, the same from the same seed.
struct Noise {
    private var state: UInt64

    init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }

    mutating func bitmap(_ width: Int, _ height: Int, isOpaque: Bool) -> Bitmap {
        let pixels = (0..<width * height).map { _ in
            let alpha = isOpaque ? 255 : UInt32(next() % 256)
            return [16, 8, 0].reduce(alpha << 24) { pixel, shift in
                pixel | UInt32(next() % UInt64(alpha + 1)) << UInt32(shift)
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }

    /// A frame with bars on all sides and as many layers as `kinds` has letters: o for an opaque
    /// one, t for one that lets through.
    mutating func frame(_ kinds: String, opacities: [Double]? = nil) -> Frame {
        let (width, height) = (5 + Int(next() % 60), 1 + Int(next() % 20))
        let card = PixelRect(x: 3, y: 2, width: width, height: height)
        var frame = Frame(size: PixelSize(width: width + 7, height: height + 5), card: card)
        for (index, kind) in kinds.enumerated() {
            let bitmap = bitmap(width, height, isOpaque: kind == "o")
            frame.add(bitmap, opacity: opacities?[index] ?? unit())
        }
        return frame
    }
}

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
        let layers = Property.classicOpacities(count).enumerated().map { index, opacity in
            let fit = Fit.allCases[below(Fit.allCases.count)]
            return Scene.Layer(.picture(index, fit), opacity: opacity)
        }
        let size = Size(width: Double(5 + below(90)), height: Double(5 + below(90)))
        return (Scene(size: size, layers: layers), pictures)
    }
}
