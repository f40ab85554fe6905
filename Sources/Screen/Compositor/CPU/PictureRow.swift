internal import CRowKernels
internal import Geometry
internal import Picture
internal import Platform

/// A picture at its place on the screen, prepared so that a row of it is a few numbers.
///
/// Does not keep the bitmap's pixels alive.
struct PlacedPicture {
    /// The bitmap, and the first and the last place of which all four neighbours may be read.
    fileprivate let picture: rows_picture
    fileprivate let map: Homography
    /// The offsets of the places of which a pixel shows the mean: from its centre, in pixels.
    fileprivate let samples: Sampling.Samples
    /// What each column adds, where the map is affine.
    fileprivate let stepX, stepY: Int
    /// The columns with pixels that are not clear; nil if they are not known, or if every column
    /// may have such pixels.
    let runs: VisibleRuns?

    /// `bitmap` and `columns` take the place of the bitmap and the columns of `sampling`.
    init(
        _ sampling: Sampling, _ bitmap: Bitmap, columns: ClosedRange<Int>, runs: VisibleRuns?
    ) {
        let map = sampling.fromScreen
        let bits = Int64(
            map.isAffine ? rows_affine_bits : rows_projective_bits)
        let (firstX, lastX) = Self.limits(columns, bits)
        let (firstY, lastY) = Self.limits(sampling.rows, bits)
        picture = rows_picture(
            pixels: bitmap.start, stride: bitmap.width,
            to_below: sampling.rows.count > 1 ? bitmap.width : 0,
            first_x: firstX, first_y: firstY, last_x: lastX, last_y: lastY,
            ahead: Self.ahead(map, stride: bitmap.width))
        self.map = map
        samples = sampling.samples
        (stepX, stepY) = (Self.fixed(map.a), Self.fixed(map.b))
        self.runs = map.isAffine && stepX > 0 && stepY == 0 ? runs : nil
    }

    /// How many pixels of the bitmap lie between what a column shows and what it shows four rows
    /// later.
    private static func ahead(_ map: Homography, stride: Int) -> Int {
        func pixels(_ value: Double) -> Int { Int(saturating: min(max(value * 4, -1e6), 1e6)) }
        return pixels(map.d / map.i) &* stride &+ pixels(map.c / map.i)
    }

    /// The first and the last place, with `bits` bits after the point. With several pixels, the
    /// last place is a little before the last pixel, which is then the right or lower neighbour.
    /// With one pixel, both places are at this pixel.
    private static func limits(_ shown: ClosedRange<Int>, _ bits: Int64) -> (Int64, Int64) {
        let (first, last) = (Int64(shown.lowerBound) << bits, Int64(shown.upperBound) << bits)
        return (first, max(first, last - 1))
    }

    /// A number with `rows_affine_bits` bits after the point, limited to 2^60 in size; NaN
    /// becomes a limit.
    fileprivate static func fixed(_ value: Double) -> Int {
        let limit = Double(1 << 60)
        return Int(min(limit, max(-limit, value * Double(one))))
    }

    /// 1 as such a number.
    fileprivate static let one = 1 << Int(rows_affine_bits)
}

/// The pixels of a bitmap along one row of the screen, bilinear between their centres. With OpenGL:
/// `GLSource`.
struct PictureRow {
    private enum Line {
        case affine(rows_line)
        case projective(rows_projected_line)
    }

    private let picture: UnsafePointer<rows_picture>
    private let line: Line
    /// Nil unless each column lies exactly one pixel of the bitmap after the one before.
    private let moved: MovedRow?
    /// The columns outside of which the row is clear; nil if these are not known, or if every
    /// column may be visible.
    let runs: ShownRuns?

    /// `offset` is added to the pixels' centres.
    init(_ source: UnsafePointer<PlacedPicture>, y: Int, offset: Point = Point(x: 0, y: 0)) {
        let picture = source.pointer(to: \.picture)!
        self.picture = picture
        let start = Point(x: 0.5 + offset.x, y: Double(y) + 0.5 + offset.y)
        if source.pointee.map.isAffine {
            let line = source.pointee.line(from: start)
            self.line = .affine(line)
            moved = MovedRow(picture, line)
            runs = source.pointee.runs.map { ShownRuns($0, picture, line) }
        } else {
            line = .projective(source.pointee.projectedLine(from: start))
            (moved, runs) = (nil, nil)
        }
    }

    fileprivate func draw(
        _ quads: Range<Int>, on pixels: rows_pixels, _ weight: UInt16, _ op: rows_operator
    ) {
        let column = 4 * quads.lowerBound
        switch line {
        case .affine(var line):
            rows_draw_line(pixels, column, quads.count, picture, &line, weight, op)
        case .projective(var line):
            rows_draw_projected_line(pixels, column, quads.count, picture, &line, weight, op)
        }
    }

    /// Writes these quads, with full weight, to a row of a target that begins at `pixels`. Gives
    /// false, and writes nothing, if that is not faster than `draw`.
    func finish(_ quads: Range<Int>, at pixels: UnsafeMutablePointer<UInt32>) -> Bool {
        // A row that has `moved`, or may be clear in some columns, is drawn faster otherwise.
        guard moved == nil, runs == nil else { return false }
        let (start, column) = (pixels + 4 * quads.lowerBound, 4 * quads.lowerBound)
        return switch line {
        case .affine(var line): rows_finish_line(start, column, quads.count, picture, &line) != 0
        case .projective(var line):
            rows_finish_projected_line(start, column, quads.count, picture, &line) != 0
        }
    }
}

extension PictureRow: RowSource {
    func direct(_ quads: Range<Int>) -> Range<Int> { moved?.quads.clamped(to: quads) ?? quads }

    func draw(_ quads: Range<Int>, on row: PixelRow, weight: UInt16, replaces: Bool) {
        let pixels = row.pixels(from: quads.lowerBound)
        if let moved {
            var source = moved.source(picture, from: quads.lowerBound)
            (replaces ? rows_store_moved : rows_source_over_moved)(
                pixels, quads.count, &source, weight)
        } else {
            draw(quads, on: pixels, weight, replaces ? rows_source : rows_source_over)
        }
    }

    func fetched(_ quads: Range<Int>, _ memory: RowMemory) -> FetchedRow {
        draw(quads, on: memory.fetched.pixels(from: quads.lowerBound), 0, rows_fetch)
        return FetchedRow(row: memory.fetched)
    }
}

/// A row of which each column lies exactly one pixel of the bitmap after the one before, as in a
/// picture that is only moved.
private struct MovedRow {
    /// The quads whose places all lie within the picture's limits.
    let quads: Range<Int>
    /// The index in the bitmap of the pixel that column 0 would show, even if it lies beyond the
    /// limits.
    private let start: Int
    private let fractionX, fractionY: UInt16

    /// Nil unless each column lies exactly one pixel of the bitmap after the one before.
    init?(_ picture: UnsafePointer<rows_picture>, _ line: rows_line) {
        guard line.step_x == PlacedPicture.one, line.step_y == 0 else { return nil }
        let picture = picture.pointee
        let bits = Int64(rows_affine_bits)
        let y = min(max(line.y, picture.first_y), picture.last_y)
        start = Int(y >> bits) * picture.stride + Int(line.x >> bits)
        fractionX = UInt16(truncatingIfNeeded: line.x >> (bits - 16))
        fractionY = UInt16(truncatingIfNeeded: y >> (bits - 16))
        let first = -Int((line.x - picture.first_x) >> bits)
        let end = Int((picture.last_x - line.x) >> bits) + 1
        let (lower, upper) = ((max(0, first) + 3) / 4, max(0, end) / 4)
        quads = lower..<max(lower, upper)
    }

    func source(_ picture: UnsafePointer<rows_picture>, from quad: Int) -> rows_moved {
        let above = picture.pointee.pixels + (start + 4 * quad)
        return rows_moved(
            above: above, below: above + picture.pointee.to_below, fraction_x: fractionX,
            fraction_y: fractionY)
    }
}

extension PlacedPicture {
    /// Whether each pixel shows the mean of several places.
    var isAveraged: Bool { samples.count > 1 }

    /// The places of the columns along a row whose first place on the screen is `first`.
    fileprivate func line(from first: Point) -> rows_line {
        let start = map.apply(first)
        return rows_line(
            x: Int64(Self.fixed(start.x - 0.5)), y: Int64(Self.fixed(start.y - 0.5)),
            step_x: Int64(stepX), step_y: Int64(stepY))
    }

    fileprivate func projectedLine(from start: Point) -> rows_projected_line {
        let w = map.distance(of: start)
        return rows_projected_line(
            x: map.a * start.x + map.c * start.y + map.tx - 0.5 * w,
            y: map.b * start.x + map.d * start.y + map.ty - 0.5 * w,
            w: w, step_x: map.a - 0.5 * map.g, step_y: map.b - 0.5 * map.g, step_w: map.g)
    }
}

extension ShownRuns {
    /// For a line that runs along a row of the bitmap, from left to right.
    fileprivate init(
        _ runs: VisibleRuns, _ picture: UnsafePointer<rows_picture>, _ line: rows_line
    ) {
        let (bits, picture) = (Int64(rows_affine_bits), picture.pointee)
        let y = min(max(line.y, picture.first_y), picture.last_y) >> bits
        self.init(
            runs.ofRow(Int(y)), start: Double(line.x) / Double(PlacedPicture.one),
            step: Double(line.step_x) / Double(PlacedPicture.one),
            first: Int(picture.first_x >> bits), last: Int(picture.last_x >> bits))
    }
}

extension FetchedRow {
    /// The mean of the samples of a picture's row.
    init(
        averaging source: UnsafePointer<PlacedPicture>, _ quads: Range<Int>, y: Int,
        _ memory: RowMemory
    ) {
        let samples = source.pointee.samples
        // Rounded up, so that the sum of equal pixels is not less than one of them.
        let weight = UInt16((65536 + samples.count - 1) / samples.count)
        self.init(row: memory.fetched)
        for (index, offset) in samples.offsets.enumerated() {
            PictureRow(source, y: y, offset: offset).draw(
                quads, on: row.pixels(from: quads.lowerBound), weight,
                index == 0 ? rows_source : rows_plus)
        }
    }
}
