internal import CRowKernels
internal import Paint

/// Composites an operation with a row of pixels. With OpenGL: `GLBlending`.
struct RowCompositing {
    let operation: UnsafePointer<RowOperation>
    let row: PixelRow
    let y: Int
    let columns: RowCoverage.Columns
    /// Whether there are no pixels yet below the operation.
    let replaces: Bool
    let memory: RowMemory

    /// Clear quads before a run are drawn together with the run if they are fewer than this.
    private static let shortGap = 4
    /// If fewer quads are covered fully, they are weighed column by column together with those beside
    /// them.
    private static let fewQuads = 8

    private var weight: UInt16 { operation.pointee.coverage.weight }

    /// Draws a source that is clear outside of `runs`; nil: it may be visible everywhere.
    func draw(_ source: some RowSource, _ quads: Range<Int>, _ runs: ShownRuns?) {
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
    func draw(_ source: some RowSource, _ quads: Range<Int>, inside: Range<Int>) {
        let inside = inside.clamped(to: PixelRow.quads(columns.seen).clamped(to: quads))
        compositeClear(quads.lowerBound..<inside.lowerBound)
        draw(source, inside)
        compositeClear(inside.upperBound..<quads.upperBound)
    }

    private func compositeClear(_ quads: Range<Int>) {
        guard !quads.isEmpty else { return }
        if replaces || operation.pointee.compositing.isMask {
            row.clear(quads)
        } else if case .normal = operation.pointee.compositing {
            rows_source_over_clear(row.pixels(from: quads.lowerBound), quads.count)
        }
    }

    private func draw(_ source: some RowSource, _ quads: Range<Int>) {
        guard !quads.isEmpty else { return }
        guard var colours = operation.pointee.colours else { return composite(source, quads) }
        let fetched = source.fetched(quads, memory)
        rows_recolour(fetched.row.pixels(from: quads.lowerBound), quads.count, &colours)
        composite(fetched, quads)
    }

    private func composite(_ source: some RowSource, _ quads: Range<Int>) {
        switch operation.pointee.compositing {
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
    private func weighed(_ source: some RowSource, _ quads: Range<Int>) -> rows_pixels {
        let fetched = source.fetched(quads, memory)
        let inner = fullQuads.clamped(to: quads)
        for edge in [quads.lowerBound..<inner.lowerBound, inner.upperBound..<quads.upperBound]
        where !edge.isEmpty {
            fetched.scale(edge, by: weights(edge), step: 8)
        }
        if !inner.isEmpty {
            memory.weights.update(repeating: UInt32(weight), count: 8)
            fetched.scale(inner, by: memory.weights, step: 0)
        }
        return fetched.row.pixels(from: quads.lowerBound)
    }

    /// Draws fully covered quads that can be drawn directly, all with one weight; draws the other
    /// quads with a weight for each column.
    private func compositeNormal(_ source: some RowSource, _ quads: Range<Int>) {
        let inner = source.direct(fullQuads.clamped(to: quads))
        guard inner == quads || inner.count >= Self.fewQuads else {
            return compositeEdge(source, quads)
        }
        compositeEdge(source, quads.lowerBound..<inner.lowerBound)
        source.draw(inner, on: row, weight: weight, replaces: replaces)
        compositeEdge(source, inner.upperBound..<quads.upperBound)
    }

    private func compositeEdge(_ source: some RowSource, _ quads: Range<Int>) {
        guard !quads.isEmpty else { return }
        source.fetched(quads, memory).draw(
            quads, on: row, weights: weights(quads), replaces: replaces)
    }

    /// The weights of the columns of `quads`.
    private func weights(_ quads: Range<Int>) -> UnsafePointer<UInt32> {
        operation.pointee.coverage.writeWeights(quads, y: y, columns, into: memory.weights)
        return UnsafePointer(memory.weights + 4 * quads.lowerBound)
    }
}
