/// Arithmetic on eight 16-bit lanes, which every processor's vector unit has.
///
/// Four pixels are two such vectors: blue and red of each, and green and alpha. A lane holds a
/// component times 256, so that several layers are added up before the one rounding.
typealias Lanes = SIMD8<UInt16>

/// An opacity in 1/65536, split for products that fit 16 bits.
struct Weight {
    let high: Lanes
    let low: Lanes

    init(_ weight: Lanes) {
        high = weight &>> 8
        low = weight & 255
    }

    init(_ weight: UInt16) { self.init(Lanes(repeating: weight)) }

    /// Components of 0 to 255 to lanes: value x weight / 256.
    @inline(__always)
    func scale(component value: Lanes) -> Lanes { value &* high &+ ((value &* low) &>> 8) }

    /// Lanes to lanes: value x weight / 65536.
    @inline(__always)
    func scale(lanes value: Lanes) -> Lanes {
        scale(component: value &>> 8) &+ (((value & 255) &* high) &>> 8)
    }
}

/// Four premultiplied pixels.
struct FourPixels {
    /// Blue and red.
    var even: Lanes
    /// Green and alpha.
    var odd: Lanes

    static let clear = FourPixels(even: Lanes(), odd: Lanes())

    /// Pixels as lanes of 0 to 255.
    @inline(__always)
    init(components pixels: UnsafePointer<UInt32>) {
        let words = UnsafeRawPointer(pixels).loadUnaligned(as: Lanes.self)
        even = words & 255
        odd = words &>> 8
    }

    @inline(__always)
    init(even: Lanes, odd: Lanes) {
        self.even = even
        self.odd = odd
    }

    /// Writes lanes back as pixels, rounded.
    @inline(__always)
    func store(at pixels: UnsafeMutablePointer<UInt32>) {
        let words = ((even &+ 128) &>> 8) | ((odd &+ 128) & 0xFF00)
        UnsafeMutableRawPointer(pixels).storeBytes(of: words, as: Lanes.self)
    }

    /// Each pixel's alpha, 0 to 255, in all of its lanes.
    @inline(__always)
    static func alpha(of pixels: UnsafePointer<UInt32>) -> Lanes {
        let words = UnsafeRawPointer(pixels).loadUnaligned(as: SIMD4<UInt32>.self) &>> 24
        return unsafeBitCast(words | (words &<< 16), to: Lanes.self)
    }

    /// Puts components of opacity `weight` over these lanes, of which `rest` shines through.
    @inline(__always)
    mutating func cover(with top: FourPixels, weight: Weight, rest: Weight) {
        even = rest.scale(lanes: even) &+ weight.scale(component: top.even)
        odd = rest.scale(lanes: odd) &+ weight.scale(component: top.odd)
    }
}
