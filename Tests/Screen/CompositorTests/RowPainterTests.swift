import Geometry
import Paint
import Picture
import Testing

@testable import Compositor

/// The bytes of frames that are drawn row by row.
@Suite struct RowPainterTests {
    /// Expects all pixels to be within so many levels of 255.
    private func expectReference(_ frame: Frame, _ name: String, within levels: Int = 0) {
        #expect(!frame.isPlain)
        let wanted = ReferencePainter.pixels(frame).map { $0 | 0xFF00_0000 }
        let drawn = onProcessor(frame).pixels
        let differences = zip(drawn, wanted).map { Comparison.differences($0, $1).max() ?? 0 }
        let differing = differences.count { $0 > levels }
        #expect(
            differing == 0, "\(name): \(differing) pixels, by up to \(differences.max() ?? 0)")
    }

    @Test(.timeLimit(.minutes(5)), arguments: [false, true])
    func `random frames have the bytes of the formulas`(inSpace: Bool) {
        var noise = Noise(seed: inSpace ? 31 : 30)
        for number in 0..<60 {
            let frame = noise.transformedFrame(inSpace: inSpace)
            if !frame.isPlain { expectReference(frame, "frame \(number)") }
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `random frames with effects have the bytes of the formulas`() {
        var noise = Noise(seed: 38)
        for number in 0..<60 {
            let frame = noise.transformedFrame(inSpace: number % 2 == 0, effects: true)
            if !frame.isPlain { expectReference(frame, "frame \(number)") }
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `random frames with gradients are near the formulas`() {
        var noise = Noise(seed: 39)
        for number in 0..<60 {
            let frame = noise.transformedFrame(
                inSpace: number % 2 == 0, effects: number % 3 == 0, gradients: true)
            // Most colours of a gradient are interpolated along the row, which takes away less than half a
            // level, and effects can enlarge that.
            if !frame.isPlain { expectReference(frame, "frame \(number)", within: 2) }
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `paper theatres have the bytes of the formulas`() {
        var noise = Noise(seed: 32)
        for number in 0..<60 {
            let frame = noise.theatre()
            if !frame.isPlain { expectReference(frame, "theatre \(number)") }
        }
    }

    @Test(arguments: [false, true])
    func `one picture over all of the screen, of any width`(inSpace: Bool) {
        var noise = Noise(seed: 41)
        for width in 4..<48 {
            let size = PixelSize(width: width, height: 23)
            let bitmap = noise.bitmap(90, 70, isOpaque: width % 2 == 0)
            let turn =
                inSpace ? Homography.seen(turnedX: 8, y: 20, from: 400) : .rotation(degrees: 7)
            let box = Frame.Box(
                toScreen: .translation(Point(x: Double(width) / 2, y: 11.5)) * turn
                    * .scale(x: 1.3, y: 1.3) * .translation(Point(x: -45, y: -35)),
                size: Size(bitmap.size))
            for (weight, isBlended) in [(1.0, false), (0.6, false), (1.0, true)] {
                var frame = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
                frame.add(
                    Frame.Layer(
                        .bitmap(bitmap), box: box, opacity: weight,
                        compositing: .blend(isBlended ? .multiply : .normal)))
                expectReference(frame, "width \(width), \(weight), \(isBlended)")
            }
        }
    }

    @Test func `pictures of a single pixel, row or column, or a part of them`() {
        var noise = Noise(seed: 33)
        for (width, height) in [(1, 1), (1, 7), (7, 1), (2, 2), (5, 3), (1, 40)] {
            for inSpace in [false, true] {
                for isCropped in [false, true] {
                    var frame = Frame(
                        size: PixelSize(width: 37, height: 9),
                        card: PixelRect(x: 1, y: 0, width: 35, height: 9))
                    let bitmap = noise.bitmap(width, height, isOpaque: false)
                    let shownPart = Rect(
                        x: isCropped ? Double(width) - 0.6 : 0, y: 0,
                        width: isCropped ? 0.4 : Double(width), height: Double(height))
                    var box = noise.box(shownPart.size, on: frame.size)
                    if inSpace { box = noise.boxInSpace(shownPart.size, on: frame.size) }
                    let larger = Homography.scale(x: 9, y: 2)
                    box.toScreen = box.toScreen * larger
                    frame.add(Frame.Layer(.bitmap(bitmap, shownPart: shownPart), box: box))
                    frame.add(
                        Frame.Layer(
                            .bitmap(bitmap),
                            box: Frame.Box(
                                toScreen: .translation(Point(x: 5.25, y: 1.5)),
                                size: Size(bitmap.size)), opacity: 0.7))
                    expectReference(frame, "\(width) x \(height)")
                }
            }
        }
    }

    @Test(arguments: 1...23)
    func `targets and pictures of all widths`(width: Int) {
        var noise = Noise(seed: 34)
        let size = PixelSize(width: width, height: 3)
        for wider in -3...4 where width + wider > 0 {
            var frame = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
            frame.add(
                Frame.Layer(
                    .colour(noise.colour()),
                    box: Frame.Box(
                        toScreen: .translation(Point(x: noise.unit(), y: 0)), size: Size(size))))
            for map in [
                Homography.identity, .translation(Point(x: 0.5, y: 0.25)),
                .translation(Point(x: -1.75, y: 1)), .scale(x: 1.1, y: 1), .rotation(degrees: 3),
            ] {
                let bitmap = noise.bitmap(width + wider, 3, isOpaque: false)
                frame.add(
                    Frame.Layer(
                        .bitmap(bitmap), box: Frame.Box(toScreen: map, size: Size(bitmap.size))))
            }
            expectReference(frame, "\(width), \(width + wider)")
        }
    }

    @Test(arguments: [1e-9, 1e-3, 0.02, 30, 1e4, 1e9, 1e13])
    func `extreme sizes, also in one direction only`(scale: Double) {
        var noise = Noise(seed: 35)
        for (x, y) in [(scale, scale), (scale, 1), (1, scale), (-scale, 2), (scale, 1 / scale)] {
            for degrees in [0.0, 90, 31] {
                let size = PixelSize(width: 43, height: 21)
                var frame = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
                let map =
                    Homography.translation(Point(x: 20, y: 10)) * .rotation(degrees: degrees)
                    * .scale(x: x, y: y) * .translation(Point(x: -15, y: -7))
                let bitmap = noise.cutout(30, 15, kind: 1)
                frame.add(
                    Frame.Layer(
                        .bitmap(bitmap), box: Frame.Box(toScreen: map, size: Size(bitmap.size))))
                if !frame.isPlain { expectReference(frame, "\(x), \(y), \(degrees)") }
            }
        }
    }

    @Test func `plain frames of translucent pictures have the bytes of the formulas`() {
        var noise = Noise(seed: 36)
        for number in 0..<100 {
            let frame = noise.frame(["t", "ot", "tto", "otott"][number % 4])
            let wanted = (0..<frame.size.area).map { index -> UInt32 in
                let (x, y) = (index % frame.size.width, index / frame.size.width)
                guard frame.card.columns.contains(x), frame.card.rows.contains(y) else { return 0 }
                return frame.visibleLayers.reduce(into: ReferencePixel.clear) { sum, layer in
                    let pixel = layer.bitmap[x - frame.card.x, y - frame.card.y]
                    sum.cover(with: ReferencePixel(pixel).scaled(UInt32(layer.weight)))
                }.finished
            }
            #expect(Array(onProcessor(frame).pixels) == wanted.map { $0 | 0xFF00_0000 })
        }
    }

    @Test func `the number of bands changes nothing`() {
        var noise = Noise(seed: 37)
        for _ in 0..<100 {
            let frame = noise.chance(0.5) ? noise.theatre() : noise.transformedFrame()
            var (list, derived) = (DrawList(), DerivedContents())
            list.prepare(frame, &derived)
            let drawn = [1, 2, 5, 64].map { count -> [UInt32] in
                var painter = BandPainter(mostBands: count, worthAThread: 1)
                return frame.pixels { painter.draw(list, frame.area, into: $0) }
            }
            #expect(drawn.allSatisfy { $0 == drawn[0] })
        }
    }
}

extension Frame {
    var area: PixelRect { PixelRect(x: 0, y: 0, size: size) }

    /// What is drawn into a target of the frame's size that is begun white.
    func pixels(_ draw: (PixelTarget) -> Void) -> [UInt32] {
        var pixels = Array(repeating: UInt32.max, count: size.area)
        pixels.withTarget(size, draw)
        return pixels
    }
}

extension [UInt32] {
    /// As a target whose rows have no gaps.
    mutating func withTarget(_ size: PixelSize, _ draw: (PixelTarget) -> Void) {
        withUnsafeMutableBytes {
            draw(PixelTarget(pixels: $0.baseAddress!, size: size, bytesPerRow: 4 * size.width))
        }
    }
}
