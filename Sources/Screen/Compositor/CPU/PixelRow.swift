internal import CRowKernels

/// A row of pixels, four at a time, in the unit of `PixelQuad`.
struct PixelRow {
    /// `even` has blue and red of each pixel, `odd` green and alpha.
    private let even, odd: UnsafeMutablePointer<UInt16>

    /// A row of `columns` columns in memory of `byteCount(ofColumns: columns)` bytes.
    init(_ memory: UnsafeMutableRawPointer, columns: Int) {
        even = memory.assumingMemoryBound(to: UInt16.self)
        odd = even + 2 * columns
    }

    static func byteCount(ofColumns count: Int) -> Int { 8 * count }

    /// How many quads hold `count` columns.
    static func quadCount(ofColumns count: Int) -> Int { (count + 3) / 4 }

    static func quads(_ columns: Range<Int>) -> Range<Int> {
        columns.lowerBound / 4..<quadCount(ofColumns: columns.upperBound)
    }

    /// For the inner loops: the pixels from a quad on.
    func pixels(from quad: Int) -> rows_pixels {
        rows_pixels(even: even + 8 * quad, odd: odd + 8 * quad)
    }

    func clear(_ quads: Range<Int>) {
        guard !quads.isEmpty else { return }
        (even + 8 * quads.lowerBound).update(repeating: 0, count: 8 * quads.count)
        (odd + 8 * quads.lowerBound).update(repeating: 0, count: 8 * quads.count)
    }

    func copy(_ quads: Range<Int>, from other: PixelRow) {
        guard !quads.isEmpty else { return }
        let (first, count) = (8 * quads.lowerBound, 8 * quads.count)
        (even + first).update(from: other.even + first, count: count)
        (odd + first).update(from: other.odd + first, count: count)
    }

    subscript(quad: Int) -> PixelQuad {
        @inline(__always) get {
            PixelQuad(even: Lanes(at: even + 8 * quad), odd: Lanes(at: odd + 8 * quad))
        }
        @inline(__always) nonmutating set {
            newValue.even.store(at: even + 8 * quad)
            newValue.odd.store(at: odd + 8 * quad)
        }
    }
}

extension Lanes {
    @inline(__always)
    fileprivate init(at lanes: UnsafePointer<UInt16>) {
        self = UnsafeRawPointer(lanes).loadUnaligned(as: Lanes.self)
    }

    @inline(__always)
    fileprivate func store(at lanes: UnsafeMutablePointer<UInt16>) {
        UnsafeMutableRawPointer(lanes).storeBytes(of: self, as: Lanes.self)
    }
}

struct RowMemory {
    /// The number of columns that a row has room for. It is larger than the width, because the
    /// inner loops go a little beyond the width.
    private let columns: Int
    private let memory: UnsafeMutableRawPointer

    /// Part `index` of memory that has room for several parts, each of `byteCount` bytes.
    init(_ memory: UnsafeMutableRawPointer, part index: Int, width: Int, nesting: Int) {
        columns = Self.columns(width: width)
        self.memory = memory + index * Self.byteCount(width: width, nesting: nesting)
    }

    /// The number of columns that a row has room for: at least 16 more than the width, and a
    /// multiple of 16, so that each array of 4 bytes for each column begins at a multiple of 64
    /// bytes.
    private static func columns(width: Int) -> Int { (width + 31) / 16 * 16 }

    /// The bytes that drawing `width` columns takes; `nesting` is how many groups lie in each
    /// other.
    static func byteCount(width: Int, nesting: Int) -> Int {
        let columns = columns(width: width)
        return 4 * columns + PixelRow.byteCount(ofColumns: columns) * (nesting + 2)
            + PixelRow.byteCount(ofColumns: 16)
    }

    /// After the weights.
    private var rows: UnsafeMutableRawPointer { memory + 4 * columns }

    /// Opacity times coverage, in 1/65536: for each column of the quads that are weighed column by
    /// column. For fully covered quads of a gradient, the first eight numbers hold one weight for
    /// all columns.
    var weights: UnsafeMutablePointer<UInt32> { memory.assumingMemoryBound(to: UInt32.self) }

    /// A row of two quads, for the operation at work.
    var twoQuads: PixelRow { PixelRow(rows, columns: 16) }

    /// For the operation at work: the pixels of its source where they are changed or weighed before
    /// they are composited.
    var fetched: PixelRow { row(-1) }

    /// The row into which operations are drawn that lie in this number of groups; 0 for those that
    /// lie in no group.
    func row(_ nesting: Int) -> PixelRow {
        let size = PixelRow.byteCount(ofColumns: columns)
        let first = rows + PixelRow.byteCount(ofColumns: 16)
        return PixelRow(first + size * (nesting + 1), columns: columns)
    }
}
