internal import CRowKernels

/// What an operation shows along a row of the screen.
protocol RowSource {
    associatedtype Fetched: FetchedSource

    /// Those of `quads` that `draw` can draw; all others must be fetched.
    func direct(_ quads: Range<Int>) -> Range<Int>

    /// Replaces pixels of a row by these quads times a weight, or composites these over them by
    /// source-over.
    func draw(_ quads: Range<Int>, on row: PixelRow, weight: UInt16, replaces: Bool)

    /// The pixels of `quads`, without a weight, in a row that the caller may change.
    func fetched(_ quads: Range<Int>, _ memory: RowMemory) -> Fetched
}

/// A source whose pixels are in a row of memory.
protocol FetchedSource: RowSource where Fetched == Self {
    var row: PixelRow { get }

    /// Multiplies `quads` by weights, one for each column. After each eight weights the next ones are
    /// `step` further: 8, or 0 to use the first eight again and again.
    func scale(_ quads: Range<Int>, by weights: UnsafePointer<UInt32>, step: Int)

    /// The same as `draw`, with a weight for each column.
    func draw(
        _ quads: Range<Int>, on row: PixelRow, weights: UnsafePointer<UInt32>, replaces: Bool)
}

extension RowSource {
    func direct(_ quads: Range<Int>) -> Range<Int> { quads }
}

extension FetchedSource {
    func fetched(_ quads: Range<Int>, _ memory: RowMemory) -> Self { self }
}

/// One colour.
struct ColourRow: RowSource {
    /// Two quads.
    private let colour: PixelRow

    init(_ colour: PixelQuad, _ memory: RowMemory) {
        self.colour = memory.twoQuads
        (self.colour[0], self.colour[1]) = (colour, colour)
    }

    func draw(_ quads: Range<Int>, on row: PixelRow, weight: UInt16, replaces: Bool) {
        (replaces ? rows_store_row : rows_source_over_row)(
            row.pixels(from: quads.lowerBound), quads.count, colour.pixels(from: 0), 0, weight)
    }

    func fetched(_ quads: Range<Int>, _ memory: RowMemory) -> FetchedRow {
        for quad in quads { memory.fetched[quad] = colour[0] }
        return FetchedRow(row: memory.fetched)
    }
}

/// The pixels of a group, or of another source after they were fetched.
struct FetchedRow: FetchedSource {
    let row: PixelRow

    func draw(_ quads: Range<Int>, on other: PixelRow, weight: UInt16, replaces: Bool) {
        (replaces ? rows_store_row : rows_source_over_row)(
            other.pixels(from: quads.lowerBound), quads.count, row.pixels(from: quads.lowerBound),
            8,
            weight)
    }

    func scale(_ quads: Range<Int>, by weights: UnsafePointer<UInt32>, step: Int) {
        let own = row.pixels(from: quads.lowerBound)
        if step == 0 {
            rows_store_row(own, quads.count, own, 8, UInt16(weights[0]))
        } else {
            rows_store_weighed(own, quads.count, own, 8, weights)
        }
    }

    func draw(
        _ quads: Range<Int>, on other: PixelRow, weights: UnsafePointer<UInt32>, replaces: Bool
    ) {
        (replaces ? rows_store_weighed : rows_source_over_weighed)(
            other.pixels(from: quads.lowerBound), quads.count, row.pixels(from: quads.lowerBound),
            8,
            weights)
    }
}

/// The colours of a gradient, which are dithered to whole levels when they are multiplied by weights.
/// With OpenGL: `GLSource`.
struct DitheredRow: FetchedSource {
    let row: PixelRow
    private let y: Int
    private let weights: UnsafeMutablePointer<UInt32>

    init(_ row: PixelRow, y: Int, _ memory: RowMemory) {
        (self.row, self.y, weights) = (row, y, memory.weights)
    }

    func draw(_ quads: Range<Int>, on other: PixelRow, weight: UInt16, replaces: Bool) {
        weights.update(repeating: UInt32(weight), count: 8)
        scale(quads, by: weights, step: 0)
        FetchedRow(row: row).draw(quads, on: other, weight: .max, replaces: replaces)
    }

    func scale(_ quads: Range<Int>, by weights: UnsafePointer<UInt32>, step: Int) {
        let own = row.pixels(from: quads.lowerBound)
        rows_dither(own, 4 * quads.lowerBound, quads.count, y, weights, step)
    }

    func draw(
        _ quads: Range<Int>, on other: PixelRow, weights: UnsafePointer<UInt32>, replaces: Bool
    ) {
        scale(quads, by: weights, step: 8)
        FetchedRow(row: row).draw(quads, on: other, weight: .max, replaces: replaces)
    }
}
