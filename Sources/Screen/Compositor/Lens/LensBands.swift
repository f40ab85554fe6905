internal import CRowKernels
internal import Dispatch
internal import Geometry
internal import Picture
internal import Platform

/// Draws rows of what is seen through a lens, on several threads where there is enough to do. With
/// OpenGL: `GLLensProgram`.
///
/// Each thread writes rows that no other thread uses; all else is only read.
struct LensBands: @unchecked Sendable {
    /// Each thread draws with a copy of its own.
    private let painter: LensRowPainter
    private let pixels: UnsafeMutablePointer<UInt32>
    private let stride: Int
    private let rows: Range<Int>
    /// How many bands there are, each for one thread.
    private let bandCount: Int

    /// The least number of pixels for each thread: the first if all lines have the same weights
    /// (`LensRaster`), the second otherwise.
    private static let (uniformWorthAThread, worthAThread) = (1_000_000, 50_000)

    /// `draw` draws `rows` of what is seen through a lens to memory. The first of them begins at
    /// `pixels`, each further one `stride` pixels after the one before.
    init(
        _ lens: Frame.LensBitmaps, _ pixels: UnsafeMutablePointer<UInt32>, stride: Int,
        rows: Range<Int>
    ) {
        painter = LensRowPainter(lens)
        (self.pixels, self.stride, self.rows) = (pixels, stride, rows)
        let area = rows.count * lens.table.size.width
        let worth =
            lens.table.raster.hasEqualLines ? Self.uniformWorthAThread : Self.worthAThread
        bandCount = max(1, min(processorCount, area / worth, rows.count))
    }

    func draw() {
        if bandCount > 1 {
            DispatchQueue.concurrentPerform(iterations: bandCount) { draw($0) }
        } else {
            draw(0)
        }
    }

    private func draw(_ band: Int) {
        var painter = painter
        let (first, end) = (
            rows.count * band / bandCount, rows.count * (band + 1) / bandCount
        )
        let start = pixels + first * stride
        painter.draw(rows.lowerBound + first..<rows.lowerBound + end, to: start, stride: stride)
    }
}

extension Frame.LensBitmaps {
    /// What is seen through the lens; it has the size of the box, `table.size`.
    func bitmap() -> Bitmap {
        Bitmap(table.size) {
            LensBands(self, $0, stride: table.size.width, rows: 0..<table.size.height).draw()
        }
    }
}

private struct LensRowPainter {
    private let raster: LensRaster
    private let bitmaps: [Bitmap]
    private let width: Int
    /// The numbers of all entries of the table.
    private let numbers: LensNumbers
    /// The numbers of the row at work; those of its column 0 lie at the index `first`. For vertical
    /// lenses, these are the numbers of all entries.
    private var rowNumbers: LensNumbers
    private var first = 0
    /// For each column of the row at work: the offset of its pixel in each bitmap.
    private var offsets: [Int32]
    private var places: PicturePlaces
    private var weighedBitmaps: [rows_weighed_bitmap] = []
    private var runs: [Run] = []
    private var hasRow = false

    /// Columns in which the same bitmaps are seen; they begin at a multiple of eight.
    private struct Run {
        var columns: Range<Int>
        /// A bit for each of the bitmaps: whether it is seen.
        let seen: UInt64
    }

    init(_ lens: Frame.LensBitmaps) {
        (raster, bitmaps) = (lens.table.raster, lens.bitmaps)
        width = raster.size.width
        numbers = LensNumbers(lens)
        let padded = (width + 7) / 8 * 8
        offsets = Array(repeating: 0, count: padded)
        rowNumbers = raster.isVertical ? numbers : LensNumbers(like: numbers, length: padded)
        places = PicturePlaces(bitmaps[0].size, raster)
    }

    private var hasEqualRows: Bool { raster.isVertical && raster.hasEqualLines }

    mutating func draw(
        _ rows: Range<Int>, to pixels: UnsafeMutablePointer<UInt32>, stride: Int
    ) {
        if hasEqualRows, bitmaps[0].height == raster.size.height {
            prepareRow(rows.lowerBound)
            for run in runs { draw(run, rows, to: pixels, stride: stride) }
            return
        }
        for y in rows {
            prepareRow(y)
            let source = hasEqualRows ? places.row(y) - places.row(0) : 0
            let target = pixels + (y - rows.lowerBound) * stride
            for run in runs { draw(run, source..<source + 1, to: target, stride: stride) }
        }
    }

    /// Draws the columns of a run, one row of pixels for each of `rows`. These are rows of the
    /// bitmaps, counted from the row to which `offsets` lead.
    private mutating func draw(
        _ run: Run, _ rows: Range<Int>, to pixels: UnsafeMutablePointer<UInt32>, stride: Int
    ) {
        let (column, offset) = (run.columns.lowerBound, rows.lowerBound * bitmaps[0].width)
        rowNumbers.all.withUnsafeBufferPointer { all in
            // There are weights of one bitmap at least.
            let numbers = all.baseAddress! + first + column
            weighedBitmaps.removeAll(keepingCapacity: true)
            for index in bitmaps.indices where run.seen & 1 << UInt64(index) != 0 {
                weighedBitmaps.append(
                    rows_weighed_bitmap(
                        pixels: bitmaps[index].start + offset,
                        weights: numbers + index * rowNumbers.length))
            }
            mix(pixels + column, run.columns, numbers, rows: rows, stride: stride)
        }
    }

    /// Mixes the columns of a run from `weighedBitmaps`; `numbers` are those of the first column.
    private func mix(
        _ pixels: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>,
        _ numbers: UnsafePointer<UInt16>, rows: Range<Int>, stride: Int
    ) {
        let (size, relief) = (bitmaps[0].size, rowNumbers.relief(numbers))
        offsets.withUnsafeBufferPointer { offsets in
            weighedBitmaps.withUnsafeBufferPointer { weighedBitmaps in
                var mixture = rows_mixture(
                    offsets: offsets.baseAddress! + columns.lowerBound,
                    readable: size.area - rows.lowerBound * size.width,
                    bitmaps: weighedBitmaps.baseAddress!, bitmap_count: weighedBitmaps.count,
                    shades: relief.shades, lights: relief.lights, whites: relief.whites,
                    rows: rows.count, target_stride: stride, stride: size.width)
                rows_mix(pixels, columns.count, &mixture)
            }
        }
    }

    private var hasEqualColumns: Bool { !raster.isVertical && raster.hasEqualLines }

    /// Finds which bitmaps have weights above 0 in which columns.
    private mutating func findRuns() {
        runs.removeAll(keepingCapacity: true)
        let step = hasEqualColumns ? width : 8
        rowNumbers.all.withUnsafeBytes { bytes in
            for column in Swift.stride(from: 0, to: width, by: step) {
                var seen: UInt64 = 0
                for index in bitmaps.indices {
                    let offset = 2 * (index * rowNumbers.length + first + column)
                    let eight = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self)
                    if eight != .zero { seen |= 1 << UInt64(index) }
                }
                let end = min(column + step, width)
                if let last = runs.last, last.seen == seen {
                    runs[runs.count - 1].columns = last.columns.lowerBound..<end
                } else {
                    runs.append(Run(columns: column..<end, seen: seen))
                }
            }
        }
    }

    /// Finds the weights and the offsets of a row.
    private mutating func prepareRow(_ y: Int) {
        if hasEqualRows, hasRow { return }
        hasRow = true
        if raster.isVertical {
            first = raster.index(ofLine: hasEqualRows ? 0 : y)
            places.writeRow(hasEqualRows ? 0 : y, from: first, to: &offsets)
        } else {
            places.writeColumns(y, areEqual: hasEqualColumns, to: &offsets)
            rowNumbers.take(
                numbers, at: places.columnIndices, plus: y, areEqual: hasEqualColumns)
        }
        findRuns()
    }
}

/// The numbers with which pixels are mixed: the weights of the bitmaps and those of the relief, each kind
/// for all entries of a table, or for all columns of a row.
private struct LensNumbers {
    /// How the relief changes colours; see `rows_mixture`.
    private enum Relief {
        case none
        case shadesAndLights
        /// All bitmaps are opaque: the weights hold the shades, and the lights are added as they are.
        case whites
    }

    /// How many numbers each kind has.
    let length: Int
    /// The weights of the first bitmap, then those of the next, and so on, then the relief's.
    private(set) var all: [UInt16]
    private let bitmapCount: Int
    private let relief: Relief

    /// The numbers of all entries of a table.
    init(_ lens: Frame.LensBitmaps) {
        let table = lens.table
        (length, all, bitmapCount) = (table.raster.length, table.weights, lens.bitmaps.count)
        guard let ribs = table.relief else {
            relief = .none
            return
        }
        guard lens.bitmaps.allSatisfy(\.isOpaque) else {
            relief = .shadesAndLights
            all += ribs.shades
            all += ribs.lights
            return
        }
        relief = .whites
        putIntoWeights(ribs)
        all += ribs.lights.map { UInt16(UInt32($0) * 65280 / 65535) }
    }

    /// Zeros for `length` columns, of the same kinds as those of `other`.
    init(like other: LensNumbers, length: Int) {
        self.length = length
        (bitmapCount, relief) = (other.bitmapCount, other.relief)
        all = Array(repeating: 0, count: other.all.count / other.length * length)
    }

    /// Multiplies the weights by the share of the colours that shades and lights leave.
    private mutating func putIntoWeights(_ ribs: LensRelief) {
        let remaining = zip(ribs.shades, ribs.lights).map { UInt32($0) * (65535 - UInt32($1)) }
        for start in stride(from: 0, to: all.count, by: length) {
            for (entry, share) in remaining.enumerated() {
                let product = UInt64(all[start + entry]) * UInt64(share)
                all[start + entry] = UInt16(product / (65535 * 65535))
            }
        }
    }

    /// The numbers of the relief that belong to the weight at `first`, one of the first bitmap; nil for
    /// those that it does not have.
    func relief(_ first: UnsafePointer<UInt16>) -> (
        shades: UnsafePointer<UInt16>?, lights: UnsafePointer<UInt16>?,
        whites: UnsafePointer<UInt16>?
    ) {
        let own = first + bitmapCount * length
        return switch relief {
        case .none: (nil, nil, nil)
        case .shadesAndLights: (own, own + length, nil)
        case .whites: (nil, nil, own)
        }
    }

    /// Gives column x the numbers that `others` have at `indices[x] + offset`; `areEqual` says that
    /// all indices are the same.
    mutating func take(
        _ others: LensNumbers, at indices: [Int], plus offset: Int, areEqual: Bool
    ) {
        let length = length
        all.withUnsafeMutableBufferPointer { all in
            others.all.withUnsafeBufferPointer { numbers in
                for kind in 0..<all.count / length {
                    let start = kind * others.length + offset
                    let row = UnsafeMutableBufferPointer(
                        rebasing: all[kind * length..<kind * length + indices.count])
                    if areEqual {
                        row.update(repeating: numbers[start + indices[0]])
                    } else {
                        for (column, index) in indices.enumerated() {
                            row[column] = numbers[start + index]
                        }
                    }
                }
            }
        }
    }
}

/// For each pixel of a box: which pixel it shows of a bitmap that is stretched over the box. If a
/// lens is wider than a pixel, its pixels on one line all show what lies under its middle on that
/// line.
private struct PicturePlaces {
    private let size: PixelSize
    private let shifts: [Double]
    /// Columns and rows of the bitmap for a pixel of the box.
    private let perPixel: (x: Double, y: Double)
    /// For each column of the box: the index of its first number in a table, and the bitmap's
    /// column that it shows. Both are empty for vertical lenses.
    let columnIndices: [Int]
    private let columns: [Int32]

    init(_ size: PixelSize, _ raster: LensRaster) {
        (self.size, shifts) = (size, raster.phases.map(raster.shift))
        perPixel = (
            Double(size.width) / Double(raster.size.width),
            Double(size.height) / Double(raster.size.height)
        )
        let all = raster.isVertical ? 0..<0 : 0..<raster.size.width
        columnIndices = all.map(raster.index(ofLine:))
        let perColumn = perPixel.x
        columns = all.map { Self.pixel(at: (Double($0) + 0.5) * perColumn, of: size.width) }
    }

    /// For vertical lenses: the row of a bitmap that a row of the box shows.
    func row(_ y: Int) -> Int {
        Int(Self.pixel(at: (Double(y) + 0.5) * perPixel.y, of: size.height))
    }

    /// For vertical lenses: writes the offsets of a row. `first` is the index of the row's first
    /// number in the table.
    func writeRow(_ y: Int, from first: Int, to offsets: inout [Int32]) {
        let start = Int32(truncatingIfNeeded: row(y) * size.width)
        for x in offsets.indices {
            let place = (Double(x) + 0.5 + shifts[first + x]) * perPixel.x
            offsets[x] = start &+ Self.pixel(at: place, of: size.width)
        }
    }

    /// For horizontal lenses: writes the offsets of a row. `areEqual` says that all columns show
    /// the same row of the bitmap.
    func writeColumns(_ y: Int, areEqual: Bool, to offsets: inout [Int32]) {
        func start(_ x: Int) -> Int32 {
            let place = (Double(y) + 0.5 + shifts[columnIndices[x] + y]) * perPixel.y
            return Self.pixel(at: place, of: size.height) &* Int32(size.width)
        }
        let first = start(0)
        for x in columns.indices { offsets[x] = (areEqual ? first : start(x)) &+ columns[x] }
    }

    /// The row or the column in which a place lies, of a bitmap that has `count` rows or columns. A
    /// place that is on the border of two but for rounding lies in the second.
    private static func pixel(at place: Double, of count: Int) -> Int32 {
        Int32(min(max(place + 1.0 / 512, 0), Double(count - 1)))
    }
}
