// A mesh as patches. The geometry is that of bicubic Hermite patches; what is not given by control points
// follows from the neighbours as in a Catmull-Rom spline.
extension Mesh {
    /// The patches of a mesh. What neighbouring patches share is computed once.
    public struct Patches {
        /// How many patches a row, and a column, has.
        let columns, rows: Int
        let colourSpace: Gradient.ColourSpace
        private let isSmooth: Bool
        private let placeNet: MeshNet<SIMD2<Double>>
        private let colourNet: MeshNet<SIMD4<Double>>

        public init(_ mesh: Mesh) {
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

        /// The place in the box, at shares of the length along the rows and along the columns of a
        /// patch.
        public func place(column: Int, row: Int, _ u: Double, _ v: Double) -> Point {
            let place = places(column: column, row: row).value(u, v)
            return Point(x: place.x, y: place.y)
        }

        /// The colour there: red, green and blue multiplied by alpha, and alpha, each from 0 to 1.
        public func colour(column: Int, row: Int, _ u: Double, _ v: Double) -> SIMD4<Double> {
            colourSpace.limitedDeviceColour(of: colours(column: column, row: row).value(u, v))
        }
    }
}

extension Gradient.ColourSpace {
    /// The same as `deviceColour(of:)`, but each number of the colour is limited to 0...1, and the
    /// first three to alpha.
    func limitedDeviceColour(of numbers: SIMD4<Double>) -> SIMD4<Double> {
        guard numbers.w > 0 else { return .zero }
        var limited = numbers
        limited.w = min(numbers.w, 1)
        if self != .oklab {
            limited.clamp(lowerBound: .zero, upperBound: .init(repeating: limited.w))
        }
        return deviceColour(of: limited)
    }
}
