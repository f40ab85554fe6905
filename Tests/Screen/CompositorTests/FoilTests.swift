import Foundation
import Geometry
import Paint
import Picture
import Platform
import Testing

@testable import Compositor

/// Foils, from both compositors.
@Suite(.serialized) @MainActor struct FoilTests {
    private nonisolated static let size = PixelSize(width: 91, height: 64)

    private nonisolated static func map(
        _ kind: Foil.Kind, seed: Int = 3, scale: Double = 1, angle: Double = 0,
        etchedBy etch: Bitmap? = nil
    ) -> FoilMap {
        FoilMap(
            Foil(kind, seed: seed, scale: scale, angle: angle), of: Size(size), in: size,
            etchedBy: etch)
    }

    private nonisolated static func foil(
        _ kind: Foil.Kind, _ map: FoilMap, _ x: Double = 0.6, _ y: Double = 0.45,
        strength: Double = 0.8, glare: Double = 0.3
    ) -> Frame.LitFoil {
        Frame.LitFoil(kind, map, light: Point(x: x, y: y), strength: strength, glare: glare)
    }

    private func frame(
        _ foil: Frame.LitFoil, _ toScreen: Homography = .identity, _ mode: BlendMode = .normal
    ) -> Frame {
        var frame = Frame(size: Self.size, card: PixelRect(x: 0, y: 0, size: Self.size))
        frame.add(
            Frame.Layer(
                .colour(Colour(red: 0.3, green: 0.5, blue: 0.4)), box: frame.cardBox))
        frame.add(
            Frame.Layer(
                .foil(foil), box: Frame.Box(toScreen: toScreen, size: Size(Self.size)),
                compositing: .blend(mode)))
        return frame
    }

    private nonisolated static func bitmap(_ foil: Frame.LitFoil) -> Bitmap {
        var none: Bitmap?
        return foil.bitmap(insteadOf: &none)
    }

    // MARK: The formula

    /// The formula of `LitFoil` for one pixel, in double precision: red, green, blue and alpha, 0 to 255.
    private nonisolated static func pixel(_ foil: Frame.LitFoil, _ x: Int, _ y: Int) -> [Double] {
        let (size, light) = (foil.map.size, foil.light)
        let unit = Double(max(size.width, size.height)) / 2
        let way = Point(
            x: Double(x) + 0.5 - light.x * Double(size.width),
            y: Double(y) + 0.5 - light.y * Double(size.height))
        func near(_ reach: Double) -> Double {
            exp(-(way.x * way.x + way.y * way.y) / (2 * reach * reach * unit * unit))
        }
        var sum = [0.0, 0, 0, 0]
        for plane in foil.map.planes {
            let shift = foil.shift(of: plane)
            let cell = plane.cells[
                (y + plane.margin - shift.y) * plane.stride + x + plane.margin - shift.x]
            func slope(_ byte: UInt32) -> Double {
                Double(Int8(truncatingIfNeeded: Int(byte & 255))) / 32
            }
            let phase =
                Double(cell & 255) / 256 + slope(cell >> 8) * way.x / unit
                + slope(cell >> 16) * way.y / unit
            let colours = plane.colours
            let index = Int((phase - phase.rounded(.down)) * Double(colours.count))
            let colour = colours[min(index, colours.count - 1)]
            let reach = foil.kind.light
            let strength =
                foil.strength * (reach.floor + (1 - reach.floor) * near(reach.reach))
                * Double(cell >> 24) / 255
            for (part, shift) in [16, 8, 0, 24].enumerated() {
                sum[part] += Double(colour >> UInt32(shift) & 255) * strength
            }
        }
        let glare = foil.glare * near(Frame.LitFoil.glareReach)
        return sum.map { min($0, 255) * (1 - glare) + 255 * glare }
    }

    @Test(arguments: Foil.Kind.allCases)
    func `each kind is the formula of its map`(kind: Foil.Kind) {
        let map = Self.map(kind)
        for (x, y) in [(0.5, 0.5), (0.0, 1.0), (0.93, 0.2)] {
            let foil = Self.foil(kind, map, x, y)
            let bitmap = Self.bitmap(foil)
            var (sum, strays) = (0.0, 0)
            for row in stride(from: 0, to: Self.size.height, by: 3) {
                for column in stride(from: 0, to: Self.size.width, by: 2) {
                    let wanted = Self.pixel(foil, column, row)
                    let own = bitmap[column, row]
                    for (part, shift) in [16, 8, 0, 24].enumerated() {
                        let error = abs(Double(own >> UInt32(shift) & 255) - wanted[part])
                        sum += error
                        // A phase between two entries of the table may fall on either side.
                        if error > 6 { strays += 1 }
                    }
                }
            }
            #expect(
                sum / Double(22 * 46 * 4) < 1 && strays < 22 * 46 / 100, "\(sum / 4048), \(strays)")
        }
    }

    @Test(arguments: Foil.Kind.allCases)
    func `both compositors draw the same, turned and in perspective`(kind: Foil.Kind) throws {
        var turned = Homography.translation(Point(x: 6, y: -3)) * .rotation(degrees: 7)
        turned.g = 0.001
        for toScreen in [Homography.identity, turned] {
            let foil = Self.foil(kind, Self.map(kind), 0.8, 0.3)
            let frame = frame(foil, toScreen, kind.blend)
            let both = try drawings(frame)
            let comparison = Comparison(both[0], both[1], of: frame)
            #expect(comparison.mean < 0.5 && comparison.strays < 0.005, "\(comparison)")
        }
    }

    @Test func `colour effects change a foil alike`() throws {
        let foil = Self.foil(.bars, Self.map(.bars, scale: 1.6, angle: -270), 1, 0.5)
        for colours in [
            ColourMatrix.saturation(1.4), .saturation(0.3), .hue(degrees: 70),
            .product(red: 1.4, green: 1.4, blue: 1.4),
        ] {
            var frame = frame(foil, .identity, .hardLight)
            var layer = frame.layers[1]
            layer.colours = colours
            frame.removeLayers()
            frame.add(layer)
            let both = try drawings(frame)
            let comparison = Comparison(both[0], both[1], of: frame)
            #expect(comparison.mean < 0.5 && comparison.strays < 0.005, "\(comparison)")
        }
    }

    // MARK: What makes a foil

    private nonisolated static func difference(_ one: Bitmap, _ other: Bitmap) -> Double {
        let sum = zip(one.pixels, other.pixels).reduce(0) { sum, pair in
            sum + zip(components(pair.0), components(pair.1)).reduce(0) { $0 + abs($1.0 - $1.1) }
        }
        return Double(sum) / Double(3 * one.size.area)
    }

    @Test(arguments: Foil.Kind.allCases)
    func `no two seeds are alike, and the same is the same`(kind: Foil.Kind) {
        let drawn = [1, 2, 1].map { Self.bitmap(Self.foil(kind, Self.map(kind, seed: $0))) }
        #expect(drawn[0].pixels == drawn[2].pixels)
        #expect(Self.difference(drawn[0], drawn[1]) > 1)
    }

    /// A degree moves the light by a sixteenth of half a side.
    @Test(arguments: Foil.Kind.allCases)
    func `eight degrees look different, and neighbouring degrees alike`(kind: Foil.Kind) {
        let map = FoilMap(
            Foil(kind, seed: 5), of: Size(width: 360, height: 480),
            in: PixelSize(width: 360, height: 480))
        func drawn(_ degrees: Double) -> Bitmap {
            Self.bitmap(Self.foil(kind, map, 0.5 + degrees / 32, 0.5, glare: 0))
        }
        let (flat, one, eight) = (drawn(0), drawn(1), drawn(8))
        let (near, far) = (Self.difference(flat, one), Self.difference(flat, eight))
        #expect(far > 4, "\(far)")
        #expect(near < far * 0.75 && near < 16, "\(near) of \(far)")
    }

    @Test(arguments: Foil.Kind.allCases)
    func `a foil without strength shows glare alone, and without both nothing`(kind: Foil.Kind) {
        let map = Self.map(kind)
        let glare = Self.bitmap(Self.foil(kind, map, strength: 0))
        for pixel in glare.pixels {
            let parts = components(pixel) + [Int(pixel >> 24)]
            #expect(Set(parts).count == 1)
        }
        let none = Self.bitmap(Self.foil(kind, map, strength: 0, glare: 0))
        #expect(none.pixels.allSatisfy { $0 == 0 })
    }

    @Test func `an etching bends the pattern where it is light`() {
        let half = (0..<Self.size.area).map { index -> UInt32 in
            index % Self.size.width < 40 ? 0xFF00_0000 : 0xFFFF_FFFF
        }
        let etch = Bitmap(width: Self.size.width, height: Self.size.height, pixels: half)
        let map = Self.map(.bars, etchedBy: etch)
        let plain = Self.map(.bars)
        let (own, other) = (map.planes[0], plain.planes[0])
        for x in [5, 20, 35] {
            #expect(own.cells[30 * own.stride + x] == other.cells[30 * other.stride + x])
        }
        // At the edge the slope differs; white adds a whole cycle, which is none.
        #expect(own.cells[30 * own.stride + 40] != other.cells[30 * other.stride + 40])
    }

    // MARK: Memory and limits

    @Test func `a still foil is drawn once, and takes turns with the memory of three bitmaps`() {
        var picture = BoxPicture<BitmapPainter>()
        var starts: Set<UnsafePointer<UInt32>> = []
        let map = Self.map(.cosmos)
        for step in 0..<8 {
            let foil = Self.foil(.cosmos, map, Double(step) / 8)
            picture.draw(.foil(foil), ())
            guard case .bitmap(let one, _) = picture.content else { continue }
            starts.insert(one.start)
        }
        #expect(starts.count <= 3)
        let foil = Self.foil(.cosmos, map)
        picture.draw(.foil(foil), ())
        guard case .bitmap(let one, _) = picture.content else {
            Issue.record("no bitmap")
            return
        }
        picture.draw(.foil(foil), ())
        guard case .bitmap(let other, _) = picture.content else {
            Issue.record("no bitmap")
            return
        }
        #expect(one === other)
    }

    @Test func `a large foil has fewer pixels`() {
        #expect(FoilMap.size(shownIn: Self.size) == Self.size)
        let large = FoilMap.size(shownIn: PixelSize(width: 3840, height: 2160))
        #expect(large.area <= FoilMap.mostPixels && large.area > FoilMap.mostPixels * 9 / 10)
    }

    @Test func `extreme numbers draw something, or nothing`() throws {
        let sides = [0, 1e-9, 91, 1e9, .infinity, .nan]
        for (number, side) in sides.enumerated() {
            for kind in Foil.Kind.allCases {
                let (scale, angle) = number % 2 == 0 ? (0.05, 1e5) : (20, -1e5)
                let map = FoilMap(
                    Foil(kind, scale: scale, angle: angle), of: Size(width: side, height: 64),
                    in: Self.size)
                for place in [-1e9, 1e9, .infinity, .nan] {
                    _ = try drawings(frame(Self.foil(kind, map, place, 0.5)))
                }
            }
        }
    }
}
