import Compositor
import Geometry
import Picture

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
