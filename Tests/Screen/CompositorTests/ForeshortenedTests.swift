import Geometry
import Paint
import Picture
import Testing

@testable import Compositor

/// Pictures that are made smaller by different factors in two directions.
@Suite(.serialized) @MainActor struct ForeshortenedTests {
    private let size = PixelSize(width: 240, height: 180)

    /// A board of 64 x 64 squares.
    private static let board = Bitmap(
        width: 1024, height: 1024,
        pixels: (0..<1024 * 1024).map { index in
            (index / 16 + index / 1024 / 16) % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000
        })

    /// A floor that reaches from below the eye towards the horizon, turned by `turn` degrees.
    private func floor(turn: Double) -> Frame.Box {
        let map =
            Homography.translation(Point(x: 120, y: 60))
            * .seen(turnedX: 80, y: 0, from: 200) * .translation(Point(x: 0, y: 40))
            * .rotation(degrees: turn) * .translation(Point(x: -512, y: -512))
        var box = Frame.Box(toScreen: map, size: Size(width: 1024, height: 1024))
        box.inFront.insert(a: map.g, b: map.h, c: map.i - 0.05)
        return box
    }

    private func frame(_ layers: Frame.Layer...) -> Frame {
        var frame = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
        for layer in layers { frame.add(layer) }
        return frame
    }

    /// The mean of 16 x 16 places of a pixel.
    private func expected(_ fromScreen: Homography, _ x: Int, _ y: Int) -> Double {
        var sum = 0.0
        for sample in 0..<256 {
            let place = fromScreen.apply(
                Point(
                    x: Double(x) + (Double(sample % 16) + 0.5) / 16,
                    y: Double(y) + (Double(sample / 16) + 0.5) / 16))
            let (column, row) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
            sum += (column / 16 + row / 16) % 2 == 0 ? 255 : 0
        }
        return sum / 256
    }

    /// The mean difference from what a floor shows, away from its edges.
    private func error(of bitmap: Bitmap, _ box: Frame.Box) throws -> Double {
        let (outline, fromScreen) = (try #require(Outline(box)), try #require(box.toScreen.inverse))
        var (sum, count) = (0.0, 0.0)
        for y in 0..<size.height {
            for x in 0..<size.width
            where outline.distance(Point(x: Double(x) + 0.5, y: Double(y) + 0.5)) < -1.5 {
                sum += abs(Double(bitmap[x, y] & 255) - expected(fromScreen, x, y))
                count += 1
            }
        }
        #expect(count > 10_000)
        return sum / count
    }

    /// What a floor shows if one mip is read at one place for each pixel.
    private func readOnce(_ box: Frame.Box) throws -> Bitmap {
        let picture = try #require(
            PlacedPixels(.bitmap(Self.board), shownPart: Rect(Size(Self.board.size)), in: box))
        let nearest = try #require(
            box.corners(seenIn: PixelRect(x: 0, y: 0, size: size)).min {
                box.toScreen.distance(of: $0) < box.toScreen.distance(of: $1)
            })
        let scale = 1 / box.toScreen.affineApproximation(at: nearest).largestStretch
        var mips = MipCache()
        let mip = mips.mip(max(0, Int(scale.exponent)), of: Self.board)
        let step = Double(mip.width) / 1024
        return Bitmap(
            width: size.width, height: size.height,
            pixels: (0..<size.area).map { index in
                let place = picture.fromScreen.apply(
                    Point(
                        x: Double(index % size.width) + 0.5, y: Double(index / size.width) + 0.5))
                return mip.bilinear(place.x * step - 0.5, place.y * step - 0.5)
            })
    }

    @Test(arguments: [0, 20, 45, 70, 90.0])
    func `a chequered floor is nearer to its mean over each pixel`(turn: Double) throws {
        let box = floor(turn: turn)
        let frame = frame(Frame.Layer(.bitmap(Self.board), box: box))
        let drawn = onProcessor(frame)
        let (own, once) = (try error(of: drawn, box), try error(of: readOnce(box), box))
        #expect(own < 12 && own < 0.5 * once, "\(own), and \(once) with one place")
        try OffscreenContext.use { gl in
            let comparison = Comparison(try gl.bitmap(frame), drawn, of: frame)
            #expect(comparison.mean <= 0.5 && comparison.strays <= 0.005)
        }
    }

    @Test(arguments: [0, 33, 90.0], [0.3, 1])
    func `pieces have no seams, and the edges of the whole`(turn: Double, opacity: Double) throws {
        let white = Bitmap(
            width: 1024, height: 1024, pixels: [UInt32](repeating: .max, count: 1024 * 1024))
        let (box, ground) = (floor(turn: turn), Frame.Layer(.colour(.grey), box: .all(of: size)))
        let colour = Frame.Content.colour(Colour(red: 1, green: 1, blue: 1))
        let (pieces, whole) = (
            frame(ground, Frame.Layer(.bitmap(white), box: box, opacity: opacity)),
            frame(ground, Frame.Layer(colour, box: box, opacity: opacity))
        )
        let expected = onProcessor(whole)
        try expectDrawings(of: pieces, near: expected)
    }

    /// Both compositors draw the frame within one level of `expected`.
    private func expectDrawings(of frame: Frame, near expected: Bitmap) throws {
        for drawn in try drawings(frame) {
            let most = zip(drawn.pixels, expected.pixels).map {
                Comparison.differences($0, $1).max() ?? 0
            }.max()
            #expect(most ?? 255 <= 1)
        }
    }

    @Test func `a mask in pieces is one mask`() throws {
        let (box, ground) = (floor(turn: 33), Frame.Layer(.colour(.grey), box: .all(of: size)))
        let white = Frame.Content.colour(Colour(red: 1, green: 1, blue: 1))
        func masked(_ content: Frame.Content) -> Frame {
            frame(
                ground, Frame.Layer(.group(count: 2)),
                Frame.Layer(.colour(Colour(red: 1, green: 0.5, blue: 0)), box: .all(of: size)),
                Frame.Layer(content, box: box, opacity: 0.8, compositing: .mask(.alpha)))
        }
        let board = Bitmap(
            width: 1024, height: 1024, pixels: [UInt32](repeating: .max, count: 1024 * 1024))
        let (pieces, expected) = (masked(.bitmap(board)), onProcessor(masked(white)))
        try expectDrawings(of: pieces, near: expected)
    }

    @Test func `pieces cover an area once`() throws {
        for turn in stride(from: 0, to: 360, by: 15.0) {
            let picture = try #require(
                PlacedPixels(
                    .bitmap(Self.board), shownPart: Rect(Size(Self.board.size)),
                    in: floor(turn: turn)))
            let area = PixelRect(x: 3, y: 50, width: 230, height: 121)
            let pieces = picture.pieces(of: area)
            #expect(pieces.count > 1 && pieces.count < 40)
            #expect(pieces.reduce(0) { $0 + $1.area.size.area } == area.size.area)
            for (index, piece) in pieces.enumerated() {
                #expect(area.contains(piece.area))
                #expect(
                    pieces[..<index].allSatisfy { $0.area.intersection(piece.area).isEmpty })
            }
        }
    }

    @Test(arguments: [0.1, 0.3, 0.77, 1, 1.4, 5])
    func `what is scaled alike in all directions is read once for each pixel`(
        scale: Double
    ) throws {
        for degrees in stride(from: 0, to: 360, by: 7.0) {
            let map =
                Homography.rotation(degrees: degrees) * .scale(x: scale, y: scale)
                * .translation(Point(x: 7, y: -9))
            let density = SampleDensity(map, along: map)
            #expect(density.samples.count == 1)
            #expect(density.mip == (scale < 1 ? Int((1 / scale).exponent) : 0))
        }
    }

    @Test func `an enlarged picture in perspective is read once for each pixel`() throws {
        let box = Frame.Box(
            toScreen: .translation(Point(x: 120, y: 90)) * .seen(turnedX: 40, y: 10, from: 300)
                * .translation(Point(x: -60, y: -60)),
            size: Size(width: 120, height: 120))
        let bitmap = Bitmap(width: 30, height: 30, pixels: [UInt32](repeating: .max, count: 900))
        let picture = try #require(
            PlacedPixels(.bitmap(bitmap), shownPart: Rect(Size(bitmap.size)), in: box))
        let pieces = picture.pieces(of: PixelRect(x: 0, y: 0, size: size))
        #expect(pieces.count == 1 && pieces[0].density.samples.count == 1)
        #expect(pieces[0].density.mip == 0)
    }

    @Test(arguments: [(0.5, 2), (0.35, 3), (0.2, 4), (0.95, 1)])
    func `a squeezed picture is read several times along the direction in which it is squeezed`(
        squeeze: Double, count: Int
    ) {
        let map = Homography.rotation(degrees: 30) * .scale(x: squeeze, y: 1)
        let samples = SampleDensity(map, along: map).samples
        #expect(samples.count == count)
        guard count > 1 else { return }
        let (along, across) = (
            samples.step.x * cos30 + samples.step.y * 0.5,
            samples.step.y * cos30 - samples.step.x * 0.5
        )
        #expect(abs(abs(along) - 1 / Double(count)) < 1e-9 && abs(across) < 1e-9)
    }

    private let cos30 = 0.75.squareRoot()
}

extension Colour {
    fileprivate static let grey = Colour(red: 0.4, green: 0.5, blue: 0.6)
}

extension Frame.Box {
    /// A box as large as the screen.
    fileprivate static func all(of size: PixelSize) -> Frame.Box {
        Frame.Box(toScreen: .identity, size: Size(size))
    }
}

extension Bitmap {
    /// The blue between the centres of pixels, in each colour.
    fileprivate func bilinear(_ x: Double, _ y: Double) -> UInt32 {
        let (x, y) = (
            min(max(x, 0), Double(width - 1)), min(max(y, 0), Double(height - 1))
        )
        let (column, row) = (min(Int(x), width - 2), min(Int(y), height - 2))
        let (u, v) = (x - Double(column), y - Double(row))
        func value(_ x: Int, _ y: Int) -> Double { Double(self[column + x, row + y] & 255) }
        let above = value(0, 0) * (1 - u) + value(1, 0) * u
        let below = value(0, 1) * (1 - u) + value(1, 1) * u
        return 0xFF00_0000 | UInt32(above * (1 - v) + below * v) * 0x010101
    }
}
