internal import CRows
internal import Dispatch
internal import Geometry
internal import Glibc
internal import Picture
internal import System

/// Draws what is seen through a lens to a bitmap, and keeps it until something else is seen.
struct LensPainter {
    private var shown: Frame.LensPicture?
    private var bitmap: Bitmap?

    /// What is seen, with the pixels of the table's box.
    mutating func bitmap(of picture: Frame.LensPicture) -> Bitmap {
        if let bitmap, let shown, shown.isSame(as: picture) { return bitmap }
        let size = picture.table.size
        let pixels = [UInt32](unsafeUninitializedCapacity: size.area) { pixels, count in
            LensBands(picture, pixels.baseAddress!, stride: size.width, rows: 0..<size.height)
                .draw()
            count = size.area
        }
        let drawn = Bitmap(width: size.width, height: size.height, pixels: pixels)
        (shown, bitmap) = (picture, drawn)
        return drawn
    }
}

/// Draws rows of what is seen through a lens, several at a time where there is enough to do: each thread has
/// rows of the memory to itself, and all else is only read.
struct LensBands: @unchecked Sendable {
    private let picture: Frame.LensPicture
    private let pixels: UnsafeMutablePointer<UInt32>
    private let stride: Int
    private let rows: Range<Int>
    private let count: Int

    /// Pixels that are worth a thread, where all rows are mixed the same, and else.
    private static let (evenWorthAThread, worthAThread) = (1_000_000, 50_000)
    private static let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// Rows of a picture, to memory in which its first row begins at `pixels`, and each one so many
    /// pixels after the one before.
    init(
        _ picture: Frame.LensPicture, _ pixels: UnsafeMutablePointer<UInt32>, stride: Int,
        rows: Range<Int>
    ) {
        (self.picture, self.pixels, self.stride, self.rows) = (picture, pixels, stride, rows)
        let area = rows.count * picture.table.size.width
        let worth =
            picture.table.raster.hasEqualRows ? Self.evenWorthAThread : Self.worthAThread
        count = max(1, min(Self.processors, area / worth, rows.count))
    }

    func draw() {
        if count > 1 {
            DispatchQueue.concurrentPerform(iterations: count) { draw($0) }
        } else {
            draw(0)
        }
    }

    private func draw(_ band: Int) {
        var row = LensRow(picture)
        let (first, end) = (rows.count * band / count, rows.count * (band + 1) / count)
        let start = pixels + first * stride
        row.draw(rows.lowerBound + first..<rows.lowerBound + end, to: start, stride: stride)
    }
}

/// Draws rows of a lens's picture.
private struct LensRow {
    private let table: LensTable
    private let bitmaps: [Bitmap]
    private let width: Int
    /// From the weights of one bitmap to those of the next.
    private let stride: Int
    /// Of the row at work, for each column: offsets into the bitmaps, and entries of the table.
    private var offsets: [Int32]
    private var weights: [UInt16]
    private var shades, lights: [UInt16]
    /// Of opaque bitmaps in rows that are all mixed the same, what the ribs add to their colours.
    private var whites: [UInt16] = []
    private var shares: [rows_share] = []
    private var runs: [Run] = []
    private var hasRow = false

    /// Columns in which the same bitmaps are seen; they begin at a multiple of eight.
    private struct Run {
        var columns: Range<Int>
        /// A bit for each of the bitmaps.
        let seen: UInt64
    }

    init(_ picture: Frame.LensPicture) {
        (table, bitmaps) = (picture.table, picture.bitmaps)
        width = table.size.width
        let padded = (width + 7) / 8 * 8
        offsets = Array(repeating: 0, count: padded)
        if table.raster.hasEqualRows {
            (stride, weights) = (table.stride, table.weights)
            shades = table.relief?.shades ?? []
            lights = table.relief?.lights ?? []
            if bitmaps.allSatisfy(\.isOpaque) { putReliefIntoWeights() }
        } else {
            stride = padded
            weights = Array(repeating: 0, count: bitmaps.count * padded)
            shades = table.relief == nil ? [] : Array(repeating: 0, count: padded)
            lights = shades
        }
    }

    /// Lets the weights hold what the ribs take from the colours.
    private mutating func putReliefIntoWeights() {
        guard let relief = table.relief else { return }
        for start in Swift.stride(from: 0, to: weights.count, by: stride) {
            for entry in 0..<stride {
                let rest = UInt32(relief.shades[entry]) * (65535 - UInt32(relief.lights[entry]))
                let part = UInt64(weights[start + entry]) * UInt64(rest)
                weights[start + entry] = UInt16(part / (65535 * 65535))
            }
        }
        whites = relief.lights.map { UInt16(UInt32($0) * 65280 / 65535) }
        (shades, lights) = ([], [])
    }

    mutating func draw(
        _ rows: Range<Int>, to pixels: UnsafeMutablePointer<UInt32>, stride: Int
    ) {
        if table.raster.hasEqualRows, bitmaps[0].height == table.size.height {
            prepare(rows.lowerBound)
            for run in runs { draw(run, rows, to: pixels, stride: stride) }
            return
        }
        for y in rows {
            prepare(y)
            let row = firstRow(y)
            let target = pixels + (y - rows.lowerBound) * stride
            for run in runs { draw(run, row..<row + 1, to: target, stride: stride) }
        }
    }

    /// Draws the columns of a run, with so many rows of the bitmaps.
    private mutating func draw(
        _ run: Run, _ rows: Range<Int>, to pixels: UnsafeMutablePointer<UInt32>, stride: Int
    ) {
        let (first, start) = (run.columns.lowerBound, rows.lowerBound * bitmaps[0].width)
        shares.removeAll(keepingCapacity: true)
        withExtendedLifetime(bitmaps) {
            weights.withUnsafeBufferPointer { weights in
                for index in bitmaps.indices where run.seen & 1 << UInt64(index) != 0 {
                    shares.append(
                        rows_share(
                            pixels: bitmaps[index].start + start,
                            weights: weights.baseAddress! + index * self.stride + first))
                }
            }
            mix(pixels + first, run.columns, rows: rows, stride: stride)
        }
    }

    /// The arrays of the row stay as they are while this reads them.
    private func mix(
        _ pixels: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>, rows: Range<Int>,
        stride: Int
    ) {
        func start(_ numbers: [UInt16]) -> UnsafePointer<UInt16>? {
            numbers.isEmpty
                ? nil : numbers.withUnsafeBufferPointer { $0.baseAddress! + columns.lowerBound }
        }
        let size = bitmaps[0].size
        withExtendedLifetime(self) {
            offsets.withUnsafeBufferPointer { offsets in
                shares.withUnsafeBufferPointer { shares in
                    var mixture = rows_mixture(
                        offsets: offsets.baseAddress! + columns.lowerBound,
                        readable: size.area - rows.lowerBound * size.width,
                        shares: shares.baseAddress!, share_count: shares.count,
                        shades: start(shades), lights: start(lights), whites: start(whites),
                        rows: rows.count, target_stride: stride, stride: size.width)
                    rows_mix(pixels, columns.count, &mixture)
                }
            }
        }
    }

    /// Finds which bitmaps have weights in which columns.
    private mutating func findRuns() {
        runs.removeAll(keepingCapacity: true)
        weights.withUnsafeBytes { bytes in
            for first in Swift.stride(from: 0, to: width, by: 8) {
                var seen: UInt64 = 0
                for index in bitmaps.indices {
                    let place = 2 * (index * stride + first)
                    let eight = bytes.loadUnaligned(fromByteOffset: place, as: SIMD2<UInt64>.self)
                    if eight != .zero { seen |= 1 << UInt64(index) }
                }
                let end = min(first + 8, width)
                if let last = runs.last, last.seen == seen {
                    runs[runs.count - 1].columns = last.columns.lowerBound..<end
                } else {
                    runs.append(Run(columns: first..<end, seen: seen))
                }
            }
        }
    }

    /// By how many rows of the bitmaps the offsets have to be moved: rows of unslanted vertical lenses
    /// differ only in these.
    private func firstRow(_ y: Int) -> Int {
        guard table.raster.hasEqualRows else { return 0 }
        let count = bitmaps[0].height
        return table.raster.row(y: y, ofPictureRows: count)
            - table.raster.row(y: 0, ofPictureRows: count)
    }

    /// Fills the arrays for a row.
    private mutating func prepare(_ y: Int) {
        let raster = table.raster
        if raster.hasEqualRows {
            if hasRow { return }
            writeOffsets(0)
            findRuns()
            hasRow = true
            return
        }
        writeOffsets(y)
        let line = EntryLine(raster, y: y)
        for index in bitmaps.indices {
            line.copy(
                table.weights[index * table.stride..<(index + 1) * table.stride],
                to: &weights[index * stride..<index * stride + width])
        }
        if let relief = table.relief {
            line.copy(relief.shades[...], to: &shades[..<width])
            line.copy(relief.lights[...], to: &lights[..<width])
        }
        findRuns()
    }

    private mutating func writeOffsets(_ y: Int) {
        offsets.withUnsafeMutableBufferPointer { offsets in
            table.raster.writeOffsets(y: y, of: bitmaps[0].size, to: offsets.baseAddress!)
        }
    }
}

/// The entries of a table along a row of pixels.
private struct EntryLine {
    private let raster: LensRaster
    private let y: Int

    init(_ raster: LensRaster, y: Int) { (self.raster, self.y) = (raster, y) }

    /// Gives each column its entry.
    func copy(_ entries: ArraySlice<UInt16>, to row: inout ArraySlice<UInt16>) {
        let (width, raster, y) = (row.count, raster, y)
        row.withUnsafeMutableBufferPointer { row in
            entries.withUnsafeBufferPointer { entries in
                if raster.hasEqualColumns {
                    row.update(repeating: entries[raster.entry(x: 0, y: y)])
                } else {
                    for x in 0..<width { row[x] = entries[raster.entry(x: x, y: y)] }
                }
            }
        }
    }
}
