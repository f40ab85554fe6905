import Geometry
import Picture
import Testing

@testable import Compositor

/// Frames of turned, stretched, clipped and grouped layers, from both compositors.
@Suite(.serialized) @MainActor struct TransformedFrameTests {
    /// What two drawings of a frame may differ by.
    private struct Bounds {
        /// A pixel away from edges is a stray if a component differs by more.
        var tolerance = 2
        /// The part of the pixels away from edges that may be strays.
        var strays = 0.005
        /// Of any component of any pixel; nil: no matter.
        var largest: Int?
        /// How many pixels away from edges are compared in all, and how many frames differ from each
        /// other: the frames are not all empty, and not all edges.
        var pixels = 700_000
        var looks = 180

        /// Gains above 1 and some blend modes enlarge differences.
        static let enlarged = Bounds(tolerance: 4, strays: 0.01)
    }

    /// Draws two hundred frames with both.
    private func compare(
        seed: UInt64, _ bounds: Bounds = Bounds(), _ frame: (inout Noise, Int) -> Frame
    ) throws {
        var (noise, cpu, counted, looks) = (
            Noise(seed: seed), CPUCompositor(), 0, Set<[UInt32]>()
        )
        try OffscreenContext.use { gl in
            for number in 0..<200 {
                let frame = frame(&noise, number)
                let drawn = cpu.bitmap(frame)
                let comparison = Comparison(
                    try gl.bitmap(frame), drawn, of: frame, tolerance: bounds.tolerance)
                #expect(comparison.mean <= 0.5, "frame \(number)")
                #expect(comparison.strays <= bounds.strays, "frame \(number)")
                if let largest = bounds.largest {
                    #expect(comparison.largest <= largest, "frame \(number)")
                }
                counted += comparison.pixelsAwayFromEdges
                looks.insert(Array(drawn.pixels))
            }
        }
        #expect(counted > bounds.pixels && looks.count > bounds.looks)
    }

    @Test(.timeLimit(.minutes(10)))
    func `two hundred random frames are the same from both`() throws {
        // Beyond what is promised: an edge, too, is the same.
        let bounds = Bounds(largest: 6, pixels: 1_000_000, looks: 190)
        try compare(seed: 4711, bounds) { noise, _ in noise.transformedFrame() }
    }

    @Test(.timeLimit(.minutes(10)))
    func `two hundred random frames in perspective are the same from both`() throws {
        try compare(seed: 1701) { noise, _ in noise.transformedFrame(inSpace: true) }
    }

    @Test(.timeLimit(.minutes(10)))
    func `two hundred random frames with blend modes and masks are the same from both`() throws {
        try compare(seed: 8086, .enlarged) { noise, number in
            noise.transformedFrame(
                inSpace: number % 2 == 1, effects: number % 3 == 0, blends: true)
        }
    }

    /// The blurs themselves are drawn once for both: BlurTests compare them with their formula.
    @Test(.timeLimit(.minutes(10)))
    func `two hundred random frames with blurs, shadows and plates are the same from both`() throws
    {
        try compare(seed: 68000, .enlarged) { noise, number in
            noise.transformedFrame(
                inSpace: number % 2 == 1, blends: number % 3 == 0, filters: true)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `two hundred random frames with effects are the same from both`() throws {
        try compare(seed: 6502, .enlarged) { noise, number in
            noise.transformedFrame(inSpace: number % 2 == 1, effects: true)
        }
    }
}
