import Foundation
import Geometry
import Paint
import Picture
import Testing

@testable import Compositor

/// Waves over layers, from both compositors.
@Suite(.serialized) @MainActor struct RippleFrameTests {
    private nonisolated static let size = PixelSize(width: 120, height: 90)

    private nonisolated static func ripple(_ waves: (Double, Double, Double)...) -> Ripple {
        Ripple(
            amplitude: 12, frequency: 15, decay: 8, speed: 400, light: 0.3,
            waves: waves.map { Ripple.Wave(from: Point(x: $0.0, y: $0.1), age: $0.2) })
    }

    /// A frame of one bitmap that fills the card, in a group with waves.
    private func frame(
        _ bitmap: Bitmap, _ ripple: Ripple, _ toScreen: Homography = .identity
    ) -> Frame {
        var frame = Frame(size: Self.size, card: PixelRect(x: 0, y: 0, size: Self.size))
        let group = frame.openGroup(
            opacity: 1, filter: Frame.Filter(blur: 0, ownSpace: toScreen, change: .ripple(ripple)))
        frame.add(
            Frame.Layer(
                .bitmap(bitmap), box: Frame.Box(toScreen: toScreen, size: Size(Self.size))))
        frame.closeGroup(group)
        return frame
    }

    /// Smooth, so that a place between pixels is the mean of its neighbours.
    private nonisolated static let picture: Bitmap = {
        let pixels = (0..<size.area).map { index -> UInt32 in
            let (x, y) = (Double(index % size.width), Double(index / size.width))
            func part(_ value: Double) -> UInt32 { UInt32((127 + 110 * sin(value)).rounded()) }
            return 0xFF00_0000 | part(x / 9) << 16 | part(y / 11) << 8 | part((x + y) / 13)
        }
        return Bitmap(width: size.width, height: size.height, pixels: pixels)
    }()

    /// The formula of `Ripple` for one pixel, in double precision; nil where the picture's edge is near.
    private nonisolated static func moved(
        _ ripple: Ripple, _ toScreen: Homography, x: Int, y: Int
    ) -> [Double]? {
        guard let back = toScreen.inverse else { return nil }
        let place = back.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        var (to, sum) = (place, 0.0)
        for wave in ripple.waves {
            let way = Point(x: place.x - wave.centre.x, y: place.y - wave.centre.y)
            let radius = hypot(way.x, way.y)
            let time = wave.age - radius / ripple.speed
            guard time > 0, radius > 0 else { continue }
            let far = 12 * sin(15 * time) * exp(-8 * time)
            to.x += far * way.x / radius
            to.y += far * way.y / radius
            sum += far
        }
        let (u, v) = (to.x - 0.5, to.y - 0.5)
        let (column, row) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
        guard (3..<size.width - 4).contains(column), (3..<size.height - 4).contains(row) else {
            return nil
        }
        let (across, along) = (u - Double(column), v - Double(row))
        return (0..<3).map { part in
            func at(_ x: Int, _ y: Int) -> Double { Double(components(picture[x, y])[part]) }
            let upper = at(column, row) * (1 - across) + at(column + 1, row) * across
            let lower = at(column, row + 1) * (1 - across) + at(column + 1, row + 1) * across
            let value = upper * (1 - along) + lower * along + 255 * 0.3 * sum / 12
            return min(max(value, 0), 255)
        }
    }

    private nonisolated static let places: [Homography] = [
        .identity,
        .translation(Point(x: 20, y: -6)) * .rotation(degrees: 12) * .scale(x: 0.9, y: 1.2),
        Homography(a: 1, b: 0.1, c: -0.1, d: 0.9, tx: 6, ty: 4, g: 0.001, h: 0.0015, i: 1),
    ]

    @Test(arguments: [0, 1, 2])
    func `pixels are those of the formula, also turned and in perspective`(number: Int) throws {
        let toScreen = Self.places[number]
        let ripple = Self.ripple((40, 30, 0.3), (90, 60, 0.15), (10, 80, 0.05))
        let frame = frame(Self.picture, ripple, toScreen)
        for bitmap in try drawings(frame) {
            var (sum, count, worst) = (0.0, 0, 0.0)
            for y in stride(from: 0, to: Self.size.height, by: 2) {
                for x in stride(from: 1, to: Self.size.width, by: 3) {
                    guard let wanted = Self.moved(ripple, toScreen, x: x, y: y) else { continue }
                    for (own, other) in zip(components(bitmap[x, y]), wanted) {
                        let error = abs(Double(own) - other)
                        (sum, count, worst) = (sum + error, count + 1, max(worst, error))
                    }
                }
            }
            // What is not in its own place was sampled before.
            let tolerance = number == 0 ? 2.0 : 6.0
            #expect(
                count > 2000 && worst < tolerance && sum / Double(count) < 1,
                "\(number): \(worst), \(sum / Double(count)), \(count)")
        }
    }

    @Test func `both compositors draw the same`() throws {
        var noise = Noise(seed: 700)
        for number in 0..<6 {
            let waves = (0..<1 + number).map { _ in
                Ripple.Wave(
                    from: Point(x: noise.between(-10, 130), y: noise.between(-10, 100)),
                    age: noise.between(0.02, 0.6))
            }
            var ripple = Self.ripple()
            ripple.waves = waves
            let frame = frame(Self.picture, ripple, Self.places[number % 3])
            let both = try drawings(frame)
            let comparison = Comparison(both[0], both[1], of: frame)
            #expect(comparison.mean < 0.5 && comparison.strays < 0.005, "\(comparison)")
        }
    }

    @Test func `before a wave comes nothing changes`() throws {
        let still = frame(Self.picture, Self.ripple((0, 0, 0.01)))
        for bitmap in try drawings(still) {
            for (x, y) in [(60, 45), (100, 80), (20, 20)] {
                #expect(isNear(components(bitmap[x, y]), components(Self.picture[x, y])))
            }
        }
    }

    @Test func `beyond the layer's edge it is clear`() throws {
        var frame = Frame(size: Self.size, card: PixelRect(x: 0, y: 0, size: Self.size))
        let white = Frame.Box(PixelRect(x: 30, y: 20, width: 60, height: 50))
        let colour = Colour(red: 1, green: 1, blue: 1)
        let ripple = Self.ripple((60, 45, 0.16))
        let group = frame.openGroup(
            opacity: 1, filter: Frame.Filter(blur: 0, ownSpace: .identity, change: .ripple(ripple)))
        frame.add(Frame.Layer(.colour(colour), box: white))
        frame.closeGroup(group)
        for bitmap in try drawings(frame) {
            // The wave moves the layer's edges towards its middle.
            #expect(components(bitmap[31, 45])[0] < 30)
            #expect(components(bitmap[60, 45])[0] == 255)
            #expect(components(bitmap[20, 45])[0] == 0)
        }
    }

    @Test func `a picture is moved again only if the waves have moved`() {
        var offscreen = Offscreen<BitmapPainter>(())
        let one = frame(Self.picture, Self.ripple((40, 30, 0.3)))
        _ = offscreen.flattened(one)
        let drawn = offscreen.counts.passes
        _ = offscreen.flattened(one)
        #expect(offscreen.counts.passes == drawn)
        _ = offscreen.flattened(frame(Self.picture, Self.ripple((40, 30, 0.31))))
        #expect(offscreen.counts.passes == 2 * drawn)
    }

    @Test func `extreme maps and waves draw something, or nothing`() throws {
        var ripple = Self.ripple((1e9, -1e9, 3), (60, 45, 1e-9), (60.5, 45.5, 2))
        for amplitude in [1e-9, 200] {
            for toScreen in [
                Homography.scale(x: 1e-6, y: 1e6),
                Homography(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0, g: 0.02, h: -0.03, i: 1),
                Homography.scale(x: 0, y: 1),
            ] {
                ripple.amplitude = amplitude
                _ = try drawings(frame(Self.picture, ripple, toScreen))
            }
        }
    }
}
