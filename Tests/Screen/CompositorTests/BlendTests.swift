import Geometry
import Paint
import Picture
import Platform
import Testing

@testable import Compositor

/// Blend modes and masks, from both compositors.
@Suite(.serialized) @MainActor struct BlendTests {
    private static let size = PixelSize(width: 7, height: 3)
    private static let card = PixelRect(x: 0, y: 0, size: size)
    private static let box = Frame.Box(toScreen: .identity, size: Size(size))

    private func layer(
        _ colour: Colour, opacity: Double = 1, _ compositing: Frame.CompositingOperator = .normal
    ) -> Frame.Layer {
        Frame.Layer(.colour(colour), box: Self.box, opacity: opacity, compositing: compositing)
    }

    private let below = Colour(red: 51 / 255, green: 102 / 255, blue: 204 / 255)
    private let above = Colour(red: 230 / 255, green: 77 / 255, blue: 26 / 255)

    /// The colours of the design's table, with these opacities of both.
    private func frame(_ mode: BlendMode, _ belowOpacity: Double, _ opacity: Double) -> Frame {
        var frame = Frame(size: Self.size, card: Self.card)
        frame.add(layer(below, opacity: belowOpacity))
        frame.add(layer(above, opacity: opacity, .blend(mode)))
        return frame
    }

    @Test(arguments: BlendRow.all)
    func `a mode has the colours of the design's table`(row: BlendRow) throws {
        let mode = try #require(BlendMode(rawValue: row.name))
        for drawn in try drawings(frame(mode, 1, 1)) {
            #expect(isNear(components(drawn[3, 1]), row.opaque, within: 1))
        }
        for drawn in try drawings(frame(mode, 1, 0.5)) {
            #expect(isNear(components(drawn[3, 1]), row.half, within: 3))
        }
        let alpha = row.name == "plus-lighter" ? 1 : 0.75
        for drawn in try drawings(frame(mode, 0.5, 0.5)) {
            let plain = components(drawn[3, 1]).map { Int((Double($0) / alpha).rounded()) }
            #expect(isNear(plain, row.both, within: 3))
        }
    }

    @Test func `all modes are in the table`() {
        #expect(BlendRow.all.map(\.name).sorted() == BlendMode.allCases.map(\.rawValue).sorted())
    }

    /// Gray of `below` and `above` in the modes that branch.
    @Test(arguments: [
        (BlendMode.overlay, 0.25, 0.75, 0.375), (.hardLight, 0.25, 0.75, 0.625),
        (.softLight, 0.25, 0.75, 0.375), (.colorDodge, 0.25, 0.75, 1), (.colorBurn, 0.25, 0.75, 0),
        (.exclusion, 0.25, 0.75, 0.625), (.softLight, 0.75, 0.25, 0.65625),
        (.colorDodge, 0, 1, 0), (.colorBurn, 1, 0, 1),
    ])
    func `grays`(mode: BlendMode, below: Double, above: Double, mixed: Double) throws {
        var frame = Frame(size: Self.size, card: Self.card)
        frame.add(layer(Colour(red: below, green: below, blue: below)))
        frame.add(layer(Colour(red: above, green: above, blue: above), .blend(mode)))
        let expected = Array(repeating: Int((255 * mixed).rounded()), count: 3)
        for drawn in try drawings(frame) {
            #expect(isNear(components(drawn[3, 1]), expected, within: 1))
        }
    }

    /// A thousand pairs of colours with alphas, as two bitmaps: over black, and over white, where the
    /// alpha shows.
    private func pairs(_ mode: BlendMode, over ground: Double) -> Frame {
        var noise = Noise(seed: 90)
        let size = PixelSize(width: 40, height: 25)
        var frame = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
        let white = Colour(red: ground, green: ground, blue: ground)
        frame.add(
            Frame.Layer(.colour(white), box: .init(toScreen: .identity, size: Size(size))))
        let isolated = frame.openGroup(opacity: 1, colours: .identity)
        frame.add(noise.bitmap(40, 25, isOpaque: false), opacity: 1)
        frame.add(
            noise.bitmap(40, 25, isOpaque: false), opacity: 1, compositing: .blend(mode))
        frame.closeGroup(isolated)
        return frame
    }

    // librsvg judges `linear` in FilterTests; Cairo has none.
    @Test(arguments: BlendMode.allCases.filter { $0 != .linear })
    func `a thousand pairs of colours are Cairo's`(mode: BlendMode) throws {
        for ground in [0.0, 1] {
            let frame = pairs(mode, over: ground)
            let cairo = try CairoPainter(frame).bitmap()
            for drawn in try drawings(frame) {
                for (pixel, judge) in zip(drawn.pixels, cairo.pixels) {
                    #expect(isNear(components(pixel), components(judge), within: 3))
                }
            }
        }
    }

    @Test(arguments: BlendMode.allCases)
    func `a thousand pairs of colours are the formula's`(mode: BlendMode) throws {
        for ground in [0.0, 1] {
            let (frame, formula) = (pairs(mode, over: ground), BlendFormula(mode))
            let bitmaps = frame.layers.compactMap(\.bitmap)
            for drawn in try drawings(frame) {
                for (index, pixel) in drawn.pixels.enumerated() {
                    let exact = formula.shown(
                        bitmaps[0].pixels[index], bitmaps[1].pixels[index], over: ground)
                    #expect(isNear(components(pixel), exact, within: 2), "\(index) over \(ground)")
                }
            }
        }
    }

    @Test func `with nothing below it a layer keeps its colours`() throws {
        for mode in BlendMode.allCases {
            var frame = Frame(size: Self.size, card: Self.card)
            frame.add(layer(above, .blend(mode)))
            for drawn in try drawings(frame) {
                #expect(isNear(components(drawn[3, 1]), [230, 77, 26], within: 1), "\(mode)")
            }
        }
    }

    @Test func `a group keeps its layers from what lies below it`() throws {
        var frame = Frame(size: Self.size, card: Self.card)
        frame.add(layer(below))
        let group = frame.openGroup(opacity: 1)
        frame.add(layer(above, .blend(.multiply)))
        frame.closeGroup(group)
        for drawn in try drawings(frame) {
            #expect(isNear(components(drawn[3, 1]), [230, 77, 26], within: 1))
        }
    }

    @Test func `a group is mixed as one picture`() throws {
        var frame = Frame(size: Self.size, card: Self.card)
        frame.add(layer(below))
        let group = frame.openGroup(opacity: 1, compositing: .blend(.multiply))
        frame.add(layer(below))
        frame.add(layer(above))
        frame.closeGroup(group)
        for drawn in try drawings(frame) {
            #expect(isNear(components(drawn[3, 1]), [46, 31, 21], within: 1))
        }
    }

    @Test func `an opaque layer that is mixed hides nothing`() throws {
        var frame = Frame(size: Self.size, card: Self.card)
        let bitmap = Bitmap(width: 7, height: 3, pixels: Array(repeating: 0xFF80_8080, count: 21))
        frame.add(bitmap, opacity: 1)
        let newest = frame.cardLayer(bitmap, opacity: 1, compositing: .blend(.plusLighter))
        frame.add(newest)
        #expect(!frame.isCardHidden(by: newest))
        for drawn in try drawings(frame) { #expect(components(drawn[3, 1]) == [255, 255, 255]) }
    }
}

// Masks.
extension BlendTests {
    /// A blue card under an orange layer with a mask.
    private func masked(_ mask: MaskKind, _ add: (inout Frame) -> Void) -> Frame {
        var frame = Frame(
            size: PixelSize(width: 20, height: 12), card: .init(x: 0, y: 0, width: 20, height: 12))
        let box = Frame.Box(toScreen: .identity, size: Size(width: 20, height: 12))
        frame.add(Frame.Layer(.colour(below), box: box))
        let group = frame.openGroup(opacity: 1, colours: .identity)
        frame.add(Frame.Layer(.colour(above), box: box))
        add(&frame)
        frame.closeGroup(group)
        return frame
    }

    private func stencil(_ colour: Colour, _ mask: MaskKind) -> Frame.Layer {
        let box = Frame.Box(
            toScreen: .translation(Point(x: 5, y: 3)), size: Size(width: 10, height: 6))
        return Frame.Layer(.colour(colour), box: box, compositing: .mask(mask))
    }

    @Test func `a mask shows a layer by its alpha or its luminance, and only there`() throws {
        let half = Colour(red: 0, green: 1, blue: 0, alpha: 0.5)
        for (mask, part) in [(MaskKind.alpha, 0.5), (.luminance, 0.5 * 0.7152)] {
            let frame = masked(mask) { $0.add(stencil(half, mask)) }
            let shown = zip([51.0, 102, 204], [230.0, 77, 26]).map {
                Int(($0 + part * ($1 - $0)).rounded())
            }
            for drawn in try drawings(frame) {
                #expect(isNear(components(drawn[10, 6]), shown, within: 1))
                #expect(isNear(components(drawn[5, 3]), shown, within: 1))
                for (x, y) in [(0, 0), (4, 6), (15, 6), (10, 2), (10, 9), (19, 11)] {
                    #expect(isNear(components(drawn[x, y]), [51, 102, 204], within: 1))
                }
            }
        }
    }

    @Test func `a mask that is not seen lets nothing through`() throws {
        let white = Colour(red: 1, green: 1, blue: 1)
        let away = Frame.Box(
            toScreen: .translation(Point(x: 50, y: 3)), size: Size(width: 10, height: 6))
        for mask in MaskKind.allCases {
            let frames = [
                masked(mask) {
                    $0.add(Frame.Layer(.colour(white), box: away, compositing: .mask(mask)))
                },
                masked(mask) {
                    let group = $0.openGroup(opacity: 1, compositing: .mask(mask))
                    $0.closeGroup(group)
                },
                masked(mask) {
                    let blurred = $0.openGroup(
                        opacity: 1, compositing: .mask(mask), filter: .init(blur: 3))
                    $0.add(Frame.Layer(.colour(white), box: away))
                    $0.closeGroup(blurred)
                },
                masked(mask) {
                    let plate = Frame.Backdrop(blur: 3, tint: white)
                    $0.add(
                        Frame.Layer(.backdrop(plate), box: away, compositing: .mask(mask)))
                },
                masked(mask) {
                    $0.add(stencil(Colour(red: 1, green: 1, blue: 1, alpha: 0), mask))
                },
            ]
            for frame in frames {
                for drawn in try drawings(frame) {
                    #expect(
                        drawn.pixels.allSatisfy {
                            isNear(components($0), [51, 102, 204], within: 1)
                        })
                }
            }
        }
    }

    @Test func `a group is a mask, and a mask has a mask`() throws {
        let white = Colour(red: 1, green: 1, blue: 1)
        let frame = masked(.alpha) {
            let outer = $0.openGroup(opacity: 0.5, compositing: .mask(.alpha))
            $0.add(stencil(white, .alpha).shown)
            $0.add(
                Frame.Layer(
                    .colour(white),
                    box: .init(toScreen: .identity, size: Size(width: 8, height: 12)),
                    compositing: .mask(.luminance)))
            $0.closeGroup(outer)
        }
        for drawn in try drawings(frame) {
            #expect(isNear(components(drawn[6, 6]), [141, 90, 115], within: 1))
            #expect(isNear(components(drawn[9, 6]), [51, 102, 204], within: 1))
        }
    }
}

extension Frame.Layer {
    /// The same, seen itself.
    fileprivate var shown: Frame.Layer { Frame.Layer(content, box: box) }
}

/// A mode's colours in the design's table: of both opaque, the upper one half transparent, and both.
struct BlendRow: Sendable, CustomTestStringConvertible {
    let name: String
    let opaque, half, both: [Int]

    var testDescription: String { name }

    init(_ name: String, _ opaque: [Int], _ half: [Int], _ both: [Int]) {
        (self.name, self.opaque, self.half, self.both) = (name, opaque, half, both)
    }

    static let all = [
        BlendRow("normal", [230, 77, 26], [140, 90, 115], [170, 85, 85]),
        BlendRow("multiply", [46, 31, 21], [49, 66, 112], [109, 70, 84]),
        BlendRow("screen", [235, 148, 209], [143, 125, 207], [172, 109, 146]),
        BlendRow("overlay", [92, 62, 163], [72, 82, 184], [124, 80, 131]),
        BlendRow("darken", [51, 77, 26], [51, 90, 115], [111, 85, 85]),
        BlendRow("lighten", [230, 102, 204], [140, 102, 204], [170, 94, 145]),
        BlendRow("color-dodge", [255, 146, 227], [153, 124, 216], [179, 108, 152]),
        BlendRow("color-burn", [29, 0, 0], [40, 51, 102], [103, 60, 77]),
        BlendRow("hard-light", [215, 62, 42], [133, 82, 123], [165, 80, 91]),
        BlendRow("soft-light", [102, 78, 172], [76, 90, 188], [128, 86, 134]),
        BlendRow("difference", [179, 25, 178], [115, 64, 191], [153, 68, 136]),
        BlendRow("exclusion", [189, 117, 188], [120, 110, 196], [157, 99, 139]),
        BlendRow("hue", [182, 68, 29], [117, 85, 117], [154, 82, 86]),
        BlendRow("saturation", [35, 103, 239], [43, 103, 222], [105, 94, 156]),
        BlendRow("color", [211, 58, 7], [131, 80, 105], [164, 79, 79]),
        BlendRow("luminosity", [70, 121, 223], [61, 112, 214], [117, 100, 151]),
        BlendRow("plus-lighter", [255, 179, 230], [166, 140, 217], [140, 90, 115]),
        // By hand; the design has none.
        BlendRow("linear", [230, 77, 26], [172, 91, 150], [194, 86, 126]),
    ]
}
