import Geometry
import Picture
import Testing

@testable import Compositor

/// A frame drawn by a compositor that has drawn nothing before.
func onProcessor(_ frame: Frame) -> Bitmap {
    var compositor = CPUCompositor()
    return compositor.bitmap(frame)
}

/// How far two drawings of one frame are apart.
struct Comparison {
    /// Of all components of all pixels.
    let mean: Double
    /// The part of the pixels away from edges of which a component differs by more than `tolerance`.
    let strays: Double
    let pixelsAwayFromEdges: Int
    /// Of all components of all pixels, also at edges.
    let largest: Int

    init(_ one: Bitmap, _ other: Bitmap, of frame: Frame, tolerance: Int = 2) {
        let edges = frame.edges
        var (sum, strays, counted, largest) = (0, 0, 0, 0)
        for y in 0..<one.height {
            for x in 0..<one.width {
                let differences = Self.differences(one[x, y], other[x, y])
                sum += differences.reduce(0, +)
                largest = max(largest, differences.max() ?? 0)
                let centre = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
                guard !edges.contains(where: { abs($0.distance(centre)) <= 1.5 }) else { continue }
                counted += 1
                if differences.contains(where: { $0 > tolerance }) { strays += 1 }
            }
        }
        mean = Double(sum) / Double(3 * one.size.area)
        self.strays = counted > 0 ? Double(strays) / Double(counted) : 0
        pixelsAwayFromEdges = counted
        self.largest = largest
    }

    static func differences(_ one: UInt32, _ other: UInt32) -> [Int] {
        [16, 8, 0].map { abs(Int(one >> $0 & 255) - Int(other >> $0 & 255)) }
    }
}

extension Frame {
    /// The outlines of all layers and clips.
    fileprivate var edges: [Outline] {
        (layers.map(\.box) + clips.map(\.box)).compactMap { Outline($0) }
    }
}
