import Geometry
import Paint
import Picture
import Testing

@testable import Compositor

/// The effects of one row of the design's table, and what becomes of red and of a blue.
struct EffectRow: Sendable, CustomTestStringConvertible {
    let name: String
    let matrix: ColourMatrix
    let ofBlue, ofRed: [Int]

    var testDescription: String { name }

    init(_ name: String, _ matrix: ColourMatrix, _ ofBlue: [Int], _ ofRed: [Int]) {
        (self.name, self.matrix, self.ofBlue, self.ofRed) = (name, matrix, ofBlue, ofRed)
    }

    static let all = [
        EffectRow("hue 30", .hue(degrees: 30), [110, 83, 214], [201, 26, 0]),
        EffectRow("hue 90", .hue(degrees: 90), [204, 62, 146], [0, 91, 0]),
        EffectRow("hue 120", .hue(degrees: 120), [214, 65, 87], [0, 113, 0]),
        EffectRow("hue 180", .hue(degrees: 180), [146, 95, 0], [0, 109, 109]),
        EffectRow("hue 240", .hue(degrees: 240), [31, 128, 5], [1, 50, 255]),
        EffectRow("hue 270", .hue(degrees: 270), [0, 135, 51], [109, 18, 255]),
        EffectRow("saturation 0", .saturation(0), [98, 98, 98], [54, 54, 54]),
        EffectRow("saturation 0.5", .saturation(0.5), [75, 100, 151], [155, 27, 27]),
        EffectRow("saturation 2", .saturation(2), [4, 106, 255], [255, 0, 0]),
        // By hand from the formulas.
        EffectRow("brightness 1", .brightness(1), [255, 255, 255], [255, 255, 255]),
        EffectRow("brightness -0.2", .brightness(-0.2), [0, 51, 153], [204, 0, 0]),
        EffectRow(
            "gain 1.5", .product(red: 1.5, green: 1.5, blue: 1.5), [77, 153, 255], [255, 0, 0]),
        EffectRow("contrast 0", .contrast(0), [128, 128, 128], [128, 128, 128]),
        EffectRow("contrast 2", .contrast(2), [0, 77, 255], [255, 0, 0]),
        EffectRow("invert 1", .inversion(1), [204, 153, 51], [0, 255, 255]),
        EffectRow("multiply", .product(red: 1, green: 0.5, blue: 0), [51, 51, 0], [255, 0, 0]),
    ]
}

/// What effects make of colours, from both compositors.
@Suite(.serialized) @MainActor struct EffectTests {
    private nonisolated static let size = PixelSize(width: 7, height: 3)

    /// The ways in which a frame can show a colour with an effect.
    enum Way: CaseIterable {
        case card, moved, colour, group
    }

    private func frame(_ colour: Colour, _ matrix: ColourMatrix?, _ way: Way) -> Frame {
        let screen = PixelRect(x: 0, y: 0, size: Self.size)
        var frame = Frame(size: Self.size, card: screen)
        let parts = [colour.red, colour.green, colour.blue]
        let pixel = parts.reduce(UInt32(colour.alpha * 255)) {
            $0 << 8 | UInt32(($1 * colour.alpha * 255).rounded())
        }
        let bitmap = Bitmap(
            width: 7, height: 3, pixels: Array(repeating: pixel, count: 21))
        let box = Frame.Box(toScreen: .identity, size: Size(Self.size))
        let larger = Frame.Box(
            toScreen: .scale(x: 1.5, y: 1.25), size: Size(Self.size))
        switch way {
        case .card: frame.add(bitmap, opacity: 1, colours: matrix)
        case .moved: frame.add(Frame.Layer(.bitmap(bitmap), box: larger, colours: matrix))
        case .colour: frame.add(Frame.Layer(.colour(colour), box: box, colours: matrix))
        case .group:
            let group = frame.openGroup(opacity: 1, colours: matrix)
            frame.add(Frame.Layer(.colour(colour), box: box))
            frame.closeGroup(group)
        }
        return frame
    }

    /// The middle pixel of a frame from both compositors.
    private func pixels(_ frame: Frame) throws -> [[Int]] {
        try drawings(frame).map { components($0[3, 1]) }
    }

    private let blue = Colour(red: 51 / 255, green: 102 / 255, blue: 204 / 255)
    private let red = Colour(red: 1, green: 0, blue: 0)

    @Test(arguments: EffectRow.all)
    func `an effect has the colours of the design's table`(row: EffectRow) throws {
        for way in Way.allCases {
            for drawn in try pixels(frame(blue, row.matrix, way)) {
                #expect(isNear(drawn, row.ofBlue), "\(way): \(drawn)")
            }
            for drawn in try pixels(frame(red, row.matrix, way)) {
                #expect(isNear(drawn, row.ofRed), "\(way): \(drawn)")
            }
        }
    }

    @Test func `every gray stays as it is while the hue is turned`() throws {
        for degrees in stride(from: -350.0, to: 360, by: 35) {
            for level in [0.0, 17, 128, 254, 255] {
                let gray = Colour(red: level / 255, green: level / 255, blue: level / 255)
                for drawn in try pixels(frame(gray, .hue(degrees: degrees), .card)) {
                    #expect(isNear(drawn, [Int(level), Int(level), Int(level)]))
                }
            }
        }
    }

    @Test func `effects apply in their order, limited only after the last one`() throws {
        let (twice, lighter) = (ColourMatrix.product(red: 2, green: 2, blue: 2), 0.2)
        let inner = ColourMatrix.brightness(lighter) * twice
        let outer = twice * ColourMatrix.brightness(lighter)
        for drawn in try pixels(frame(blue, inner, .card)) {
            #expect(isNear(drawn, [153, 255, 255]))
        }
        for drawn in try pixels(frame(blue, outer, .card)) {
            #expect(isNear(drawn, [204, 255, 255]))
        }
        // 204 · 2 - 255 is not limited between.
        let darker = ColourMatrix.brightness(-1) * twice
        for drawn in try pixels(frame(blue, darker, .card)) {
            #expect(isNear(drawn, [0, 0, 153]))
        }
    }

    @Test func `a translucent colour is changed as if it were opaque, and its alpha stays`() throws
    {
        var half = blue
        half.alpha = 0.5
        for row in EffectRow.all {
            for way in Way.allCases {
                for drawn in try pixels(frame(half, row.matrix, way)) {
                    #expect(isNear(drawn, row.ofBlue.map { $0 / 2 }, within: 2), "\(row.name)")
                }
            }
        }
    }

    @Test func `clear pixels stay clear`() throws {
        let clear = Colour(red: 0, green: 0, blue: 0, alpha: 0)
        for way in Way.allCases {
            var frame = frame(red, nil, .card)
            frame.add(self.frame(clear, .inversion(1), way).layers[0])
            for drawn in try pixels(frame) { #expect(isNear(drawn, [255, 0, 0], within: 0)) }
        }
    }

    @Test func `a group with an effect is changed as one picture`() throws {
        let screen = PixelRect(x: 0, y: 0, size: Self.size)
        var frame = Frame(size: Self.size, card: screen)
        let box = Frame.Box(toScreen: .identity, size: Size(Self.size))
        frame.add(Frame.Layer(.colour(blue), box: box))
        let group = frame.openGroup(opacity: 0.5, colours: .inversion(1))
        frame.add(Frame.Layer(.colour(red), box: box))
        frame.add(Frame.Layer(.colour(blue), box: box, opacity: 0.5))
        frame.closeGroup(group)
        // Half of blue on red is 153, 51, 102; inverted 102, 204, 153; half of it on blue.
        for drawn in try pixels(frame) { #expect(isNear(drawn, [77, 153, 178])) }
    }

    @Test func `a frame without effects takes the way of plain layers`() {
        #expect(frame(red, nil, .card).isPlain && !frame(red, .contrast(2), .card).isPlain)
    }

    @Test func `two matrices differ by the colour that they change most`() {
        let (one, other) = (ColourMatrix.hue(degrees: 40), ColourMatrix.saturation(1.5))
        var (noise, largest) = (Noise(seed: 40), 0.0)
        func difference(_ colour: SIMD4<Double>) -> Double {
            let rows = [one.red - other.red, one.green - other.green, one.blue - other.blue]
            return rows.map { abs(($0 * colour).sum()) }.max() ?? 0
        }
        for _ in 0..<2000 {
            largest = max(largest, difference(SIMD4(noise.unit(), noise.unit(), noise.unit(), 1)))
        }
        let promised = one.largestDifference(from: other)
        #expect(largest <= promised && largest > 0.8 * promised)
        #expect(one.largestDifference(from: one) == 0)
    }

    @Test func `two matrices that agree for white differ by what they make of black`() {
        let fade = ColourMatrix.brightness(0.5) * .product(red: 0.5, green: 0.5, blue: 0.5)
        #expect(fade.largestDifference(from: .identity) == 0.5)
        #expect(ColourMatrix.identity.largestDifference(from: fade) == 0.5)
    }
}
