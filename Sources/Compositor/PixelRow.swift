internal import CRows

/// A row of pixels, four at a time, in the unit of `FourPixels`.
struct PixelRow {
    /// `even` has blue and red of each pixel, `odd` green and alpha.
    private let even, odd: UnsafeMutablePointer<UInt16>

    /// A row of `columns` columns in memory of `byteCount(ofColumns: columns)` bytes.
    init(_ memory: UnsafeMutableRawPointer, columns: Int) {
        even = memory.assumingMemoryBound(to: UInt16.self)
        odd = even + 2 * columns
    }

    /// The bytes of a row.
    static func byteCount(ofColumns count: Int) -> Int { 8 * count }

    /// How many fours hold `count` columns.
    static func fourCount(ofColumns count: Int) -> Int { (count + 3) / 4 }

    /// The fours that hold columns.
    static func fours(_ columns: Range<Int>) -> Range<Int> {
        columns.lowerBound / 4..<fourCount(ofColumns: columns.upperBound)
    }

    /// For the inner loops: the pixels from a four on.
    func pixels(from four: Int) -> rows_pixels {
        rows_pixels(even: even + 8 * four, odd: odd + 8 * four)
    }

    func clear(_ fours: Range<Int>) {
        guard !fours.isEmpty else { return }
        (even + 8 * fours.lowerBound).update(repeating: 0, count: 8 * fours.count)
        (odd + 8 * fours.lowerBound).update(repeating: 0, count: 8 * fours.count)
    }

    func copy(_ fours: Range<Int>, from other: PixelRow) {
        guard !fours.isEmpty else { return }
        let (first, count) = (8 * fours.lowerBound, 8 * fours.count)
        (even + first).update(from: other.even + first, count: count)
        (odd + first).update(from: other.odd + first, count: count)
    }

    subscript(four: Int) -> FourPixels {
        @inline(__always) get {
            FourPixels(even: Lanes(at: even + 8 * four), odd: Lanes(at: odd + 8 * four))
        }
        @inline(__always) nonmutating set {
            newValue.even.store(at: even + 8 * four)
            newValue.odd.store(at: odd + 8 * four)
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

/// The memory in which one thread draws rows.
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
        return 16 * columns + PixelRow.byteCount(ofColumns: columns) * (nesting + 2)
            + PixelRow.byteCount(ofColumns: 16)
    }

    private func numbers(_ index: Int) -> UnsafeMutableRawPointer { memory + 4 * columns * index }

    /// Opacity times coverage, in 1/65536: for each column of the fours that are weighed column by
    /// column. For fully covered fours of a gradient, the first eight numbers hold one weight for
    /// all columns.
    var weights: UnsafeMutablePointer<UInt32> { numbers(0).assumingMemoryBound(to: UInt32.self) }

    /// The places of the columns of the picture that is being drawn. Entry 0 is that of the first
    /// column for which places were computed.
    var places: rows_places {
        rows_places(
            offsets: numbers(1).assumingMemoryBound(to: Int32.self),
            fractions_x: numbers(2).assumingMemoryBound(to: UInt32.self),
            fractions_y: numbers(3).assumingMemoryBound(to: UInt32.self))
    }

    /// Two fours of a colour. All calls write to the same memory, so only the newest result may be
    /// used.
    func colour(_ colour: FourPixels) -> PixelRow {
        let row = PixelRow(numbers(4), columns: 16)
        (row[0], row[1]) = (colour, colour)
        return row
    }

    /// For the operation at work: the pixels of its source where they are changed or weighed before
    /// they are laid.
    var fetched: PixelRow { row(-1) }

    /// The row into which operations are drawn that lie in this number of groups; 0 for those that
    /// lie in no group.
    func row(_ nesting: Int) -> PixelRow {
        let size = PixelRow.byteCount(ofColumns: columns)
        let first = numbers(4) + PixelRow.byteCount(ofColumns: 16)
        return PixelRow(first + size * (nesting + 1), columns: columns)
    }
}
