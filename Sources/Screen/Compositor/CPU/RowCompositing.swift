internal import CRowKernels
internal import Geometry
internal import Paint

/// What an operation shows along a row of the screen.
enum RowSource {
    case picture(PictureRow)
    case copy(CopiedRow)
    /// A row of two quads of one colour.
    case colour(PixelRow)
    /// A row of pixels: of a group, or of another source whose colours were changed.
    case row(PixelRow)
    /// The colours of a gradient, which are dithered where they are touched.
    case gradient(PixelRow)

    /// Those of `quads` that can be drawn directly with one weight; the pixels of the others are
    /// fetched first.
    fileprivate func direct(_ quads: Range<Int>) -> Range<Int> {
        if case .picture(let picture) = self { picture.direct(quads) } else { quads }
    }

    /// The pixels of `quads`, without a weight, in a row that the caller may change.
    fileprivate func fetched(_ quads: Range<Int>, _ memory: RowMemory) -> PixelRow {
        let row = memory.fetched
        switch self {
        case .picture(let picture): return picture.fetch(quads)
        case .row(let own), .gradient(let own): return own
        case .copy(let copy): for quad in quads { row[quad] = copy.quad(4 * quad) }
        case .colour(let colour): for quad in quads { row[quad] = colour[0] }
        }
        return row
    }
}

/// Composites an operation with a row of pixels.
struct RowCompositing {
    let row: PixelRow
    let y: Int
    let columns: RowCoverage.Columns
    let coverage: RowCoverage
    /// Whether there are no pixels yet below the operation.
    let replaces: Bool
    /// How the colours of the source are changed; nil: they stay.
    let colours: rows_matrix?
    let compositing: RowOperation.CompositingOperator
    let memory: RowMemory

    /// Clear quads before a run are drawn together with the run if they are fewer than this.
    private static let shortGap = 4

    /// Draws a source that is clear outside of `runs`; nil: it may be visible everywhere.
    func draw(_ source: RowSource, _ quads: Range<Int>, _ runs: ShownRuns?) {
        guard let runs else { return draw(source, quads, inside: quads) }
        var remaining = quads
        for run in runs.runs {
            var visible = runs.quads(of: run, in: remaining)
            guard !visible.isEmpty else { continue }
            if visible.lowerBound - remaining.lowerBound < Self.shortGap {
                visible = remaining.lowerBound..<visible.upperBound
            }
            compositeClear(remaining.lowerBound..<visible.lowerBound)
            draw(source, visible)
            remaining = visible.upperBound..<remaining.upperBound
        }
        compositeClear(remaining)
    }

    /// Draws a source that is clear outside of the quads `inside`.
    func draw(_ source: RowSource, _ quads: Range<Int>, inside: Range<Int>) {
        let inside = inside.clamped(to: PixelRow.quads(columns.seen).clamped(to: quads))
        compositeClear(quads.lowerBound..<inside.lowerBound)
        draw(source, inside)
        compositeClear(inside.upperBound..<quads.upperBound)
    }

    private func compositeClear(_ quads: Range<Int>) {
        guard !quads.isEmpty else { return }
        if replaces || compositing.isMask {
            row.clear(quads)
        } else if case .normal = compositing {
            rows_source_over_clear(row.pixels(from: quads.lowerBound), quads.count)
        }
    }

    private func draw(_ source: RowSource, _ quads: Range<Int>) {
        guard !quads.isEmpty else { return }
        // A source is not copied without need: it is large.
        if let colours {
            composite(recoloured(source, quads, colours), quads)
        } else {
            composite(source, quads)
        }
    }

    private func composite(_ source: RowSource, _ quads: Range<Int>) {
        switch compositing {
        case .blend(let mode) where !replaces:
            rows_blend(
                row.pixels(from: quads.lowerBound), quads.count, weighed(source, quads), mode)
        case .mask(let mask):
            let pixels = weighed(source, quads)
            if mask == .luminance { rows_luminance_to_alpha(pixels, quads.count) }
            rows_mask(row.pixels(from: quads.lowerBound), quads.count, pixels)
        default: compositeNormal(source, quads)
        }
    }

    /// The quads whose columns are all covered fully, so that one weight holds for all of them.
    private var fullQuads: Range<Int> {
        let first = (columns.full.lowerBound + 3) / 4
        return first..<max(first, columns.full.upperBound / 4)
    }

    /// The pixels of a source times opacity and coverage; the result begins with the first of
    /// `quads`. The row that holds the source may change.
    private func weighed(_ source: RowSource, _ quads: Range<Int>) -> rows_pixels {
        let pixels = source.fetched(quads, memory)
        let inner = fullQuads.clamped(to: quads)
        if case .gradient = source {
            for edge in [quads.lowerBound..<inner.lowerBound, inner.upperBound..<quads.upperBound]
            where !edge.isEmpty {
                coverage.writeWeights(edge, y: y, columns, into: memory.weights)
                dither(pixels, edge, memory.weights + 4 * edge.lowerBound, step: 8)
            }
            memory.weights.update(repeating: UInt32(coverage.weight), count: 8)
            dither(pixels, inner, memory.weights, step: 0)
            return pixels.pixels(from: quads.lowerBound)
        }
        for edge in [quads.lowerBound..<inner.lowerBound, inner.upperBound..<quads.upperBound]
        where !edge.isEmpty {
            coverage.writeWeights(edge, y: y, columns, into: memory.weights)
            for quad in edge {
                pixels[quad] = pixels[quad].scaled(by: Lanes(weightsAt: memory.weights + 4 * quad))
            }
        }
        let own = pixels.pixels(from: inner.lowerBound)
        rows_store_row(own, inner.count, own, 8, coverage.weight)
        return pixels.pixels(from: quads.lowerBound)
    }

    /// Multiplies the colours of a gradient by weights, in whole levels.
    private func dither(
        _ gradient: PixelRow, _ quads: Range<Int>, _ weights: UnsafePointer<UInt32>, step: Int
    ) {
        guard !quads.isEmpty else { return }
        let pixels = gradient.pixels(from: quads.lowerBound)
        rows_dither(pixels, 4 * quads.lowerBound, quads.count, y, weights, step)
    }

    /// Draws fully covered quads that can be drawn directly, all with one weight; draws the other
    /// quads with a weight for each column.
    private func compositeNormal(_ source: RowSource, _ quads: Range<Int>) {
        let inner = source.direct(fullQuads.clamped(to: quads))
        guard !inner.isEmpty else { return compositeEdge(source, quads) }
        compositeEdge(source, quads.lowerBound..<inner.lowerBound)
        compositeInner(source, inner)
        compositeEdge(source, inner.upperBound..<quads.upperBound)
    }

    private func recoloured(
        _ source: RowSource, _ quads: Range<Int>, _ colours: rows_matrix
    ) -> RowSource {
        var colours = colours
        let row = source.fetched(quads, memory)
        rows_recolour(row.pixels(from: quads.lowerBound), quads.count, &colours)
        if case .gradient = source { return .gradient(row) }
        return .row(row)
    }

    private func compositeInner(_ source: RowSource, _ quads: Range<Int>) {
        let pixels = row.pixels(from: quads.lowerBound)
        switch source {
        case .picture(let picture):
            picture.draw(quads, on: row, weight: coverage.weight, isSourceOver: !replaces)
        case .copy(let copy):
            copy.draw(quads, on: row, weight: coverage.weight, isSourceOver: !replaces)
        case .colour(let colour):
            (replaces ? rows_store_row : rows_source_over_row)(
                pixels, quads.count, colour.pixels(from: 0), 0, coverage.weight)
        case .row(let other):
            (replaces ? rows_store_row : rows_source_over_row)(
                pixels, quads.count, other.pixels(from: quads.lowerBound), 8, coverage.weight)
        case .gradient(let gradient):
            memory.weights.update(repeating: UInt32(coverage.weight), count: 8)
            compositeDithered(gradient, quads, memory.weights, step: 0)
        }
    }

    private func compositeEdge(_ source: RowSource, _ quads: Range<Int>) {
        guard !quads.isEmpty else { return }
        coverage.writeWeights(quads, y: y, columns, into: memory.weights)
        switch source {
        case .picture(let picture):
            let pixels = picture.fetch(quads)
            compositeWeighed(quads) { pixels[$0] }
        case .copy(let copy): compositeWeighed(quads) { copy.quad(4 * $0) }
        case .colour(let colour): compositeWeighed(quads) { _ in colour[0] }
        case .row(let other): compositeWeighed(quads) { other[$0] }
        case .gradient(let gradient):
            compositeDithered(gradient, quads, memory.weights + 4 * quads.lowerBound, step: 8)
        }
    }

    /// Composites colours times their weights, in whole levels.
    private func compositeDithered(
        _ gradient: PixelRow, _ quads: Range<Int>, _ weights: UnsafePointer<UInt32>, step: Int
    ) {
        dither(gradient, quads, weights, step: step)
        (replaces ? rows_store_row : rows_source_over_row)(
            row.pixels(from: quads.lowerBound), quads.count,
            gradient.pixels(from: quads.lowerBound), 8, .max)
    }

    @inline(__always)
    private func compositeWeighed(_ quads: Range<Int>, _ source: (Int) -> PixelQuad) {
        for quad in quads {
            let pixels = source(quad).scaled(by: Lanes(weightsAt: memory.weights + 4 * quad))
            if replaces { row[quad] = pixels } else { row[quad].composite(pixels) }
        }
    }
}
