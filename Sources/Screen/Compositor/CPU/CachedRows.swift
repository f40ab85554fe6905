internal import Geometry
internal import Platform

/// Rows of pixels as a painter has drawn them, unrounded: in the unit of `PixelQuad`.
///
/// Several threads fill it at once, each with other rows. No thread reads it before all of them
/// have filled it.
final class CachedRows: @unchecked Sendable {
    /// The rows that are kept, and how many columns of each, counted from column 0.
    private let rows: Range<Int>
    private let columns: Int
    private let memory: UnsafeMutableRawPointer
    /// The quads of each row that were drawn.
    private let drawn: UnsafeMutablePointer<Range<Int>>

    /// Memory for all that lies in an area.
    init(_ area: PixelRect) {
        rows = area.rows
        columns = 4 * PixelRow.quadCount(ofColumns: area.endX)
        let size = max(1, rows.count * PixelRow.byteCount(ofColumns: columns))
        MemoryReserve.require(size)
        memory = .allocate(byteCount: size, alignment: 64)
        drawn = .allocate(capacity: rows.count)
        drawn.initialize(repeating: 0..<0, count: rows.count)
    }

    deinit {
        memory.deallocate()
        drawn.deallocate()
    }

    var byteCount: Int { rows.count * PixelRow.byteCount(ofColumns: columns) }

    private func row(_ y: Int) -> PixelRow {
        PixelRow(
            memory + (y - rows.lowerBound) * PixelRow.byteCount(ofColumns: columns),
            columns: columns)
    }

    func keep(_ quads: Range<Int>, of row: PixelRow, y: Int) {
        drawn[y - rows.lowerBound] = quads
        self.row(y).copy(quads, from: row)
    }

    /// Copies those of the wanted quads that were kept of row `y` to another row, and gives them;
    /// 0..<0 if there are none.
    func copy(_ wanted: Range<Int>, to row: PixelRow, y: Int) -> Range<Int> {
        guard rows.contains(y) else { return 0..<0 }
        let quads = drawn[y - rows.lowerBound].clamped(to: wanted)
        row.copy(quads, from: self.row(y))
        return quads.isEmpty ? 0..<0 : quads
    }
}
