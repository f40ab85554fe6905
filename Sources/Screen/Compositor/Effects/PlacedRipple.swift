internal import CRowKernels
internal import Dispatch
internal import Geometry
internal import Paint
internal import Picture
internal import Platform

/// Waves at their place in a picture, which they move. With OpenGL: `GLRippleProgram`.
///
/// A pixel is mapped to the space of the waves, moved there, and mapped back: there the picture is
/// sampled between its pixels. Beyond the picture all is clear.
struct PlacedRipple {
    let ripple: Ripple
    /// From the space of the waves to the picture's pixels, and back.
    let toPicture, fromPicture: Homography

    /// Nil for a filter without waves.
    init?(_ filter: Frame.Filter) {
        guard let ripple = filter.ripple, let toPicture = filter.ownSpace,
            let fromPicture = toPicture.inverse
        else { return nil }
        (self.ripple, self.toPicture, self.fromPicture) = (ripple, toPicture, fromPicture)
    }

    /// How many displacements of a wave are computed for a second of its age; between them they are
    /// interpolated.
    private static let displacementsPerSecond = 1000.0

    /// The picture, moved. The drawing takes `old`, and uses its memory if it has as many pixels and nobody
    /// else has it.
    func rippled(_ picture: Bitmap, insteadOf old: inout Bitmap?) -> Bitmap {
        let oldest = ripple.waves.map(\.age).max() ?? 0
        let displacements = (0...Int(oldest * Self.displacementsPerSecond) + 2).map { index in
            Float(ripple.displacement(Double(index) / Self.displacementsPerSecond))
        }
        let waves = ripple.waves.map { wave in
            rows_wave(
                x: Float(wave.centre.x), y: Float(wave.centre.y),
                age: Float(wave.age * Self.displacementsPerSecond))
        }
        let pixels = Bitmap.pixels(insteadOf: &old, count: picture.size.area) { pixels in
            displacements.withUnsafeBufferPointer { displacements in
                waves.withUnsafeBufferPointer { waves in
                    let work = RippleBands(
                        ripple: kernelRipple(waves, displacements), picture: picture,
                        pixels: pixels)
                    DispatchQueue.concurrentPerform(
                        iterations: (picture.height + RippleBands.height - 1) / RippleBands.height
                    ) { work.draw(band: $0) }
                }
            }
        }
        return Bitmap(picture.size, pixels, isOpaque: false)
    }

    private func kernelRipple(
        _ waves: UnsafeBufferPointer<rows_wave>, _ displacements: UnsafeBufferPointer<Float>
    ) -> rows_ripple {
        rows_ripple(
            from_picture: fromPicture.rows, to_picture: toPicture.rows,
            is_affine: toPicture.isAffine ? 1 : 0, waves: waves.baseAddress!,
            wave_count: waves.count, displacements: displacements.baseAddress!,
            displacement_count: displacements.count,
            delay: Float(Self.displacementsPerSecond / ripple.speed),
            light: Float(ripple.light / ripple.amplitude))
    }
}

/// The moving of a picture, which threads share: each writes rows of its own.
private struct RippleBands: @unchecked Sendable {
    static let height = 32

    let ripple: rows_ripple
    let picture: Bitmap
    let pixels: UnsafeMutablePointer<UInt32>

    func draw(band: Int) {
        let (width, first) = (picture.width, band * Self.height)
        var ripple = ripple
        for y in first..<min(first + Self.height, picture.height) {
            rows_ripple_row(
                pixels + y * width, y,
                rows_bitmap(pixels: picture.start, width: width, height: picture.height), &ripple)
        }
    }
}

extension Homography {
    /// Its rows, one after the other.
    fileprivate var rows: (Float, Float, Float, Float, Float, Float, Float, Float, Float) {
        (
            Float(a), Float(c), Float(tx), Float(b), Float(d), Float(ty), Float(g), Float(h),
            Float(i)
        )
    }
}
