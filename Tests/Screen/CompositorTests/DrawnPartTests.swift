import Geometry
import Paint
import Picture
import Testing

@testable import Compositor

/// Frames of which only what has changed is drawn.
@Suite struct DrawnPartTests {
    /// Draws a frame after another one into the same pixels, and gives the part that was drawn.
    private func expectWhole(_ first: Frame, then second: Frame, _ name: String) -> PixelRect {
        var (compositor, whole) = (CPUCompositor(), CPUCompositor())
        var pixels = first.pixels { compositor.draw(first, into: $0) }
        let before = pixels
        var part = PixelRect(x: 0, y: 0, width: 0, height: 0)
        pixels.withTarget(second.size) { part = compositor.redraw(second, into: $0) }
        #expect(pixels == second.pixels { whole.draw(second, into: $0) }, "\(name)")
        for (index, (pixel, old)) in zip(pixels, before).enumerated() where pixel != old {
            let (x, y) = (index % second.size.width, index / second.size.width)
            if part.columns.contains(x), part.rows.contains(y) { continue }
            Issue.record("\(name): \(x), \(y) lies outside of \(part)")
            break
        }
        return part
    }

    @Test(.timeLimit(.minutes(5)))
    func `two hundred pairs of frames are the same as if all was drawn`() {
        var (noise, areas) = (Noise(seed: 40), [Double]())
        for number in 0..<200 {
            let first =
                number % 2 == 0
                ? noise.theatre()
                : noise.transformedFrame(inSpace: true, effects: true, gradients: true)
            let second = noise.changed(first)
            let part = expectWhole(first, then: second, "pair \(number)")
            areas.append(Double(part.size.area) / Double(first.size.area))
        }
        // Some pairs are the same, some differ everywhere, and some in between.
        #expect(areas.contains(0) && areas.contains(1))
        #expect(areas.count { $0 > 0 && $0 < 0.7 } > 30)
    }

    @Test func `of what was drawn anew, the layers' part is known without the overlays'`() {
        let left = PixelRect(x: 4, y: 10, width: 8, height: 8)
        var (first, second) = (frame([(left, 0.2)]), frame([(left, 0.8)]))
        var third = second
        let bitmap = Bitmap(PixelSize(width: 8, height: 4)) { _, _ in 0xFFFF_FFFF }
        first.overlays = [Frame.Overlay(bitmap, x: 20, y: 2)]
        second.overlays = [Frame.Overlay(bitmap, x: 28, y: 2)]
        third.overlays = []
        var compositor = CPUCompositor()
        var pixels = first.pixels { compositor.draw(first, into: $0) }
        #expect(compositor.drawnPart == PixelRect(x: 0, y: 0, size: size))
        pixels.withTarget(size) {
            let part = compositor.redraw(second, into: $0)
            #expect(
                part.contains(left) && part.contains(PixelRect(x: 20, y: 2, width: 16, height: 4)))
            #expect(compositor.drawnPart == left)
            #expect(!compositor.redraw(third, into: $0).isEmpty && compositor.drawnPart.isEmpty)
        }
    }

    private let size = PixelSize(width: 40, height: 30)

    private func frame(_ colours: [(PixelRect, Double)]) -> Frame {
        var frame = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
        for (rect, red) in colours {
            let corner = Point(x: Double(rect.x), y: Double(rect.y))
            frame.add(
                Frame.Layer(
                    .colour(Colour(red: red, green: 0, blue: 0)),
                    box: Frame.Box(toScreen: .translation(corner), size: Size(rect.size))))
        }
        return frame
    }

    @Test func `of a layer that moves its old and its new place are drawn, in whole quads`() {
        let back = (PixelRect(x: 0, y: 0, width: 40, height: 30), 0.5)
        let part = expectWhole(
            frame([back, (PixelRect(x: 6, y: 3, width: 5, height: 4), 1)]),
            then: frame([back, (PixelRect(x: 9, y: 5, width: 5, height: 4), 1)]), "moved")
        #expect(part == PixelRect(x: 4, y: 3, width: 12, height: 6))
    }

    @Test func `what comes and goes is drawn, without what stays`() {
        let back = (PixelRect(x: 0, y: 0, width: 40, height: 30), 0.5)
        let front = (PixelRect(x: 24, y: 20, width: 8, height: 8), 0.2)
        let new = (PixelRect(x: 8, y: 8, width: 4, height: 4), 1.0)
        for (one, other) in [([back, front], [back, new, front]), ([back, new], [back])] {
            for (first, second) in [(one, other), (other, one)] {
                #expect(expectWhole(frame(first), then: frame(second), "new") == new.0)
            }
        }
        #expect(expectWhole(frame([back]), then: frame([back]), "same").isEmpty)
    }

    @Test func `a frame of another size, card or kind is drawn as a whole`() {
        var noise = Noise(seed: 41)
        var plain = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
        plain.add(noise.bitmap(40, 30, isOpaque: true), opacity: 1)
        let placed = frame([(PixelRect(x: 0, y: 0, width: 40, height: 30), 0.5)])
        #expect(expectWhole(plain, then: placed, "placed").size == size)
        #expect(expectWhole(placed, then: plain, "plain").size == size)
        let card = Frame(size: size, card: PixelRect(x: 0, y: 0, width: 39, height: 30))
        #expect(expectWhole(plain, then: card, "card").size == size)
        #expect(expectWhole(plain, then: plain, "same").isEmpty)
    }

    @Test @MainActor func `a plain frame lets no picture of the frame before stay`() throws {
        var noise = Noise(seed: 43)
        let plain = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
        weak var old: Bitmap?
        func placed() -> Frame {
            let bitmap = noise.bitmap(40, 30, isOpaque: false)
            old = bitmap
            var frame = plain
            frame.add(
                Frame.Layer(
                    .bitmap(bitmap),
                    box: Frame.Box(
                        toScreen: .rotation(degrees: 5), size: Size(width: 12, height: 9))))
            return frame
        }
        var cpu = CPUCompositor()
        _ = cpu.bitmap(placed())
        _ = cpu.bitmap(plain)
        #expect(old == nil)
        try OffscreenContext.use { gl in
            try gl.draw(placed())
            try gl.draw(plain)
            #expect(old == nil)
        }
    }

    @Test func `words that come, move and go leave what lies below`() {
        var noise = Noise(seed: 42)
        let words = [noise.bitmap(12, 5, isOpaque: false), noise.bitmap(8, 9, isOpaque: false)]
        for isPlain in [true, false] {
            var bare = frame(isPlain ? [] : [(PixelRect(x: 3, y: 2, width: 30, height: 20), 1)])
            if isPlain { bare.add(noise.bitmap(40, 30, isOpaque: true), opacity: 0.8) }
            var (one, two, moved) = (bare, bare, bare)
            one.overlays = [Frame.Overlay(words[0], x: 5, y: 4)]
            two.overlays = one.overlays + [Frame.Overlay(words[1], x: 14, y: 7)]
            moved.overlays = [Frame.Overlay(words[0], x: 9, y: -2), two.overlays[1]]
            let frames = [bare, one, two, moved, one, bare]
            for (first, second) in zip(frames, frames.dropFirst()) {
                let part = expectWhole(first, then: second, "words")
                #expect(!part.isEmpty && part.height < 20)
            }
        }
    }
}

extension Noise {
    /// A frame of which some layers have moved, changed or gone, or a new one has come.
    fileprivate mutating func changed(_ frame: Frame) -> Frame {
        let wish = unit()
        var next = Frame(size: frame.size, card: frame.card)
        for clip in frame.clips { _ = next.add(clip) }
        for layer in frame.layers {
            var (content, box, opacity) = (layer.content, layer.box, layer.opacity)
            var colours = layer.colours
            let isGroup = layer.bitmap == nil && box.size.width == 0
            if wish > 0.2, chance(0.2), !isGroup {
                if wish > 0.6, !box.toScreen.isAffine || chance(0.5) {
                    box.toScreen =
                        .translation(Point(x: between(-3, 3), y: between(-3, 3))) * box.toScreen
                } else if wish > 0.5 {
                    content = chance(0.5) ? .colour(colour()) : .gradient(gradient())
                } else if wish > 0.4 {
                    colours = self.colours()
                } else {
                    opacity = unit()
                }
            }
            next.add(
                Frame.Layer(
                    content, box: box, opacity: opacity, clip: layer.clip, bleeds: layer.bleeds,
                    colours: colours))
        }
        if wish > 0.8 {
            let size = Size(width: between(1, 30), height: between(1, 30))
            next.add(Frame.Layer(.colour(colour()), box: box(size, on: frame.size)))
        }
        return next
    }
}
