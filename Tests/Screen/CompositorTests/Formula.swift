import Compositor
import Geometry
import Picture

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
            guard let pixel = layer.bitmap?[column, row] else { continue }
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
