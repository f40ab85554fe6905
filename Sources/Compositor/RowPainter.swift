internal import CRows
internal import Geometry
internal import Picture
internal import System

/// Draws operations row by row: all operations of a row, then the next row. The memory of a row
/// stays in the cache.
struct RowPainter {
    let operations: UnsafeBufferPointer<RowOperation>
    /// Outside of it nothing is drawn.
    let area: PixelRect
    let memory: RowMemory

    /// Draws the operations in a part of the target that begins at a multiple of four columns: over
    /// `kept`, which shows the operations below them, or over black if it is nil.
    func draw(_ part: PixelRect, over kept: KeptRows?, into target: PixelTarget) {
        for y in part.rows {
            let pixels = target.row(y)
            let finished = kept == nil ? finish(part.columns, y: y, at: pixels) : part.x
            let columns = finished..<part.endX
            guard !columns.isEmpty else { continue }
            var valid = 0..<0
            if area.rows.contains(y) {
                let fours = PixelRow.fours(columns)
                valid = kept?.copy(fours, to: memory.row(0), y: y) ?? valid
                draw(operations.indices, DrawnRow(y: y, nesting: 0, fours: fours), over: &valid)
            }
            store(valid, at: pixels, columns)
        }
    }

    /// Writes a row that shows nothing but one picture straight to the target, up to the last whole
    /// four; gives the first column that is not written.
    private func finish(
        _ columns: Range<Int>, y: Int, at pixels: UnsafeMutablePointer<UInt32>
    ) -> Int {
        guard operations.count == 1, case .picture(let picture) = operations[0].content,
            !picture.isAveraged, operations[0].isLaidWhole, area.rows.contains(y)
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
            var valid = 0..<0
            draw(
                operations.indices, DrawnRow(y: y, nesting: 0, fours: PixelRow.fours(area.columns)),
                over: &valid)
            kept.keep(valid, of: memory.row(0), y: y)
        }
    }

    /// Writes the valid fours, with black beside them.
    private func store(
        _ valid: Range<Int>, at pixels: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>
    ) {
        let inside = (4 * valid.lowerBound..<4 * valid.upperBound).clamped(to: columns)
        (pixels + columns.lowerBound).update(
            repeating: 0, count: inside.lowerBound - columns.lowerBound)
        rows_finish(
            pixels + inside.lowerBound, inside.count,
            memory.row(0).pixels(from: inside.lowerBound / 4))
        (pixels + inside.upperBound).update(
            repeating: 0, count: columns.upperBound - inside.upperBound)
    }

    /// The row, the nesting and the fours into which operations are drawn.
    private struct DrawnRow {
        let y: Int
        /// How many groups the operations lie in.
        let nesting: Int
        /// The fours that are wanted.
        let fours: Range<Int>
    }

    /// Draws the operations of a group, or all operations, over the fours in `valid`. Fours outside
    /// of `valid` hold no valid pixels. Extends `valid` by the fours that were drawn; a mask
    /// reduces it to those that it leaves.
    private func draw(_ range: Range<Int>, _ target: DrawnRow, over valid: inout Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
            let inner = index + 1..<index + 1 + operations[index].innerCount
            if operations[index].area.rows.contains(target.y) {
                draw(index, inner, target, over: &valid)
            } else if operations[index].combination.isMask {
                valid = 0..<0
            }
            index = inner.upperBound
        }
    }

    private func draw(
        _ index: Int, _ inner: Range<Int>, _ target: DrawnRow, over valid: inout Range<Int>
    ) {
        let columns = operations[index].coverage.columns(y: target.y)
        var fours = PixelRow.fours(columns.laid).clamped(to: target.fours)
        if operations[index].combination.isMask {
            fours = columns.laid.isEmpty ? 0..<0 : fours.clamped(to: valid)
            valid = fours
        }
        guard !columns.laid.isEmpty, !fours.isEmpty else { return }
        let row = memory.row(target.nesting)
        let laying = RowLaying(
            row: row, y: target.y, columns: columns, coverage: operations[index].coverage,
            replaces: valid.isEmpty, colours: operations[index].colours,
            combination: operations[index].combination, memory: memory)
        if !valid.isEmpty { row.clear(fours, beside: valid) }
        valid = valid.isEmpty ? fours : valid.hull(fours)
        switch operations[index].content {
        case .picture(let picture) where picture.isAveraged:
            laying.lay(.row(picture.averaged(fours, y: target.y, memory)), fours, nil)
        case .picture(let picture):
            let source = PictureRow(picture, y: target.y, memory)
            laying.lay(.picture(source), fours, source.runs)
        case .copy(let copy):
            let source = CopiedRow(copy, y: target.y)
            laying.lay(.copy(source), fours, source.runs)
        case .colour(let colour):
            laying.lay(.colour(memory.colour(colour)), fours, nil)
        case .gradient(let shading):
            shading.draw(fours, y: target.y, on: memory.fetched)
            laying.lay(.gradient(memory.fetched), fours, nil)
        case .group:
            var inside = 0..<0
            let nesting = target.nesting + 1
            draw(inner, DrawnRow(y: target.y, nesting: nesting, fours: fours), over: &inside)
            laying.lay(.row(memory.row(nesting)), fours, inside: inside)
        }
    }
}

extension PixelRow {
    /// Clears those of `fours` that lie outside of `others`, and all fours between the two ranges.
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
