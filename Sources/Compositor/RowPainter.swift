internal import Geometry
internal import Picture
internal import System

/// Draws the operations of a list row by row, each into a row of pixels that stays in the cache.
struct RowPainter {
    /// A row of pixels, four at a time.
    typealias Row = UnsafeMutablePointer<FourPixels>

    let list: DrawList
    /// How many fours a row has.
    let length: Int
    /// A row for each depth of groups, the lowest one that of the card.
    let rows: Row
    /// Of each column for the operation at work: opacity times coverage, in 1/65536.
    let weights: UnsafeMutablePointer<UInt32>
    /// Of the picture at work.
    let neighbours: Neighbours

    /// How many fours hold so many columns.
    static func length(ofColumns count: Int) -> Int { (count + 3) / 4 }

    /// Draws the whole list over black.
    func draw(into target: PixelTarget) {
        for y in 0..<target.height {
            let pixels = target.row(y)
            guard list.area.rows.contains(y) else {
                pixels.update(repeating: 0, count: target.width)
                continue
            }
            clear(row: 0, list.area)
            draw(list.operations.indices, y: y, depth: 0)
            store(at: pixels, width: target.width)
        }
    }

    /// Writes the card's row, with black beside it.
    private func store(at pixels: UnsafeMutablePointer<UInt32>, width: Int) {
        let drawn = Self.fours(list.area.columns)
        pixels.update(repeating: 0, count: 4 * drawn.lowerBound)
        for index in drawn.lowerBound..<min(drawn.upperBound, width / 4) {
            rows[index].storeSaturated(at: pixels + 4 * index)
        }
        if drawn.upperBound > width / 4 { storeLast(at: pixels, width: width) }
        let end = min(width, 4 * drawn.upperBound)
        (pixels + end).update(repeating: 0, count: width - end)
    }

    /// Writes the last pixels of a row, of which there are less than four.
    private func storeLast(at pixels: UnsafeMutablePointer<UInt32>, width: Int) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 4) { last in
            guard let start = last.baseAddress else { return }
            rows[width / 4].storeSaturated(at: start)
            let first = width / 4 * 4
            (pixels + first).update(from: start, count: width - first)
        }
    }

    /// The fours that hold columns.
    private static func fours(_ columns: Range<Int>) -> Range<Int> {
        columns.lowerBound / 4..<length(ofColumns: columns.upperBound)
    }

    private func clear(row depth: Int, _ area: PixelRect) {
        let fours = Self.fours(area.columns)
        (rows + depth * length + fours.lowerBound).update(repeating: .clear, count: fours.count)
    }

    private func draw(_ range: Range<Int>, y: Int, depth: Int) {
        var index = range.lowerBound
        while index < range.upperBound {
            let inner = index + 1..<index + 1 + list.operations[index].innerCount
            if list.operations[index].area.rows.contains(y) {
                draw(list.operations[index], inner, y: y, row: depth)
            }
            index = inner.upperBound
        }
    }

    private func draw(_ operation: DrawOperation, _ inner: Range<Int>, y: Int, row depth: Int) {
        if case .group = operation.content {
            clear(row: depth + 1, operation.area)
            draw(inner, y: y, depth: depth + 1)
        }
        let columns = weigh(operation, y: y)
        guard !columns.isEmpty else { return }
        let row = rows + depth * length
        switch operation.content {
        case .group: lay(row + length, over: row, columns)
        case .colour(let colour): lay(FourPixels(colour), over: row, columns)
        case .picture(let sampling):
            if let offset = sampling.copyOffset(in: operation.area) {
                lay(CopiedRow(sampling, y: y, offset: offset), over: row, columns)
            } else {
                lay(PictureRow(sampling, y: y), over: row, columns)
            }
        }
    }

    // Functions of their own: the compiler inlines only so much into one.

    @inline(never)
    private func lay(_ group: Row, over row: Row, _ columns: Range<Int>) {
        cover(row, columns) { group[$0] }
    }

    @inline(never)
    private func lay(_ colour: FourPixels, over row: Row, _ columns: Range<Int>) {
        cover(row, columns) { _ in colour }
    }

    @inline(never)
    private func lay(_ pixels: CopiedRow, over row: Row, _ columns: Range<Int>) {
        cover(row, columns) { pixels.four(4 &* $0) }
    }

    @inline(never)
    private func lay(_ pixels: PictureRow, over row: Row, _ columns: Range<Int>) {
        let fours = Self.fours(columns)
        pixels.gather(4 * fours.lowerBound..<4 * fours.upperBound, into: neighbours)
        cover(row, columns) { neighbours.four(4 &* $0) }
    }

    /// Lays pixels times their weights over those of a row.
    @inline(__always)
    private func cover(_ row: Row, _ columns: Range<Int>, with source: (Int) -> FourPixels) {
        for index in Self.fours(columns) {
            let weight = Lanes(weightsAt: weights + 4 * index)
            row[index].cover(with: source(index).scaled(by: weight))
        }
    }

    /// Sets the weights for a row of an operation, and gives the columns that are not 0.
    private func weigh(_ operation: DrawOperation, y: Int) -> Range<Int> {
        let outlines = list.outlines[operation.outlines]
        let height = Double(y) + 0.5
        let columns = outlines.reduce(RowSpan.everything) {
            $0.intersection($1.coveredSpan(y: height))
        }.columns(in: operation.area.columns)
        let full = outlines.reduce(RowSpan.everything) {
            $0.intersection($1.fullSpan(y: height))
        }.columns(in: columns)
        guard !columns.isEmpty else { return columns }
        let fours = Self.fours(columns)
        (weights + 4 * fours.lowerBound).update(repeating: 0, count: 4)
        (weights + 4 * fours.upperBound - 4).update(repeating: 0, count: 4)
        for x in columns.lowerBound..<full.lowerBound { weigh(operation, outlines, x, height) }
        (weights + full.lowerBound).update(
            repeating: UInt32(operation.weight), count: full.count)
        for x in full.upperBound..<columns.upperBound { weigh(operation, outlines, x, height) }
        return columns
    }

    private func weigh(
        _ operation: DrawOperation, _ outlines: ArraySlice<Outline>, _ x: Int, _ height: Double
    ) {
        let centre = Point(x: Double(x) + 0.5, y: height)
        let distance = outlines.reduce(-Double.infinity) { max($0, $1.distance(centre)) }
        weights[x] = UInt32(Double(operation.weight) * operation.coverage(distance))
    }
}

extension PixelRect {
    var columns: Range<Int> { x..<endX }
    var rows: Range<Int> { y..<endY }
}

extension DrawOperation {
    /// How many of the next operations belong to it.
    var innerCount: Int {
        if case .group(let count) = content { count } else { 0 }
    }
}

extension FourPixels {
    /// Four pixels of a colour.
    fileprivate init(_ colour: Colour) {
        let parts = colour.premultiplied * 65280
        func lanes(_ low: Double, _ high: Double) -> Lanes {
            let (low, high) = (UInt16(saturating: low), UInt16(saturating: high))
            return Lanes(low, high, low, high, low, high, low, high)
        }
        self.init(even: lanes(parts.z, parts.x), odd: lanes(parts.y, parts.w))
    }
}
