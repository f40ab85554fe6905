import Geometry
import Paint
import Picture
import Testing

@testable import Compositor

/// The time that drawing takes, by layer and by kind of work.
@Suite struct DrawTimesTests {
    private static let size = PixelSize(width: 256, height: 192)
    private static let card = PixelRect(x: 0, y: 0, size: size)

    @Test func `times are added up by layer and by kind of work`() {
        var (one, other) = (DrawTimes(), DrawTimes())
        one.add(1, .fetch, layer: nil)
        one.add(2, .blur, layer: 3)
        other.add(4, .blur, layer: 3)
        other.add(8, .blur, layer: 5)
        let sum = one + other
        #expect(sum[nil, .fetch] == 1 && sum[3, .blur] == 6 && sum[5, .blur] == 8)
        #expect(sum[.blur] == 14 && sum[.fetch] == 1 && sum[.halve] == 0)
        #expect(sum[4, .blur] == 0 && sum[99, .shade] == 0)
        #expect((sum - other)[3, .blur] == 2 && (sum - other)[5, .blur] == 0)
    }

    /// A picture that is halved, a blurred group, and a layer with a blend mode.
    private func frame() -> Frame {
        var noise = Noise(seed: 5)
        var frame = Frame(size: Self.size, card: Self.card)
        frame.sceneLayer = 0
        frame.add(
            Frame.Layer(.bitmap(noise.bitmap(1024, 768, isOpaque: true)), box: frame.cardBox))
        frame.sceneLayer = 1
        let group = frame.openGroup(opacity: 0.7, filter: Frame.Filter(blur: 3))
        frame.add(noise.bitmap(256, 192, isOpaque: false), opacity: 1)
        frame.closeGroup(group)
        frame.sceneLayer = 4
        frame.add(
            Frame.Layer(
                .colour(Colour(red: 0.4, green: 0.2, blue: 0.9)), box: frame.cardBox,
                compositing: .blend(.multiply)))
        return frame
    }

    @Test func `each layer's work is counted as its own`() {
        var compositor = CPUCompositor()
        _ = compositor.bitmap(frame())
        let times = compositor.counts.times
        #expect(times[0, .halve] > 0 && times[0, .fetch] > 0)
        #expect(times[1, .blur] > 0 && times[1, .fetch] > 0)
        #expect(times[4, .blend] > 0)
        #expect(times[nil, .write] > 0)
        let others: [(Int?, DrawTimes.Work)] = [
            (0, .blur), (1, .halve), (2, .fetch), (3, .blend), (4, .fetch), (nil, .blend),
        ]
        #expect(others.allSatisfy { times[$0.0, $0.1] == 0 })
    }

    @Test func `what is kept takes no time`() {
        var compositor = CPUCompositor()
        var frame = frame()
        _ = compositor.bitmap(frame)
        let before = compositor.counts.times
        // It changes what lies above all that takes time.
        frame.add(
            Frame.Layer(
                .colour(Colour(red: 1, green: 0, blue: 0)),
                box: Frame.Box(PixelRect(x: 8, y: 8, width: 64, height: 64))))
        _ = compositor.bitmap(frame)
        let times = compositor.counts.times - before
        #expect(times[1, .blur] == 0 && times[0, .halve] == 0)
    }
}
