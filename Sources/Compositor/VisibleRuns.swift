internal import Picture

/// For each row of a bitmap, the runs of columns in which that row or the row below it may have
/// pixels that are not clear. Outside of the runs both rows are clear.
///
/// The owner of the two arrays must keep them alive.
struct VisibleRuns {
    fileprivate let runs: UnsafePointer<Range<Int32>>
    /// For each row the index of its first run; then the number of all runs.
    fileprivate let starts: UnsafePointer<Int>

    /// The runs of row `y`, from left to right; they hold for the row below it, too.
    func ofRow(_ y: Int) -> UnsafeBufferPointer<Range<Int32>> {
        UnsafeBufferPointer(start: runs + starts[y], count: starts[y + 1] - starts[y])
    }
}

/// The runs of a row of a bitmap as a row of the screen shows them.
struct ShownRuns {
    let runs: UnsafeBufferPointer<Range<Int32>>
    /// The place in the bitmap that column 0 of the screen shows, and what each column adds, which
    /// is above 0.
    private let start, step: Double
    /// The first and the last pixel that are shown; places beyond them show these two.
    private let first, last: Int

    init(
        _ runs: UnsafeBufferPointer<Range<Int32>>, start: Double, step: Double, first: Int,
        last: Int
    ) {
        (self.runs, self.start, self.step) = (runs, start, step)
        (self.first, self.last) = (first, last)
    }

    /// Those of `fours` that may show pixels of `run`. A column of the screen shows at most the
    /// pixel at its place and the one at the right of that pixel.
    func fours(of run: Range<Int32>, in fours: Range<Int>) -> Range<Int> {
        let (lower, upper) = (Double(run.lowerBound) - 1, Double(run.upperBound))
        let rounding = 1.0
        func column(_ value: Double) -> Int {
            Int(min(max(value, Double(4 * fours.lowerBound)), Double(4 * fours.upperBound)))
        }
        let from = lower <= Double(first) ? -.infinity : (lower - start) / step - rounding
        let to = upper > Double(last) ? .infinity : (upper - start) / step + rounding
        return PixelRow.fours(column(from)..<max(column(from), column(to.rounded(.up))))
    }
}

/// The runs of bitmaps, found once for each as long as it is drawn.
struct VisibleRunsCache {
    private final class Entry {
        /// Kept so that its identity stays unique.
        let bitmap: Bitmap
        let table: RunTable
        var isDrawn = true

        init(_ bitmap: Bitmap) { (self.bitmap, table) = (bitmap, RunTable(of: bitmap)) }
    }

    private var entries: [ObjectIdentifier: Entry] = [:]

    /// Nil for an opaque bitmap. Valid until the bitmap is not drawn any more.
    mutating func runs(of bitmap: Bitmap) -> VisibleRuns? {
        guard !bitmap.isOpaque else { return nil }
        let entry = entries[ObjectIdentifier(bitmap)] ?? Entry(bitmap)
        entry.isDrawn = true
        entries[ObjectIdentifier(bitmap)] = entry
        return entry.table.all
    }

    /// Forgets what was not asked for since the last time.
    mutating func forgetOthers() {
        guard !entries.isEmpty else { return }
        entries = entries.filter(\.value.isDrawn)
        for entry in entries.values { entry.isDrawn = false }
    }
}

private struct RunTable {
    private let runs: [Range<Int32>]
    private let starts: [Int]

    /// The number of pixels that are looked at together.
    private static let step = 16

    init(of bitmap: Bitmap) {
        var (runs, starts) = ([Range<Int32>](), [0])
        starts.reserveCapacity(bitmap.height + 1)
        for y in 0..<bitmap.height {
            Self.append(rowsFrom: y, of: bitmap, to: &runs, from: starts[y])
            starts.append(runs.count)
        }
        // An empty array may have no address. So the array of a bitmap without runs gets one empty
        // run.
        (self.runs, self.starts) = (runs.isEmpty ? [0..<0] : runs, starts)
    }

    private static func append(
        rowsFrom y: Int, of bitmap: Bitmap, to runs: inout [Range<Int32>], from start: Int
    ) {
        let above = bitmap.start + y * bitmap.width
        let below = y + 1 < bitmap.height ? above + bitmap.width : above
        for x in stride(from: 0, to: bitmap.width, by: step) {
            let end = min(x + step, bitmap.width)
            guard (x..<end).reduce(0, { $0 | above[$1] | below[$1] }) != 0 else { continue }
            if runs.count > start, let last = runs.last, last.upperBound == x {
                runs[runs.count - 1] = last.lowerBound..<Int32(end)
            } else {
                runs.append(Int32(x)..<Int32(end))
            }
        }
    }

    /// The owner keeps the immutable arrays alive, so the pointers stay valid.
    var all: VisibleRuns {
        VisibleRuns(
            runs: runs.withUnsafeBufferPointer { $0.baseAddress! },
            starts: starts.withUnsafeBufferPointer { $0.baseAddress! })
    }
}
