import Geometry
import Glibc
import LensOptics
import Picture
import Testing

@testable import Compositor

/// What a lens shows of five pictures in flat colours, computed for each pixel from the formulas alone.
struct LensFormula {
    var (lenses, thickness, index) = (60.0, 0.457, 1.56)
    var spot = 0.03
    var isVertical = true
    /// Degrees.
    var (slant, tiltX, tiltY) = (0.0, 0.0, 0.0)
    /// Millimetres.
    var (width, height, distance, eye) = (100.0, 60.0, Double.infinity, 0.0)
    let colours: [[Double]]

    init(colours: [[Double]]) { self.colours = colours }

    /// The weights of the pictures at a place in millimetres from the middle.
    func weights(x: Double, y: Double) -> [Double] {
        let (turn, count) = (slant * .pi / 180, Double(colours.count))
        let across =
            isVertical ? (cos(turn), sin(turn)) : (-sin(turn), cos(turn))
        let tilt = atan(
            across.0 * tan(tiltX * .pi / 180) + across.1 * tan(tiltY * .pi / 180))
        let place = across.0 * (x - eye) + across.1 * y
        let angle = tilt + atan(place / distance)
        let pitch = 25.4 / lenses
        let phase = 0.5 + thickness * tan(asin(sin(angle) / index)) / pitch
        return colours.indices.map { picture in
            (-6...6).reduce(0) { sum, turn in
                let (from, to) = (
                    Double(turn) + Double(picture) / count,
                    Double(turn) + Double(picture + 1) / count
                )
                if spot == 0 { return sum + (from <= phase && phase < to ? 1 : 0) }
                return sum + integral(to - phase) - integral(from - phase)
            }
        }
    }

    private func integral(_ place: Double) -> Double { erfc(-place / spot / 2.0.squareRoot()) / 2 }

    /// The colour of a pixel of a drawing of so many.
    func colour(_ column: Int, _ row: Int, of size: PixelSize) -> [Double] {
        let weights = weights(
            x: ((Double(column) + 0.5) / Double(size.width) - 0.5) * width,
            y: ((Double(row) + 0.5) / Double(size.height) - 0.5) * height)
        return (0..<3).map { part in
            zip(colours, weights).reduce(0) { $0 + $1.0[part] * $1.1 }
        }
    }

    /// The largest difference of a component.
    func largestError(of drawing: Bitmap) -> Double {
        var largest = 0.0
        for y in 0..<drawing.height {
            for x in 0..<drawing.width {
                let expected = colour(x, y, of: drawing.size)
                for (one, other) in zip(expected, components(drawing[x, y])) {
                    largest = max(largest, abs(one - Double(other)))
                }
            }
        }
        return largest
    }
}

@Suite struct LensFrameTests {
    static let colours: [[Double]] = [
        [230, 40, 30], [250, 200, 20], [30, 160, 70], [20, 90, 220], [160, 30, 170],
    ]
    static let size = PixelSize(width: 100, height: 60)

    static func bitmaps(_ size: PixelSize) -> [Bitmap] {
        colours.map { colour in
            let pixel = colour.reduce(UInt32(255)) { $0 << 8 | UInt32($1) }
            return Bitmap(
                width: size.width, height: size.height,
                pixels: Array(repeating: pixel, count: size.area))
        }
    }

    /// A frame that is filled by what a formula describes.
    static func frame(_ formula: LensFormula, settings: LensTable.Settings? = nil) -> Frame {
        let sheet = LensSheet(
            lensesPerInch: formula.lenses, thickness: formula.thickness,
            refractiveIndex: formula.index)
        let lens = Lens(
            sheet, pictureCount: 5, axis: formula.isVertical ? .vertical : .horizontal,
            slant: formula.slant * .pi / 180, spot: formula.spot)
        let view = LensView(
            lens, tiltX: formula.tiltX * .pi / 180, tiltY: formula.tiltY * .pi / 180,
            distance: formula.distance, eyeX: formula.eye)
        let table = LensTable(
            view, box: Size(width: formula.width, height: formula.height), pixels: size,
            settings ?? .init(sweepWeights: [1, 0, 0, 0, 0]))
        let all = bitmaps(PixelSize(width: 100, height: 60))
        var frame = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
        frame.add(
            Frame.Layer(
                .lens(Frame.LensBitmaps(table, table.pictures.map { all[$0] })),
                box: Frame.Box(toScreen: .identity, size: Size(size))))
        return frame
    }

    @Test(arguments: [true, false])
    func `without cross-talk the pictures change from one column to the next`(isVertical: Bool)
        async throws
    {
        for step in 0..<30 {
            var formula = LensFormula(colours: Self.colours)
            (formula.isVertical, formula.spot, formula.distance) = (isVertical, 0, 150)
            (formula.tiltX, formula.tiltY) = (Double(step) * 2.9 - 44, Double(step) * 3.1 - 41)
            for drawing in try await drawings(Self.frame(formula)) {
                #expect(formula.largestError(of: drawing) <= 1)
            }
        }
    }

    @Test func `of wide lenses each shows one place of the pictures`() {
        var noise = Noise(seed: 71)
        var formula = LensFormula(colours: Self.colours)
        // 25 lenses over 100 pixels.
        (formula.lenses, formula.spot) = (25.4 / 4, 0)
        let plain = Self.frame(formula)
        guard case .lens(let lens) = plain.layers[0].content else {
            Issue.record("the frame has no lens")
            return
        }
        let bitmap = noise.bitmap(25, 60, isOpaque: true)
        var frame = plain
        frame.removeLayers()
        frame.add(
            Frame.Layer(
                .lens(Frame.LensBitmaps(lens.table, lens.bitmaps.map { _ in bitmap })),
                box: plain.cardBox))
        let drawn = onProcessor(frame)
        for y in 0..<60 {
            for x in 0..<100 { #expect(drawn[x, y] == bitmap[x / 4, y]) }
        }
    }

    @Test(arguments: [1, 0.01, 1e-300])
    func `a slanted lens in a box of almost no width has a table as for other boxes`(side: Double)
        async throws
    {
        for isVertical in [true, false] {
            var formula = LensFormula(colours: Self.colours)
            (formula.isVertical, formula.slant, formula.distance) = (isVertical, 45, 150)
            formula.height = isVertical ? 30_000 / side : side / 3
            let frame = Self.frame(formula)
            guard case .lens(let lens) = frame.layers[0].content else {
                Issue.record("the frame has no lens")
                return
            }
            #expect(lens.table.raster.count <= 14_000)
            for drawing in try await drawings(frame) {
                #expect(drawing.pixels.allSatisfy { $0 != 0xFF00_0000 })
            }
        }
    }

    private func table(
        pixelsPerLens: Double, tilt: Double = 0, _ settings: LensTable.Settings
    ) -> LensTable {
        let sheet = LensSheet(lensesPerInch: 25.4 / pixelsPerLens, thickness: 1)
        let view = LensView(Lens(sheet, pictureCount: 2), tiltX: tilt * .pi / 180)
        return LensTable(
            view, box: Size(width: 96, height: 8), pixels: PixelSize(width: 96, height: 8),
            settings)
    }

    @Test func `ribs are seen where they are three pixels wide, and fade until half of that`()
        throws
    {
        let settings = LensTable.Settings(sweepWeights: [1, 0], shadeStrength: 1, gloss: 0)
        func contrast(_ pixels: Double) -> Int? {
            table(pixelsPerLens: pixels, settings).relief.map { relief in
                let shades = relief.shades.prefix(96)
                return Int(shades.max() ?? 0) - Int(shades.min() ?? 0)
            }
        }
        let (whole, half) = (try #require(contrast(3)), try #require(contrast(2.25)))
        #expect(whole > 4000 && half < whole * 3 / 4 && half > 300)
        #expect(contrast(1.5) == nil && contrast(1) == nil)
        #expect(table(pixelsPerLens: 3, .init(sweepWeights: [1, 0])).relief == nil)
        let plain = LensTable.Settings(sweepWeights: [1, 0], lensShare: 0, shadeStrength: 1)
        #expect(table(pixelsPerLens: 3, plain).relief == nil)
    }

    @Test func `the gloss moves across the ribs as the card is tilted`() throws {
        let settings = LensTable.Settings(sweepWeights: [1, 0], shadeStrength: 0, gloss: 1)
        let brightest = try [-20.0, 0, 20].map { tilt in
            let lights = try #require(table(pixelsPerLens: 24, tilt: tilt, settings).relief).lights
            return try #require((0..<24).max { lights[$0] < lights[$1] })
        }
        // The eye goes to the left of the normal while the right edge goes down.
        #expect(brightest[0] > brightest[1] && brightest[1] > brightest[2])
        let lights = try #require(table(pixelsPerLens: 24, settings).relief).lights
        #expect(lights.contains { $0 > 20000 })
    }

    @Test func `weights have a sum of 1 in every entry, of at most eight pictures`() {
        for (count, spot) in [(2, 0.0), (5, 0.03), (12, 0.1), (64, 0.1), (64, 0.5)] {
            for slant in [0.0, 0.2] {
                let lens = Lens(
                    LensSheet.sold[2], pictureCount: count, slant: slant, spot: spot)
                let table = LensTable(
                    LensView(lens, tiltX: 0.1, distance: 150), box: Size(width: 90, height: 60),
                    pixels: PixelSize(width: 90, height: 60),
                    .init(
                        sweepWeights: LensTable.sweepWeights(sweep: 0.7, pictureCount: count),
                        lensShare: 0.8))
                let raster = table.raster
                for entry in 0..<raster.count {
                    let weights = table.pictures.indices.map {
                        Int(table.weights[$0 * raster.length + raster.index(ofEntry: entry)])
                    }
                    #expect(weights.reduce(0, +) == 65535)
                    #expect(weights.count { $0 > 0 } <= 8)
                }
            }
        }
    }

    @Test(arguments: [2, 3, 5, 12])
    func `without the lens the pictures cover each other as the card's states`(count: Int) {
        for step in 0...20 {
            let sweep = Double(step) / 10
            let weights = LensTable.sweepWeights(sweep: sweep, pictureCount: count)
            var rest = 1.0
            for k in (0..<count).reversed() {
                let opacity =
                    k == 0 ? 1 : min(max(sweep * Double(count - 1) / 2 - Double(k - 1), 0), 1)
                #expect(abs(weights[k] - rest * opacity) < 1e-12)
                rest *= 1 - opacity
            }
            #expect(abs(weights.reduce(0, +) - 1) < 1e-12)
        }
    }
}
