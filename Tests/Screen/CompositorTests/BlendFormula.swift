import Foundation
import Paint

/// The W3C's formulas of a blend mode, in Double, on colours that are not multiplied by alpha.
struct BlendFormula {
    private let mode: BlendMode

    init(_ mode: BlendMode) { self.mode = mode }

    /// What of two premultiplied pixels, one over the other, is seen over a gray, from 0 to 255.
    func shown(_ below: UInt32, _ above: UInt32, over gray: Double) -> [Int] {
        let (b, s) = (Self.parts(below), Self.parts(above))
        let (ba, sa) = (b.w, s.w)
        if mode == .plusLighter {
            let (sum, alpha) = ((b + s), min(1, ba + sa))
            return Self.rounded(SIMD3(sum.x, sum.y, sum.z), alpha, gray)
        }
        let (cb, cs) = (Self.plain(b), Self.plain(s))
        if mode == .linear {
            let alpha = ba + sa - ba * sa
            let light = sa * Self.each(cs, Self.light) + (1 - sa) * ba * Self.each(cb, Self.light)
            let seen = alpha > 0 ? Self.each(light / alpha, Self.encoded) * alpha : .zero
            return Self.rounded(seen, alpha, gray)
        }
        let mixed = (1 - ba) * cs + ba * self.mixed(cb, cs)
        return Self.rounded(sa * mixed + (1 - sa) * ba * cb, ba + sa * (1 - ba), gray)
    }

    private static func parts(_ pixel: UInt32) -> SIMD4<Double> {
        func part(_ shift: UInt32) -> Double { Double(pixel >> shift & 255) / 255 }
        return SIMD4(part(16), part(8), part(0), part(24))
    }

    private static func plain(_ parts: SIMD4<Double>) -> SIMD3<Double> {
        parts.w > 0 ? SIMD3(parts.x, parts.y, parts.z) / parts.w : .zero
    }

    private static func rounded(
        _ colour: SIMD3<Double>, _ alpha: Double, _ gray: Double
    ) -> [Int] {
        (0..<3).map { Int((min(1, colour[$0] + (1 - alpha) * gray) * 255).rounded()) }
    }

    private func mixed(_ b: SIMD3<Double>, _ s: SIMD3<Double>) -> SIMD3<Double> {
        switch mode {
        case .hue: Self.withLuminosity(Self.withSaturation(s, of: b), of: b)
        case .saturation: Self.withLuminosity(Self.withSaturation(b, of: s), of: b)
        case .color: Self.withLuminosity(s, of: b)
        case .luminosity: Self.withLuminosity(b, of: s)
        default: SIMD3(mixed(b.x, s.x), mixed(b.y, s.y), mixed(b.z, s.z))
        }
    }

    private func mixed(_ b: Double, _ s: Double) -> Double {
        func hardLight(_ b: Double, _ s: Double) -> Double {
            s <= 0.5 ? 2 * b * s : b + (2 * s - 1) - b * (2 * s - 1)
        }
        switch mode {
        case .multiply: return b * s
        case .screen: return b + s - b * s
        case .overlay: return hardLight(s, b)
        case .darken: return min(b, s)
        case .lighten: return max(b, s)
        case .colorDodge: return b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
        case .colorBurn: return b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
        case .hardLight: return hardLight(b, s)
        case .softLight:
            let light = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
            return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (light - b)
        case .difference: return abs(b - s)
        case .exclusion: return b + s - 2 * b * s
        default: return s
        }
    }

    private static func each(
        _ colour: SIMD3<Double>, _ change: (Double) -> Double
    ) -> SIMD3<Double> {
        SIMD3(change(colour.x), change(colour.y), change(colour.z))
    }

    private static func light(_ c: Double) -> Double {
        c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
    }

    private static func encoded(_ light: Double) -> Double {
        light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    private static func luminosity(_ c: SIMD3<Double>) -> Double {
        0.3 * c.x + 0.59 * c.y + 0.11 * c.z
    }

    private static func withLuminosity(
        _ colour: SIMD3<Double>, of other: SIMD3<Double>
    ) -> SIMD3<Double> {
        let l = luminosity(other)
        var c = colour + (l - luminosity(colour))
        let (n, x) = (c.min(), c.max())
        if n < 0 { c = l + (c - l) * l / (l - n) }
        if x > 1 { c = l + (c - l) * (1 - l) / (x - l) }
        return c
    }

    private static func withSaturation(
        _ colour: SIMD3<Double>, of other: SIMD3<Double>
    ) -> SIMD3<Double> {
        let span = colour.max() - colour.min()
        return span > 0 ? (colour - colour.min()) * (other.max() - other.min()) / span : .zero
    }
}
