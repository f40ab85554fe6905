internal import Glibc

/// The pattern of one plane of a foil. `cell` gives what it has at a place, in points from the
/// middle.
protocol FoilPattern: Sendable {
    func cell(_ x: Float, _ y: Float) -> FoilCell
}

/// 0 below `low`, 1 above `high`, and smooth between them.
private func smoothstep(_ value: Float, from low: Float, to high: Float) -> Float {
    let t = min(max((value - low) / (high - low), 0), 1)
    return t * t * (3 - 2 * t)
}

/// A wave with values in 0...1 and the wavelength 1.
private func wave(_ x: Float) -> Float { 0.5 + 0.5 * cosf(2 * .pi * x) }

/// One of the bars of different widths that lie side by side.
private struct FoilBar {
    let bits: FoilBits
    /// How far the place is from the bar's first side, as a share of its width.
    let inside: Float
    /// In units of `u`.
    let width: Float

    /// The bar at `u`; bars are about 1 wide. `count` of them go around, if it is not 0.
    init(_ noise: FoilNoise, _ u: Float, kind: Int32, count: Int32 = 0) {
        func bits(_ bar: Int32) -> FoilBits {
            noise.bits(count == 0 ? bar : (bar + 2 * count) % count, kind)
        }
        func edge(_ bar: Int32) -> Float { Float(bar) + 0.75 * bits(bar).share(0) }
        var bar = Int32(u.rounded(.down))
        if u < edge(bar) { bar -= 1 }
        let first = edge(bar)
        self.bits = bits(bar)
        width = edge(bar + 1) - first
        inside = (u - first) / width
    }

    /// Bright at the first side, which is sharp: `soft` wide in units of `u`; it fades to the other
    /// side.
    func light(soft: Float) -> Float {
        let (share, own) = (1 - inside, bits.share(1))
        return smoothstep(inside * width, from: 0, to: soft) * share * (0.15 + 0.85 * own)
    }
}

/// Beams of different widths side by side, with fine lines across them.
struct FoilBeams: FoilPattern {
    let noise: FoilNoise
    /// Points of one rainbow, and of a beam; negative: the rainbow goes to the left.
    let rainbow, beam: Float
    /// Points to the left for each point down.
    let lean: Float
    let slope: SIMD2<Float>
    let most: Float

    func cell(_ x: Float, _ y: Float) -> FoilCell {
        let u = x + lean * y
        let wide = FoilBar(noise, u / beam, kind: 0)
        let fine = FoilBar(noise, u / (beam * 0.27), kind: 1)
        let length = noise.value(wide.bits.share(2) * 900, y / 170)
        let bright =
            0.62 * wide.light(soft: 1.5 / beam) + 0.5 * fine.light(soft: 4 / beam)
        let lines = 0.62 + 0.38 * wave(y / 3)
        return FoilCell(
            phase: u / rainbow + 0.3 * wide.bits.share(3) + 0.14 * fine.bits.share(3)
                + 0.25 * length,
            slope: slope,
            strength: most * (0.14 + 1.7 * bright * (0.4 + 0.6 * length)) * lines)
    }
}

/// Six-sided beads, cut like jewels.
struct FoilBeads: FoilPattern {
    let noise: FoilNoise
    /// Points from one to the next.
    let side: Float

    func cell(_ x: Float, _ y: Float) -> FoilCell {
        let (middle, way) = Self.nearest(SIMD2(x, y) / side)
        let bits = noise.bits(Int32((2 * middle.x).rounded()), Int32((middle.y / 0.866).rounded()))
        let sector = (atan2f(way.y, way.x) * (3 / .pi)).rounded()
        let facet = SIMD2(cosf(sector * .pi / 3), sinf(sector * .pi / 3))
        let distance = (way * facet).sum()
        let isTable = distance < 0.24
        let pixel = 0.5 / side
        let gap = 1 - smoothstep(distance, from: 0.44 - pixel, to: 0.44 + pixel)
        let turned: SIMD2<Float> = isTable ? .zero : facet
        let field = noise.value(x / 120, y / 120)
        return FoilCell(
            phase: (0.8 * x + 0.6 * y) / 260 + 0.6 * field + 0.12 * bits.share(0)
                + 0.04 * turned.x,
            slope: SIMD2(0.8, 0.6) + bits.slope(0.5) + turned * 0.1,
            strength: gap
                * ((isTable ? 0.26 : 0.42) + 0.26 * bits.share(1) - 0.16 * turned.x
                    - 0.24 * turned.y))
    }

    /// The middle of the nearest bead, and the way from it; beads lie 1 apart.
    private static func nearest(_ place: SIMD2<Float>) -> (SIMD2<Float>, SIMD2<Float>) {
        let side = SIMD2<Float>(1, 1.732_050_8)
        let first = (place / side).rounded(.toNearestOrAwayFromZero) * side
        let second = ((place / side).rounded(.down) + 0.5) * side
        let (one, other) = (place - first, place - second)
        return (one * one).sum() < (other * other).sum() ? (first, one) : (second, other)
    }
}

/// Clouds of gas.
struct FoilNebula: FoilPattern {
    let noise: FoilNoise

    func cell(_ x: Float, _ y: Float) -> FoilCell {
        let warp = SIMD2(noise.value(x / 140 + 40, y / 140), noise.value(x / 140, y / 140 + 9))
        let cloud = noise.fractal(x / 105 + 1.6 * warp.x, y / 105 + 1.6 * warp.y)
        let fold = noise.value(x / 60 + 2.5 * cloud, y / 60 - 2 * warp.x)
        let wisp = 1 - abs(2 * fold - 1)
        return FoilCell(
            phase: 1.1 * cloud + 0.7 * warp.y + 0.25 * wisp, slope: SIMD2(0.8, -0.6),
            strength: smoothstep(cloud, from: 0.22, to: 0.72) * (0.55 + 0.45 * wisp * wisp))
    }
}

/// Stars of many sizes; the greater ones have rays.
struct FoilStars: FoilPattern {
    let noise: FoilNoise
    /// Points between the smallest ones.
    let side: Float
    /// Of how many sizes they are.
    let sizes: Int32
    /// How many of the places have one.
    let density: Float

    func cell(_ x: Float, _ y: Float) -> FoilCell {
        var (cell, side) = (FoilCell.dark, side)
        var place = SIMD2(x, y)
        let crowd = 0.3 + noise.value(x / 80, y / 80)
        for size in 0..<sizes {
            let star = star(place / side, side, size, crowd)
            if star.strength > cell.strength { cell = star }
            // Each size has a grid that is turned against the others.
            place = SIMD2(0.8 * place.x - 0.6 * place.y, 0.6 * place.x + 0.8 * place.y)
            side *= 2.1
        }
        return cell
    }

    /// The star at a place in the grid of one size, whose cells are `side` points wide.
    private func star(
        _ place: SIMD2<Float>, _ side: Float, _ size: Int32, _ crowd: Float
    ) -> FoilCell {
        let corner = place.rounded(.down)
        let bits = noise.bits(Int32(corner.x) &+ 4099 &* size, Int32(corner.y))
        guard bits.share(3) < density * crowd else { return .dark }
        let way = place - corner - 0.3 - 0.4 * SIMD2(bits.share(0), bits.share(1))
        let square = (way * way).sum()
        let most = size < 2 ? 1.9 / side : 0.3
        guard square < most * most else { return .dark }
        let (others, radius) = (bits.others, square.squareRoot() * side)
        let own = 0.15 + 0.85 * others.share(1) * others.share(1)
        // The radius in points.
        let core = (0.55 + 0.28 * Float(size)) * own + 0.2
        let disc = 1 - smoothstep(radius, from: core - 0.4, to: core + 0.5)
        let rays = size < 2 ? 0 : Self.rays(way / (0.1 + 0.2 * own), turned: bits.share(2) < 0.3)
        return FoilCell(
            phase: others.share(0), slope: others.slope(1.4),
            strength: max(disc * (0.25 + 0.75 * own), rays))
    }

    /// Four rays with the length 1.
    private static func rays(_ way: SIMD2<Float>, turned: Bool) -> Float {
        let ends =
            turned ? SIMD2(way.x + way.y, way.x - way.y) * 0.7071 : SIMD2(way.x, way.y)
        let (across, along) = (min(abs(ends.x), abs(ends.y)), max(abs(ends.x), abs(ends.y)))
        guard along < 1 else { return 0 }
        let left = 1 - along
        return left * smoothstep(across, from: 0.13 * left * left, to: 0)
    }
}

/// Discs and rings that lie apart.
struct FoilBubbles: FoilPattern {
    let noise: FoilNoise
    /// Points from one to the next.
    let side: Float
    /// How many of the places have one.
    let density: Float

    func cell(_ x: Float, _ y: Float) -> FoilCell {
        var cell = FoilCell.dark
        noise.cells(x / side, y / side) { bits, way in
            let others = bits.others
            let size = 0.07 + 0.3 * others.share(1) * others.share(1)
            let radius = (way * way).sum().squareRoot() / size
            guard others.share(0) < density, radius < 1.1 else { return }
            let strength = Self.shape(others.share(2), way / size, radius, 0.6 / (side * size))
            guard strength > cell.strength else { return }
            cell = FoilCell(
                phase: bits.share(2) + 0.3 * radius + 0.2 * way.x / size,
                slope: bits.slope(1.2) + way / size * 0.5, strength: strength)
        }
        return cell
    }

    private static func shape(
        _ kind: Float, _ way: SIMD2<Float>, _ radius: Float, _ pixel: Float
    ) -> Float {
        let inside = 1 - smoothstep(radius, from: 1 - pixel, to: 1 + pixel)
        func ring(_ at: Float, _ width: Float) -> Float {
            1 - smoothstep(abs(radius - at), from: width, to: width + 1.5 * pixel)
        }
        if kind < 0.25 { return inside * (0.18 + 0.8 * radius * radius * radius) }
        if kind < 0.8 {
            return max(
                ring(0.93, 0.03), 0.6 * ring(0.68, 0.02), 0.4 * ring(0.4, 0.02), 0.15 * inside)
        }
        // A ball with light from the top left.
        return inside * (0.25 + 0.6 * smoothstep(way.x + way.y, from: 0.6, to: -1.1))
    }
}

/// Flakes, each of which shines for light from another place.
struct FoilFlakes: FoilPattern {
    let noise: FoilNoise
    /// Points.
    let side: Float
    /// How many of the flakes shine, and how strongly at most.
    let density, most: Float
    /// How different the phases of neighbours are.
    let spread: Float

    func cell(_ x: Float, _ y: Float) -> FoilCell {
        let (bits, square, next) = noise.nearestCell(x / side, y / side)
        let others = bits.others
        guard others.share(0) < density else { return .dark }
        let edge = smoothstep(next.squareRoot() - square.squareRoot(), from: 0.02, to: 0.6 / side)
        let own = others.share(1)
        return FoilCell(
            phase: spread * others.share(2) + noise.value(x / 130, y / 130) + (x + y) / 500,
            slope: bits.slope(2 * spread) + SIMD2(0.6, 0.5),
            strength: most * (0.1 + 0.45 * own + 0.45 * own * own) * edge)
    }
}

/// A soft rainbow over all, with etched lines that follow its folds.
struct FoilSilk: FoilPattern {
    let noise: FoilNoise

    func cell(_ x: Float, _ y: Float) -> FoilCell {
        let folds = noise.value(x / 170, y / 170)
        let small = noise.value(x / 70 + 5, y / 70)
        let line = wave((y + 0.3 * x + 60 * folds + 12 * small) / 4)
        return FoilCell(
            phase: (0.7 * x + 0.6 * y) / 330 + 0.8 * folds + 0.1 * small + 0.07 * line,
            slope: SIMD2(0.9, 0.7), strength: 0.52 + 0.14 * small + 0.34 * line * line)
    }
}

/// Rays from the middle, with fine rings across them.
struct FoilRays: FoilPattern {
    let noise: FoilNoise
    let count: Int32

    func cell(_ x: Float, _ y: Float) -> FoilCell {
        let radius = (x * x + y * y).squareRoot()
        let turn = atan2f(y, x) / (2 * .pi) + 0.5
        let wide = FoilBar(noise, turn * Float(count), kind: 0, count: count)
        let fine = FoilBar(noise, turn * Float(5 * count), kind: 1, count: 5 * count)
        // Units of a bar that a point is wide.
        let point = Float(count) / (2 * .pi * max(radius, 1))
        let isFine = 1 - smoothstep(5 * point, from: 0.15, to: 0.5)
        let bright =
            0.9 * wide.light(soft: point) + 0.6 * isFine * fine.light(soft: 5 * point)
        let rings = 0.7 + 0.3 * wave(radius / 3)
        let unit = SIMD2(x, y) / max(radius, 1)
        return FoilCell(
            phase: radius / 240 + 0.3 * wide.bits.share(2) + 0.12 * isFine * fine.bits.share(2),
            slope: unit * (0.7 + 0.6 * wide.bits.share(3)) + SIMD2(0.5, 0.3),
            strength: (0.06 + 1.7 * bright) * rings * smoothstep(radius, from: 4, to: 60))
    }
}

/// Fine lines in two directions that leave small diamonds.
struct FoilDiamonds: FoilPattern {
    let noise: FoilNoise
    /// Points from one to the next.
    let side: Float

    func cell(_ x: Float, _ y: Float) -> FoilCell {
        let (u, v) = ((x + 0.62 * y) / side, (x - 0.62 * y) / side)
        let (column, row) = (u.rounded(.down), v.rounded(.down))
        let (inU, inV) = (u - column, v - row)
        let edge = min(min(inU, 1 - inU), min(inV, 1 - inV)) * side
        return FoilCell(
            phase: (x - y) / 400 + noise.value(x / 110, y / 110), slope: SIMD2(1, -0.8),
            strength: 0.55 * noise.value(x / 70 + 20, y / 70) * smoothstep(edge, from: 0.9, to: 0.3)
        )
    }
}

/// Brushed metal in broad folds.
struct FoilBrush: FoilPattern {
    let noise: FoilNoise

    func cell(_ x: Float, _ y: Float) -> FoilCell {
        let hairs =
            noise.value(x / 110, y / 0.9) * 0.5 + noise.value(x / 60 + 9, y / 2.1) * 0.5 - 0.5
        let folds = noise.value(x / 230, y / 190 + 3)
        return FoilCell(
            phase: (0.5 * x + 0.4 * y) / 420 + 0.6 * folds + 0.2 * hairs + 0.3,
            slope: SIMD2(0.6, 0.5), strength: 0.9 + 0.5 * hairs)
    }
}

/// Raised wavy lines.
struct FoilEngraving: FoilPattern {
    let noise: FoilNoise
    /// Points from one to the next.
    let side: Float

    func cell(_ x: Float, _ y: Float) -> FoilCell {
        let field = noise.value(x / 130, y / 130)
        let line = (y * 0.8 - x * 0.6 + 70 * field) / side
        let inside = line - line.rounded(.down)
        let tilt = sinf(2 * .pi * inside)
        return FoilCell(
            phase: 0.16 * tilt, slope: SIMD2(-0.12, 0.16) * tilt,
            strength: 0.24 * field)
    }
}

/// Threads in two directions, of which pairs lie over and under each other.
struct FoilWeave: FoilPattern {
    let noise: FoilNoise
    /// The width of a thread, points.
    let width: Float
    /// Only the sides of the threads, for `FoilColours.relief`.
    var isRelief = false

    func cell(_ x: Float, _ y: Float) -> FoilCell {
        let (u, v) = ((x + y) * 0.7071 / width, (y - x) * 0.7071 / width)
        let (column, row) = ((u / 2).rounded(.down), (v / 2).rounded(.down))
        let isAcross = (Int32(column) &+ Int32(row)) & 1 == 0
        let (along, beside) = isAcross ? (u - 2 * column, v) : (v - 2 * row, u)
        let right = SIMD2<Float>(0.7071, 0.7071)
        let left = SIMD2<Float>(-0.7071, 0.7071)
        let (axis, across) = isAcross ? (right, left) : (left, right)
        let side = 2 * (beside - beside.rounded(.down)) - 1
        // A thread rises in the middle of the two that it lies on.
        let normal = side * across + (along - 1) * axis
        if isRelief {
            return FoilCell(
                phase: -0.11 * (normal.x + normal.y), slope: 0.14 * normal, strength: 0.45)
        }
        let field = noise.value(x / 140, y / 140)
        return FoilCell(
            phase: (0.7 * x + 0.6 * y) / 300 + 0.8 * field + (isAcross ? 0 : 0.1),
            slope: SIMD2(0.9, 0.7) + 0.3 * normal, strength: 0.75 - 0.4 * side * side)
    }
}
