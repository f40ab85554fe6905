internal import CRowKernels
internal import Geometry
internal import Paint
internal import Platform

/// A gradient at its place on the screen, prepared so that a few numbers describe a row of it. With
/// OpenGL: `GLSource`.
///
/// Does not keep the numbers of its pieces and colours alive.
struct PlacedShading {
    private let kind: Gradient.Kind
    private let shading: rows_shading
    /// From the screen to the plane of the gradient.
    private let map: Homography

    init(_ shading: Shading) {
        (kind, map) = (shading.kind, shading.fromScreen)
        let (pieces, colours) = (shading.pieces, shading.ramp.colours)
        self.shading = rows_shading(
            offset: Float(shading.offset), factor: Float(shading.factor), wrap: Float(shading.wrap),
            pieces: UnsafeRawPointer(pieces.start).assumingMemoryBound(to: Float.self),
            count: pieces.count, steps: Float(shading.ramp.stepsPerPiece), colours: colours.start)
    }

    func draw(_ quads: Range<Int>, y: Int, on row: PixelRow) {
        let (pixels, column) = (row.pixels(from: quads.lowerBound), 4 * quads.lowerBound)
        let shade =
            switch kind {
            case .linear: rows_shade_linear
            case .radial: rows_shade_radial
            case .angular: rows_shade_angular
            }
        var line = map.line(y: y)
        withUnsafePointer(to: shading) { shade(pixels, column, quads.count, $0, &line) }
    }
}

extension Homography {
    /// The places of the pixels' middles along a row of the screen, before the division.
    fileprivate func line(y: Int) -> rows_projected_line {
        let start = Point(x: 0.5, y: Double(y) + 0.5)
        return rows_projected_line(
            x: a * start.x + c * start.y + tx, y: b * start.x + d * start.y + ty,
            w: distance(of: start), step_x: a, step_y: b, step_w: g)
    }
}
