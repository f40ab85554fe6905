internal import CRowKernels
internal import Geometry
internal import Picture
internal import Platform

/// Draws operations row by row: all operations of a row, then the next row. The memory of a row
/// stays in the cache. With OpenGL: `GLListPainter`.
struct RowPainter {
    let operations: UnsafeBufferPointer<RowOperation>
    /// Outside of it nothing is drawn.
    let area: PixelRect
    let memory: RowMemory
    let timer: RowTimer

    /// Draws the operations in a part of the target that begins at a multiple of four columns: over
    /// `kept`, which shows the operations below them, or over black if it is nil.
    func draw(_ part: PixelRect, over kept: CachedRows?, into target: PixelTarget) {
        for y in part.rows {
            let pixels = target.row(y)
            timer.begin(row: y)
            let finished = kept == nil ? finish(part.columns, y: y, at: pixels) : part.x
            let columns = finished..<part.endX
            if finished > part.x { timer.end(0, row: y) }
            guard !columns.isEmpty else { continue }
            var valid = 0..<0
            if area.rows.contains(y) {
                let quads = PixelRow.quads(columns)
                valid = kept?.copy(quads, to: memory.row(0), y: y) ?? valid
                draw(operations.indices, DrawnRow(y: y, nesting: 0, quads: quads), over: &valid)
            }
            store(valid, at: pixels, columns)
            timer.endWriting(row: y)
        }
    }

    /// Writes a row that shows nothing but one picture straight to the target, up to the last whole
    /// quad; gives the first column that is not written.
    private func finish(
        _ columns: Range<Int>, y: Int, at pixels: UnsafeMutablePointer<UInt32>
    ) -> Int {
        guard operations.count == 1, case .picture(let picture) = operations[0].content,
            !picture.pointee.isAveraged, operations[0].isPlainSourceOver, area.rows.contains(y)
        else { return columns.lowerBound }
        let full = operations[0].coverage.columns(y: y).full
        guard full.lowerBound <= columns.lowerBound, full.upperBound >= columns.upperBound else {
            return columns.lowerBound
        }
        let quads = columns.lowerBound / 4..<columns.upperBound / 4
        let isFinished = PictureRow(picture, y: y).finish(quads, at: pixels)
        return isFinished ? 4 * quads.upperBound : columns.lowerBound
    }

    /// Draws rows of the operations' area and keeps them.
    func keep(_ rows: Range<Int>, in kept: CachedRows) {
        for y in rows {
            var valid = 0..<0
            timer.begin(row: y)
            draw(
                operations.indices, DrawnRow(y: y, nesting: 0, quads: PixelRow.quads(area.columns)),
                over: &valid)
            kept.keep(valid, of: memory.row(0), y: y)
            timer.endWriting(row: y)
        }
    }

    /// Writes the valid quads, with black beside them.
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

    /// The row, the nesting and the quads into which operations are drawn.
    private struct DrawnRow {
        let y: Int
        /// How many groups the operations lie in.
        let nesting: Int
        let quads: Range<Int>
    }

    /// Draws the operations of a group, or all operations, over the quads in `valid`. Quads outside
    /// of `valid` hold no valid pixels. Extends `valid` by the quads that were drawn; a mask
    /// reduces it to those that it leaves.
    private func draw(_ range: Range<Int>, _ target: DrawnRow, over valid: inout Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
            let inner = index + 1..<index + 1 + operations[index].innerCount
            if operations[index].area.rows.contains(target.y) {
                draw(index, inner, target, over: &valid)
                timer.end(index, row: target.y)
            } else if operations[index].compositing.isMask {
                valid = 0..<0
            }
            index = inner.upperBound
        }
    }

    private func draw(
        _ index: Int, _ inner: Range<Int>, _ target: DrawnRow, over valid: inout Range<Int>
    ) {
        let operation = operations.baseAddress! + index
        let columns = operation.pointee.coverage.columns(y: target.y)
        var quads = PixelRow.quads(columns.touched).clamped(to: target.quads)
        if operation.pointee.compositing.isMask {
            quads = columns.touched.isEmpty ? 0..<0 : quads.clamped(to: valid)
            valid = quads
        }
        guard !columns.touched.isEmpty, !quads.isEmpty else { return }
        let compositing = RowCompositing(
            operation: operation, row: memory.row(target.nesting), y: target.y, columns: columns,
            replaces: valid.isEmpty, memory: memory)
        if !valid.isEmpty { compositing.row.clear(quads, beside: valid) }
        valid = valid.isEmpty ? quads : valid.hull(quads)
        draw(inner, quads, target, compositing)
    }

    private func draw(
        _ inner: Range<Int>, _ quads: Range<Int>, _ target: DrawnRow,
        _ compositing: RowCompositing
    ) {
        switch compositing.operation.pointee.content {
        case .picture(let picture) where picture.pointee.isAveraged:
            let source = FetchedRow(averaging: picture, quads, y: target.y, memory)
            compositing.draw(source, quads, nil)
        case .picture(let picture):
            let source = PictureRow(picture, y: target.y)
            compositing.draw(source, quads, source.runs)
        case .copy(let copy):
            let source = CopiedRow(copy, y: target.y)
            compositing.draw(source, quads, source.runs)
        case .colour(let colour):
            compositing.draw(ColourRow(colour, memory), quads, nil)
        case .gradient(let shading):
            shading.pointee.draw(quads, y: target.y, on: memory.fetched)
            compositing.draw(DitheredRow(memory.fetched, y: target.y, memory), quads, nil)
        case .group:
            var inside = 0..<0
            let nesting = target.nesting + 1
            draw(inner, DrawnRow(y: target.y, nesting: nesting, quads: quads), over: &inside)
            compositing.draw(FetchedRow(row: memory.row(nesting)), quads, inside: inside)
        }
    }
}

extension PixelRow {
    /// Clears those of `quads` that lie outside of `others`, and all quads between the two ranges.
    fileprivate func clear(_ quads: Range<Int>, beside others: Range<Int>) {
        if quads.lowerBound < others.lowerBound { clear(quads.lowerBound..<others.lowerBound) }
        if quads.upperBound > others.upperBound { clear(others.upperBound..<quads.upperBound) }
    }
}

extension Range<Int> {
    fileprivate func hull(_ other: Range<Int>) -> Range<Int> {
        Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
    }
}
