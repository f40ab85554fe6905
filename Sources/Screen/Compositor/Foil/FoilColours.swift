internal import Glibc
internal import Platform

/// The colours that a plane of a foil has for the phases from 0 to 1, multiplied by their alphas.
enum FoilColours: CaseIterable {
    /// A vivid rainbow with a gap.
    case beam
    /// A vivid rainbow with a pale flash.
    case jewel
    /// A pastel rainbow without a gap.
    case veil
    /// From magenta over violet to blue, and back, with some gold.
    case nebula
    /// Clear but for three flashes of different colours, which are white in the middle.
    case flash
    /// Clear but for one long white flash with coloured sides.
    case glint
    /// Light, clear, dark, clear: the sides of something raised.
    case relief
    case gold
    /// Clear but for two golden flashes.
    case goldFlash

    static let count = 2048

    /// As pixels of a bitmap.
    func pixels() -> OwnedBuffer<UInt32> {
        OwnedBuffer(
            (0..<Self.count).map { index in
                Self.pixel(colour((Float(index) + 0.5) / Float(Self.count)))
            })
    }

    private static func pixel(_ colour: SIMD4<Float>) -> UInt32 {
        let alpha = min(max(colour.w, 0), 1)
        func byte(_ value: Float) -> UInt32 {
            UInt32((min(max(value, 0), 1) * alpha * 255).rounded())
        }
        return UInt32((alpha * 255).rounded()) << 24 | byte(colour.x) << 16 | byte(colour.y) << 8
            | byte(colour.z)
    }

    /// Red, green, blue, which are not multiplied, and alpha.
    private func colour(_ t: Float) -> SIMD4<Float> {
        switch self {
        case .beam:
            return SIMD4(Self.vivid(hue: t), 1 - 0.94 * Self.peak(t, at: 0.5, 0.17))
        case .jewel: return Self.jewel(t)
        case .veil:
            return SIMD4(Self.colour(hue: t, 0.84, 0.12), 0.76)
        case .nebula: return Self.nebula(t)
        case .flash: return Self.flash(t)
        case .glint: return Self.glint(t)
        case .relief:
            let side = sinf(2 * .pi * t)
            return SIMD4(SIMD3(repeating: side > 0 ? 1 : 0.05), 0.5 * abs(side))
        case .gold:
            let calm = 0.26 - 0.26 * cosf(2 * .pi * t)
            let bright = calm + 0.48 * Self.peak(t, at: 0.5, 0.12)
            return SIMD4(Self.gold(bright), 0.79 + 0.17 * bright)
        case .goldFlash:
            let inside = 2 * t - (2 * t).rounded(.down)
            let near = Self.peak(inside, at: 0.5, 0.2)
            return SIMD4(1, 0.86 + 0.12 * near, 0.45 + 0.45 * near, near)
        }
    }

    private static func jewel(_ t: Float) -> SIMD4<Float> {
        let bright = peak(t, at: 0.5, 0.06)
        let hue = colour(hue: t, 0.79, 0.19)
        return SIMD4(
            hue + (SIMD3(repeating: 1) - hue) * (0.6 * bright),
            0.8 + 0.2 * bright)
    }

    private static func nebula(_ t: Float) -> SIMD4<Float> {
        let there = 0.5 - 0.5 * cosf(2 * .pi * t)
        let gold = peak(t, at: 0.12, 0.05)
        let cloud = colour(hue: 0.96 - 0.3 * there, 0.7 + 0.1 * there, 0.18)
        return SIMD4(
            cloud + (SIMD3(1, 0.82, 0.56) - cloud) * (0.9 * gold),
            0.55 + 0.35 * cosf(4 * .pi * t) + 0.35 * gold)
    }

    private static func flash(_ t: Float) -> SIMD4<Float> {
        let inside = 3 * t - (3 * t).rounded(.down)
        let core = peak(inside, at: 0.5, 0.1)
        let hue = colour(hue: t + 0.25 * inside, 0.79, 0.19)
        return SIMD4(
            hue + (SIMD3(repeating: 1) - hue) * (0.7 * core),
            peak(inside, at: 0.5, 0.26))
    }

    private static func glint(_ t: Float) -> SIMD4<Float> {
        let core = peak(t, at: 0.5, 0.14)
        let hue = colour(hue: 2 * t, 0.82, 0.14)
        return SIMD4(
            hue + (SIMD3(repeating: 1) - hue) * core, 0.12 + 0.88 * peak(t, at: 0.5, 0.3))
    }

    /// A bell with the height 1.
    private static func peak(_ t: Float, at middle: Float, _ width: Float) -> Float {
        let x = (t - middle) / width
        return expf(-x * x)
    }

    /// Gold from its shadows, 0, to its lights, 1.
    private static func gold(_ bright: Float) -> SIMD3<Float> {
        let stops: [SIMD3<Float>] = [
            SIMD3(0.78, 0.59, 0.1), SIMD3(0.91, 0.69, 0.12), SIMD3(1, 0.8, 0.22),
            SIMD3(1, 0.9, 0.34),
        ]
        let place = bright * Float(stops.count - 1)
        let index = min(Int(place), stops.count - 2)
        return stops[index] + (stops[index + 1] - stops[index]) * (place - Float(index))
    }

    /// A rich colour, which is lighter where it is yellow.
    private static func vivid(hue: Float) -> SIMD3<Float> {
        colour(hue: hue, 0.76 + 0.06 * cosf(2 * .pi * (hue - 0.32)), 0.21)
    }

    /// A colour of the space OKLCh, whose hues look equally light; `hue` counts turns. Has less
    /// chroma where no screen can show it.
    private static func colour(
        hue: Float, _ lightness: Float, _ chroma: Float
    ) -> SIMD3<Float> {
        let way = SIMD2(cosf(2 * .pi * hue), sinf(2 * .pi * hue))
        var chroma = chroma
        while true {
            let linear = linear(lightness, way * chroma)
            if chroma < 0.01 || (linear.min() > -0.004 && linear.max() < 1.01) {
                return SIMD3(encoded(linear.x), encoded(linear.y), encoded(linear.z))
            }
            chroma *= 0.96
        }
    }

    /// OKLab to linear red, green and blue.
    private static func linear(_ lightness: Float, _ ab: SIMD2<Float>) -> SIMD3<Float> {
        let l = lightness + 0.396_337_78 * ab.x + 0.215_803_76 * ab.y
        let m = lightness - 0.105_561_35 * ab.x - 0.063_854_17 * ab.y
        let s = lightness - 0.089_484_18 * ab.x - 1.291_485_55 * ab.y
        let (l3, m3, s3) = (l * l * l, m * m * m, s * s * s)
        return SIMD3(
            4.076_741_66 * l3 - 3.307_711_59 * m3 + 0.230_969_93 * s3,
            -1.268_438 * l3 + 2.609_757_4 * m3 - 0.341_319_4 * s3,
            -0.004_196_09 * l3 - 0.703_418_61 * m3 + 1.707_614_7 * s3)
    }

    /// Linear light as sRGB has it.
    private static func encoded(_ linear: Float) -> Float {
        linear <= 0.003_130_8 ? 12.92 * max(linear, 0) : 1.055 * powf(linear, 1 / 2.4) - 0.055
    }
}
