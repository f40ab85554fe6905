import Geometry
import Paint
import Picture
import Testing

@testable import Compositor

/// Frames that are drawn smaller, and enlarged.
@Suite struct ReducedFrameTests {
    private static let size = PixelSize(width: 120, height: 90)

    /// A plain card with a box, and with a blurred one.
    private func frame(scale: Double, box x: Double = 30) -> Frame {
        var frame = Frame(size: Self.size, card: PixelRect(x: 10, y: 0, width: 100, height: 90))
        let white = Colour(red: 1, green: 1, blue: 1)
        frame.add(
            Frame.Layer(
                .colour(Colour(red: 0.2, green: 0.4, blue: 0.8)), box: Frame.Box(frame.card)))
        frame.add(
            Frame.Layer(
                .colour(white),
                box: .init(
                    toScreen: .translation(Point(x: x, y: 20)), size: Size(width: 40, height: 30))))
        let group = frame.openGroup(opacity: 1, filter: .init(blur: 5, offset: Point(x: 4, y: 6)))
        frame.add(
            Frame.Layer(
                .colour(Colour(red: 0.9, green: 0.3, blue: 0)),
                box: .init(
                    toScreen: .translation(Point(x: 70, y: 50)), size: Size(width: 30, height: 20)))
        )
        frame.closeGroup(group)
        frame.scale = scale
        return frame
    }

    private func difference(_ one: Bitmap, _ other: Bitmap) -> Double {
        let sum = zip(one.pixels, other.pixels).reduce(0) { sum, pixels in
            sum + Comparison.differences(pixels.0, pixels.1).reduce(0, +)
        }
        return Double(sum) / Double(4 * one.size.area)
    }

    @Test func `a reduced frame looks like the frame, at each scale`() {
        let sharp = onProcessor(frame(scale: 1))
        for scale in [0.84, 0.71, 0.59, 0.5] {
            let reduced = onProcessor(frame(scale: scale))
            #expect(difference(sharp, reduced) < 2, "\(scale)")
            // Far from edges, and beside the card.
            for (x, y) in [(40, 30), (60, 40), (100, 10), (4, 40), (116, 80)] {
                let off = Comparison.differences(reduced[x, y], sharp[x, y])
                #expect(off.allSatisfy { $0 <= 2 }, "\(scale) at \(x), \(y)")
            }
        }
    }

    @Test func `overlays of a reduced frame are as sharp as ever`() {
        var noise = Noise(seed: 81)
        let text = noise.bitmap(16, 8, isOpaque: true)
        var reduced = frame(scale: 0.5)
        reduced.overlays = [Frame.Overlay(text, x: 20, y: 60)]
        let drawn = onProcessor(reduced)
        for y in 0..<8 { for x in 0..<16 { #expect(drawn[20 + x, 60 + y] == text[x, y]) } }
    }

    @Test func `frames of changing scales are those that a new compositor draws`() {
        var compositor = CPUCompositor()
        var pixels = [UInt32](repeating: 0, count: Self.size.area)
        for (number, scale) in [1, 0.5, 0.5, 0.71, 1, 1, 0.59, 0.5, 1].enumerated() {
            let frame = frame(scale: scale, box: 30 + Double(number / 2))
            pixels.withUnsafeMutableBufferPointer { pixels in
                let target = PixelTarget(pixels.baseAddress!, Self.size)
                _ = compositor.redraw(frame, into: target)
            }
            let wanted = onProcessor(frame)
            #expect(zip(pixels, wanted.pixels).allSatisfy { $0 | 0xFF00_0000 == $1 }, "\(number)")
        }
    }
}
