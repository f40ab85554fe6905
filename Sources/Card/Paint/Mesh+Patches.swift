// A mesh as patches. The geometry is that of bicubic Hermite patches; what is not given by control
// points follows from the neighbours as in a Catmull-Rom spline.
extension Mesh {
    /// The patches of a mesh. What neighbouring patches share is computed once.
    struct Patches {
        /// How many patches a row, and a column, has.
        let columns, rows: Int
        let colourSpace: Gradient.ColourSpace
        private let isSmooth: Bool
        private let placeNet: MeshNet<SIMD2<Double>>
        private let colourNet: MeshNet<SIMD4<Double>>

        init(_ mesh: Mesh) {
            (columns, rows, colourSpace) = (mesh.width - 1, mesh.height - 1, mesh.colourSpace)
            isSmooth = mesh.isSmooth
            placeNet = MeshNet(placesOf: mesh)
            colourNet = MeshNet(
                mesh.vertices.map { mesh.colourSpace.numbers(of: $0.colour) }, width: mesh.width)
        }

        /// The places of a patch; the sides of the box count as 1.
        func places(column: Int, row: Int) -> CubicPatch<SIMD2<Double>> {
            placeNet.patch(column: column, row: row)
        }

        /// The interpolated numbers of the colours of a patch; see `Gradient.ColourSpace.numbers`.
        func colours(column: Int, row: Int) -> CubicPatch<SIMD4<Double>> {
            isSmooth
                ? colourNet.patch(column: column, row: row)
                : colourNet.bilinearPatch(column: column, row: row)
        }
    }
}
