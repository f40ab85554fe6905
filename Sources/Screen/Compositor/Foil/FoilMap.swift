internal import Dispatch
public import Geometry
internal import Glibc
public import Paint
public import Picture
internal import Platform

/// The pattern of a foil in pixels: what its pictures are computed from, whatever the light.
public final class FoilMap: Sendable {
    let size: PixelSize
    /// From the lowest on; they are added.
    let planes: [Plane]

    /// A part of a foil that lies at one depth.
    struct Plane: Sendable {
        /// `stride` for each row, and eight more, because eight are read at a time. From the lowest byte on:
        /// the phase in 1/256, the slopes in x and y in 1/32, which are signed, and the strength in 1/255.
        let cells: OwnedBuffer<UInt32>
        let stride: Int
        /// How many cells there are beyond each side of the picture.
        let margin: Int
        /// How many pixels the plane is moved by light at the right or lower edge; at most `margin`.
        let depth: Double
        /// See `FoilColours.pixels`.
        let colours: OwnedBuffer<UInt32>
    }

    /// A foil over `points`, a size in points, has this many pixels or fewer; it is shown stretched.
    public static let mostPixels = 2_100_000

    /// `etch`, a picture that is stretched over the foil: where it is light, the pattern's colours are
    /// those of a later phase.
    public init(_ foil: Foil, of points: Size, in size: PixelSize, etchedBy etch: Bitmap? = nil) {
        self.size = size
        let etching = etch.map(FoilEtching.init)
        // A longer side would have more cells of a pattern than can be counted.
        func limited(_ side: Double) -> Double { side < 1e7 ? max(side, 1e-3) : 1e7 }
        let points = Size(width: limited(points.width), height: limited(points.height))
        planes = foil.planes.map { plane in
            plane.drawn(foil, of: points, in: size, etching)
        }
    }

    var byteCount: Int { planes.reduce(0) { $0 + 4 * $1.cells.count } }

    /// How many pixels a foil has that is shown in `size`.
    public static func size(shownIn size: PixelSize) -> PixelSize {
        let factor = min(1, (Double(mostPixels) / Double(max(1, size.area))).squareRoot())
        return PixelSize(
            width: max(1, Int(Double(size.width) * factor)),
            height: max(1, Int(Double(size.height) * factor)))
    }
}

extension FoilPlane {
    /// Pixels.
    private static let longestShift = 64.0

    fileprivate func drawn(
        _ foil: Foil, of points: Size, in size: PixelSize, _ etching: FoilEtching?
    ) -> FoilMap.Plane {
        let pixelsPerPoint = Double(size.width) / points.width
        let wanted = self.depth * foil.scale * pixelsPerPoint
        let depth = min(max(wanted, -Self.longestShift), Self.longestShift)
        let margin = Int(abs(depth).rounded(.up))
        let stride = size.width + 2 * margin
        let rows = size.height + 2 * margin
        let angle = foil.angle * .pi / 180
        let place = FoilPlace(
            corner: SIMD2(
                Float(-0.5 * points.width - Double(margin) / pixelsPerPoint),
                Float(
                    -0.5 * points.height - Double(margin) * points.height / Double(size.height))),
            step: SIMD2(
                Float(1 / pixelsPerPoint), Float(points.height / Double(size.height))),
            cosine: Float(cos(angle) / foil.scale), sine: Float(sin(angle) / foil.scale))
        let cells = OwnedBuffer<UInt32>(count: stride * rows + 8) { memory in
            (memory + stride * rows).update(repeating: 0, count: 8)
            pattern.draw(
                FoilRows(
                    memory: memory, stride: stride, rows: rows, margin: margin, size: size,
                    place: place, etching: etching))
        }
        return FoilMap.Plane(
            cells: cells, stride: stride, margin: margin, depth: depth, colours: colours.pixels())
    }
}

/// Where the cells of a plane lie in its pattern.
private struct FoilPlace {
    /// Of the first cell, and from one cell to the next one at its right and below it; points.
    let corner, step: SIMD2<Float>
    /// Of the pattern's angle, divided by its scale.
    let cosine, sine: Float

    func place(_ column: Int, _ row: Int) -> SIMD2<Float> {
        let at = corner + step * SIMD2(Float(column) + 0.5, Float(row) + 0.5)
        return SIMD2(at.x * cosine + at.y * sine, at.y * cosine - at.x * sine)
    }
}

/// The drawing of a plane, which threads share: each row is written by one of them.
private struct FoilRows: @unchecked Sendable {
    let memory: UnsafeMutablePointer<UInt32>
    let stride, rows, margin: Int
    let size: PixelSize
    let place: FoilPlace
    let etching: FoilEtching?

    func draw(_ row: Int, _ pattern: some FoilPattern) {
        for column in 0..<stride {
            let place = place.place(column, row)
            var cell = pattern.cell(place.x, place.y)
            if let etching {
                etching.bend(
                    &cell, x: (Float(column - margin) + 0.5) / Float(size.width),
                    y: (Float(row - margin) + 0.5) / Float(size.height))
            }
            memory[row * stride + column] = cell.packed(noise: Self.noise(column, row))
        }
    }

    /// What is added to a phase before it is rounded down, so that no steps are seen.
    private static func noise(_ column: Int, _ row: Int) -> Float {
        let bits = UInt32(truncatingIfNeeded: column &* 0x9E37 &+ row &* 0x85EB) &* 0xC2B2_AE35
        return Float(bits >> 24) / 256
    }
}

extension FoilPattern {
    fileprivate func draw(_ rows: FoilRows) {
        DispatchQueue.concurrentPerform(iterations: rows.rows) { rows.draw($0, self) }
    }
}

extension FoilCell {
    /// See `FoilMap.Plane.cells`.
    fileprivate func packed(noise: Float) -> UInt32 {
        let phase = UInt32(truncatingIfNeeded: Int((phase * 256 + noise).rounded(.down))) & 255
        func signed(_ slope: Float) -> UInt32 {
            UInt32(truncatingIfNeeded: Int(min(max(slope * 32, -127), 127).rounded())) & 255
        }
        let strength = UInt32(min(max(strength, 0), 1) * 255 + 0.5)
        return phase | signed(slope.x) << 8 | signed(slope.y) << 16 | strength << 24
    }
}

/// The lightness of a picture, which bends a pattern.
private struct FoilEtching {
    private let lightness: [Float]
    private let size: PixelSize

    init(_ picture: Bitmap) {
        size = picture.size
        lightness = picture.pixels.map { pixel in
            let (red, green, blue) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
            return (0.2126 * Float(red) + 0.7152 * Float(green) + 0.0722 * Float(blue)) / 255
        }
    }

    /// Changes a cell at shares of the picture's sides.
    func bend(_ cell: inout FoilCell, x: Float, y: Float) {
        let (column, row) = (Int(x * Float(size.width)), Int(y * Float(size.height)))
        let (right, below) = (at(column + 1, row), at(column, row + 1))
        let (own, left, above) = (
            at(column, row), at(column - 1, row), at(column, row - 1)
        )
        cell.phase += own
        cell.slope += SIMD2(right - left, below - above) * 2
    }

    private func at(_ column: Int, _ row: Int) -> Float {
        let (column, row) = (
            min(max(0, column), size.width - 1), min(max(0, row), size.height - 1)
        )
        return lightness[row * size.width + column]
    }
}
