internal import CRows
internal import Picture

/// A bitmap of which a row of the screen shows the pixels themselves.
///
/// Does not keep the bitmap's pixels alive.
struct CopiedPicture {
    fileprivate let pixels: UnsafePointer<UInt32>
    fileprivate let stride: Int
    /// What is added to a column and to a row, and the columns that are shown.
    fileprivate let offset: (x: Int, y: Int)
    fileprivate let columns: ClosedRange<Int>
    /// The columns with pixels that are not clear; nil for an opaque bitmap.
    let runs: VisibleRuns?

    init(_ sampling: Sampling, offset: (x: Int, y: Int), runs: VisibleRuns?) {
        (pixels, stride) = (sampling.mip.start, sampling.mip.width)
        (self.offset, columns, self.runs) = (offset, sampling.columns, runs)
    }
}

/// The pixels of a bitmap along one row of the screen, each the bitmap's own.
struct CopiedRow {
    /// The bitmap's row.
    private let pixels: UnsafePointer<UInt32>
    /// What is added to a column, and the columns that are shown.
    private let offset, first, last: Int
    /// Nil if all columns are visible.
    let runs: ShownRuns?

    init(_ source: CopiedPicture, y: Int) {
        pixels = source.pixels + (y + source.offset.y) * source.stride
        offset = source.offset.x
        (first, last) = (source.columns.lowerBound, source.columns.upperBound)
        runs = source.runs.map {
            ShownRuns(
                $0.ofRow(y + source.offset.y), start: Double(source.offset.x), step: 1,
                first: source.columns.lowerBound, last: source.columns.upperBound)
        }
    }

    /// Replaces pixels of a row, or lies over them. All columns are shown.
    func draw(_ fours: Range<Int>, on row: PixelRow, weight: UInt16, laysOver: Bool) {
        (laysOver ? rows_lay_over_copied : rows_store_copied)(
            row.pixels(from: fours.lowerBound), fours.count,
            pixels + (4 * fours.lowerBound + offset), weight)
    }

    /// The pixels in four columns from `x` on; those beyond the bitmap have no weight.
    func four(_ x: Int) -> FourPixels {
        let place = x + offset
        if place >= first, place + 3 <= last { return FourPixels(pixels + place) }
        func pixel(_ place: Int) -> UInt32 { pixels[min(max(place, first), last)] }
        return FourPixels(SIMD4(pixel(place), pixel(place + 1), pixel(place + 2), pixel(place + 3)))
    }
}
