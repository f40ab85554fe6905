internal import CRowKernels
internal import Geometry
internal import Paint
internal import Picture
internal import Platform

/// What the operations of a list point to, prepared for drawing. Keeps its memory from list to list.
struct RowContents {
    private var runs = VisibleRunsCache()
    /// The widened copies of the present list; kept so that their pixels stay in memory.
    private var widened: [Bitmap] = []
    private var pictures: [PlacedPicture] = []
    private var shadings: [PlacedShading] = []
    private var sides: [rows_side] = []
    private var entries: [Entry] = []
    private var operations: [RowOperation] = []

    /// What an operation has of these.
    private struct Entry {
        enum Content {
            case picture(index: Int)
            case copy(CopiedPicture)
            case colour(PixelQuad)
            case gradient(index: Int)
            case group
        }

        let content: Content
        let sides: Range<Int>
    }

    /// Prepares operations of a list, and gives them to `body`; they are valid until it returns.
    mutating func withOperations<Result>(
        _ range: Range<Int>, of list: DrawList,
        _ body: (UnsafeBufferPointer<RowOperation>) -> Result
    ) -> Result {
        begin()
        for operation in list.operations[range] { entries.append(entry(operation, list)) }
        defer { operations.removeAll(keepingCapacity: true) }
        return pictures.withUnsafeBufferPointer { pictures in
            shadings.withUnsafeBufferPointer { shadings in
                sides.withUnsafeBufferPointer { sides in
                    list.outlines.withUnsafeBufferPointer { outlines in
                        for (operation, entry) in zip(list.operations[range], entries) {
                            let content: RowOperation.Content =
                                switch entry.content {
                                case .picture(let index): .picture(pictures.baseAddress! + index)
                                case .copy(let copy): .copy(copy)
                                case .colour(let colour): .colour(colour)
                                case .gradient(let index): .gradient(shadings.baseAddress! + index)
                                case .group: .group
                                }
                            let coverage = RowCoverage(
                                operation, outlines.part(operation.outlines),
                                sides.part(entry.sides))
                            operations.append(RowOperation(operation, content, coverage))
                        }
                        return operations.withUnsafeBufferPointer(body)
                    }
                }
            }
        }
    }

    /// Forgets what the last list had, and the runs that it did not need.
    private mutating func begin() {
        runs.forgetOthers()
        widened.removeAll(keepingCapacity: true)
        pictures.removeAll(keepingCapacity: true)
        shadings.removeAll(keepingCapacity: true)
        sides.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
    }

    private mutating func entry(_ operation: DrawOperation, _ list: DrawList) -> Entry {
        let first = sides.count
        for outline in list.outlines[operation.outlines] {
            sides += outline.lines.sides(in: operation.area)
        }
        let content: Entry.Content =
            switch operation.content {
            case .picture(let sampling): picture(sampling, operation.area)
            case .colour(let colour): .colour(PixelQuad(colour))
            case .gradient(let shading): gradient(shading)
            case .group: .group
            }
        return Entry(content: content, sides: first..<sides.count)
    }

    private mutating func gradient(_ shading: Shading) -> Entry.Content {
        shadings.append(PlacedShading(shading))
        return .gradient(index: shadings.count - 1)
    }

    private mutating func picture(_ sampling: Sampling, _ area: PixelRect) -> Entry.Content {
        let visible = runs.runs(of: sampling.mip)
        if let offset = sampling.copyOffset(in: area) {
            return .copy(CopiedPicture(sampling, offset: offset, runs: visible))
        }
        if sampling.columns.count > 1 {
            pictures.append(
                PlacedPicture(sampling, sampling.mip, columns: sampling.columns, runs: visible))
        } else {
            let two = widen(sampling.mip, column: sampling.columns.lowerBound)
            pictures.append(PlacedPicture(sampling, two, columns: 0...0, runs: nil))
        }
        return .picture(index: pictures.count - 1)
    }

    /// A bitmap of two columns that are both copies of `column`: the loops read each pixel together
    /// with the one at its right.
    private mutating func widen(_ bitmap: Bitmap, column: Int) -> Bitmap {
        let pixels = (0..<2 * bitmap.height).map { bitmap[column, $0 / 2] }
        let two = Bitmap(width: 2, height: bitmap.height, pixels: pixels)
        widened.append(two)
        return two
    }
}

extension UnsafeBufferPointer {
    fileprivate func part(_ range: Range<Int>) -> UnsafeBufferPointer {
        UnsafeBufferPointer(rebasing: self[range])
    }
}

extension ConvexArea {
    /// The sides that some pixels of a rectangle do not lie wholly within.
    fileprivate func sides(in rect: PixelRect) -> [rows_side] {
        let corners = [
            Point(x: Double(rect.x) + 0.5, y: Double(rect.y) + 0.5),
            Point(x: Double(rect.endX) - 0.5, y: Double(rect.y) + 0.5),
            Point(x: Double(rect.x) + 0.5, y: Double(rect.endY) - 0.5),
            Point(x: Double(rect.endX) - 0.5, y: Double(rect.endY) - 0.5),
        ]
        let farthest = corners.map(beyond).reduce(.init(repeating: -.infinity)) {
            pointwiseMax($0, $1)
        }
        return (0..<count).filter { farthest[$0] > -0.5 }.map {
            rows_side(x: normalsX[$0], y: normalsY[$0], offset: offsets[$0])
        }
    }
}

extension PixelQuad {
    fileprivate init(_ colour: Colour) {
        let components = colour.premultiplied * 65280
        func lanes(_ low: Double, _ high: Double) -> Lanes {
            let (low, high) = (UInt16(saturating: low), UInt16(saturating: high))
            return Lanes(low, high, low, high, low, high, low, high)
        }
        self.init(even: lanes(components.z, components.x), odd: lanes(components.y, components.w))
    }
}
