internal import Paint

/// A plane of a foil before it is drawn.
struct FoilPlane {
    let pattern: any FoilPattern
    let colours: FoilColours
    /// Points by which light at the right or lower edge moves it.
    var depth = 0.0
}

extension Foil {
    /// From the lowest on.
    var planes: [FoilPlane] {
        switch kind {
        case .bars: bars
        case .reverse: reverse
        case .cosmos: cosmos
        case .glitter: glitter
        case .rainbow: rainbow
        case .radiant: radiant
        case .gold: gold
        case .crossHatch: crossHatch
        }
    }

    /// For a plane with this number.
    private func noise(_ plane: Int) -> FoilNoise { FoilNoise(seed: seed, plane: plane) }

    private var bars: [FoilPlane] {
        [
            FoilPlane(
                pattern: FoilBeams(
                    noise: noise(0), rainbow: 210, beam: 40, lean: 0.28,
                    slope: SIMD2(1.3, 0.5), most: 1),
                colours: .beam),
            FoilPlane(
                pattern: FoilBeams(
                    noise: noise(1), rainbow: -160, beam: 62, lean: -0.2,
                    slope: SIMD2(-1, 0.6), most: 0.75),
                colours: .beam),
        ]
    }

    private var reverse: [FoilPlane] {
        [
            FoilPlane(pattern: FoilBeads(noise: noise(0), side: 12), colours: .jewel),
            FoilPlane(
                pattern: FoilStars(noise: noise(1), side: 9, sizes: 3, density: 0.5),
                colours: .flash),
        ]
    }

    private var cosmos: [FoilPlane] {
        [
            FoilPlane(pattern: FoilNebula(noise: noise(0)), colours: .nebula, depth: -3),
            FoilPlane(
                pattern: FoilStars(noise: noise(1), side: 4, sizes: 5, density: 0.65),
                colours: .glint, depth: 3),
            FoilPlane(
                pattern: FoilBubbles(noise: noise(2), side: 64, density: 0.6),
                colours: .beam, depth: 10),
        ]
    }

    private var glitter: [FoilPlane] {
        [
            FoilPlane(
                pattern: FoilFlakes(
                    noise: noise(0), side: 2, density: 1, most: 0.9, spread: 0.16),
                colours: .beam),
            FoilPlane(
                pattern: FoilFlakes(
                    noise: noise(1), side: 3.2, density: 0.4, most: 1, spread: 0.5),
                colours: .flash, depth: 1),
            FoilPlane(
                pattern: FoilStars(noise: noise(2), side: 9, sizes: 4, density: 0.9),
                colours: .glint, depth: 3),
        ]
    }

    private var rainbow: [FoilPlane] {
        [
            FoilPlane(pattern: FoilSilk(noise: noise(0)), colours: .veil),
            FoilPlane(
                pattern: FoilFlakes(
                    noise: noise(1), side: 2.2, density: 0.4, most: 0.7, spread: 0.5),
                colours: .flash),
        ]
    }

    private var radiant: [FoilPlane] {
        [
            FoilPlane(pattern: FoilDiamonds(noise: noise(1), side: 6), colours: .beam),
            FoilPlane(pattern: FoilRays(noise: noise(0), count: 36), colours: .beam),
        ]
    }

    private var gold: [FoilPlane] {
        [
            FoilPlane(pattern: FoilBrush(noise: noise(0)), colours: .gold),
            FoilPlane(pattern: FoilEngraving(noise: noise(1), side: 4), colours: .relief),
            FoilPlane(
                pattern: FoilStars(noise: noise(2), side: 5, sizes: 4, density: 0.6),
                colours: .goldFlash),
        ]
    }

    private var crossHatch: [FoilPlane] {
        [
            FoilPlane(pattern: FoilWeave(noise: noise(0), width: 4.5), colours: .beam),
            FoilPlane(
                pattern: FoilWeave(noise: noise(0), width: 4.5, isRelief: true),
                colours: .relief),
        ]
    }
}

extension Foil.Kind {
    /// How much of its strength a foil has far from the light; and how far the light reaches: the
    /// standard deviation of a Gaussian, as a share of half the foil's longer side.
    var light: (floor: Double, reach: Double) {
        switch self {
        case .bars, .crossHatch: (0.35, 0.6)
        case .reverse: (0.4, 0.65)
        case .cosmos: (0.42, 0.65)
        case .glitter: (0.5, 0.65)
        case .rainbow: (0.55, 0.75)
        case .radiant: (0.35, 0.6)
        case .gold: (0.7, 0.8)
        }
    }
}
