import Geometry
import Paint
import Platform

@testable import Compositor

// Gradients, in the arithmetic of the row kernels.
extension ReferencePixel {
    /// Bayer's matrix of two, made twice as large by putting it into itself.
    private static let matrix: [[UInt32]] = (0..<3).reduce([[0]]) { matrix, _ in
        let upper = matrix.map { row in row.map { 4 * $0 } + row.map { 4 * $0 + 2 } }
        let lower = matrix.map { row in row.map { 4 * $0 + 3 } + row.map { 4 * $0 + 1 } }
        return upper + lower
    }

    /// In whole levels.
    func dithered(_ x: Int, _ y: Int) -> ReferencePixel {
        let order = Self.matrix[y % 8][x % 8]
        let threshold = 4 + 4 * order - order / 16
        func level(_ value: UInt32) -> UInt32 { (value + threshold) & 0xFF00 }
        return ReferencePixel(b: level(b), r: level(r), g: level(g), a: level(a))
    }
}

extension Shading {
    func pixel(_ x: Int, _ y: Int) -> ReferencePixel {
        let steps = steps(t(x, y)) * Float(ramp.stepsPerPiece)
        let last = Float(ramp.stepsPerPiece) * Float(pieces.count) - 1
        let whole = Int(steps < last ? steps : last)
        let part = UInt32((steps - Float(whole)) * 65535)
        return ReferencePixel(lanes: ramp.colours[whole])
            .mixed(ReferencePixel(lanes: ramp.colours[whole + 1]), part)
    }

    private func steps(_ t: Float) -> Float {
        pieces.reduce(0) { $0 + Self.limited((t - $1.x) * $1.y) }
    }

    /// NaN is 1.
    private static func limited(_ value: Float) -> Float {
        let value = value < 1 ? value : 1
        return value > 0 ? value : 0
    }

    private func t(_ x: Int, _ y: Int) -> Float {
        let place = place(x, y)
        switch kind {
        case .linear: return place.x
        case .radial:
            let length = (place.x * place.x + place.y * place.y).squareRoot()
            return (length - Float(offset)) * Float(factor)
        case .angular:
            let angle = Self.revolutions(place.x, place.y)
            return ((angle > Float(wrap) ? angle - 1 : angle) - Float(offset)) * Float(factor)
        }
    }

    private func place(_ x: Int, _ y: Int) -> SIMD2<Float> {
        let (map, column) = (fromScreen, Double(x))
        let start = Point(x: 0.5, y: Double(y) + 0.5)
        let w = map.distance(of: start)
        let place = SIMD2(
            map.a * start.x + map.c * start.y + map.tx + column * map.a,
            map.b * start.x + map.d * start.y + map.ty + column * map.b)
        if w == 1, map.g == 0 { return SIMD2<Float>(place) }
        return SIMD2<Float>(place * (1 / (w + column * map.g)))
    }

    /// The angle as a share of a revolution, by the polynomial of Abramowitz and Stegun, 4.4.49.
    private static func revolutions(_ x: Float, _ y: Float) -> Float {
        let (wide, high) = (abs(x), abs(y))
        let ratio = (wide < high ? wide : high) / ((wide < high ? high : wide) + 1e-30)
        let factors: [Float] = [
            -0.0161657367, 0.0429096138, -0.0752896400, 0.1065626393, -0.1420889944, 0.1999355085,
            -0.3333314528, 1,
        ]
        let s = ratio * ratio
        let sum = factors.reduce(0.0028662257) { $0 * s + $1 }
        var turn = sum * ratio * 0.15915494
        turn = wide < high ? 0.25 - turn : turn
        turn = x < 0 ? 0.5 - turn : turn
        return y < 0 ? 1 - turn : turn
    }
}

extension ReferencePixel {
    /// Blue in the lowest 16 bits, then red, green and alpha.
    fileprivate init(lanes: UInt64) {
        func lane(_ number: UInt64) -> UInt32 { UInt32(lanes >> (16 * number) & 0xFFFF) }
        self.init(b: lane(0), r: lane(1), g: lane(2), a: lane(3))
    }
}
