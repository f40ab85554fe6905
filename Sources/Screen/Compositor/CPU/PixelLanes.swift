/// Arithmetic on eight 16-bit lanes, which every processor's vector unit supports.
///
/// Four pixels are two such vectors: blue and red of each, and green and alpha. A lane holds a
/// component times 256, so that a sum of several layers is rounded only once.
typealias Lanes = SIMD8<UInt16>

extension Lanes {
    /// Lanes times weights in 1/65536: the high halves of the products, one instruction on most
    /// vector units.
    @inline(__always)
    func scaled(by weight: Lanes) -> Lanes {
        // The product is computed lane by lane, because the compiler turns this into one
        // instruction more often than products of wider vectors.
        @inline(__always)
        func high(_ lane: Int) -> UInt16 { self[lane].multipliedFullWidth(by: weight[lane]).high }
        return Lanes(
            high(0), high(1), high(2), high(3), high(4), high(5), high(6), high(7))
    }

    /// The sum; a lane that would overflow becomes the largest number. It is one instruction.
    @inline(__always)
    func saturatingSum(_ other: Lanes) -> Lanes {
        let sum = self &+ other
        return sum.replacing(with: .max, where: sum .< self)
    }
}

/// Four premultiplied pixels.
struct PixelQuad {
    /// Blue and red.
    var even: Lanes
    /// Green and alpha.
    var odd: Lanes

    static let clear = PixelQuad(even: Lanes(), odd: Lanes())

    @inline(__always)
    init(_ pixels: UnsafePointer<UInt32>) {
        let lanes = UnsafeRawPointer(pixels).loadUnaligned(as: Lanes.self)
        even = lanes &<< 8
        odd = lanes & 0xFF00
    }

    @inline(__always)
    init(even: Lanes, odd: Lanes) {
        self.even = even
        self.odd = odd
    }

    /// Writes the lanes as four pixels, rounded. No lane may be above 65407.
    @inline(__always)
    func store(at pixels: UnsafeMutablePointer<UInt32>) {
        let lanes = ((even &+ 128) &>> 8) | ((odd &+ 128) & 0xFF00)
        UnsafeMutableRawPointer(pixels).storeBytes(of: lanes, as: Lanes.self)
    }

    /// The same for a saturated sum, whose lanes may be larger.
    @inline(__always)
    func storeSaturated(at pixels: UnsafeMutablePointer<UInt32>) {
        let half = Lanes(repeating: 128)
        let lanes = (even.saturatingSum(half) &>> 8) | (odd.saturatingSum(half) & 0xFF00)
        UnsafeMutableRawPointer(pixels).storeBytes(of: lanes, as: Lanes.self)
    }

    @inline(__always)
    static func + (left: PixelQuad, right: PixelQuad) -> PixelQuad {
        PixelQuad(even: left.even &+ right.even, odd: left.odd &+ right.odd)
    }

    /// The sum; a component that would overflow becomes the largest number.
    @inline(__always)
    func saturatingSum(_ other: PixelQuad) -> PixelQuad {
        PixelQuad(even: even.saturatingSum(other.even), odd: odd.saturatingSum(other.odd))
    }

    @inline(__always)
    func scaled(by weight: Lanes) -> PixelQuad {
        PixelQuad(even: even.scaled(by: weight), odd: odd.scaled(by: weight))
    }
}
