internal import Glibc

extension Gradient.ColourSpace {
    /// The numbers of a colour that are interpolated: three, multiplied by alpha, and alpha.
    /// Components are limited to 0...1.
    public func numbers(of colour: Colour) -> SIMD4<Double> {
        let components = SIMD3(limited(colour.red), limited(colour.green), limited(colour.blue))
        let numbers =
            switch self {
            case .device: components
            case .linear: decoded(components)
            case .oklab: perceived(decoded(components))
            }
        let alpha = limited(colour.alpha)
        return SIMD4(numbers * alpha, alpha)
    }

    /// Converts a colour's numbers from this colour space to the colour space `device`: red, green
    /// and blue multiplied by alpha, and alpha.
    public func deviceColour(of numbers: SIMD4<Double>) -> SIMD4<Double> {
        if self == .device || numbers.w <= 0 { return numbers }
        let own = SIMD3(numbers.x, numbers.y, numbers.z) / numbers.w
        return SIMD4(encoded(self == .linear ? own : light(perceived: own)) * numbers.w, numbers.w)
    }
}

/// A component from 0 to 1; 0 for NaN.
private func limited(_ component: Double) -> Double { component > 0 ? min(component, 1) : 0 }

private func each(_ numbers: SIMD3<Double>, _ change: (Double) -> Double) -> SIMD3<Double> {
    SIMD3(change(numbers.x), change(numbers.y), change(numbers.z))
}

// IEC 61966-2-1, sRGB.
private func decoded(_ components: SIMD3<Double>) -> SIMD3<Double> {
    each(components) { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
}

private func encoded(_ light: SIMD3<Double>) -> SIMD3<Double> {
    each(light) { light in
        let light = limited(light)
        return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}

// Björn Ottosson: A perceptual color space for image processing.
private func perceived(_ light: SIMD3<Double>) -> SIMD3<Double> {
    let l = (SIMD3(0.4122214708, 0.5363325363, 0.0514459929) * light).sum()
    let m = (SIMD3(0.2119034982, 0.6806995451, 0.1073969566) * light).sum()
    let s = (SIMD3(0.0883024619, 0.2817188376, 0.6299787005) * light).sum()
    let roots = each(SIMD3(l, m, s), cbrt)
    return SIMD3(
        (SIMD3(0.2104542553, 0.7936177850, -0.0040720468) * roots).sum(),
        (SIMD3(1.9779984951, -2.4285922050, 0.4505937099) * roots).sum(),
        (SIMD3(0.0259040371, 0.7827717662, -0.8086757660) * roots).sum())
}

private func light(perceived lab: SIMD3<Double>) -> SIMD3<Double> {
    let l = (SIMD3(1, 0.3963377774, 0.2158037573) * lab).sum()
    let m = (SIMD3(1, -0.1055613458, -0.0638541728) * lab).sum()
    let s = (SIMD3(1, -0.0894841775, -1.2914855480) * lab).sum()
    let cubes = each(SIMD3(l, m, s)) { $0 * $0 * $0 }
    return SIMD3(
        (SIMD3(4.0767416621, -3.3077115913, 0.2309699292) * cubes).sum(),
        (SIMD3(-1.2684380046, 2.6097574011, -0.3413193965) * cubes).sum(),
        (SIMD3(-0.0041960863, -0.7034186147, 1.7076147010) * cubes).sum())
}
