internal import Picture
internal import Platform

/// For each row of a bitmap, the runs of columns in which that row or the row below it may have
/// pixels that are not clear. Outside of the runs both rows are clear.
///
/// The owner of the table must keep it alive.
struct VisibleRuns {
    fileprivate let runs: UnsafePointer<VisibleRun>
    /// For each row the index of its first run; then the number of all runs.
    fileprivate let starts: UnsafePointer<Int>

    /// The runs of row `y`, from left to right; they hold for the row below it, too.
    func ofRow(_ y: Int) -> UnsafeBufferPointer<VisibleRun> {
        UnsafeBufferPointer(start: runs + starts[y], count: starts[y + 1] - starts[y])
    }
}

/// Columns of a bitmap from `lowerBound` to before `upperBound`.
struct VisibleRun: BitwiseCopyable {
    let lowerBound: Int32
    var upperBound: Int32
}

/// The runs of a row of a bitmap as a row of the screen shows them.
struct ShownRuns {
    let runs: UnsafeBufferPointer<VisibleRun>
    /// The place in the bitmap that column 0 of the screen shows, and what each column adds, which
    /// is above 0.
    private let start, step: Double
    /// The first and the last pixel that are shown; places beyond them show these two.
    private let first, last: Int

    init(
        _ runs: UnsafeBufferPointer<VisibleRun>, start: Double, step: Double, first: Int,
        last: Int
    ) {
        (self.runs, self.start, self.step) = (runs, start, step)
        (self.first, self.last) = (first, last)
    }

    /// Those of `quads` that may show pixels of `run`. A column of the screen shows at most the
    /// pixel at its place and the one at the right of that pixel.
    func quads(of run: VisibleRun, in quads: Range<Int>) -> Range<Int> {
        let (lower, upper) = (Double(run.lowerBound) - 1, Double(run.upperBound))
        let rounding = 1.0
        func column(_ value: Double) -> Int {
            Int(min(max(value, Double(4 * quads.lowerBound)), Double(4 * quads.upperBound)))
        }
        let from = lower <= Double(first) ? -.infinity : (lower - start) / step - rounding
        let to = upper > Double(last) ? .infinity : (upper - start) / step + rounding
        return PixelRow.quads(column(from)..<max(column(from), column(to.rounded(.up))))
    }
}

/// The runs of bitmaps, found once for each as long as it is drawn.
struct VisibleRunsCache {
    private var tables: [ObjectIdentifier: RunTable] = [:]

    /// Nil for an opaque bitmap. Valid until the bitmap is not drawn any more.
    mutating func runs(of bitmap: Bitmap) -> VisibleRuns? {
        guard !bitmap.isOpaque else { return nil }
        let table = tables[ObjectIdentifier(bitmap)] ?? RunTable(of: bitmap)
        table.isDrawn = true
        tables[ObjectIdentifier(bitmap)] = table
        return table.all
    }

    /// Forgets what was not asked for since the last time.
    mutating func forgetOthers() {
        guard !tables.isEmpty else { return }
        tables = tables.filter(\.value.isDrawn)
        for table in tables.values { table.isDrawn = false }
    }
}

private final class RunTable {
    /// Kept so that its identity stays unique.
    private let bitmap: Bitmap
    private let runs: OwnedBuffer<VisibleRun>
    private let starts: OwnedBuffer<Int>
    var isDrawn = true

    /// The number of pixels that are looked at together.
    private static let step = 16

    init(of bitmap: Bitmap) {
        var (runs, starts) = ([VisibleRun](), [0])
        starts.reserveCapacity(bitmap.height + 1)
        for y in 0..<bitmap.height {
            Self.append(rowsFrom: y, of: bitmap, to: &runs, from: starts[y])
            starts.append(runs.count)
        }
        self.bitmap = bitmap
        (self.runs, self.starts) = (OwnedBuffer(runs), OwnedBuffer(starts))
    }

    private static func append(
        rowsFrom y: Int, of bitmap: Bitmap, to runs: inout [VisibleRun], from start: Int
    ) {
        let above = bitmap.start + y * bitmap.width
        let below = y + 1 < bitmap.height ? above + bitmap.width : above
        for x in stride(from: 0, to: bitmap.width, by: step) {
            let end = min(x + step, bitmap.width)
            guard (x..<end).reduce(0, { $0 | above[$1] | below[$1] }) != 0 else { continue }
            if runs.count > start, let last = runs.last, last.upperBound == x {
                runs[runs.count - 1].upperBound = Int32(end)
            } else {
                runs.append(VisibleRun(lowerBound: Int32(x), upperBound: Int32(end)))
            }
        }
    }

    /// Valid as long as the table lives.
    var all: VisibleRuns { VisibleRuns(runs: runs.start, starts: starts.start) }
}
