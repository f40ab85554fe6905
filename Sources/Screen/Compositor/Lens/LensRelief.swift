internal import Glibc
internal import LensOptics
internal import Platform

/// The shades and the gloss of the lenses, where these are wide enough for the screen's pixels.
struct LensRelief: Sendable, Equatable {
    /// For each entry of a table, in the order of its raster: what the colours are multiplied by,
    /// and how far they are then mixed with white, in 1/65536.
    let shades, lights: [UInt16]

    /// Where the light comes from while the card is not tilted: radians to the right of the card's
    /// normal, or below it for horizontal lenses.
    private static let lightAngle = -0.7
    /// How bright the gloss is, and how much a rib's slope may differ from the slope that shines
    /// most, radians. Beyond this difference there is no gloss.
    private static let glossBrightness = 0.45
    private static let glossWidth = 0.35
    /// A pixel is the mean of this number of places of a rib, so that ribs make no moiré.
    private static let samples = 4

    /// Nil if nothing of it is seen.
    init?(
        _ view: LensView, _ raster: LensRaster, _ phases: LensPhases, _ settings: LensTable.Settings
    ) {
        let (whole, least) = Frame.reliefPixels
        let share = (raster.pixelsPerLens - least) / (whole - least)
        let seen = min(max(share, 0), 1) * min(max(settings.lensShare, 0), 1)
        let (shadeStrength, gloss) = (seen * settings.shadeStrength, seen * settings.gloss)
        guard shadeStrength > 0 || gloss > 0 else { return nil }
        let lightAngle = Self.lightAngle - view.tiltAcross
        let rib = Rib(lightAngle: lightAngle)
        var shades = [UInt16](repeating: 0, count: raster.length)
        var lights = shades
        for entry in 0..<raster.count {
            let lenses = raster.lensesBefore(raster.across(entry: entry))
            // The surface shines where its normal halves the angle between light and eye.
            let shining = (lightAngle - phases.angle(entry: entry)) / 2
            var (shade, shine) = (0.0, 0.0)
            for sample in 0..<Self.samples {
                let offset = (Double(sample) + 0.5) / Double(Self.samples) - 0.5
                let index = rib.index(lenses + offset / raster.pixelsPerLens)
                shade += rib.darkening[index]
                shine += Self.gloss((rib.slopes[index] - shining) / Self.glossWidth)
            }
            let mean = 1 / Double(Self.samples)
            let index = raster.index(ofEntry: entry)
            shades[index] = UInt16(65535 * (1 - shadeStrength * min(1, shade * mean)))
            lights[index] = UInt16(65535 * gloss * Self.glossBrightness * shine * mean)
        }
        (self.shades, self.lights) = (shades, lights)
    }

    /// The brightness of the gloss: 1 at the distance 0 from its middle, 0 from the distance 1 on.
    private static func gloss(_ away: Double) -> Double {
        let height = max(0, 1 - away * away)
        return height * height
    }
}

/// The surface of a lens, as light falls on it.
private struct Rib {
    /// At `count` places at equal distances across the lens: the slope in radians, and how much
    /// darker the surface is there, 0 to 1.
    let slopes, darkening: [Double]

    private static let count = 64
    /// The sine of the steepest slope.
    private static let steepest = 0.85
    /// How much darker the grooves are, and the sides that turn away from the light.
    private static let grooveShade = 0.5
    private static let sideShade = 0.3

    /// `lightAngle` is the angle between the light and the card's normal, radians.
    init(lightAngle: Double) {
        let places = (0..<Self.count).map { (Double($0) + 0.5) / Double(Self.count) * 2 - 1 }
        slopes = places.map { asin(Self.steepest * $0) }
        darkening = zip(places, slopes).map { place, slope in
            let groove = place * place * place * place
            return Self.grooveShade * groove + Self.sideShade * (1 - cos(slope - lightAngle)) / 2
        }
    }

    /// The index in `slopes` and `darkening` of a place across the lens sheet; the place is
    /// measured in lenses.
    func index(_ lenses: Double) -> Int {
        let fraction = lenses - lenses.rounded(.down)
        return min(Int(fraction * Double(Self.count)), Self.count - 1)
    }
}
