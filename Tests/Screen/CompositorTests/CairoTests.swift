import Geometry
import Paint
import Picture
import Testing

@testable import Compositor

/// The processor's pixels against those of Cairo, which shares nothing with it but the mips.
@Suite struct CairoTests {
    @Test(.timeLimit(.minutes(10)))
    func `a hundred random frames are Cairo's away from edges`() throws {
        var noise = Noise(seed: 815)
        var (cpu, counted) = (CPUCompositor(), 0)
        for number in 0..<100 {
            let frame = noise.transformedFrame(crops: false)
            // Cairo rounds after each layer, and weighs neighbouring pixels in 1/128.
            let comparison = Comparison(
                cpu.bitmap(frame), try CairoPainter(frame).bitmap(), of: frame, tolerance: 3)
            #expect(comparison.strays <= 0.001 && comparison.mean <= 1, "frame \(number)")
            counted += comparison.pixelsAwayFromEdges
        }
        #expect(counted > 500_000)
    }

    @Test func `a turned and stretched picture of noise is Cairo's within 3`() throws {
        var noise = Noise(seed: 12)
        for number in 0..<60 {
            let bitmap = noise.bitmap(1 + noise.below(120), 1 + noise.below(120), isOpaque: false)
            let size = PixelSize(width: 120, height: 90)
            var frame = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
            let box = noise.box(Size(bitmap.size), on: size)
            frame.add(Frame.Layer(.bitmap(bitmap), box: box, opacity: noise.unit()))
            let comparison = Comparison(
                onProcessor(frame), try CairoPainter(frame).bitmap(), of: frame, tolerance: 3)
            #expect(comparison.strays == 0, "picture \(number)")
        }
    }

    /// A white box in the middle of a screen of 64 x 64 pixels.
    private func frame(radius: Double, degrees: Double, skew: Double) -> Frame {
        let size = PixelSize(width: 64, height: 64)
        var frame = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
        let map =
            Homography.translation(Point(x: 32.3, y: 31.8)) * .rotation(degrees: degrees)
            * Homography(a: 1, b: 0, c: skew, d: 1, tx: 0, ty: 0)
            * .translation(Point(x: -20, y: -20))
        let box = Frame.Box(
            toScreen: map, size: Size(width: 40, height: 40), radius: radius)
        frame.add(Frame.Layer(.colour(Colour(red: 1, green: 1, blue: 1)), box: box))
        return frame
    }

    /// Cairo knows how much of a pixel's area is covered. The distance of its centre from the nearest
    /// side says the same where that side runs along the pixels: a slanting side is up to 25 of 255
    /// off, a curve 30, and a corner inside a pixel, where two sides count as one, a quarter.
    @Test(arguments: [0.0, 15, 30, 45, 60, 80], [0.0, 3, 8, 20])
    func `coverage is Cairo's, but for a part of an edge's pixel`(
        degrees: Double, radius: Double
    ) throws {
        for skew in [0, 0.5] {
            let frame = frame(radius: radius, degrees: degrees, skew: skew)
            let judge = try CairoPainter(frame).bitmap()
            let edge = zip(onProcessor(frame).pixels, judge.pixels).map {
                Comparison.differences($0, $1)[0]
            }.filter { $0 > 0 }
            #expect(edge.max() ?? 0 <= (radius > 0 ? 30 : 64))
            // A square has four corners, and a skewed one meets further pixels with two sides.
            #expect(edge.count { $0 > 30 } <= 8)
            #expect(Double(edge.reduce(0, +)) <= 8 * Double(edge.count))
        }
    }
}
