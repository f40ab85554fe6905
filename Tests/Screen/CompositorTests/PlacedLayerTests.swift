import Geometry
import Paint
import Picture
import Testing

@testable import Compositor

/// Single layers, clips and groups whose pixels can be told in advance.
@Suite struct PlacedLayerTests {
    private let size = PixelSize(width: 16, height: 12)

    /// A frame whose card begins at (2, 1) and has 12 x 9 pixels.
    private func frame() -> Frame {
        Frame(size: size, card: PixelRect(x: 2, y: 1, width: 12, height: 9))
    }

    private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Frame.Box {
        Frame.Box(
            toScreen: .translation(Point(x: x, y: y)), size: Size(width: width, height: height))
    }

    private let red = Frame.Content.colour(Colour(red: 1, green: 0, blue: 0))
    private let white = Frame.Content.colour(Colour(red: 1, green: 1, blue: 1))

    private func grey(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Int { Int(bitmap[x, y] & 255) }

    @Test func `a colour fills whole pixels, and is cut to the card unless it bleeds`() {
        var frame = frame()
        frame.add(Frame.Layer(red, box: box(0, 3, 16, 2)))
        frame.add(Frame.Layer(white, box: box(0, 6, 16, 2), bleeds: true))
        let drawn = onProcessor(frame)
        for y in 0..<12 {
            for x in 0..<16 {
                let isRed = (3..<5).contains(y) && (2..<14).contains(x)
                let wanted: UInt32 =
                    isRed ? 0xFFFF_0000 : (6..<8).contains(y) ? 0xFFFF_FFFF : 0xFF00_0000
                #expect(drawn[x, y] == wanted, "\(x), \(y)")
            }
        }
    }

    @Test func `a colour is laid over what is below it by its alpha and its opacity`() {
        var frame = frame()
        frame.add(Frame.Layer(white, box: box(0, 0, 16, 12)))
        let blue = Colour(red: 0, green: 0, blue: 1, alpha: 0.5)
        frame.add(Frame.Layer(.colour(blue), box: box(4, 3, 4, 4), opacity: 0.5))
        let pixel = onProcessor(frame)[5, 5]
        #expect(Comparison.differences(pixel, 0xFFBF_BFFF).max() ?? 0 <= 1)
    }

    @Test func `components beyond 0 and 1 count as these`() {
        var frame = frame()
        frame.add(
            Frame.Layer(
                .colour(Colour(red: 7, green: -3, blue: .nan, alpha: .infinity)),
                box: box(2, 1, 12, 9)))
        #expect(onProcessor(frame)[5, 5] == 0xFFFF_0000)
    }

    @Test func `a side between pixels covers a part of them`() {
        var frame = frame()
        frame.add(Frame.Layer(white, box: box(4.25, 3, 4, 3.5)))
        let drawn = onProcessor(frame)
        #expect((190...192).contains(grey(drawn, 4, 4)) && (63...65).contains(grey(drawn, 8, 4)))
        #expect(grey(drawn, 5, 4) == 255 && (126...129).contains(grey(drawn, 5, 6)))
        #expect(grey(drawn, 3, 4) == 0 && grey(drawn, 9, 4) == 0 && grey(drawn, 5, 7) == 0)
    }

    @Test(arguments: [0.0, 0.001, 0.1, 0.25, 0.5, 0.75, 1])
    func `what is narrower than a pixel covers as much as it is wide`(width: Double) {
        var frame = frame()
        frame.add(Frame.Layer(white, box: box(5.5 - width / 2, 3, width, 4)))
        frame.add(Frame.Layer(white, box: box(9 - width / 2, 3, width, 4)))
        let drawn = onProcessor(frame)
        #expect(abs(Double(grey(drawn, 5, 4)) - 255 * width) <= 1)
        let halves = Double(grey(drawn, 8, 4) + grey(drawn, 9, 4))
        #expect(abs(halves - 255 * width) <= 2)
    }

    @Test func `a picture at whole pixels is copied`() {
        var noise = Noise(seed: 9)
        let bitmap = noise.bitmap(7, 5, isOpaque: true)
        for (x, y) in [(3, 2), (0, 0), (-4, 8), (12, -3), (5, 1)] {
            var frame = frame()
            frame.add(
                Frame.Layer(.bitmap(bitmap), box: box(Double(x), Double(y), 7, 5), bleeds: true))
            let drawn = onProcessor(frame)
            for row in max(0, y)..<min(12, y + 5) {
                for column in max(0, x)..<min(16, x + 7) {
                    #expect(drawn[column, row] == bitmap[column - x, row - y])
                }
            }
        }
    }

    @Test func `quarter turns and mirrors show the same pixels elsewhere`() {
        var noise = Noise(seed: 10)
        let bitmap = noise.bitmap(6, 6, isOpaque: true)
        var frame = frame()
        let turned =
            Homography.translation(Point(x: 10, y: 2)) * .rotation(degrees: 90)
        frame.add(
            Frame.Layer(
                .bitmap(bitmap),
                box: Frame.Box(toScreen: turned, size: Size(width: 6, height: 6))))
        let drawn = onProcessor(frame)
        for y in 0..<6 {
            for x in 0..<6 {
                let differences = Comparison.differences(drawn[9 - y, 2 + x], bitmap[x, y])
                #expect(differences.max() ?? 0 <= 1)
            }
        }
    }

    @Test(arguments: [0.1, 0.3, 0.5, 0.9, 1, 1.7, 8])
    func `a cropped picture shows nothing from outside of the crop`(scale: Double) {
        // Red at the left, blue at the right.
        let bitmap = Bitmap(
            width: 100, height: 40,
            pixels: (0..<4000).map { $0 % 100 < 37 ? 0xFFFF_0000 : 0xFF00_00FF })
        var frame = frame()
        let map = Homography.translation(Point(x: 3, y: 2)) * .scale(x: scale, y: scale)
        let shownPart = Rect(x: 0, y: 0, width: 37, height: 40)
        frame.add(
            Frame.Layer(
                .bitmap(bitmap, shownPart: shownPart),
                box: Frame.Box(toScreen: map, size: shownPart.size)))
        let drawn = onProcessor(frame)
        #expect(drawn.pixels.allSatisfy { $0 & 0xFF == 0 })
        #expect(drawn[4, 3] >> 16 & 255 >= 254)
    }

    @Test func `a group is one picture, which its opacity lets through as a whole`() {
        var frame = frame()
        let group = frame.openGroup(opacity: 0.5)
        frame.add(Frame.Layer(red, box: box(2, 1, 8, 8)))
        frame.add(Frame.Layer(white, box: box(5, 1, 8, 8)))
        frame.closeGroup(group)
        let drawn = onProcessor(frame)
        // Nothing of the red shines through the white.
        #expect(Comparison.differences(drawn[7, 4], 0xFF80_8080).max() ?? 0 <= 1)
        #expect(Comparison.differences(drawn[3, 4], 0xFF80_0000).max() ?? 0 <= 1)
    }

    @Test func `clips cut what lies in them, also together`() {
        var frame = frame()
        let outer = frame.add(Frame.Clip(box(4, 2, 6, 6)))
        let inner = frame.add(Frame.Clip(box(6, 1, 8, 5.5), parent: outer))
        frame.add(Frame.Layer(white, box: box(0, 0, 16, 12), clip: inner))
        let drawn = onProcessor(frame)
        for y in 0..<12 {
            for x in 0..<16 {
                let isInside = (6..<10).contains(x) && (2..<6).contains(y)
                let isHalf = (6..<10).contains(x) && y == 6
                let wanted = isInside ? 255 : isHalf ? 128 : 0
                #expect(abs(grey(drawn, x, y) - wanted) <= 1, "\(x), \(y)")
            }
        }
    }

    @Test func `a layer as large as its clip has the clip's edge, not a fainter one`() {
        var (alone, clipped) = (frame(), frame())
        let place = Frame.Box(
            toScreen: .translation(Point(x: 4.4, y: 2.3)) * .rotation(degrees: 7),
            size: Size(width: 6, height: 5), radius: 2)
        alone.add(Frame.Layer(white, box: place))
        let clip = clipped.add(Frame.Clip(place))
        clipped.add(Frame.Layer(white, box: place, clip: clip))
        #expect(onProcessor(alone).pixels == onProcessor(clipped).pixels)
    }

    @Test func `mips are means of 2 x 2 pixels, with the last ones repeated`() {
        let bitmap = Bitmap(
            width: 3, height: 1, pixels: [0xFF00_0000, 0xFFFF_0103, 0x8080_4020])
        var mips = MipCache()
        let half = mips.mip(1, of: bitmap)
        #expect(Array(half.pixels) == [0xFF80_0102, 0x8080_4020] && half.height == 1)
        #expect(mips.mip(2, of: bitmap).pixels.count == 1)
        #expect(mips.mip(40, of: bitmap) === mips.mip(2, of: bitmap))
        #expect(mips.mip(0, of: bitmap) === bitmap)
    }

    @Test func `what an opaque layer hides is not drawn`() {
        var noise = Noise(seed: 2)
        var frame = frame()
        frame.add(noise.bitmap(12, 9, isOpaque: true), opacity: 0.5)
        frame.add(Frame.Layer(red, box: box(-3, 0.5, 20, 10)))
        #expect(frame.isCardHidden(by: frame.layers[1]) && !frame.isCardHidden(by: frame.layers[0]))
        var (list, derived) = (DrawList(), DerivedContents())
        list.prepare(frame, &derived)
        #expect(list.operations.count == 1)
        frame.add(Frame.Layer(red, box: box(2.4, 1, 12, 9)))
        #expect(!frame.isCardHidden(by: frame.layers[2]))
    }

    @Test func `a layer that is not seen leaves the group below it as it is`() {
        var frame = frame()
        let group = frame.openGroup(opacity: 0.5)
        frame.add(Frame.Layer(white, box: box(0, 0, 16, 12)))
        frame.closeGroup(group)
        frame.add(Frame.Layer(red, box: box(-40, 0, 16, 12)))
        #expect(abs(grey(onProcessor(frame), 7, 4) - 128) <= 1)
    }

    @Test func `a plain layer is told from one that is not`() {
        var noise = Noise(seed: 2)
        let bitmap = noise.bitmap(12, 9, isOpaque: true)
        var frame = frame()
        frame.add(bitmap, opacity: 1)
        frame.add(Frame.Layer(.bitmap(bitmap), box: box(2, 1, 12, 9), opacity: 0.3))
        #expect(frame.isPlain)
        frame.add(Frame.Layer(.bitmap(bitmap), box: box(2, 1.1, 12, 9)))
        #expect(!frame.isPlain)
        frame.removeLayers()
        #expect(frame.isPlain && frame.layers.isEmpty && frame.clips.isEmpty)
    }

    @Test func `a frame that is filled again keeps its memory`() {
        var frame = frame()
        var places: [UnsafeRawPointer?] = []
        for _ in 0..<3 {
            frame.removeLayers()
            for _ in 0..<20 {
                let clip = frame.add(Frame.Clip(box(0, 0, 5, 5)))
                frame.add(Frame.Layer(red, box: box(1, 1, 2, 2), clip: clip))
            }
            places.append(frame.layers.withUnsafeBytes { $0.baseAddress })
        }
        #expect(places[1] == places[0] && places[2] == places[0])
    }

    @Test func `clips that are nested too deeply are refused`() async {
        await #expect(processExitsWith: .failure) {
            var frame = Frame(
                size: PixelSize(width: 8, height: 8),
                card: PixelRect(x: 0, y: 0, width: 8, height: 8))
            var clip: Int?
            for _ in 0...Frame.deepestClip {
                clip = frame.add(
                    Frame.Clip(
                        Frame.Box(toScreen: .identity, size: Size(width: 8, height: 8)),
                        parent: clip))
            }
        }
    }
}
