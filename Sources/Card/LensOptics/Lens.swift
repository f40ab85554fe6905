internal import Glibc

/// Pictures in strips under a lens sheet: which of them an eye sees.
///
/// A phase is the place that an eye sees under a lens, as a share of the pitch: 0 is the beginning
/// of the lens's first strip, 1 the end of its last, where the strips of the next lens begin.
/// Lengths are millimetres, angles radians.
public struct Lens: Sendable, Equatable {
    /// What the lenses run along; they are then turned by the slant.
    public enum Axis: String, Sendable, CaseIterable {
        /// A tilt to the left and the right changes the picture, and each eye may see another one.
        case vertical
        /// A tilt up and down changes the picture; both eyes see the same.
        case horizontal
    }

    /// In which order the pictures follow each other while the angle grows.
    public enum Order: String, Sendable, CaseIterable {
        case normal, reversed
    }

    public var lensSheet: LensSheet
    /// How many pictures lie under each lens, 1 or more.
    public var pictureCount: Int
    public var axis: Axis
    /// By how much the lenses are turned clockwise out of their axis.
    public var slant: Double
    public var order: Order
    /// Is added to all phases.
    public var phaseOffset: Double
    /// Cross-talk: the standard deviation of the spot that a lens shows, as a share of the pitch.
    public var spot: Double
    /// Whether the pictures begin again beyond the viewing zone; else the outermost ones stay.
    public var repeatsPictures: Bool

    public init(
        _ lensSheet: LensSheet, pictureCount: Int, axis: Axis = .vertical, slant: Double = 0,
        order: Order = .normal, phaseOffset: Double = 0, spot: Double = 0,
        repeatsPictures: Bool = true
    ) {
        (self.lensSheet, self.pictureCount, self.axis) = (lensSheet, max(1, pictureCount), axis)
        (self.slant, self.order, self.phaseOffset) = (slant, order, phaseOffset)
        (self.spot, self.repeatsPictures) = (spot, repeatsPictures)
    }

    /// The phase at an angle: ½ + place / pitch + `phaseOffset`, where the place is
    /// `lensSheet.place(atAngle:)`. With `repeatsPictures` only its fractional part; without,
    /// limited to 0...1.
    public func phase(atAngle angle: Double) -> Double { wrapped(endlessPhase(atAngle: angle)) }

    /// The phase with its whole part. The whole part is the number of lenses between the lens and
    /// the strips that it shows. The phase grows with the angle without jumps.
    public func endlessPhase(atAngle angle: Double) -> Double {
        0.5 + lensSheet.place(atAngle: angle) / lensSheet.pitch + phaseOffset
    }

    /// An endless phase reduced to 0...1: its fractional part with `repeatsPictures`, else the
    /// nearest value.
    public func wrapped(_ phase: Double) -> Double {
        repeatsPictures ? phase - phase.rounded(.down) : min(max(phase, 0), 1)
    }

    /// The picture whose strip a phase lies in.
    public func picture(atPhase phase: Double) -> Int { picture(ofStrip: strip(phase)) }

    private func strip(_ phase: Double) -> Int {
        Int((phase * Double(pictureCount)).rounded(.down))
    }

    /// The picture of a strip. Strips are counted from the beginning of a lens; numbers below 0 and
    /// from `pictureCount` on are strips of neighbouring lenses.
    private func picture(ofStrip strip: Int) -> Int {
        var index = strip
        if strip < 0 || strip >= pictureCount {
            index =
                repeatsPictures
                ? (strip % pictureCount + pictureCount) % pictureCount
                : min(max(strip, 0), pictureCount - 1)
        }
        return order == .normal ? index : pictureCount - 1 - index
    }

    /// The angles at which borders between strips are seen, from the least to the greatest, from
    /// one edge of the viewing zone to the other. With several pictures and `repeatsPictures`, the
    /// picture changes at each of them. A border that total reflection hides is left out.
    public var changeAngles: [Double] {
        let count = Double(pictureCount)
        let (first, last) = (phaseOffset * count, (phaseOffset + 1) * count)
        return stride(from: first.rounded(.up), through: last, by: 1).compactMap { border in
            lensSheet.angle(atPlace: (border / count - 0.5 - phaseOffset) * lensSheet.pitch)
        }
    }
}

// Cross-talk: the weight of a picture is the integral of a Gaussian spot over its strips.
extension Lens {
    /// Calls `body` with the pictures that are seen at a phase and their shares, whose sum is 1. A
    /// picture is given several times if the spot extends over several strips that show it.
    public func forEachShare(atPhase phase: Double, _ body: (Int, Double) -> Void) {
        let count = Double(pictureCount)
        // What the spot has beyond the extent is added to the outermost strips within it.
        let extent = NormalIntegral.extent * spot
        let (first, last) = (strip(phase - extent), strip(phase + extent))
        var below = 0.0
        for strip in first..<last {
            let border = Double(strip + 1) / count - phase
            let sum = NormalIntegral.table[border / spot]
            body(picture(ofStrip: strip), sum - below)
            below = sum
        }
        body(picture(ofStrip: last), 1 - below)
    }
}

/// The integral of the normal distribution: ½ erfc(-x / √2).
///
/// From straight lines between the values of a table, with an error of at most 5e-7 inside the
/// table and 4e-6 beyond its ends.
private struct NormalIntegral: Sendable {
    /// The table goes from -`extent` to `extent`; beyond each end the value at that end holds.
    static let extent = 4.5
    static let table = NormalIntegral()

    /// How many values the table has for a standard deviation.
    private static let density = 256.0
    private let values: [Double]

    private init() {
        let last = Int(2 * Self.extent * Self.density)
        values = (0...last + 1).map {
            0.5 * erfc((Self.extent - Double($0) / Self.density) / 2.0.squareRoot())
        }
    }

    /// At x standard deviations.
    subscript(x: Double) -> Double {
        let position = (min(max(x, -Self.extent), Self.extent) + Self.extent) * Self.density
        let index = Int(position)
        return values[index] + (position - Double(index)) * (values[index + 1] - values[index])
    }
}
