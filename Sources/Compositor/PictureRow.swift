internal import Geometry
internal import Picture

/// The pixels of a bitmap along one row of the screen, bilinear between their centres.
struct PictureRow {
    /// The bits after the point in a place in the bitmap.
    private static let fraction = 24

    private let pixels: UnsafePointer<UInt32>
    /// Pixels from one row of the bitmap to the next.
    private let stride: Int
    /// From a pixel to the ones at its right and below, or to itself where there is only one.
    private let right, below: Int
    /// The place of column 0, and what each column adds.
    private let startX, startY, stepX, stepY: Int
    /// The first and the last place, so that all four neighbours lie within the bitmap.
    private let firstX, firstY, lastX, lastY: Int

    /// `sampling` keeps the pixels alive.
    init(_ sampling: Sampling, y: Int) {
        let (level, map) = (sampling.level, sampling.fromScreen)
        // `level` keeps the immutable array alive, so the pointer stays valid.
        pixels = level.pixels.withUnsafeBufferPointer { $0.baseAddress! }
        stride = level.width
        let start = map.apply(Point(x: 0.5, y: Double(y) + 0.5))
        (startX, startY) = (Self.fixed(start.x - 0.5), Self.fixed(start.y - 0.5))
        (stepX, stepY) = (Self.fixed(map.a), Self.fixed(map.b))
        (firstX, lastX) = Self.limits(sampling.columns)
        (firstY, lastY) = Self.limits(sampling.rows)
        right = sampling.columns.count > 1 ? 1 : 0
        below = sampling.rows.count > 1 ? level.width : 0
    }

    /// A place in steps of the last bit; beyond all pixels it is limited, and what is no number too.
    private static func fixed(_ value: Double) -> Int {
        let limit = Double(1 << 60)
        return Int(min(limit, max(-limit, value * Double(1 << fraction))))
    }

    /// The last place is a little before the last pixel, which is then the right or lower neighbour.
    private static func limits(_ shown: ClosedRange<Int>) -> (Int, Int) {
        let (first, last) = (shown.lowerBound << fraction, shown.upperBound << fraction)
        return (first, max(first, last - 1))
    }

    /// Writes the neighbours of each column's place, and the way to it.
    func gather(_ columns: Range<Int>, into neighbours: Neighbours) {
        for column in columns {
            let x = min(max(startX &+ column &* stepX, firstX), lastX)
            let y = min(max(startY &+ column &* stepY, firstY), lastY)
            let corner = pixels + ((y &>> Self.fraction) &* stride &+ (x &>> Self.fraction))
            neighbours.aboveLeft[column] = corner[0]
            neighbours.aboveRight[column] = corner[right]
            neighbours.belowLeft[column] = corner[below]
            neighbours.belowRight[column] = corner[below &+ right]
            neighbours.partX[column] = Self.part(x)
            neighbours.partY[column] = Self.part(y)
        }
    }

    /// What follows the point, in 1/65536.
    @inline(__always)
    private static func part(_ place: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: place &>> (fraction &- 16)) & 0xFFFF
    }
}

/// For each column of a row the four pixels of a bitmap around a place, gathered one by one so that
/// they can be mixed four at a time.
struct Neighbours {
    let aboveLeft, aboveRight, belowLeft, belowRight: UnsafeMutablePointer<UInt32>
    /// How far the place lies from the upper left pixel, in 1/65536.
    let partX, partY: UnsafeMutablePointer<UInt32>

    /// How many numbers are stored for a column.
    static let numbersPerColumn = 6

    init(_ memory: UnsafeMutablePointer<UInt32>, columns: Int) {
        (aboveLeft, aboveRight) = (memory, memory + columns)
        (belowLeft, belowRight) = (memory + 2 * columns, memory + 3 * columns)
        (partX, partY) = (memory + 4 * columns, memory + 5 * columns)
    }

    /// The pixels at the places in four columns from `x` on.
    @inline(__always)
    func four(_ x: Int) -> FourPixels {
        let partY = Lanes(weightsAt: partY + x)
        let left = FourPixels(aboveLeft + x).mixed(with: FourPixels(belowLeft + x), partY)
        let right = FourPixels(aboveRight + x).mixed(with: FourPixels(belowRight + x), partY)
        return left.mixed(with: right, Lanes(weightsAt: partX + x))
    }
}

/// The pixels of a bitmap along one row of the screen, each the bitmap's own.
struct CopiedRow {
    /// The bitmap's row.
    private let pixels: UnsafePointer<UInt32>
    /// What is added to a column, and the columns that are shown.
    private let offset, first, last: Int

    /// `sampling` keeps the pixels alive.
    init(_ sampling: Sampling, y: Int, offset: (x: Int, y: Int)) {
        let row = (y + offset.y) * sampling.level.width
        // `level` keeps the immutable array alive, so the pointer stays valid.
        pixels = sampling.level.pixels.withUnsafeBufferPointer { $0.baseAddress! } + row
        self.offset = offset.x
        (first, last) = (sampling.columns.lowerBound, sampling.columns.upperBound)
    }

    /// The pixels in four columns from `x` on; those beyond the bitmap have no weight.
    @inline(__always)
    func four(_ x: Int) -> FourPixels {
        let place = x &+ offset
        if place >= first, place &+ 3 <= last { return FourPixels(pixels + place) }
        @inline(__always)
        func pixel(_ place: Int) -> UInt32 { pixels[min(max(place, first), last)] }
        return FourPixels(
            SIMD4(pixel(place), pixel(place &+ 1), pixel(place &+ 2), pixel(place &+ 3)))
    }
}
