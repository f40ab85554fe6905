public import Geometry
internal import Glibc

/// A mesh divided into cells between nodes. The cells are so small that places and colours between
/// the nodes can be interpolated linearly.
public struct MeshGrid: Sendable {
    public struct Node: Sendable {
        /// The place in the box, pixels.
        public var place: SIMD2<Double>
        /// The colour, as the numbers that are interpolated; see `Gradient.ColourSpace.numbers`.
        public var numbers: SIMD4<Double>
    }

    /// Row by row from the top left.
    public let nodes: [Node]
    /// For each column of patches the columns of cells that it has, and for each row of patches its
    /// rows of cells; cells are counted over the whole grid.
    public let columnRanges, rowRanges: [Range<Int>]

    /// How many nodes a row has.
    public var width: Int { (columnRanges.last?.upperBound ?? 0) + 1 }

    /// Pixels: the largest distance between a cell and its patch in three cases: at the mesh's
    /// border; where a patch may fold; where colours change fast.
    private static let fineTolerance = 0.25
    /// Pixels: the largest distance between a cell and its patch where colours change slowly.
    private static let coarseTolerance = 2.0
    /// The largest error of a colour, as a share of its range. The estimated error is about
    /// twice the real one.
    private static let largestColourError = 1.0 / 255
    /// The share of the allowed error that the columns of cells may cause; the rows may cause the
    /// remainder.
    private static let columnShare = 0.7
    /// Into how many cells the rows and columns of a patch are cut at most.
    private static let mostCells = 64
    /// The largest number of cell columns, and of cell rows, of the whole grid; each patch has at
    /// least one.
    private static let mostCellsInGrid = 1024

    /// The grid of a mesh whose box has this size.
    public init(_ mesh: Mesh, pixels: PixelSize) {
        let patches = Mesh.Patches(mesh)
        let size = SIMD2(Double(pixels.width), Double(pixels.height))
        let counts = Self.counts(patches, size)
        (columnRanges, rowRanges) = (Self.ranges(counts.columns), Self.ranges(counts.rows))
        nodes = Self.nodes(patches, columnRanges, rowRanges, size)
    }

    /// Into how many cells the columns and rows of patches are cut. Neighbours share their nodes,
    /// so there are no gaps between them.
    private static func counts(
        _ patches: Mesh.Patches, _ size: SIMD2<Double>
    ) -> (columns: [Int], rows: [Int]) {
        var columns = Array(repeating: 1, count: patches.columns)
        var rows = Array(repeating: 1, count: patches.rows)
        for row in rows.indices {
            for column in columns.indices {
                let places = patches.places(column: column, row: row)
                let colours = patches.colours(column: column, row: row)
                let (bend, change) = (
                    places.curvature, patches.colourSpace.changes(in: colours)
                )
                let one = cells(
                    (bend.rows * size).max(), (bend.twist * size).max(),
                    (bend.columns * size).max(),
                    error: places.mayFold
                        ? fineTolerance
                        : tolerance(places.corners.map { $0 * size }, colours.corners))
                let other = cells(
                    change.rows, change.twist, change.columns, error: largestColourError)
                let most = mostCells(lengths(places.corners.map { $0 * size }))
                columns[column] = max(
                    columns[column],
                    limited(one.columns, min(other.columns, most.columns), columns))
                rows[row] = max(rows[row], limited(one.rows, min(other.rows, most.rows), rows))
            }
        }
        refine(&columns, &rows, patches, size)
        return (columns, rows)
    }

    /// The lengths of a patch's sides at the top, the bottom, the left and the right.
    private static func lengths(_ corners: [SIMD2<Double>]) -> [Double] {
        zip([0, 2, 0, 1], [1, 3, 2, 3]).map { start, end in
            let side = corners[end] - corners[start]
            return (side * side).sum().squareRoot()
        }
    }

    /// How many cells a patch may have for its colours; its sides have these lengths in pixels.
    private static func mostCells(_ sides: [Double]) -> (columns: Double, rows: Double) {
        (max(sides[0], sides[1]) / leastCell, max(sides[2], sides[3]) / leastCell)
    }

    /// Pixels: for their colours alone, cells are not made narrower or lower.
    private static let leastCell = 2.0

    /// Pixels: how far from its place a colour may be drawn, `fineTolerance`...`coarseTolerance`.
    /// Within these limits it is the distance over which colours change by two of 255 levels if all
    /// the change of a patch lies on its shortest side. `cells` estimates about twice the real
    /// error, so a colour is wrong by about one level.
    private static func tolerance(
        _ places: [SIMD2<Double>], _ colours: [SIMD4<Double>]
    ) -> Double {
        let sides = lengths(places)
        let most = colours.reduce(colours[0]) { pointwiseMax($0, $1) }
        let least = colours.reduce(colours[0]) { pointwiseMin($0, $1) }
        let levels = 255 * (most - least).max()
        return min(max(2 * (sides.min() ?? 0) / max(levels, 1), fineTolerance), coarseTolerance)
    }

    /// Increases the numbers of cells until the cells along the mesh's border are within
    /// `fineTolerance` pixels of its curves.
    private static func refine(
        _ columns: inout [Int], _ rows: inout [Int], _ patches: Mesh.Patches,
        _ size: SIMD2<Double>
    ) {
        func count(_ bend: SIMD2<Double>, _ counts: [Int]) -> Int {
            // For one edge: with n cells, a curve whose second derivative is at most a is
            // approximated with an error of at most a / (8 n²).
            limited(((bend * size).max() / (8 * fineTolerance)).squareRoot(), 1, counts)
        }
        for column in columns.indices {
            for (row, edge) in [(0, 0), (rows.count - 1, 12)] {
                let bend = patches.places(column: column, row: row).bend(from: edge, step: 1)
                columns[column] = max(columns[column], count(bend, columns))
            }
        }
        for row in rows.indices {
            for (column, edge) in [(0, 0), (columns.count - 1, 3)] {
                let bend = patches.places(column: column, row: row).bend(from: edge, step: 4)
                rows[row] = max(rows[row], count(bend, rows))
            }
        }
    }

    private static func limited(_ one: Double, _ other: Double, _ counts: [Int]) -> Int {
        let most = max(1, min(mostCells, mostCellsInGrid / counts.count))
        return Int(min(max(one, other).rounded(.up), Double(most)))
    }

    /// Into how many cells a patch is cut so that triangles between its nodes are off by at most
    /// `error`.
    ///
    /// With second derivatives of at most a, b (the twist) and c, and m x n cells, a triangle is
    /// off by at most (a / m² + 2b / (m n) + c / n²) / 8 (Filip, Magedson and Markot: Surface
    /// algorithms using bounds on derivatives, 1986). As 2b / (m n) is at most b / m² + b / n², a
    /// triangle is off by at most `error` if (a + b) / m² and (b + c) / n² have a sum of 8 times
    /// `error`. The columns get the larger share of it: wide cells are drawn faster than high ones.
    private static func cells(
        _ a: Double, _ b: Double, _ c: Double, error: Double
    ) -> (columns: Double, rows: Double) {
        (
            ((a + b) / (8 * columnShare * error)).squareRoot(),
            ((b + c) / (8 * (1 - columnShare) * error)).squareRoot()
        )
    }

    private static func ranges(_ counts: [Int]) -> [Range<Int>] {
        var end = 0
        return counts.map { count in
            end += count
            return end - count..<end
        }
    }

    private static func nodes(
        _ patches: Mesh.Patches, _ columns: [Range<Int>], _ rows: [Range<Int>],
        _ size: SIMD2<Double>
    ) -> [Node] {
        let width = (columns.last?.upperBound ?? 0) + 1
        let count = width * ((rows.last?.upperBound ?? 0) + 1)
        let weights = columns.map { range in
            (0...range.count).map { CubicWeights(Double($0) / Double(range.count)) }
        }
        var nodes = Array(repeating: Node(place: .zero, numbers: .zero), count: count)
        for (row, cellRows) in rows.enumerated() {
            for (column, cells) in columns.enumerated() {
                let places = patches.places(column: column, row: row)
                let colours = patches.colours(column: column, row: row)
                for cellRow in 0...cellRows.count {
                    let along = CubicWeights(Double(cellRow) / Double(cellRows.count))
                    let (place, colour) = (places.row(along), colours.row(along))
                    let start = (cellRows.lowerBound + cellRow) * width + cells.lowerBound
                    for index in 0...cells.count {
                        nodes[start + index] = Node(
                            place: place.value(weights[column][index]) * size,
                            numbers: colour.value(weights[column][index]))
                    }
                }
            }
        }
        return nodes
    }
}

extension Gradient.ColourSpace {
    /// The largest second derivatives of a patch of colours as they are displayed where only the numbers
    /// that are interpolated bend: along the rows, along both (the twist), and along the columns, as they are
    /// found at nine places.
    fileprivate func changes(
        in colours: CubicPatch<SIMD4<Double>>
    ) -> (rows: Double, twist: Double, columns: Double) {
        var most = (rows: 0.0, twist: 0.0, columns: 0.0)
        for down in Self.places {
            let (row, sloping, bending) = (
                colours.row(down.value), colours.row(down.slope), colours.row(down.bend)
            )
            for across in Self.places {
                let numbers = row.value(across.value)
                let shown = deviceColour(of: numbers)
                func change(_ derivative: SIMD4<Double>) -> Double {
                    let moved = deviceColour(of: numbers + derivative * Self.step) - shown
                    return pointwiseMax(moved, -moved).max() / Self.step
                }
                most.rows = max(most.rows, change(row.value(across.bend)))
                most.twist = max(most.twist, change(sloping.value(across.slope)))
                most.columns = max(most.columns, change(bending.value(across.value)))
            }
        }
        return most
    }

    /// What a second derivative changes in the middle of one of eight cells.
    private static let step = 1.0 / (8 * 8 * 8)

    /// The weights of values, of their derivatives and of their second derivatives at three places.
    private static let places = [0, 0.5, 1].map { t in
        (value: CubicWeights(t), slope: CubicWeights(slopeAt: t), bend: CubicWeights(bendAt: t))
    }
}
