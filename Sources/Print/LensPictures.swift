import Geometry
public import Picture
import Platform

/// The pictures of a sheet, reduced to what lenses can show: across the lenses, one colour for each
/// lens, which is the mean over its width.
///
/// An eye sees one dot over the whole width of a lens, so that a lens shows no detail across its
/// width. All dots of a picture under a lens get the lens's mean colour; with the colours of their
/// own places, the picture would move with the angle.
public struct LensPictures: Sendable {
    private let grid: SheetGrid
    /// The size of the pictures, millimetres.
    private let sizeOnPaper: Size
    private let lenses: ClosedRange<Int>
    /// The number of lines across the sheet, for each of which a lens has a colour.
    private var lineCount = 0
    /// For each picture, its colours as 0xRRGGBB: `lineCount` of the first lens, then of the next.
    private var colours: [[UInt32]] = []

    public init(_ design: SheetDesign) {
        (grid, sizeOnPaper) = (SheetGrid(design), design.sizeOnPaper)
        lenses = grid.lenses
    }

    /// The pictures so far.
    public var count: Int { colours.count }

    /// Takes the next picture, which fills the design's size; all are of one size in pixels.
    public mutating func append(_ bitmap: Bitmap) {
        let hasUprightLenses = grid.hasUprightLenses
        lineCount = hasUprightLenses ? bitmap.height : bitmap.width
        MemoryReserve.require(4 * lenses.count * lineCount)
        var reduced = [UInt32](repeating: 0, count: lenses.count * lineCount)
        var sums = ColourSums(count: hasUprightLenses ? bitmap.width : bitmap.height)
        for line in 0..<lineCount {
            sums.setLine { hasUprightLenses ? bitmap[$0, line] : bitmap[line, $0] }
            for lens in lenses {
                let span = span(ofLens: lens, line, pixels: sums.count)
                reduced[(lens - lenses.lowerBound) * lineCount + line] =
                    sums.mean(from: span.first, to: span.last)
            }
        }
        colours.append(reduced)
    }

    /// The span of a line across the sheet that a lens covers, in pixels. `line` is the number of
    /// the line, which has `pixels` pixels.
    private func span(
        ofLens lens: Int, _ line: Int, pixels: Int
    ) -> (first: Double, last: Double) {
        let direction = grid.acrossDirection
        let (length, breadth) =
            grid.hasUprightLenses
            ? (sizeOnPaper.width, sizeOnPaper.height) : (sizeOnPaper.height, sizeOnPaper.width)
        let (across, along) =
            grid.hasUprightLenses ? (direction.x, direction.y) : (direction.y, direction.x)
        let place = ((Double(line) + 0.5) / Double(lineCount) - 0.5) * breadth
        let middle = (grid.middle(ofLens: lens) - along * place) / across
        let half = grid.pitch / abs(across) / 2
        let scale = Double(pixels) / length
        return ((middle - half + length / 2) * scale, (middle + half + length / 2) * scale)
    }

    /// A picture's colour under a lens, at a share of the lens's length, from 0 to 1. Red, green
    /// and blue are from 0 to 255,000.
    func colour(_ picture: Int, lens: Int, along share: Double) -> (Int, Int, Int) {
        let place = min(max(share * Double(lineCount) - 0.5, 0), Double(lineCount - 1))
        let first = Int(place)
        let thousandths = Int(((place - Double(first)) * 1000).rounded())
        let lensIndex = min(max(lens, lenses.lowerBound), lenses.upperBound) - lenses.lowerBound
        let start = lensIndex * lineCount + first
        let one = colours[picture][start]
        let other = colours[picture][min(start + 1, (lensIndex + 1) * lineCount - 1)]
        func component(_ shift: UInt32) -> Int {
            Int(one >> shift & 255) * (1000 - thousandths)
                + Int(other >> shift & 255) * thousandths
        }
        return (component(16), component(8), component(0))
    }
}

/// The running sums of a line's colours, from which the mean of any span is computed.
private struct ColourSums {
    let count: Int
    /// Red, green and blue for each of the `count` + 1 borders of pixels.
    private var sums: [UInt32]

    init(count: Int) {
        self.count = count
        sums = Array(repeating: 0, count: 3 * (count + 1))
    }

    /// Takes the colours of another line, instead of those before.
    mutating func setLine(_ pixel: (Int) -> UInt32) {
        for index in 0..<count {
            let colour = pixel(index)
            sums[3 * index + 3] = sums[3 * index] + colour >> 16 & 255
            sums[3 * index + 4] = sums[3 * index + 1] + colour >> 8 & 255
            sums[3 * index + 5] = sums[3 * index + 2] + colour & 255
        }
    }

    /// The mean of a span of the line, 0xRRGGBB; beyond an end of the line, the colour of the pixel
    /// there.
    func mean(from first: Double, to last: Double) -> UInt32 {
        let (low, high) = (min(max(first, 0), Double(count)), min(max(last, 0), Double(count)))
        guard high - low > 1e-6 else {
            let pixel = high <= 0 ? 0 : count - 1
            return (0..<3).reduce(0) { $0 << 8 | (sums[3 * pixel + 3 + $1] - sums[3 * pixel + $1]) }
        }
        return (0..<3).reduce(0) { colour, component in
            let mean = (sum(component, to: high) - sum(component, to: low)) / (high - low)
            return colour << 8 | UInt32(mean.rounded())
        }
    }

    private func sum(_ component: Int, to place: Double) -> Double {
        let whole = min(Int(place), count - 1)
        let below = Double(sums[3 * whole + component])
        let above = Double(sums[3 * whole + 3 + component])
        return below + (above - below) * (place - Double(whole))
    }
}
