internal import CRows
internal import Geometry
internal import Picture
internal import System

/// Draws operations row by row, each into a row of pixels that stays in the cache.
struct RowPainter {
    let operations: UnsafeBufferPointer<RowOperation>
    /// Outside of it nothing is drawn.
    let area: PixelRect
    let memory: RowMemory

    /// Draws the operations over what was kept of those below them, or else over black, in a part of the
    /// target that begins at a multiple of four columns.
    func draw(_ part: PixelRect, over kept: KeptRows?, into target: PixelTarget) {
        for y in part.rows {
            let pixels = target.row(y)
            let finished = kept == nil ? finish(part.columns, y: y, at: pixels) : part.x
            let columns = finished..<part.endX
            guard !columns.isEmpty else { continue }
            var drawn = 0..<0
            if area.rows.contains(y) {
                let fours = PixelRow.fours(columns)
                drawn = kept?.lay(fours, on: memory.row(0), y: y) ?? drawn
                draw(operations.indices, Place(y: y, depth: 0, fours: fours), over: &drawn)
            }
            store(drawn, at: pixels, columns)
        }
    }

    /// Writes a row that shows nothing but one picture straight to the target, up to the last whole
    /// four; gives the first column that is not written.
    private func finish(
        _ columns: Range<Int>, y: Int, at pixels: UnsafeMutablePointer<UInt32>
    ) -> Int {
        guard operations.count == 1, case .picture(let picture) = operations[0].content,
            operations[0].isLaidWhole, area.rows.contains(y)
        else { return columns.lowerBound }
        let full = operations[0].coverage.columns(y: y).full
        guard full.lowerBound <= columns.lowerBound, full.upperBound >= columns.upperBound else {
            return columns.lowerBound
        }
        let fours = columns.lowerBound / 4..<columns.upperBound / 4
        let isFinished = PictureRow(picture, y: y, memory).finish(fours, at: pixels)
        return isFinished ? 4 * fours.upperBound : columns.lowerBound
    }

    /// Draws rows of the operations' area and keeps them.
    func keep(_ rows: Range<Int>, in kept: KeptRows) {
        for y in rows {
            var drawn = 0..<0
            draw(
                operations.indices, Place(y: y, depth: 0, fours: PixelRow.fours(area.columns)),
                over: &drawn)
            kept.keep(drawn, of: memory.row(0), y: y)
        }
    }

    /// Writes the fours that were drawn, with black beside them.
    private func store(
        _ drawn: Range<Int>, at pixels: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>
    ) {
        let inside = (4 * drawn.lowerBound..<4 * drawn.upperBound).clamped(to: columns)
        (pixels + columns.lowerBound).update(
            repeating: 0, count: inside.lowerBound - columns.lowerBound)
        rows_finish(
            pixels + inside.lowerBound, inside.count,
            memory.row(0).pixels(from: inside.lowerBound / 4))
        (pixels + inside.upperBound).update(
            repeating: 0, count: columns.upperBound - inside.upperBound)
    }

    /// The row, the depth and the fours into which operations are drawn.
    private struct Place {
        let y: Int
        /// How many groups the operations lie in.
        let depth: Int
        /// The fours that are wanted.
        let fours: Range<Int>
    }

    /// Draws the operations of a group over the fours in `drawn`, and extends `drawn` by the fours
    /// that they cover. Fours outside of `drawn` hold no valid pixels.
    private func draw(_ range: Range<Int>, _ place: Place, over drawn: inout Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
            let inner = index + 1..<index + 1 + operations[index].innerCount
            if operations[index].area.rows.contains(place.y) {
                draw(index, inner, place, over: &drawn)
            } else if operations[index].combination.isMask {
                drawn = 0..<0
            }
            index = inner.upperBound
        }
    }

    private func draw(
        _ index: Int, _ inner: Range<Int>, _ place: Place, over drawn: inout Range<Int>
    ) {
        let columns = operations[index].coverage.columns(y: place.y)
        var fours = PixelRow.fours(columns.covered).clamped(to: place.fours)
        if operations[index].combination.isMask {
            fours = columns.covered.isEmpty ? 0..<0 : fours.clamped(to: drawn)
            drawn = fours
        }
        guard !columns.covered.isEmpty, !fours.isEmpty else { return }
        let row = memory.row(place.depth)
        let cover = RowCover(
            row: row, y: place.y, columns: columns, coverage: operations[index].coverage,
            replaces: drawn.isEmpty, colours: operations[index].colours,
            combination: operations[index].combination, memory: memory)
        if !drawn.isEmpty { row.clear(fours, beside: drawn) }
        drawn = drawn.isEmpty ? fours : drawn.hull(fours)
        switch operations[index].content {
        case .picture(let picture):
            let source = PictureRow(picture, y: place.y, memory)
            cover.lay(.picture(source), fours, source.runs)
        case .copy(let copy):
            let source = CopiedRow(copy, y: place.y)
            cover.lay(.copy(source), fours, source.runs)
        case .colour(let colour):
            cover.lay(.colour(memory.colour(colour)), fours, nil)
        case .gradient(let shading):
            shading.draw(fours, y: place.y, on: memory.fetched)
            cover.lay(.shades(memory.fetched), fours, nil)
        case .group:
            var inside = 0..<0
            draw(inner, Place(y: place.y, depth: place.depth + 1, fours: fours), over: &inside)
            cover.lay(.row(memory.row(place.depth + 1)), fours, inside: inside)
        }
    }
}

extension PixelRow {
    /// Clears fours that lie beside others, and all between them.
    fileprivate func clear(_ fours: Range<Int>, beside others: Range<Int>) {
        if fours.lowerBound < others.lowerBound { clear(fours.lowerBound..<others.lowerBound) }
        if fours.upperBound > others.upperBound { clear(others.upperBound..<fours.upperBound) }
    }
}

extension Range<Int> {
    /// The smallest range around both.
    fileprivate func hull(_ other: Range<Int>) -> Range<Int> {
        Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
    }
}
