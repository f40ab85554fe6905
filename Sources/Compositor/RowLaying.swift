internal import CRows
internal import Geometry

/// What an operation shows along a row of the screen.
enum RowSource {
    case picture(PictureRow)
    case copy(CopiedRow)
    /// A row of two fours of one colour.
    case colour(PixelRow)
    /// A row of pixels: of a group, or of another source whose colours were changed.
    case row(PixelRow)
    /// The colours of a gradient, which are dithered where they are laid.
    case gradient(PixelRow)

    /// Those of `fours` that can be drawn directly with one weight; the pixels of the others are
    /// fetched first.
    fileprivate func direct(_ fours: Range<Int>) -> Range<Int> {
        if case .picture(let picture) = self { picture.direct(fours) } else { fours }
    }

    /// The pixels of `fours`, without a weight, in a row that the caller may change.
    fileprivate func fetched(_ fours: Range<Int>, _ memory: RowMemory) -> PixelRow {
        let row = memory.fetched
        switch self {
        case .picture(let picture): return picture.fetch(fours)
        case .row(let own), .gradient(let own): return own
        case .copy(let copy): for four in fours { row[four] = copy.four(4 * four) }
        case .colour(let colour): for four in fours { row[four] = colour[0] }
        }
        return row
    }
}

/// Lays an operation over a row of pixels.
struct RowLaying {
    let row: PixelRow
    let y: Int
    let columns: RowCoverage.Columns
    let coverage: RowCoverage
    /// Whether there are no pixels yet below the operation.
    let replaces: Bool
    /// How the colours of the source are changed; nil: they stay.
    let colours: rows_matrix?
    let combination: RowOperation.Combination
    let memory: RowMemory

    /// Clear fours before a run are drawn together with the run if they are fewer than this.
    private static let shortGap = 4

    /// Lays a source that is clear outside of `runs`; nil: it may be visible everywhere.
    func lay(_ source: RowSource, _ fours: Range<Int>, _ runs: ShownRuns?) {
        guard let runs else { return lay(source, fours, inside: fours) }
        var remaining = fours
        for run in runs.runs {
            var visible = runs.fours(of: run, in: remaining)
            guard !visible.isEmpty else { continue }
            if visible.lowerBound - remaining.lowerBound < Self.shortGap {
                visible = remaining.lowerBound..<visible.upperBound
            }
            layClear(remaining.lowerBound..<visible.lowerBound)
            lay(source, visible)
            remaining = visible.upperBound..<remaining.upperBound
        }
        layClear(remaining)
    }

    /// Lays a source that is clear outside of the fours `inside`.
    func lay(_ source: RowSource, _ fours: Range<Int>, inside: Range<Int>) {
        let inside = inside.clamped(to: PixelRow.fours(columns.seen).clamped(to: fours))
        layClear(fours.lowerBound..<inside.lowerBound)
        lay(source, inside)
        layClear(inside.upperBound..<fours.upperBound)
    }

    private func layClear(_ fours: Range<Int>) {
        guard !fours.isEmpty else { return }
        if replaces || combination.isMask {
            row.clear(fours)
        } else if case .normal = combination {
            rows_lay_over_clear(row.pixels(from: fours.lowerBound), fours.count)
        }
    }

    private func lay(_ source: RowSource, _ fours: Range<Int>) {
        guard !fours.isEmpty else { return }
        let source = recoloured(source, fours)
        switch combination {
        case .blend(let mode) where !replaces:
            rows_blend(
                row.pixels(from: fours.lowerBound), fours.count, weighed(source, fours), mode)
        case .mask(let mask):
            let pixels = weighed(source, fours)
            if mask == .luminance { rows_luminance_to_alpha(pixels, fours.count) }
            rows_mask(row.pixels(from: fours.lowerBound), fours.count, pixels)
        default: layNormal(source, fours)
        }
    }

    /// The fours whose columns are all covered fully, so that one weight holds for all of them.
    private var fullFours: Range<Int> {
        let first = (columns.full.lowerBound + 3) / 4
        return first..<max(first, columns.full.upperBound / 4)
    }

    /// The pixels of a source times opacity and coverage; the result begins with the first of
    /// `fours`. The row that holds the source may change.
    private func weighed(_ source: RowSource, _ fours: Range<Int>) -> rows_pixels {
        let pixels = source.fetched(fours, memory)
        if case .gradient = source {
            coverage.writeWeights(fours, y: y, columns, into: memory.weights)
            let first = 4 * fours.lowerBound
            rows_dither(
                pixels.pixels(from: fours.lowerBound), first, fours.count, y,
                memory.weights + first, 8)
            return pixels.pixels(from: fours.lowerBound)
        }
        let inner = fullFours.clamped(to: fours)
        for edge in [fours.lowerBound..<inner.lowerBound, inner.upperBound..<fours.upperBound]
        where !edge.isEmpty {
            coverage.writeWeights(edge, y: y, columns, into: memory.weights)
            for four in edge {
                pixels[four] = pixels[four].scaled(by: Lanes(weightsAt: memory.weights + 4 * four))
            }
        }
        let own = pixels.pixels(from: inner.lowerBound)
        rows_store_row(own, inner.count, own, 8, coverage.weight)
        return pixels.pixels(from: fours.lowerBound)
    }

    /// Draws fully covered fours that can be drawn directly, all with one weight; draws the other
    /// fours with a weight for each column.
    private func layNormal(_ source: RowSource, _ fours: Range<Int>) {
        let inner = source.direct(fullFours.clamped(to: fours))
        guard !inner.isEmpty else { return layEdge(source, fours) }
        layEdge(source, fours.lowerBound..<inner.lowerBound)
        layInner(source, inner)
        layEdge(source, inner.upperBound..<fours.upperBound)
    }

    /// A source with its colours changed.
    private func recoloured(_ source: RowSource, _ fours: Range<Int>) -> RowSource {
        guard var colours else { return source }
        let row = source.fetched(fours, memory)
        rows_recolour(row.pixels(from: fours.lowerBound), fours.count, &colours)
        if case .gradient = source { return .gradient(row) }
        return .row(row)
    }

    private func layInner(_ source: RowSource, _ fours: Range<Int>) {
        let pixels = row.pixels(from: fours.lowerBound)
        switch source {
        case .picture(let picture):
            picture.draw(fours, on: row, weight: coverage.weight, laysOver: !replaces)
        case .copy(let copy):
            copy.draw(fours, on: row, weight: coverage.weight, laysOver: !replaces)
        case .colour(let colour):
            (replaces ? rows_store_row : rows_lay_over_row)(
                pixels, fours.count, colour.pixels(from: 0), 0, coverage.weight)
        case .row(let other):
            (replaces ? rows_store_row : rows_lay_over_row)(
                pixels, fours.count, other.pixels(from: fours.lowerBound), 8, coverage.weight)
        case .gradient(let gradient):
            memory.weights.update(repeating: UInt32(coverage.weight), count: 8)
            layDithered(gradient, fours, memory.weights, step: 0)
        }
    }

    private func layEdge(_ source: RowSource, _ fours: Range<Int>) {
        guard !fours.isEmpty else { return }
        coverage.writeWeights(fours, y: y, columns, into: memory.weights)
        switch source {
        case .picture(let picture):
            let pixels = picture.fetch(fours)
            layWeighed(fours) { pixels[$0] }
        case .copy(let copy): layWeighed(fours) { copy.four(4 * $0) }
        case .colour(let colour): layWeighed(fours) { _ in colour[0] }
        case .row(let other): layWeighed(fours) { other[$0] }
        case .gradient(let gradient):
            layDithered(gradient, fours, memory.weights + 4 * fours.lowerBound, step: 8)
        }
    }

    /// Lays colours times their weights, in whole levels.
    private func layDithered(
        _ gradient: PixelRow, _ fours: Range<Int>, _ weights: UnsafePointer<UInt32>, step: Int
    ) {
        let source = gradient.pixels(from: fours.lowerBound)
        rows_dither(source, 4 * fours.lowerBound, fours.count, y, weights, step)
        (replaces ? rows_store_row : rows_lay_over_row)(
            row.pixels(from: fours.lowerBound), fours.count, source, 8, .max)
    }

    /// Lays pixels times their weights.
    @inline(__always)
    private func layWeighed(_ fours: Range<Int>, _ source: (Int) -> FourPixels) {
        for four in fours {
            let pixels = source(four).scaled(by: Lanes(weightsAt: memory.weights + 4 * four))
            if replaces { row[four] = pixels } else { row[four].lay(pixels) }
        }
    }
}
