internal import CRowKernels
internal import Picture

/// A bitmap that is copied: each pixel of the screen shows one pixel of the bitmap unchanged.
///
/// Does not keep the bitmap's pixels alive.
struct CopiedPicture {
    fileprivate let pixels: UnsafePointer<UInt32>
    fileprivate let stride: Int
    /// What is added to a column and a row of the screen to get those of the bitmap.
    fileprivate let offset: (x: Int, y: Int)
    /// The columns of the bitmap that are shown.
    fileprivate let columns: ClosedRange<Int>
    /// The columns of the bitmap outside of which it is clear; nil for an opaque bitmap.
    let runs: VisibleRuns?

    init(_ sampling: Sampling, offset: (x: Int, y: Int), runs: VisibleRuns?) {
        (pixels, stride) = (sampling.mip.start, sampling.mip.width)
        (self.offset, columns, self.runs) = (offset, sampling.columns, runs)
    }
}

/// The pixels of a bitmap that one row of the screen shows unchanged. With OpenGL: `GLSource`.
struct CopiedRow {
    private let pixels: UnsafePointer<UInt32>
    /// What is added to a column of the screen, and the first and the last column of the bitmap
    /// that are shown.
    private let offset, firstShown, lastShown: Int
    /// The columns outside of which the row is clear; nil for an opaque bitmap.
    let runs: ShownRuns?

    init(_ source: CopiedPicture, y: Int) {
        pixels = source.pixels + (y + source.offset.y) * source.stride
        offset = source.offset.x
        (firstShown, lastShown) = (source.columns.lowerBound, source.columns.upperBound)
        runs = source.runs.map {
            ShownRuns(
                $0.ofRow(y + source.offset.y), start: Double(source.offset.x), step: 1,
                first: source.columns.lowerBound, last: source.columns.upperBound)
        }
    }
}

extension CopiedRow: RowSource {
    func draw(_ quads: Range<Int>, on row: PixelRow, weight: UInt16, replaces: Bool) {
        (replaces ? rows_store_copied : rows_source_over_copied)(
            row.pixels(from: quads.lowerBound), quads.count,
            pixels + (4 * quads.lowerBound + offset), weight)
    }

    func fetched(_ quads: Range<Int>, _ memory: RowMemory) -> FetchedRow {
        for quad in quads { memory.fetched[quad] = self.quad(4 * quad) }
        return FetchedRow(row: memory.fetched)
    }

    /// The pixels in four columns from `x` on. A column beyond those that are shown gets the
    /// outermost pixel; the caller gives it no weight.
    private func quad(_ x: Int) -> PixelQuad {
        let place = x + offset
        if place >= firstShown, place + 3 <= lastShown { return PixelQuad(pixels + place) }
        func pixel(_ place: Int) -> UInt32 { pixels[min(max(place, firstShown), lastShown)] }
        return PixelQuad(SIMD4(pixel(place), pixel(place + 1), pixel(place + 2), pixel(place + 3)))
    }
}
