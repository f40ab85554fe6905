internal import CRowKernels
internal import Dispatch
internal import Geometry
internal import Glibc
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
        guard case .ripple(let ripple) = filter.change, let toPicture = filter.ownSpace,
            let fromPicture = toPicture.inverse
        else { return nil }
        (self.ripple, self.toPicture, self.fromPicture) = (ripple, toPicture, fromPicture)
    }

    /// The picture, moved. The drawing takes `old`, and uses its memory if it has as many pixels and nobody
    /// else has it.
    func rippled(_ picture: Bitmap, insteadOf old: inout Bitmap?) -> Bitmap {
        let waves = waves(in: picture.size).map(kernelWave)
        guard !waves.isEmpty else { return picture }
        let pixels = Bitmap.pixels(insteadOf: &old, count: picture.size.area) { pixels in
            waves.withUnsafeBufferPointer { waves in
                let work = RippleBands(
                    ripple: kernelRipple(waves), picture: picture, pixels: pixels)
                DispatchQueue.concurrentPerform(
                    iterations: (picture.height + RippleBands.height - 1) / RippleBands.height
                ) { work.draw(band: $0) }
            }
        }
        return Bitmap(picture.size, pixels, isOpaque: false)
    }

    /// The waves that move something of a picture: those that have passed all of it do not.
    func waves(in size: PixelSize) -> [Ripple.Wave] {
        let (right, bottom) = (Double(size.width), Double(size.height))
        let corners = [(0, 0), (right, 0), (right, bottom), (0, bottom)].map {
            Point(x: $0.0, y: $0.1)
        }
        return ripple.waves.filter { wave in
            let inner = (wave.age - ripple.longest) * ripple.speed
            return !corners.allSatisfy { corner in
                let place = fromPicture.apply(corner)
                return fromPicture.distance(of: corner) > 0
                    && hypot(place.x - wave.centre.x, place.y - wave.centre.y) < inner
            }
        }
    }

    private func kernelWave(_ wave: Ripple.Wave) -> rows_wave {
        let inner = Float(max(0, wave.age - ripple.longest) * ripple.speed)
        let outer = Float(wave.age * ripple.speed)
        return rows_wave(
            x: Float(wave.centre.x), y: Float(wave.centre.y), age: Float(wave.age),
            inner_square: inner > 0 ? inner * inner : -1, outer_square: outer * outer)
    }

    private func kernelRipple(_ waves: UnsafeBufferPointer<rows_wave>) -> rows_ripple {
        rows_ripple(
            from_picture: fromPicture.rows, to_picture: toPicture.rows,
            is_affine: toPicture.isAffine ? 1 : 0, waves: waves.baseAddress!,
            wave_count: waves.count, amplitude: Float(ripple.amplitude),
            frequency: Float(ripple.frequency), decay: Float(ripple.decay),
            delay: Float(1 / ripple.speed), longest: Float(ripple.longest),
            light: Float(ripple.light / ripple.amplitude),
            smooth_square: Float(smoothRadius * smoothRadius))
    }

    /// The distance from its centre beyond which the movement by a wave, behind its front, may be
    /// interpolated by cubic polynomials between pixels that are four apart.
    ///
    /// Such a polynomial is wrong by 3/128 h⁴ of the fourth derivative at most, h being the distance of
    /// the four. The derivative is taken as A (F/speed + D/speed + 2/r)⁴. 1/64 of a pixel is allowed,
    /// and 1/10 of a level of light.
    var smoothRadius: Double {
        guard toPicture.isAffine else { return .infinity }
        let step = 4 * hypot(fromPicture.a, fromPicture.b)
        let pixels = max(ripple.amplitude * toPicture.largestStretch, 40 * ripple.light)
        let most = pow(128.0 / 3 / 64 / pixels, 0.25) / step
        let left = most - (ripple.frequency + ripple.decay) / ripple.speed
        return left > 0 ? 2 / left : .infinity
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
