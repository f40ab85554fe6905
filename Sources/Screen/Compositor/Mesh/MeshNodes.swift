internal import CRowKernels
internal import Dispatch
internal import Geometry
internal import Glibc
internal import Paint
internal import Picture
internal import Platform

extension Mesh {
    /// The largest coordinate, in sides of the box. A card limits the coordinates of a mesh to
    /// -20...20.
    private static let farthest = 100.0

    /// Whether its places are so near to the box that 32-bit numbers can hold them.
    fileprivate var isNear: Bool {
        func isNear(_ place: Point) -> Bool {
            abs(place.x) <= Self.farthest && abs(place.y) <= Self.farthest
        }
        return vertices.allSatisfy { vertex in
            isNear(vertex.place)
                && vertex.controls.sides.allSatisfy { vertex.controls[$0].map(isNear) ?? true }
        }
    }
}

extension PixelSize {
    /// At least one pixel wide and high.
    fileprivate func scaled(by factor: Double) -> PixelSize {
        func scaled(_ side: Int) -> Int { max(1, Int(Double(side) * factor)) }
        return factor < 1
            ? PixelSize(width: scaled(width), height: scaled(height)) : self
    }
}

/// The nodes of a mesh's grid in a picture of it, ready to be drawn. With OpenGL: `GLMeshProgram`.
struct MeshNodes {
    /// The picture's place, counted from the box's corner.
    let rect: PixelRect
    /// The box's pixels.
    let box: PixelSize
    /// Whether the mesh covers the box, and nothing else. If this is false, `rect` may still be the
    /// box's rectangle, with clear pixels: where the mesh ends one to two pixels inside the box.
    let fillsBox: Bool
    /// Whether the picture lets nothing through.
    var isOpaque: Bool { fillsBox && hasOpaqueColours }
    let nodes: [rows_mesh_node]
    /// How many nodes a row has.
    let nodeColumns: Int
    private let outline: MeshOutline
    /// Where the mesh ends or is folded, but for sides of pixels.
    var edges: [MeshEdge] { outline.edges }
    /// The rows of cells, in the order in which they are drawn.
    let cellRows: [CellRow]
    let colourSpace: rows_colour_space
    private let hasOpaqueColours: Bool

    /// A row of cells of one patch, and the rows of pixels in which it may lie.
    struct CellRow {
        let cells: rows_mesh_cells
        fileprivate let rows: Range<Int>
    }

    private static let unit = 256.0
    /// How large a picture may be, pixels of a side.
    private static let largestSide = 4096
    /// How many pixels the triangles of a mesh may have together: as many as those of a mesh that covers a
    /// 4K screen and is folded over itself three times.
    private static let mostPixels = 32_000_000.0

    /// A mesh in a box of `wanted` pixels, or of fewer if the picture would be too large, or if the mesh
    /// is folded so often that its drawing would take too long. Nil if a place is not finite, or far
    /// beyond the box.
    init?(_ mesh: Mesh, fittingInto wanted: PixelSize) {
        guard mesh.isNear else { return nil }
        let most = Double(Self.largestSide)
        let box = wanted.scaled(by: min(1, most / Double(max(wanted.width, wanted.height))))
        self.init(mesh, box: box)
        let side = Double(max(rect.width, rect.height))
        // The border adds two pixels, and rounding to whole pixels less than two.
        let bySide = side > most ? (most - 4) / side : 1
        let factor = min(bySide, (Self.mostPixels / outline.area).squareRoot())
        if factor < 1 { self.init(mesh, box: box.scaled(by: factor)) }
    }

    private init(_ mesh: Mesh, box: PixelSize) {
        let grid = MeshGrid(mesh, pixels: box)
        self.box = box
        nodeColumns = grid.width
        var nodes = grid.nodes.map { node in
            // One by one: the conversion of vectors is not specialised.
            let (place, numbers) = (node.place * Self.unit, node.numbers * 255)
            return rows_mesh_node(
                x: Int32(place.x.rounded(.toNearestOrEven)),
                y: Int32(place.y.rounded(.toNearestOrEven)),
                numbers: (
                    Float(numbers.x), Float(numbers.y), Float(numbers.z), Float(numbers.w)
                ))
        }
        (rect, fillsBox) = Self.rect(of: nodes, nodeColumns, box)
        let (left, top) = (Int32(rect.x) << 8, Int32(rect.y) << 8)
        if left != 0 || top != 0 {
            for index in nodes.indices {
                nodes[index].x -= left
                nodes[index].y -= top
            }
        }
        self.nodes = nodes
        outline = MeshOutline(nodes, columns: nodeColumns)
        cellRows = grid.cellRows.map { cells in
            CellRow(cells: cells, rows: Self.rows(of: cells, nodes, grid.width))
        }
        (colourSpace, hasOpaqueColours) = (rows_colour_space(mesh.colourSpace), mesh.isOpaque)
    }

    /// The box's rectangle if the mesh covers exactly the box, else the rectangle around the mesh
    /// with a clear pixel on each side; and whether the mesh covers exactly the box.
    private static func rect(
        of nodes: [rows_mesh_node], _ columns: Int, _ box: PixelSize
    ) -> (PixelRect, fillsBox: Bool) {
        var (left, top, right, bottom) = (Int32.max, Int32.max, Int32.min, Int32.min)
        for node in nodes {
            (left, right) = (min(left, node.x), max(right, node.x))
            (top, bottom) = (min(top, node.y), max(bottom, node.y))
        }
        let (endX, endY) = (Int32(box.width) << 8, Int32(box.height) << 8)
        let lasts = nodes.count - columns
        let isFilling =
            left == 0 && top == 0 && right == endX && bottom == endY
            && (0..<columns).allSatisfy { nodes[$0].y == 0 && nodes[lasts + $0].y == endY }
            && stride(from: 0, to: nodes.count, by: columns).allSatisfy {
                nodes[$0].x == 0 && nodes[$0 + columns - 1].x == endX
            }
        if isFilling { return (PixelRect(x: 0, y: 0, size: box), true) }
        let (x, y) = (Int(left) >> 8 - 1, Int(top) >> 8 - 1)
        // Rounded up.
        let (lastX, lastY) = ((Int(right) + 255) >> 8 + 1, (Int(bottom) + 255) >> 8 + 1)
        return (PixelRect(x: x, y: y, width: lastX - x, height: lastY - y), false)
    }

    private static func rows(
        of cells: rows_mesh_cells, _ nodes: [rows_mesh_node], _ columns: Int
    ) -> Range<Int> {
        let start = cells.row * columns + cells.column
        var (least, most) = (Int32.max, Int32.min)
        for first in [start, start + columns] {
            for index in first...first + cells.count {
                least = min(least, nodes[index].y)
                most = max(most, nodes[index].y)
            }
        }
        return Int(least) >> 8..<Int(most) >> 8 + 1
    }
}

extension MeshGrid {
    /// The rows of cells of each patch, patch by patch.
    fileprivate var cellRows: [rows_mesh_cells] {
        rowRanges.flatMap { rows in
            columnRanges.flatMap { columns in
                rows.map {
                    rows_mesh_cells(row: $0, column: columns.lowerBound, count: columns.count)
                }
            }
        }
    }
}

// Drawing.
extension MeshNodes {
    /// How many rows are drawn at a time: they stay in the cache of a core.
    private static let bandHeight = 64
    /// Half of the least number of pixels that several threads draw.
    private static let worthAThread = 50_000

    /// Draws the mesh. A drawing takes `old`, and uses its memory if it has as many pixels and nobody else
    /// has it.
    func bitmap(insteadOf old: inout Bitmap?) -> Bitmap {
        let edges = edges
        let bands = (rect.height + Self.bandHeight - 1) / Self.bandHeight
        var opaque = [Bool](repeating: false, count: bands)
        let pixels = Bitmap.pixels(insteadOf: &old, count: rect.size.area) { pixels in
            nodes.withUnsafeBufferPointer { nodes in
                opaque.withUnsafeMutableBufferPointer { opaque in
                    let work = MeshBands(
                        nodes: self, start: nodes.baseAddress!, edges: edges, pixels: pixels,
                        opaque: opaque.baseAddress!)
                    work.draw(bands, inParallel: rect.size.area >= 2 * Self.worthAThread)
                }
            }
        }
        return Bitmap(rect.size, pixels, isOpaque: opaque.allSatisfy { $0 })
    }

    fileprivate func rows(ofBand band: Int) -> Range<Int> {
        band * Self.bandHeight..<min(rect.height, (band + 1) * Self.bandHeight)
    }

    fileprivate func draw(
        _ target: rows_mesh_target, _ nodes: UnsafePointer<rows_mesh_node>, _ edges: [MeshEdge]
    ) {
        var mesh = rows_mesh(
            nodes: nodes, columns: nodeColumns, colour_space: colourSpace,
            is_opaque: hasOpaqueColours ? 1 : 0,
            encoded: encodedLight.start)
        var target = target
        let band = target.top..<target.end
        for row in cellRows where row.rows.overlaps(band) {
            rows_draw_cells(&target, &mesh, row.cells)
        }
        MeshEdgePixels(edges, in: band, width: target.width).withSamples { samples in
            for row in cellRows where row.rows.overlaps(band) {
                rows_sample_cells(samples, &target, &mesh, row.cells)
            }
            rows_resolve_samples(samples, &target)
        }
    }
}

/// The drawing of a mesh, which threads share.
///
/// Each band has rows of the bitmap and a flag to itself; all else is only read.
private struct MeshBands: @unchecked Sendable {
    let nodes: MeshNodes
    let start: UnsafePointer<rows_mesh_node>
    let edges: [MeshEdge]
    let pixels: UnsafeMutablePointer<UInt32>
    /// For each band: whether it lets nothing through.
    let opaque: UnsafeMutablePointer<Bool>

    func draw(_ bands: Int, inParallel: Bool) {
        guard inParallel else { return (0..<bands).forEach(draw) }
        DispatchQueue.concurrentPerform(iterations: bands, execute: draw)
    }

    private func draw(_ band: Int) {
        let (rows, width) = (nodes.rows(ofBand: band), nodes.rect.width)
        let own = UnsafeMutableBufferPointer(
            start: pixels + rows.lowerBound * width, count: rows.count * width)
        if !nodes.fillsBox { own.update(repeating: 0) }
        let target = rows_mesh_target(
            pixels: pixels, width: width, top: rows.lowerBound, end: rows.upperBound)
        nodes.draw(target, start, edges)
        opaque[band] = own.reduce(.max, &) >= 0xFF00_0000
    }
}

/// The sRGB encoding of linear light from 0 to 1; see `rows_mesh`.
private let encodedLight: OwnedBuffer<Float> = {
    let count = Int(rows_encoded_steps)
    return OwnedBuffer(
        (0...count + 1).map { index in
            let light = min(Double(index) / Double(count), 1)
            return Float(Gradient.ColourSpace.linear.deviceColour(of: SIMD4(light, 0, 0, 1)).x)
        })
}()

extension rows_colour_space {
    fileprivate init(_ colourSpace: Gradient.ColourSpace) {
        self =
            switch colourSpace {
            case .device: rows_space_device
            case .linear: rows_space_linear
            case .oklab: rows_space_oklab
            }
    }
}
