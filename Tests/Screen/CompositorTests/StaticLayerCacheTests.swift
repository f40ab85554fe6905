import Geometry
import Paint
import Picture
import Testing

@testable import Compositor

/// Frames whose lowest layers stay the same, and are kept.
@Suite struct StaticLayerCacheTests {
    private let size = PixelSize(width: 96, height: 64)

    /// A random frame, with a layer over it that lies elsewhere in each of `count` frames.
    private func frames(_ noise: inout Noise, count: Int = 7) -> [Frame] {
        let still = noise.transformedFrame(
            inSpace: true, effects: true, gradients: true, blends: true)
        return (0..<count).map { number in
            var frame = still
            let corner = Point(x: Double(5 * number), y: Double(3 * number))
            frame.add(
                Frame.Layer(
                    .colour(Colour(red: 1, green: 0.5, blue: 0, alpha: 0.7)),
                    box: Frame.Box(
                        toScreen: .translation(corner), size: Size(width: 20, height: 15))))
            return frame
        }
    }

    @Test(.timeLimit(.minutes(5)))
    @MainActor func `what is kept changes no pixel`() throws {
        var noise = Noise(seed: 60)
        var kept = [0, 0]
        for number in 0..<60 {
            let frames = frames(&noise)
            var processor = CPUCompositor()
            for (index, frame) in frames.enumerated() {
                #expect(
                    processor.bitmap(frame).pixels == onProcessor(frame).pixels,
                    "cpu: frame \(index) of \(number)")
            }
            kept[0] += processor.counts.cachedPixels > 0 ? 1 : 0
            try OffscreenContext.use { openGL in
                let fresh = GLCompositor()
                for (index, frame) in frames.enumerated() {
                    // A plain frame between two others lets nothing be kept.
                    _ = try fresh.bitmap(Frame(size: frame.size, card: frame.card))
                    #expect(
                        try openGL.bitmap(frame).pixels == fresh.bitmap(frame).pixels,
                        "gl: frame \(index) of \(number)")
                }
                kept[1] += openGL.counts.cachedPixels > 0 ? 1 : 0
            }
        }
        #expect(kept.allSatisfy { $0 > 15 }, "\(kept)")
    }

    /// Translucent layers of the whole card, and one above them.
    private func frame(lower: Double = 0.3, upper: Double, _ size: PixelSize? = nil) -> Frame {
        let size = size ?? self.size
        var frame = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
        for red in [lower, 0.5, 0.7, 0.9] {
            frame.add(
                Frame.Layer(
                    .colour(Colour(red: red, green: 0.2, blue: 0, alpha: 0.5)),
                    box: Frame.Box(toScreen: .identity, size: Size(size))))
        }
        frame.add(
            Frame.Layer(
                .colour(Colour(red: 0, green: 0, blue: 1)),
                box: Frame.Box(
                    toScreen: .translation(Point(x: upper, y: 8)),
                    size: Size(width: 16, height: 16))))
        return frame
    }

    @Test func `a still run is drawn until it was the same three times, and anew when it changes`()
    {
        var compositor = CPUCompositor()
        /// The passes and kept pixels of one more frame.
        func costs(_ frame: Frame) -> [Int] {
            let before = compositor.counts
            #expect(compositor.bitmap(frame).pixels == onProcessor(frame).pixels)
            let after = compositor.counts
            return [after.passes - before.passes, after.cachedPixels - before.cachedPixels]
        }
        let area = size.area
        let moved = (0..<5).map { costs(frame(upper: 8 * Double($0))) }
        #expect(moved == [[5, 0], [5, 0], [5, 0], [1, area], [1, area]])
        let changed = (0..<5).map { costs(frame(lower: 0.9, upper: 8 * Double($0))) }
        #expect(changed == [[5, 0], [5, 0], [5, 0], [1, area], [1, area]])
    }

    @Test @MainActor func `of a screen larger than OpenGL's textures nothing is kept`() throws {
        let wide = PixelSize(width: 40_000, height: 4)
        try OffscreenContext.use { openGL in
            for number in 0..<5 { try openGL.draw(frame(upper: 8 * Double(number), wide)) }
            #expect(openGL.counts.cachedPixels == 0)
        }
    }
}
