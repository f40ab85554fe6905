import Geometry
import Picture
import Testing

@testable import Compositor

/// Groups with many backdrops, or with bitmaps that take much memory.
@Suite struct MergedLayersTests {
    /// A card with so many plates, each with a spot of colour on it.
    private func plates(_ count: Int) -> Frame {
        var noise = Noise(seed: 7)
        let screen = PixelSize(width: 96, height: 72)
        var frame = Frame(size: screen, card: PixelRect(x: 8, y: 4, width: 80, height: 64))
        for _ in 0..<count {
            let tint = noise.colour()
            frame.add(
                Frame.Layer(
                    .backdrop(Frame.Backdrop(blur: 3, tint: tint)),
                    box: Frame.Box(
                        toScreen: .translation(Point(x: 20, y: 16)),
                        size: Size(width: 40, height: 32))))
            frame.add(
                Frame.Layer(
                    .colour(noise.colour()),
                    box: noise.box(Size(width: 9, height: 9), on: screen)))
        }
        return frame
    }

    private func passes(_ count: Int) -> Int {
        var compositor = CPUCompositor()
        _ = compositor.bitmap(plates(count))
        return compositor.counts.passes
    }

    @Test func `what backdrops cost grows with their number, and not with its square`() {
        #expect(passes(160) < 5 * passes(40))
    }

    @Test func `few backdrops are not merged`() {
        var offscreen = Offscreen<BitmapPainter>(())
        let frame = plates(mostBackdrops)
        // A backdrop is a group of two layers.
        #expect(offscreen.flattened(frame).layers.count == 4 * mostBackdrops)
    }

    @Test(.timeLimit(.minutes(5)))
    func `what is merged looks as before`() {
        var noise = Noise(seed: 61)
        for number in 0..<60 {
            // Without blend modes, some of which make the rounding of merged layers larger.
            let frame = noise.transformedFrame(
                inSpace: true, effects: true, gradients: true, meshes: true, filters: true)
            var offscreen = Offscreen<BitmapPainter>(())
            offscreen.budget = 0
            let merged = onProcessor(offscreen.flattened(frame))
            let comparison = Comparison(merged, onProcessor(frame), of: frame, tolerance: 4)
            #expect(comparison.mean < 0.5, "\(number)")
            #expect(comparison.strays < 0.01, "\(number)")
        }
    }

    @Test func `a frame that nobody wants any more is left incomplete`() {
        let whole = passes(40)
        var compositor = CPUCompositor()
        var questions = 0
        compositor.isUnwanted = {
            questions += 1
            return questions > 10
        }
        _ = compositor.bitmap(plates(40))
        #expect(compositor.counts.passes < whole / 4)
    }
}
