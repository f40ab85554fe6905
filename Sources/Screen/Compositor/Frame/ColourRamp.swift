internal import Paint
internal import Picture
internal import Platform

/// The colours of a gradient from stop to stop, at the ends of steps. Inside a step the encoded
/// colours are interpolated linearly.
final class ColourRamp {
    let stops: [Colour]
    let colourSpace: Gradient.ColourSpace
    /// How many steps lie between a stop and the next one.
    let stepsPerPiece: Int
    /// The colours at which the steps begin, and that at which the last one ends. Each has blue in
    /// the lowest 16 bits, then red, green and alpha, multiplied by alpha, in the unit of `Lanes`.
    let colours: OwnedBuffer<UInt64>

    init(_ stops: [Colour], _ colourSpace: Gradient.ColourSpace) {
        (self.stops, self.colourSpace) = (stops, colourSpace)
        let steps = colourSpace.stepsPerPiece
        stepsPerPiece = steps
        let numbers = stops.map(colourSpace.numbers)
        let colours = (0...(stops.count - 1) * steps).map { index in
            let (from, t) = (numbers[index / steps], Double(index % steps) / Double(steps))
            let between = t == 0 ? from : from + (numbers[index / steps + 1] - from) * t
            let lanes = colourSpace.deviceColour(of: between) * 65280
            return [lanes.z, lanes.x, lanes.y, lanes.w].reversed().reduce(UInt64(0)) {
                $0 << 16 | UInt64(UInt16(saturating: $1))
            }
        }
        self.colours = OwnedBuffer(colours)
    }

    /// The colours for OpenGL, whose textures have 8 bits for each component: for each piece
    /// between two stops a row with the upper halves of the lanes, then a row with the lower
    /// halves.
    private(set) lazy var bitmap = {
        let pieces = stops.count - 1
        let pixels = (0..<2 * pieces).flatMap { row in
            (0...stepsPerPiece).map { step in
                pixel(colours[row / 2 * stepsPerPiece + step] >> (row % 2 == 0 ? 8 : 0))
            }
        }
        return Bitmap(width: stepsPerPiece + 1, height: 2 * pieces, pixels: pixels)
    }()

    /// The lower halves of a colour's lanes.
    private func pixel(_ lanes: UInt64) -> UInt32 {
        func byte(_ lane: UInt64) -> UInt32 { UInt32(lanes >> (16 * lane) & 255) }
        return byte(3) << 24 | byte(1) << 16 | byte(2) << 8 | byte(0)
    }
}

extension Gradient.ColourSpace {
    /// How many steps lie between a stop and the next one. Inside a step the colours are
    /// interpolated as sRGB encodes them. The error of this is at most a quarter of a level of 255
    /// between opaque stops, and up to two thirds of a level between stops of different alpha.
    fileprivate var stepsPerPiece: Int {
        switch self {
        case .device: 1
        case .linear: 512
        case .oklab: 1024
        }
    }
}

/// The ramps of the gradients that are drawn, each made once.
struct RampCache {
    /// The ramps that the present frame has asked for, and those of the frame before.
    private var ramps: [ColourRamp] = []
    private var former: [ColourRamp] = []

    /// Begins a frame. Forgets the ramps that the last frame did not need.
    mutating func begin() { (former, ramps) = (ramps, []) }

    /// The ramp of at least two stops.
    mutating func ramp(_ stops: [Colour], _ colourSpace: Gradient.ColourSpace) -> ColourRamp {
        func isWanted(_ ramp: ColourRamp) -> Bool {
            ramp.colourSpace == colourSpace && ramp.stops == stops
        }
        if let known = ramps.first(where: isWanted) { return known }
        let ramp = former.first(where: isWanted) ?? ColourRamp(stops, colourSpace)
        ramps.append(ramp)
        return ramp
    }

    /// The bitmaps of the present frame's ramps, whose textures OpenGL keeps.
    var bitmaps: [Bitmap] { ramps.map(\.bitmap) }
}
