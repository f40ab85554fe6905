import Geometry
import Paint
import Picture

@testable import Compositor

/// A pixel with each component times 256, in the arithmetic of the compositor's 16-bit lanes.
struct ReferencePixel: Equatable {
    /// Blue, red, green and alpha.
    var b, r, g, a: UInt32

    static let clear = ReferencePixel(b: 0, r: 0, g: 0, a: 0)

    init(b: UInt32, r: UInt32, g: UInt32, a: UInt32) {
        (self.b, self.r, self.g, self.a) = (b, r, g, a)
    }

    init(_ pixel: UInt32) {
        self.init(
            b: pixel << 8 & 0xFF00, r: pixel >> 8 & 0xFF00, g: pixel & 0xFF00,
            a: pixel >> 16 & 0xFF00)
    }

    init(_ colour: Colour) {
        let parts = colour.premultiplied * 65280
        func part(_ value: Double) -> UInt32 { UInt32(value.rounded()) }
        self.init(b: part(parts.z), r: part(parts.x), g: part(parts.y), a: part(parts.w))
    }

    func scaled(_ weight: UInt32) -> ReferencePixel {
        func high(_ value: UInt32) -> UInt32 { (value * weight) >> 16 }
        return ReferencePixel(b: high(b), r: high(r), g: high(g), a: high(a))
    }

    static func + (one: ReferencePixel, other: ReferencePixel) -> ReferencePixel {
        func sum(_ one: UInt32, _ other: UInt32) -> UInt32 { min(65535, one + other) }
        return ReferencePixel(
            b: sum(one.b, other.b), r: sum(one.r, other.r), g: sum(one.g, other.g),
            a: sum(one.a, other.a))
    }

    func mixed(_ other: ReferencePixel, _ part: UInt32) -> ReferencePixel {
        scaled(65535 - part) + other.scaled(part)
    }

    /// With other colours, in single precision, from 0 to alpha.
    func mapped(_ matrix: ColourMatrix) -> ReferencePixel {
        let alpha = Float(a)
        func part(_ row: SIMD4<Double>) -> UInt32 {
            let row = SIMD4<Float>(row)
            let sum = row.x * Float(r) + row.y * Float(g) + row.z * Float(b) + row.w * alpha
            return UInt32(min(max(sum + 0.5, 0), alpha))
        }
        return ReferencePixel(
            b: part(matrix.blue), r: part(matrix.red), g: part(matrix.green), a: a)
    }

    mutating func cover(with pixel: ReferencePixel) {
        self = scaled(65535 - (pixel.a + (pixel.a >> 8))) + pixel
    }

    /// The pixel of a bitmap, rounded.
    var finished: UInt32 {
        func part(_ value: UInt32) -> UInt32 { min(65535, value + 128) >> 8 }
        return part(b) | part(g) << 8 | part(r) << 16 | part(a) << 24
    }
}

/// Draws operations a pixel at a time, from the formulas alone.
struct ReferencePainter {
    private let list: DrawList
    private let size: PixelSize
    /// A row for each nesting of groups, with whole quads of columns.
    private var rows: [[ReferencePixel]]

    /// The pixels of a frame that is not plain.
    static func pixels(_ frame: Frame) -> [UInt32] {
        var painter = ReferencePainter(frame)
        return painter.draw()
    }

    private init(_ frame: Frame) {
        var (list, derived) = (DrawList(), DerivedContents())
        list.prepare(frame, &derived)
        (self.list, size) = (list, frame.size)
        let row = Array(repeating: ReferencePixel.clear, count: (size.width + 3) / 4 * 4)
        rows = Array(repeating: row, count: list.nesting + 1)
    }

    private mutating func draw() -> [UInt32] {
        var pixels: [UInt32] = []
        for y in 0..<size.height {
            draw(list.operations.indices, y: y, nesting: 0)
            pixels += rows[0][..<size.width].map(\.finished)
        }
        return pixels
    }

    private mutating func draw(_ range: Range<Int>, y: Int, nesting: Int) {
        for column in rows[nesting].indices { rows[nesting][column] = .clear }
        var index = range.lowerBound
        while index < range.upperBound {
            let inner = index + 1..<index + 1 + list.operations[index].innerCount
            let operation = list.operations[index]
            if (operation.area.y..<operation.area.endY).contains(y) {
                if case .group = operation.content { draw(inner, y: y, nesting: nesting + 1) }
                draw(operation, y: y, nesting: nesting)
            }
            index = inner.upperBound
        }
    }

    /// All columns of a quad are covered if one of them is, some with a weight of 0.
    private mutating func draw(_ operation: DrawOperation, y: Int, nesting: Int) {
        let (outlines, height) = (list.outlines[operation.outlines], Double(y) + 0.5)
        let covered = outlines.reduce(RowSpan.everything) {
            $0.intersection($1.coveredSpan(y: height))
        }.columns(in: operation.area.x..<operation.area.endX)
        let full = outlines.reduce(RowSpan.everything) {
            $0.intersection($1.fullSpan(y: height))
        }.columns(in: covered)
        guard !covered.isEmpty else { return }
        let source = ReferenceSource(operation, y: y)
        for x in covered.lowerBound / 4 * 4..<(covered.upperBound + 3) / 4 * 4 {
            var weight = UInt32(operation.weight)
            if !full.contains(x) {
                let centre = Point(x: Double(x) + 0.5, y: height)
                let distance = outlines.map { $0.distance(centre) }.max() ?? -.infinity
                let coverage = 0.5 - distance > 0 ? min(0.5 - distance, operation.mostCoverage) : 0
                weight = covered.contains(x) ? UInt32(Double(weight) * coverage) : 0
            }
            var pixel = source?.pixel(x) ?? rows[nesting + 1][x]
            if let colours = operation.colours { pixel = pixel.mapped(colours) }
            pixel = pixel.scaled(weight)
            if case .gradient = operation.content {
                pixel = pixel.dithered(x, y).scaled(65535)
            }
            rows[nesting][x].cover(with: pixel)
        }
    }
}

/// What an operation shows in a row of the screen.
private enum ReferenceSource {
    case colour(ReferencePixel)
    case copy(Sampling, (x: Int, y: Int), y: Int)
    case picture(Sampling, y: Int)
    case gradient(Shading, y: Int)

    /// Nil of a group.
    init?(_ operation: DrawOperation, y: Int) {
        switch operation.content {
        case .group: return nil
        case .colour(let colour): self = .colour(ReferencePixel(colour))
        case .gradient(let shading): self = .gradient(shading, y: y)
        case .picture(let sampling):
            if let offset = sampling.copyOffset(in: operation.area) {
                self = .copy(sampling, offset, y: y)
            } else {
                self = .picture(sampling, y: y)
            }
        }
    }

    func pixel(_ x: Int) -> ReferencePixel {
        switch self {
        case .colour(let pixel): return pixel
        case .gradient(let shading, let y): return shading.pixel(x, y)
        case .copy(let sampling, let offset, let y):
            let column = min(
                max(x + offset.x, sampling.columns.lowerBound), sampling.columns.upperBound)
            return ReferencePixel(sampling.mip[column, y + offset.y])
        case .picture(let sampling, let y):
            guard sampling.samples.count > 1 else { return sampling.pixel(x, y, Point(x: 0, y: 0)) }
            let weight = UInt32((65535 + sampling.samples.count) / sampling.samples.count)
            return sampling.samples.offsets.reduce(.clear) {
                $0 + sampling.pixel(x, y, $1).scaled(weight)
            }
        }
    }
}

extension Sampling {
    /// What the centre of a pixel of the screen, moved by `offset`, shows.
    fileprivate func pixel(_ x: Int, _ y: Int, _ offset: Point) -> ReferencePixel {
        let start = Point(x: 0.5 + offset.x, y: Double(y) + 0.5 + offset.y)
        return fromScreen.isAffine ? affinePixel(x, start) : projectivePixel(x, start)
    }

    /// With 24 bits after the point; `first` is the place of column 0.
    private func affinePixel(_ x: Int, _ first: Point) -> ReferencePixel {
        func fixed(_ value: Double) -> Int {
            Int(min(Double(1 << 60), max(-Double(1 << 60), value * Double(1 << 24))))
        }
        let start = fromScreen.apply(first)
        return pixel(
            fixed(start.x - 0.5) &+ x &* fixed(fromScreen.a),
            fixed(start.y - 0.5) &+ x &* fixed(fromScreen.b), bits: 24)
    }

    /// With 16 bits after the point, in single precision, as if no column of the row lay behind the eye or
    /// very far away.
    private func projectivePixel(_ x: Int, _ start: Point) -> ReferencePixel {
        let (map, column) = (fromScreen, Float(x))
        let depth = map.distance(of: start)
        let by = 1 / (Float(depth) + column * Float(map.g))
        let places = [(map.a, map.c, map.tx), (map.b, map.d, map.ty)].map {
            alongX, alongY, origin in
            let first = alongX * start.x + alongY * start.y + origin - 0.5 * depth
            let step = alongX - 0.5 * map.g
            let value = (Float(first * 65536) + column * Float(step * 65536)) * by
            return value.isNaN ? Int.max : Int(min(max(value, -1e15), 1e15))
        }
        return pixel(places[0], places[1], bits: 16)
    }

    private func pixel(_ x: Int, _ y: Int, bits: Int) -> ReferencePixel {
        func limited(_ value: Int, _ shown: ClosedRange<Int>) -> Int {
            let (first, last) = (shown.lowerBound << bits, shown.upperBound << bits)
            return min(max(value, first), max(first, last - 1))
        }
        let (x, y) = (limited(x, columns), limited(y, rows))
        let (column, row) = (x >> bits, y >> bits)
        let right = min(column + 1, columns.upperBound)
        let below = min(row + 1, rows.upperBound)
        func part(_ place: Int) -> UInt32 { UInt32(place >> (bits - 16) & 0xFFFF) }
        let left = ReferencePixel(mip[column, row])
            .mixed(ReferencePixel(mip[column, below]), part(y))
        return left.mixed(
            ReferencePixel(mip[right, row]).mixed(ReferencePixel(mip[right, below]), part(y)),
            part(x))
    }
}
