extension Lanes {
    /// A number in 1/65536 for each of four pixels.
    @inline(__always)
    init(weightsAt weights: UnsafePointer<UInt32>) {
        self.init(
            weights: UnsafeRawPointer(weights).loadUnaligned(as: SIMD4<UInt32>.self))
    }

    @inline(__always)
    init(weights: SIMD4<UInt32>) {
        // Both types have 128 bits, and every bit pattern is valid.
        self = unsafeBitCast(weights | (weights &<< 16), to: Lanes.self)
    }
}

extension PixelQuad {
    /// Four pixels of a bitmap.
    @inline(__always)
    init(_ pixels: SIMD4<UInt32>) {
        // Both types have 128 bits, and every bit pattern is valid.
        let lanes = unsafeBitCast(pixels, to: Lanes.self)
        self.init(even: lanes &<< 8, odd: lanes & 0xFF00)
    }

    /// Each pixel's alpha, in both lanes of the pixel.
    @inline(__always)
    private var alpha: Lanes {
        // Both types have 128 bits, and every bit pattern is valid.
        let greenAndAlpha = unsafeBitCast(odd, to: SIMD4<UInt32>.self)
        return Lanes(weights: greenAndAlpha &>> 16)
    }

    /// Composites four premultiplied pixels over these by source-over.
    @inline(__always)
    mutating func composite(_ source: PixelQuad) {
        // An opaque source that was multiplied by the weight 1 has the alpha 65279; alpha + alpha /
        // 256 is 65533, which lets 2/65536 through.
        let alpha = source.alpha
        let transmitted = Lanes(repeating: .max) &- (alpha &+ (alpha &>> 8))
        self = scaled(by: transmitted).saturatingSum(source)
    }
}
