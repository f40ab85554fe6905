import Compositor
import Display
import Geometry
import Picture
import Testing

@Suite struct BoxOutlineTests {
    private static let size = PixelSize(width: 203, height: 150)

    private static func box(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, label: String? = nil
    ) -> BoxOutline {
        BoxOutline(
            corners: [
                Point(x: x, y: y), Point(x: x + width, y: y), Point(x: x + width, y: y + height),
                Point(x: x, y: y + height),
            ], label: label)
    }

    private func overlays(
        _ outlines: [BoxOutline], on size: PixelSize = size
    ) -> [Frame.Overlay] {
        var all = BoxOutlines()
        return all.overlays(outlines, on: size, lineHeight: 12)
    }

    /// The overlays over black as `cpu` draws them.
    private func drawn(_ overlays: [Frame.Overlay]) -> Bitmap {
        var frame = Frame(size: Self.size, card: PixelRect(x: 0, y: 0, size: Self.size))
        frame.overlays = overlays
        var compositor = CPUCompositor()
        return compositor.bitmap(frame)
    }

    @Test func `a line of two pixels with dark edges runs along the box, and nothing is inside`() {
        let picture = drawn(overlays([Self.box(20, 30, 80, 60)]))
        let (white, dark, clear) = (UInt32(0xFFFF_FFFF), UInt32(0xFF10_1418), UInt32(0xFF00_0000))
        for x in 24..<96 {
            let column = (27..<34).map { picture[x, $0] }
            #expect(column == [clear, dark, white, white, dark, clear, clear])
            #expect(picture[x, 88] == dark && picture[x, 89] == white && picture[x, 90] == white)
        }
        for y in 34..<86 {
            let row = (17..<24).map { picture[$0, y] }
            #expect(row == [clear, dark, white, white, dark, clear, clear])
            #expect(picture[99, y] == white && picture[100, y] == white)
        }
        for y in 34..<86 { for x in 24..<96 { #expect(picture[x, y] == clear) } }
    }

    @Test(arguments: [
        box(20, 30, 80, 60), box(0, 0, 203, 150), box(-50, -40, 900, 100), box(199, 2, 40, 300),
        box(-1e9, -1e9, 2e9, 2e9),
        BoxOutline(corners: [Point(x: 5, y: 3), Point(x: 190, y: 140), Point(x: 20, y: 145)]),
        BoxOutline(corners: [Point(x: -500, y: 60), Point(x: 600, y: 61), Point(x: 100, y: 1e6)]),
        BoxOutline(corners: [Point(x: 50, y: 50)]), BoxOutline(corners: []),
        BoxOutline(corners: [Point(x: .nan, y: 0), Point(x: 9, y: .infinity)]),
    ])
    func `bitmaps are small, as wide as both compositors want, and lie on the screen`(
        outline: BoxOutline
    ) {
        for overlay in overlays([outline]) {
            #expect(overlay.bitmap.width % 4 == 0)
            #expect(overlay.x >= 0 && overlay.x + overlay.bitmap.width <= Self.size.width)
            #expect(overlay.y >= 0 && overlay.y + overlay.bitmap.height <= Self.size.height)
            #expect(overlay.bitmap.size.area <= 60 * 204)
        }
    }

    @Test func `a slanted line has no gap`() {
        let (from, to) = (Point(x: 10, y: 5), Point(x: 195, y: 142))
        let picture = drawn(overlays([BoxOutline(corners: [from, to])]))
        for step in 0...200 {
            let t = Double(step) / 200
            let (x, y) = (from.x + t * (to.x - from.x), from.y + t * (to.y - from.y))
            #expect(picture[Int(x), Int(y)] & 255 > 150)
        }
    }

    @Test func `at the screen's side half of the line is seen`() {
        let picture = drawn(overlays([Self.box(0, 0, 203, 150)]))
        for (x, y) in [(0, 70), (202, 70), (100, 0), (100, 149)] {
            #expect(picture[x, y] == 0xFFFF_FFFF)
        }
    }

    @Test func `what does not move keeps its bitmaps`() {
        var all = BoxOutlines()
        let still = Self.box(20, 30, 80, 60, label: "still")
        func bitmaps(_ x: Double) -> Set<ObjectIdentifier> {
            let boxes = [still, Self.box(x, 40.3, 33, 20, label: "moves")]
            let overlays = all.overlays(boxes, on: Self.size, lineHeight: 12)
            return Set(overlays.map { ObjectIdentifier($0.bitmap) })
        }
        let (first, second) = (bitmaps(90), bitmaps(91.37))
        #expect(first.intersection(second).count >= 6)
        #expect(bitmaps(91.37) == second)
    }

    @Test func `labels hide no other label, and the same line is drawn once`() throws {
        let boxes = (1...4).map { Self.box(20, 30, 150, 90, label: "layer \($0)\nopacity\t0.5") }
        let screen = PixelSize(width: 400, height: 300)
        let all = overlays(boxes, on: screen)
        #expect(all.count == overlays([Self.box(20, 30, 150, 90)], on: screen).count + 4)
        let labels = all.suffix(4).map { PixelRect(x: $0.x, y: $0.y, size: $0.bitmap.size) }
        for (index, label) in labels.enumerated() {
            for other in labels[..<index] { #expect(label.intersection(other).isEmpty) }
        }
        #expect(labels[0].x == 23 && labels[0].y == 33)
        // Without a line the words stay.
        var silent = boxes[0]
        silent.hasLine = false
        #expect(overlays([silent]).count == 1)
    }

    @Test func `what finds no place is left out`() {
        let boxes = (0..<200).map { Self.box(1, 1, 9, 9, label: "layer \($0)") }
        let count = overlays(boxes).count
        #expect(count > 4 && count < 100)
    }
}
