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
        stepsPerPiece = colourSpace.stepsPerPiece
        let numbers = stops.map(colourSpace.numbers)
        var colours: [SIMD4<Double>] = []
        for (from, to) in zip(numbers, numbers.dropFirst()) {
            let piece = RampPiece(from, to, steps: stepsPerPiece, colourSpace)
            colours.removeLast(colours.isEmpty ? 0 : 1)
            colours += piece.colours
        }
        self.colours = OwnedBuffer(colours.map(Self.lanes))
    }

    private static func lanes(_ colour: SIMD4<Double>) -> UInt64 {
        // NaN becomes 0. One by one: the conversion of vectors is not specialised.
        func lane(_ number: Double) -> UInt64 { UInt64(number > 0 ? min(number, 65535) + 0.5 : 0) }
        return lane(colour.w) << 48 | lane(colour.y) << 32 | lane(colour.x) << 16 | lane(colour.z)
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

/// The colours from one stop to the next, in the unit of `Lanes`: red, green, blue and alpha.
private struct RampPiece {
    private(set) var colours: [SIMD4<Double>]
    private let from, change: SIMD4<Double>
    private let colourSpace: Gradient.ColourSpace

    /// A tenth of a level of 255. A line between two colours that differs by so much from the colour in
    /// its middle differs by about a quarter of it after it is halved.
    private static let largestError = 26.0

    init(
        _ from: SIMD4<Double>, _ to: SIMD4<Double>, steps: Int,
        _ colourSpace: Gradient.ColourSpace
    ) {
        (self.from, change, self.colourSpace) = (from, (to - from) / Double(steps), colourSpace)
        colours = Array(repeating: .zero, count: steps + 1)
        colours[0] = colour(0)
        colours[steps] = colour(steps)
        fill(0, steps)
    }

    private func colour(_ step: Int) -> SIMD4<Double> {
        colourSpace.deviceColour(of: from + change * Double(step)) * 65280
    }

    /// Fills the colours between two that are known, by lines where these are good enough: to compute a
    /// colour takes much longer.
    private mutating func fill(_ first: Int, _ last: Int) {
        guard last - first > 1 else { return }
        let middle = (first + last) / 2
        colours[middle] = colour(middle)
        let error = colours[middle] - (colours[first] + colours[last]) / 2
        if last - first <= Self.longestLine, pointwiseMax(error, -error).max() <= Self.largestError
        {
            draw(first, middle)
            draw(middle, last)
        } else {
            fill(first, middle)
            fill(middle, last)
        }
    }

    /// Steps: over a longer distance a middle that lies on the line says little of what is between.
    private static let longestLine = 64

    private mutating func draw(_ first: Int, _ last: Int) {
        let step = (colours[last] - colours[first]) / Double(last - first)
        for index in first + 1..<max(first + 1, last) {
            colours[index] = colours[first] + step * Double(index - first)
        }
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
