import Geometry
import Picture
import Testing

@testable import Compositor

/// A frame drawn by a compositor that has drawn nothing before.
func onProcessor(_ frame: Frame) -> Bitmap {
    var compositor = CPUCompositor()
    return compositor.bitmap(frame)
}

/// A frame drawn by both compositors, by each as its first one.
@MainActor func drawings(_ frame: Frame) throws -> [Bitmap] {
    var drawings = [onProcessor(frame)]
    try OffscreenContext.use { drawings.append(try $0.bitmap(frame)) }
    return drawings
}

/// A pixel's red, green and blue.
func components(_ pixel: UInt32) -> [Int] { [16, 8, 0].map { Int(pixel >> $0 & 255) } }

/// Whether components differ by so many levels at most.
func isNear(_ one: [Int], _ other: [Int], within tolerance: Int = 1) -> Bool {
    zip(one, other).allSatisfy { abs($0 - $1) <= tolerance }
}

/// How far two drawings of one frame are apart.
struct Comparison {
    /// Of all components of all pixels.
    let mean: Double
    /// The part of the pixels away from edges of which a component differs by more than `tolerance`.
    let strays: Double
    /// Counted in each third row and column only, as that takes long.
    let pixelsAwayFromEdges: Int
    private static let step = 3
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
                let isStray = differences.contains { $0 > tolerance }
                let isCounted = x % Self.step == 0 && y % Self.step == 0
                guard isStray || isCounted, !edges.contains(where: { $0.isNear(x, y) }) else {
                    continue
                }
                if isStray { strays += 1 }
                if isCounted { counted += Self.step * Self.step }
            }
        }
        mean = Double(sum) / Double(3 * one.size.area)
        self.strays = Double(strays) / Double(max(1, counted))
        pixelsAwayFromEdges = counted
        self.largest = largest
    }

    static func differences(_ one: UInt32, _ other: UInt32) -> [Int] {
        [16, 8, 0].map { abs(Int(one >> $0 & 255) - Int(other >> $0 & 255)) }
    }
}

extension Outline {
    /// Whether a pixel lies at a side, so that its coverage may differ.
    fileprivate func isNear(_ x: Int, _ y: Int) -> Bool {
        abs(distance(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))) <= 1.5
    }
}

extension Frame {
    /// The outlines of all layers and clips.
    fileprivate var edges: [Outline] {
        (layers.map(\.box) + clips.map(\.box)).compactMap { Outline($0) }
    }
}
