import Glibc
import Picture

/// Finds flashes in pictures that follow each other.
///
/// A flash is a pair of opposing changes of the relative luminance by a tenth or more, of which the darker
/// end is below 0.8; more than three in a second are dangerous (WCAG 2.2, success criterion 2.3.1).
struct FlashMeter {
    /// More flashes in a second than these are counted, of pixels that are at least this share of all.
    static let most = 3
    static let leastShare = 0.25
    fileprivate static let leastChange: Float = 0.1
    fileprivate static let darkest: Float = 0.8

    fileprivate struct Pixel {
        /// The luminance at the end of the change at work, which goes up, down, or neither yet.
        var extreme: Float
        var direction: Float = 0
        /// When the newest changes became as large as `leastChange`, seconds; the newest last.
        var changes: [Double] = []
    }

    private var pixels: [Pixel] = []

    /// Takes the next picture, at a time in seconds. Gives whether too many of its pixels flashed too often
    /// in the second before it.
    mutating func flashes(_ picture: Bitmap, at time: Double) -> Bool {
        let luminances = picture.pixels.map(Self.luminance)
        if pixels.count != luminances.count { pixels = luminances.map { Pixel(extreme: $0) } }
        var flashing = 0
        for index in pixels.indices {
            pixels[index].take(luminances[index], at: time)
            if pixels[index].changes.count > 2 * Self.most + 1 { flashing += 1 }
        }
        return Double(flashing) >= Self.leastShare * Double(pixels.count)
    }

    /// Of a pixel over black.
    private static func luminance(_ pixel: UInt32) -> Float {
        0.2126 * linear[Int(pixel >> 16 & 255)] + 0.7152 * linear[Int(pixel >> 8 & 255)]
            + 0.0722 * linear[Int(pixel & 255)]
    }

    /// Of sRGB's levels.
    private static let linear: [Float] = (0...255).map { level in
        let value = Float(level) / 255
        return value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
    }
}

extension FlashMeter.Pixel {
    fileprivate mutating func take(_ luminance: Float, at time: Double) {
        changes.removeAll { $0 <= time - 1 }
        let change = luminance - extreme
        if change * direction > 0 {
            extreme = luminance
        } else if abs(change) >= FlashMeter.leastChange,
            min(luminance, extreme) < FlashMeter.darkest
        {
            direction = change > 0 ? 1 : -1
            extreme = luminance
            changes.append(time)
        }
    }
}
