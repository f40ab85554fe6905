import Geometry
internal import Glibc
public import Picture

/// Finds the print pitch of an interlaced sheet from the repetitions in it.
public struct PitchSearch: Sendable {
    /// The repetitions per inch of the print; nil if no repetition is clear.
    public let perInch: Double?
    /// How strong the strongest repetition is, clear or not: its share of the largest possible power; 0 if that is
    /// less than `leastShare`.
    public let strength: Double

    /// The search goes from 1 - `range` to 1 + `range` times the expected number, and less far for
    /// a sheet of more than 12,500 lenses.
    private static let range = 0.04
    /// How many steps the search makes from n repetitions in the whole sheet to n + 1.
    private static let fineness = 4.0
    /// A repetition counts only if it is more than this many times as strong as the mean of all.
    private static let clearRatio = 6.0
    /// A repetition counts only if its power is more than this share of the largest possible one.
    private static let leastShare = 1e-4
    /// The number of lines across the sheet that are examined.
    private static let lineCount = 24

    /// Searches near `expected` repetitions an inch, from left to right if `hasUprightLenses`, else
    /// from top to bottom.
    public init(
        _ sheet: Bitmap, hasUprightLenses: Bool, dotsPerInch: Double, expected: Double
    ) {
        let (across, along) =
            hasUprightLenses ? (sheet.width, sheet.height) : (sheet.height, sheet.width)
        let inches = Double(across) / dotsPerInch
        let steps = Int(min(Self.range * expected * inches * Self.fineness, 2000))
        let lines = (0..<Self.lineCount).map { line in
            let place = (2 * line + 1) * along / (2 * Self.lineCount)
            return Self.windowed(
                (0..<across).map { hasUprightLenses ? sheet[$0, place] : sheet[place, $0] })
        }
        let strengths = (-steps...steps).map { step in
            let frequency = (expected + Double(step) / Self.fineness / inches) / dotsPerInch
            return lines.reduce(0) { $0 + Self.strength(of: frequency, in: $1) }
        }
        let mean = strengths.reduce(0, +) / Double(strengths.count)
        let best = strengths.max() ?? 0
        let energy = lines.reduce(0) { $0 + $1.reduce(0) { $0 + $1 * $1 } } * Double(across)
        strength = energy > 1 && best > Self.leastShare * energy ? best / energy : 0
        guard best > max(Self.clearRatio * mean, Self.leastShare * energy), energy > 1 else {
            perInch = nil
            return
        }
        // Pictures that change from side to side spread a repetition over several steps: takes the
        // weighted middle of the strong ones.
        let strong = strengths.indices.filter { strengths[$0] > best / 4 }
        let sum = strong.reduce(0) { $0 + strengths[$1] }
        let middle = strong.reduce(0) { $0 + strengths[$1] * Double($1) } / sum
        perInch = expected + (middle - Double(steps)) / Self.fineness / inches
    }

    /// Brightness without its mean, weighted so that the ends do not count (von Hann's window).
    private static func windowed(_ pixels: [UInt32]) -> [Double] {
        let levels = pixels.map { Double(($0 >> 16 & 255) + 2 * ($0 >> 8 & 255) + ($0 & 255)) }
        let mean = levels.reduce(0, +) / Double(max(1, levels.count))
        return levels.enumerated().map { index, level in
            let angle = 2 * Double.pi * (Double(index) + 0.5) / Double(levels.count)
            return (level - mean) * (1 - cos(angle))
        }
    }

    /// The power of a frequency, which is in cycles per dot.
    private static func strength(of frequency: Double, in line: [Double]) -> Double {
        let (sine, cosine) = (sin(2 * .pi * frequency), cos(2 * .pi * frequency))
        var (x, y, real, imaginary) = (1.0, 0.0, 0.0, 0.0)
        for level in line {
            real += level * x
            imaginary += level * y
            (x, y) = (x * cosine - y * sine, x * sine + y * cosine)
        }
        return real * real + imaginary * imaginary
    }
}
