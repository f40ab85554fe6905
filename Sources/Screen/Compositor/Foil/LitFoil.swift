internal import CRowKernels
internal import Dispatch
public import Geometry
internal import Glibc
public import Paint
internal import Picture
internal import Platform

extension Frame {
    /// A foil with a light before it. With OpenGL: `GLFoilProgram`.
    ///
    /// The phase of a pixel is that of its cell plus the cell's slope times the way from the light to the
    /// pixel, in halves of the foil's longer side; the plane's colours have a colour for it.
    public struct LitFoil: Sendable, Equatable {
        let map: FoilMap
        let kind: Foil.Kind
        /// Where the light is, as shares of the foil's sides, 0...1.
        let light: Point
        /// Of the pattern, and of the white light that is mirrored, 0...1.
        let strength, glare: Double

        /// Numbers beyond 0...1 are limited to it.
        public init(
            _ kind: Foil.Kind, _ map: FoilMap, light: Point, strength: Double, glare: Double
        ) {
            func share(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
            (self.kind, self.map) = (kind, map)
            self.light = Point(x: share(light.x), y: share(light.y))
            (self.strength, self.glare) = (share(strength), share(glare))
        }

        public static func == (one: LitFoil, other: LitFoil) -> Bool {
            one.map === other.map && one.kind == other.kind && one.light == other.light
                && one.strength == other.strength && one.glare == other.glare
        }
    }
}

extension Frame.LitFoil {
    /// Half the foil's longer side, pixels.
    var unit: Double { Double(max(map.size.width, map.size.height)) / 2 }

    /// Pixels from the top left.
    var lightPlace: Point {
        Point(x: light.x * Double(map.size.width), y: light.y * Double(map.size.height))
    }

    /// The standard deviation of the glare, as that of the light in `Foil.Kind.light`.
    static let glareReach = 0.34

    /// By how many pixels a plane is moved.
    func shift(of plane: FoilMap.Plane) -> (x: Int, y: Int) {
        func pixels(_ share: Double) -> Int { Int(((2 * share - 1) * plane.depth).rounded()) }
        return (pixels(light.x), pixels(light.y))
    }

    /// What is seen of the foil. The drawing takes `old`, and uses its memory if it has as many pixels and
    /// nobody else has it.
    func bitmap(insteadOf old: inout Bitmap?) -> Bitmap {
        let size = map.size
        let across = FoilLightAcross(self)
        let pixels = Bitmap.pixels(insteadOf: &old, count: size.area) { pixels in
            let work = FoilBands(foil: self, across: across, pixels: pixels)
            DispatchQueue.concurrentPerform(
                iterations: (size.height + FoilBands.height - 1) / FoilBands.height
            ) { work.draw(band: $0) }
        }
        return Bitmap(size, pixels, isOpaque: false)
    }

    /// A Gaussian about the light.
    fileprivate func nearness(_ pixel: Int, _ light: Double, reach: Double) -> Double {
        let way = (Double(pixel) + 0.5 - light) / (unit * reach)
        return exp(-0.5 * way * way)
    }
}

/// How near the columns of a foil are to the light.
private struct FoilLightAcross {
    let near, glare: [UInt32]

    init(_ foil: Frame.LitFoil) {
        func numbers(reach: Double) -> [UInt32] {
            // Eight more, because eight are read at a time.
            (0..<foil.map.size.width + 8).map { column in
                let near = foil.nearness(column, foil.lightPlace.x, reach: reach)
                return UInt32((65535 * near).rounded())
            }
        }
        near = numbers(reach: foil.kind.light.reach)
        glare = numbers(reach: Frame.LitFoil.glareReach)
    }
}

/// The drawing of a foil, which threads share: each writes rows of its own.
private struct FoilBands: @unchecked Sendable {
    static let height = 32

    let foil: Frame.LitFoil
    let across: FoilLightAcross
    let pixels: UnsafeMutablePointer<UInt32>

    func draw(band: Int) {
        let (size, first) = (foil.map.size, band * Self.height)
        for y in first..<min(first + Self.height, size.height) { draw(row: y) }
    }

    private func draw(row y: Int) {
        let (map, place, unit) = (foil.map, foil.lightPlace, foil.unit)
        let planes = map.planes.map { plane in
            let shift = foil.shift(of: plane)
            let row = y + plane.margin - shift.y
            return rows_foil_plane(
                cells: plane.cells.start + row * plane.stride + plane.margin - shift.x,
                colours: plane.colours.start)
        }
        // A slope counts 1/32, and a phase 1/2^32.
        func phase(_ way: Double) -> UInt32 {
            UInt32(truncatingIfNeeded: Int64((way / unit * 0x1p27).rounded()))
        }
        let light = foil.kind.light
        func weight(_ share: Double) -> UInt32 {
            UInt32((65535 * share * foil.strength).rounded(.down))
        }
        let near = foil.nearness(y, place.y, reach: light.reach)
        let glare = foil.nearness(y, place.y, reach: Frame.LitFoil.glareReach)
        across.near.withUnsafeBufferPointer { columns in
            across.glare.withUnsafeBufferPointer { glareColumns in
                var row = rows_foil_light(
                    x: phase(0.5 - place.x), step: phase(1), y: phase(Double(y) + 0.5 - place.y),
                    near: columns.baseAddress!, glare: glareColumns.baseAddress!,
                    least: weight(light.floor), most: weight((1 - light.floor) * near),
                    glare_y: UInt32((65535 * foil.glare * glare).rounded()))
                rows_foil(
                    pixels + y * map.size.width, map.size.width, planes, planes.count, &row)
            }
        }
    }
}
