/// What a plane of a foil has at one place.
struct FoilCell {
    /// Where in the plane's colours the place is while the light is right before it; whole numbers
    /// stand for the same.
    var phase: Float
    /// What is added to the phase for light that lies farther right and farther down: for each half
    /// of the foil's longer side.
    var slope: SIMD2<Float>
    /// How strongly the place shines, 0...1.
    var strength: Float

    static let dark = FoilCell(phase: 0, slope: .zero, strength: 0)
}

/// Numbers that look random, and are always the same for the same seed and place.
struct FoilNoise {
    private let seed: UInt32

    init(seed: Int, plane: Int) {
        self.seed = Self.mixed(UInt32(truncatingIfNeeded: seed) &* 0x9E37_79B9 &+ UInt32(plane))
    }

    private static func mixed(_ number: UInt32) -> UInt32 {
        var x = number
        x = (x ^ (x >> 16)) &* 0x7FEB_352D
        x = (x ^ (x >> 15)) &* 0x846C_A68B
        return x ^ (x >> 16)
    }

    /// The random bits of a cell of a grid.
    func bits(_ x: Int32, _ y: Int32) -> FoilBits {
        let column = UInt32(bitPattern: x) &* 0x8DA6_B343
        let row = UInt32(bitPattern: y) &* 0xD816_3841
        return FoilBits(Self.mixed(column ^ row ^ seed))
    }

    /// Value noise: a smooth surface with values in 0...1, whose hills are about 1 apart.
    func value(_ x: Float, _ y: Float) -> Float {
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (column, row) = (Int32(left), Int32(top))
        func eased(_ t: Float) -> Float { t * t * t * (t * (t * 6 - 15) + 10) }
        let (across, along) = (eased(x - left), eased(y - top))
        func corner(_ x: Int32, _ y: Int32) -> Float { bits(column + x, row + y).share(0) }
        let upper = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * across
        let lower = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * across
        return upper + (lower - upper) * along
    }

    /// Fractal noise: the same with smaller hills on the hills.
    func fractal(_ x: Float, _ y: Float) -> Float {
        (value(x, y) * 4 + value(2.03 * x + 7, 2.03 * y - 3) * 2
            + value(4.1 * x - 11, 4.1 * y + 5)) / 7
    }

    /// For cellular noise: each cell of a grid has a point at a random place in it. Calls `body` with the bits of the
    /// nine cells around a place, and the way from their points to the place; a cell's side is 1.
    @inline(__always)
    func cells(_ x: Float, _ y: Float, _ body: (FoilBits, SIMD2<Float>) -> Void) {
        let (column, row) = (Int32(x.rounded(.down)), Int32(y.rounded(.down)))
        for ownRow in row - 1...row + 1 {
            for ownColumn in column - 1...column + 1 {
                let bits = bits(ownColumn, ownRow)
                let point = SIMD2(
                    Float(ownColumn) + bits.share(0), Float(ownRow) + bits.share(1))
                body(bits, SIMD2(x, y) - point)
            }
        }
    }

    /// The bits of the nearest such point, and the squares of the distances to it and to the next
    /// one.
    @inline(__always)
    func nearestCell(_ x: Float, _ y: Float) -> (bits: FoilBits, square: Float, next: Float) {
        var (found, square, next) = (FoilBits(0), Float(9), Float(9))
        cells(x, y) { bits, way in
            let own = (way * way).sum()
            if own < square {
                (found, square, next) = (bits, own, square)
            } else if own < next {
                next = own
            }
        }
        return (found, square, next)
    }
}

/// Random bits, of which four numbers are made.
struct FoilBits {
    private let bits: UInt32

    init(_ bits: UInt32) { self.bits = bits }

    /// Number 0 to 3, in 0..<1.
    func share(_ number: UInt32) -> Float { Float(bits >> (8 * number) & 255) / 256 }

    /// Other numbers of the same cell.
    var others: FoilBits {
        let x = (bits ^ (bits >> 16)) &* 0x7FEB_352D &+ 0x9E37_79B9
        return FoilBits((x ^ (x >> 15)) &* 0x846C_A68B)
    }

    /// A slope that points anywhere, each component at most `most` and not near 0.
    func slope(_ most: Float) -> SIMD2<Float> {
        func signed(_ share: Float) -> Float { share < 0.5 ? share * 2 - 1.2 : share * 2 - 0.8 }
        return SIMD2(signed(share(2)), signed(share(3))) * (most / 1.2)
    }
}
