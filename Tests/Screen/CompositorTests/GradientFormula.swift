import Compositor
import Foundation
import Geometry
import Paint

/// What a gradient shows at a place, written from the design's formulas alone.
enum GradientFormula {
    /// Red, green and blue multiplied by alpha, and alpha, each 0 to 255, at a place of a box.
    static func colour(_ gradient: Gradient, _ place: Point, in size: Size) -> [Double] {
        colour(gradient, at: part(gradient.shape, place, in: size))
    }

    /// 0 where a gradient begins, 1 where it ends.
    private static func part(_ shape: Gradient.Shape, _ p: Point, in size: Size) -> Double {
        switch shape {
        case .linear(let s, let e):
            let (x, y) = ((e.x - s.x) * size.width, (e.y - s.y) * size.height)
            let (fromX, fromY) = (p.x - s.x * size.width, p.y - s.y * size.height)
            return (fromX * x + fromY * y) / (x * x + y * y)
        case .radial(let c, let from, let to):
            let length = hypot(p.x - c.x * size.width, p.y - c.y * size.height)
            return (length / (min(size.width, size.height) / 2) - from) / (to - from)
        case .angular(let c, let from, let to):
            let angle = atan2(p.y - c.y * size.height, p.x - c.x * size.width) * 180 / .pi
            return from <= to
                ? turned(angle, from, to) : turned(-angle, -from, -to)
        }
    }

    private static func turned(_ angle: Double, _ start: Double, _ end: Double) -> Double {
        // The largest angle of the same direction that is not beyond the end; so the last turn shows.
        let last = angle + ((end - angle) / 360).rounded(.down) * 360
        // In the arc that is left, whose middle is as far from the end as from the next start.
        let isBeyond = last < start && last + 360 < (end + start + 360) / 2
        return ((isBeyond ? last + 360 : last) - start) / (end - start)
    }

    private static func colour(_ gradient: Gradient, at part: Double) -> [Double] {
        let stops = gradient.stops.enumerated().sorted {
            ($0.element.t, $0.offset) < ($1.element.t, $1.offset)
        }.map(\.element)
        let numbers = stops.map { Self.numbers($0.colour, gradient.colourSpace) }
        guard part > stops[0].t else { return shown(numbers[0], gradient.colourSpace) }
        guard let next = stops.firstIndex(where: { part < $0.t }) else {
            return shown(numbers[stops.count - 1], gradient.colourSpace)
        }
        let (from, to) = (stops[next - 1].t, stops[next].t)
        let share = (part - from) / (to - from)
        return shown(
            zip(numbers[next - 1], numbers[next]).map { $0 + ($1 - $0) * share },
            gradient.colourSpace)
    }

    /// What is mixed in proportion: multiplied by alpha, and alpha.
    private static func numbers(_ colour: Colour, _ colourSpace: Gradient.ColourSpace) -> [Double] {
        var parts = [colour.red, colour.green, colour.blue]
        if colourSpace != .device {
            parts = parts.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
        }
        if colourSpace == .oklab { parts = times(toLab, times(toCones, parts).map { cbrt($0) }) }
        return parts.map { $0 * colour.alpha } + [colour.alpha]
    }

    private static func shown(_ numbers: [Double], _ colourSpace: Gradient.ColourSpace) -> [Double]
    {
        let alpha = numbers[3]
        guard alpha > 0 else { return [0, 0, 0, 0] }
        var parts = numbers[..<3].map { $0 / alpha }
        if colourSpace == .oklab {
            parts = solved(toCones, solved(toLab, parts).map { $0 * $0 * $0 })
        }
        if colourSpace != .device {
            parts = parts.map { min(max($0, 0), 1) }.map {
                $0 <= 0.0031308 ? 12.92 * $0 : 1.055 * pow($0, 1 / 2.4) - 0.055
            }
        }
        return parts.map { $0 * alpha * 255 } + [alpha * 255]
    }

    private static let toCones = [
        [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
    private static let toLab = [
        [0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]

    private static func times(_ matrix: [[Double]], _ numbers: [Double]) -> [Double] {
        matrix.map { zip($0, numbers).reduce(0) { $0 + $1.0 * $1.1 } }
    }

    /// The numbers of which a matrix makes these, by Cramer's rule.
    private static func solved(_ matrix: [[Double]], _ numbers: [Double]) -> [Double] {
        (0..<3).map { column in
            var other = matrix
            for row in 0..<3 { other[row][column] = numbers[row] }
            return determinant(other) / determinant(matrix)
        }
    }

    private static func determinant(_ m: [[Double]]) -> Double {
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
            - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
            + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    }
}
