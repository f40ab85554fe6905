internal import CRowKernels
internal import Dispatch
internal import Geometry
internal import Glibc
internal import Picture
internal import Platform

/// A Gaussian blur of a bitmap, which is drawn as small as it can be without a visible difference. With
/// OpenGL: `GLBlurProgram`.
struct GaussianBlur {
    /// The weights of pixels at the distances 0, 1, 2 and so on, in 1/65536.
    private let weights: [UInt16]

    /// The same as shares of 1.
    var shares: [Float] { weights.map { Float($0) / 65536 } }

    /// A standard deviation in pixels below which nothing is blurred.
    private static let leastDeviation = 0.3
    /// How far the blur extends, in standard deviations.
    private static let extentInDeviations = 3.0
    /// A bitmap is drawn smaller only while the standard deviation stays at least this, in its own
    /// pixels.
    private static let leastSmallDeviation = 4.0

    /// How many pixels of the screen a pixel of the bitmap that is blurred is wide and high: a power
    /// of two. The result is shown enlarged.
    static func pixelSide(deviation: Double) -> Int {
        guard isSeen(deviation) else { return 1 }
        return 1 << max(0, Int(log2(deviation / leastSmallDeviation).rounded(.down)))
    }

    /// Nil for a standard deviation, in pixels of the screen, that is too small to be seen or is not
    /// finite.
    init?(deviation: Double) {
        guard Self.isSeen(deviation) else { return nil }
        let side = Double(Self.pixelSide(deviation: deviation))
        // A pixel is the mean of `side` x `side`, and the result is enlarged by linear interpolation
        // when it is shown. Both blur, too: the sum of their variances is subtracted.
        let variance = deviation * deviation / (side * side) - (1 - 1 / (side * side)) / 4
        let radius = Int((Self.extentInDeviations * variance.squareRoot()).rounded(.up))
        let heights = (0...radius).map { exp(-Double($0 * $0) / (2 * variance)) }
        let sum = 2 * heights.reduce(0, +) - heights[0]
        weights = heights.map { UInt16(saturating: ($0 / sum * 65536).rounded()) }
    }

    /// How far beyond the bitmap's edges the blur is seen: three standard deviations, rounded up,
    /// in pixels of the screen.
    static func extent(deviation: Double) -> Int {
        isSeen(deviation) ? Int(saturating: (extentInDeviations * deviation).rounded(.up)) : 0
    }

    private static func isSeen(_ deviation: Double) -> Bool {
        deviation >= leastDeviation && deviation.isFinite
    }

    /// The blurred bitmap. Beyond its edges the bitmap is clear, or, if `repeatsEdges`, has its
    /// outermost pixels again and again; then the result is one pixel larger on each side. For
    /// `alphaFactor` see `Frame.Filter`.
    func blurred(_ bitmap: Bitmap, repeatsEdges: Bool, alphaFactor: Double) -> Bitmap {
        let source = repeatsEdges ? bitmap.bordered : bitmap
        return Bitmap(source.size) { pixels in
            weights.withUnsafeBufferPointer { weights in
                BlurredRows(
                    source, weights, repeatsEdges, alphaFactor: Float(alphaFactor), into: pixels
                ).draw()
            }
        }
    }
}

extension Bitmap {
    /// With its outermost pixels once more around it.
    fileprivate var bordered: Bitmap {
        Bitmap(PixelSize(width: width + 2, height: height + 2)) { result in
            for y in 0..<height + 2 {
                let (source, target) = (min(max(y - 1, 0), height - 1) * width, y * (width + 2))
                result[target] = start[source]
                (result + target + 1).initialize(from: start + source, count: width)
                result[target + width + 1] = start[source + width - 1]
            }
        }
    }
}

/// The work of a blur, which threads share.
///
/// Each thread writes rows of the result and of the memory that no other one uses meanwhile; all else is
/// only read.
private struct BlurredRows: @unchecked Sendable {
    private let bitmap: Bitmap
    private var source: UnsafePointer<UInt32> { bitmap.start }
    private let (width, height): (Int, Int)
    private let weights: UnsafeBufferPointer<UInt16>
    private let repeatsEdges: Bool
    private let alphaFactor: Float
    private let pixels: UnsafeMutablePointer<UInt32>
    /// The number of columns that are filled to the left and to the right of a row for its
    /// horizontal blur; a multiple of 8.
    private let margin: Int
    private let columns: Int
    private let bands: Int

    /// The number of threads is the number of pixels times that of weights, divided by this; it is
    /// at least 1, and at most the number of processors and of rows.
    private static let worthAThread = 200_000

    /// The caller keeps `weights` alive as long as this is used.
    init(
        _ bitmap: Bitmap, _ weights: UnsafeBufferPointer<UInt16>, _ repeatsEdges: Bool,
        alphaFactor: Float, into pixels: UnsafeMutablePointer<UInt32>
    ) {
        self.alphaFactor = alphaFactor
        (self.bitmap, width, height) = (bitmap, bitmap.width, bitmap.height)
        (self.weights, self.repeatsEdges, self.pixels) = (weights, repeatsEdges, pixels)
        margin = (weights.count + 7) / 8 * 8
        columns = (width + 2 * margin + 31) / 16 * 16
        let threads = width * height * weights.count / Self.worthAThread
        bands = max(1, min(threads, processorCount, height))
    }

    private var radius: Int { weights.count - 1 }
    private var rowSize: Int { PixelRow.byteCount(ofColumns: columns) }

    func draw() {
        // The rows of the bitmap, `radius` rows beyond each edge, and one row for each band.
        let count = height + 2 * radius + bands
        MemoryReserve.require(count * rowSize)
        withUnsafeTemporaryAllocation(byteCount: count * rowSize, alignment: 64) { memory in
            let rows = BlurMemory(memory.baseAddress! + radius * rowSize, columns: columns)
            inBands { band, range in
                let wide = rows[height + radius + band]
                for y in range { blurAlong(y, wide, into: rows[y]) }
            }
            for y in 1..<max(1, radius + 1) {
                fill(rows[-y], like: rows[0])
                fill(rows[height - 1 + y], like: rows[height - 1])
            }
            inBands { band, range in
                let sum = rows[height + radius + band]
                for y in range { blurAcross(rows[y], y, sum) }
            }
        }
    }

    private func inBands(_ body: @Sendable (Int, Range<Int>) -> Void) {
        DispatchQueue.concurrentPerform(iterations: bands) { band in
            body(band, height * band / bands..<height * (band + 1) / bands)
        }
    }

    private var quads: Int { PixelRow.quadCount(ofColumns: width) }

    private func blurAlong(_ y: Int, _ wide: PixelRow, into row: PixelRow) {
        let start = wide.pixels(from: margin / 4)
        rows_store_copied(start, width / 4, source + y * width, .max)
        let remainder = width % 4
        if remainder > 0 {
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 8) { last in
                last.initialize(repeating: 0)
                last.baseAddress!.update(
                    from: source + (y + 1) * width - remainder, count: remainder)
                rows_store_copied(
                    wide.pixels(from: margin / 4 + width / 4), 1, last.baseAddress!, .max)
            }
        }
        for x in 1...margin {
            start.set(-x, like: repeatsEdges ? 0 : nil)
            start.set(width - 1 + x, like: repeatsEdges ? width - 1 : nil)
        }
        rows_blur(row.pixels(from: 0), quads, start, 1, weights.baseAddress!, radius)
    }

    private func blurAcross(_ row: PixelRow, _ y: Int, _ sum: PixelRow) {
        let step = rowSize / 4
        rows_blur(
            sum.pixels(from: 0), quads, row.pixels(from: 0), step, weights.baseAddress!, radius)
        if alphaFactor != 1 { rows_amplify(sum.pixels(from: 0), quads, alphaFactor) }
        rows_finish(pixels + y * width, width, sum.pixels(from: 0))
    }

    private func fill(_ row: PixelRow, like other: PixelRow) {
        let all = 0..<columns / 4
        row.clear(all)
        if repeatsEdges { for quad in all { row[quad] = other[quad] } }
    }
}

/// Rows of pixels, which threads share.
///
/// The address and the size never change. No two threads write the same row, and none reads a row
/// that another one writes at the same time.
private struct BlurMemory: @unchecked Sendable {
    private let first: UnsafeMutableRawPointer
    private let columns: Int

    init(_ first: UnsafeMutableRawPointer, columns: Int) {
        (self.first, self.columns) = (first, columns)
    }

    subscript(y: Int) -> PixelRow {
        PixelRow(first + y * PixelRow.byteCount(ofColumns: columns), columns: columns)
    }
}

extension rows_pixels {
    /// Copies the pixel at `other` to the pixel at `x`; makes it clear if `other` is nil.
    fileprivate func set(_ x: Int, like other: Int?) {
        for lane in 0..<2 {
            even[2 * x + lane] = other.map { even[2 * $0 + lane] } ?? 0
            odd[2 * x + lane] = other.map { odd[2 * $0 + lane] } ?? 0
        }
    }
}
