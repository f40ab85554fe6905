import Geometry
import PictureFormats
import TestSupport
import Testing

@testable import Picture

/// SVGs drawn out of proportion.
@Suite struct SVGTextTests {
    private let folder = TemporaryFolder()

    /// Text anchored at its start, middle and end, in a group, in a filter, turned, and with a
    /// gradient.
    private static let words = """
        <defs><filter id="f"><feGaussianBlur stdDeviation="3"/></filter>
        <linearGradient id="g"><stop stop-color="#f80"/><stop offset="1" stop-color="#08f"/>
        </linearGradient></defs>
        <rect width="400" height="400" fill="#fff"/>
        <g font-family="DejaVu Sans" font-size="48">
        <text x="200" y="60" text-anchor="middle" fill="url(#g)">Lenticule</text>
        <text x="390" y="120" text-anchor="end">at the end</text>
        <text x="10" y="180">at the start</text>
        <g opacity="0.6"><text x="200" y="240" text-anchor="middle">in a group</text>
        <circle cx="200" cy="230" r="30" fill="#c00"/></g>
        <text x="200" y="330" text-anchor="middle" transform="rotate(8 200 300)">turned</text>
        <text x="390" y="390" text-anchor="end" filter="url(#f)">blurred</text></g>
        """

    private func picture(_ content: String, _ name: String = "a.svg") throws -> OpenPicture {
        try OpenPicture(
            path: folder.write(
                name,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"400\" height=\"400\">\(content)</svg>"
            ))
    }

    private static let boxes = [
        (100, 800), (150, 800), (236, 2000), (200, 600), (300, 600), (400, 600), (400, 440),
        (400, 404), (404, 400), (440, 400), (600, 400), (600, 300), (600, 200), (2000, 236),
        (800, 100),
    ].map { PixelSize(width: $0.0, height: $0.1) }

    @Test(arguments: boxes)
    func `text lies where it lies in the undistorted drawing`(_ box: PixelSize) throws {
        let picture = try picture(Self.words)
        let drawn = try picture.bitmap(box)
        // Samples of the undistorted drawing, four times as fine as the box's longer side.
        let side = 4 * max(box.width, box.height)
        let expected = try picture.bitmap(PixelSize(width: side, height: side)).averaged(to: box)
        #expect(drawn.meanDifference(from: expected) < 1.5)
        #expect(drawn.isOpaque)
    }

    @Test(
        .enabled(if: Stranger.isHere("rsvg-convert"), "rsvg-convert is not here (librsvg2-bin)"),
        arguments: boxes)
    func `a drawing without text is drawn as librsvg's own program does`(_ box: PixelSize) throws {
        let content = """
            <rect width="400" height="400" fill="#fed"/><circle cx="150" cy="200" r="90" fill="#08a"/>
            <g opacity="0.5"><path d="M20 30L380 200L60 390Z" fill="#a02" stroke="#000"/></g>
            """
        let drawn = try picture(content).bitmap(box)
        try Stranger.run(
            "cd '\(folder.path)' && rsvg-convert -w \(box.width) -h \(box.height) a.svg -o a.png")
        #expect(try OpenPicture(path: "\(folder.path)/a.png").bitmap(box).pixels == drawn.pixels)
    }

    @Test func `text of a drawing that another shows counts, too`() throws {
        _ = try picture(Self.words, "inner.svg")
        let box = PixelSize(width: 100, height: 800)
        let direct = try picture(Self.words).bitmap(box)
        let nested = try picture(
            "<image href=\"inner.svg\" width=\"400\" height=\"400\"/>", "b.svg")
        #expect(try nested.bitmap(box).meanDifference(from: direct) < 1.5)
    }

    @Test(arguments: [
        ("<svg><rect/></svg>", false), ("<svg><text>a</text></svg>", true),
        ("<s:svg><s:text/></s:svg>", true), ("\u{1F}\u{8B}", true), ("<\0s\0v\0g\0", true),
        ("<svg><xi:include href=\"a.xml\"/></svg>", true),
    ])
    func `what has no text is known`(text: String, mayShowText: Bool) {
        let bytes = text.unicodeScalars.map { UInt8($0.value) }
        #expect(SVGReferences(bytes).mayShowText == mayShowText)
    }
}

extension Bitmap {
    /// The mean of the pixels under each pixel of a smaller box, in a fixed number of samples.
    fileprivate func averaged(to box: PixelSize) -> Bitmap {
        let columns = (0..<box.width).map { ($0 * width / box.width, ($0 + 1) * width / box.width) }
        let rows = (0..<box.height).map {
            ($0 * height / box.height, ($0 + 1) * height / box.height)
        }
        let pixels = rows.flatMap { top, bottom in
            columns.map { left, right in mean(left, right, top, bottom) }
        }
        return Bitmap(width: box.width, height: box.height, pixels: pixels)
    }

    private func mean(_ left: Int, _ right: Int, _ top: Int, _ bottom: Int) -> UInt32 {
        var sums = SIMD4<UInt32>()
        for row in top..<bottom {
            for pixel in pixels[row * width + left..<row * width + right] {
                sums &+= Bitmap.bytes(pixel)
            }
        }
        let count = UInt32((right - left) * (bottom - top))
        return (0..<4).reduce(0) { pixel, component in
            pixel | ((sums[component] + count / 2) / count) << UInt32(8 * component)
        }
    }

    private static func bytes(_ pixel: UInt32) -> SIMD4<UInt32> {
        SIMD4(pixel, pixel >> 8, pixel >> 16, pixel >> 24) & 255
    }

    fileprivate func meanDifference(from other: Bitmap) -> Double {
        let differences = zip(pixels, other.pixels).map { one, other in
            let (one, other) = (
                SIMD4<Int32>(truncatingIfNeeded: Bitmap.bytes(one)),
                SIMD4<Int32>(truncatingIfNeeded: Bitmap.bytes(other))
            )
            let difference = one &- other
            let size = difference.replacing(with: 0 &- difference, where: difference .< 0)
            return Double(size.wrappedSum())
        }
        return differences.reduce(0, +) / Double(4 * pixels.count)
    }
}
