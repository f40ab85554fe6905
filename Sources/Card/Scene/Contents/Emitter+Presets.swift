import Animation
import Paint

extension Emitter {
    /// Emitters that look good as they are, in a card of some 300 points.
    public enum Preset: String, Sendable, CaseIterable {
        case snow, rain, confetti, embers, sparks, fireworks, bubbles, fireflies
    }

    public init(_ preset: Preset) {
        switch preset {
        case .snow: self = .snow
        case .rain: self = .rain
        case .confetti: self = .confetti
        case .embers: self = .embers
        case .sparks: self = .sparks
        case .fireworks: self = .fireworks
        case .bubbles: self = .bubbles
        case .fireflies: self = .fireflies
        }
    }

    /// Flakes that sink through the whole box, swaying.
    private static var snow: Emitter {
        var emitter = Emitter([
            .rate: 55, .lowLifetime: 6, .highLifetime: 9, .lowSpeed: 0, .highSpeed: 12,
            .gravity: 38, .drag: 1.6, .turbulence: 14, .lowSize: 2, .highSize: 7.5,
            .lowOpacity: 0.45, .highOpacity: 1,
        ])
        emitter.origin = .box
        emitter.shape = .glow
        emitter.isWarm = true
        emitter.shake = 260
        emitter.opacityOverLife = .life([(0, 0), (0.12, 1), (0.85, 1), (1, 0)])
        return emitter
    }

    /// Streaks that fall fast.
    private static var rain: Emitter {
        var emitter = Emitter([
            .rate: 240, .lowLifetime: 0.55, .highLifetime: 0.7, .lowSpeed: 480, .highSpeed: 620,
            .direction: 262, .cone: 2, .gravity: 200, .lowSize: 1, .highSize: 1.7,
            .lowOpacity: 0.25, .highOpacity: 0.6,
        ])
        emitter.origin = .lineTop
        emitter.shape = .streak
        emitter.trail = 0.035
        emitter.isWarm = true
        emitter.colours = .choice([Colour(0xCF, 0xE3, 0xF5), Colour(0xAE, 0xCB, 0xE8)])
        return emitter
    }

    /// Paper that is thrown up and tumbles down.
    private static var confetti: Emitter {
        var emitter = Emitter([
            .lowLifetime: 2.6, .highLifetime: 4.2, .lowSpeed: 190, .highSpeed: 460,
            .direction: 90, .cone: 70, .lowSpin: -420, .highSpin: 420, .gravity: 330,
            .drag: 1.7, .turbulence: 10, .lowSize: 4.5, .highSize: 8,
        ])
        emitter.shape = .square
        emitter.bursts = [Burst(on: .tap, count: 140), Burst(on: .shake, count: 140)]
        emitter.opacityOverLife = .life([(0, 1), (0.8, 1), (1, 0)])
        emitter.colours = .choice([
            Colour(0xFF, 0x4D, 0x6D), Colour(0xFF, 0xB7, 0x03), Colour(0x3A, 0x86, 0xFF),
            Colour(0x2E, 0xC4, 0xB6), Colour(0x9B, 0x5D, 0xE5), Colour(0xF4, 0xF1, 0xDE),
        ])
        return emitter
    }

    /// Glowing ash that rises from below.
    private static var embers: Emitter {
        var emitter = Emitter([
            .rate: 44, .lowLifetime: 1.8, .highLifetime: 3.8, .lowSpeed: 35, .highSpeed: 95,
            .direction: 90, .cone: 34, .gravity: -22, .drag: 0.35, .turbulence: 13,
            .lowSize: 3, .highSize: 9,
        ])
        emitter.origin = .box
        emitter.shape = .glow
        emitter.isWarm = true
        emitter.sizeOverLife = .life([(0, 0.3), (0.15, 1), (1, 0.35)])
        emitter.opacityOverLife = .life([
            (0, 0), (0.08, 1), (0.5, 0.85), (0.7, 0.35), (0.8, 0.7), (1, 0),
        ])
        emitter.colours = .life([
            Colours.Stop(0, Colour(0xFF, 0xF3, 0xC4)), Colours.Stop(0.25, Colour(0xFF, 0xB3, 0x47)),
            Colours.Stop(0.65, Colour(0xF2, 0x5C, 0x2A)), Colours.Stop(1, Colour(0x8A, 0x1C, 0x1C)),
        ])
        return emitter
    }

    /// A shower of hot metal.
    private static var sparks: Emitter {
        var emitter = Emitter([
            .rate: 210, .lowLifetime: 0.35, .highLifetime: 1, .lowSpeed: 110, .highSpeed: 340,
            .direction: 90, .cone: 110, .gravity: 430, .drag: 0.8, .lowSize: 1.4, .highSize: 3,
        ])
        emitter.shape = .streak
        emitter.trail = 0.045
        emitter.isWarm = true
        emitter.opacityOverLife = .life([(0, 1), (0.6, 0.9), (1, 0)])
        emitter.colours = .life([
            Colours.Stop(0, Colour(0xFF, 0xFF, 0xF0)), Colours.Stop(0.3, Colour(0xFF, 0xD9, 0x7A)),
            Colours.Stop(1, Colour(0xFF, 0x6A, 0x1F)),
        ])
        return emitter
    }

    /// Shells that burst in the box.
    private static var fireworks: Emitter {
        var emitter = Emitter([
            .rate: 1.1, .lowLifetime: 1.2, .highLifetime: 2.5, .lowSpeed: 40, .highSpeed: 250,
            .cone: 360, .gravity: 50, .drag: 1.9, .lowSize: 2, .highSize: 3.4,
        ])
        emitter.origin = .box
        emitter.shape = .streak
        emitter.trail = 0.09
        emitter.cluster = 150
        emitter.isWarm = true
        emitter.bursts = [Burst(on: .tap, count: 180)]
        emitter.opacityOverLife = .life([(0, 1), (0.45, 1), (0.6, 0.5), (0.68, 0.9), (1, 0)])
        emitter.colours = .choice([
            Colour(0xFF, 0xD1, 0x66), Colour(0xFF, 0x5D, 0x8F), Colour(0x6C, 0xD4, 0xFF),
            Colour(0x9B, 0xF6, 0xA3), Colour(0xC7, 0x9B, 0xFF), Colour(0xFF, 0xF4, 0xD6),
        ])
        return emitter
    }

    /// Bubbles that rise and sway.
    private static var bubbles: Emitter {
        var emitter = Emitter([
            .rate: 7, .lowLifetime: 3, .highLifetime: 6, .lowSpeed: 8, .highSpeed: 26,
            .direction: 90, .cone: 30, .gravity: -32, .drag: 0.9, .turbulence: 9,
            .lowSize: 4, .highSize: 15, .lowOpacity: 0.25, .highOpacity: 0.6,
        ])
        emitter.origin = .box
        emitter.isWarm = true
        emitter.shape = .bubble
        emitter.sizeOverLife = .life([(0, 0.4), (0.3, 0.85), (0.96, 1.05), (1, 1.3)])
        emitter.opacityOverLife = .life([(0, 0), (0.1, 1), (0.96, 1), (1, 0)])
        emitter.colours = .choice([Colour(0xD8, 0xF3, 0xFF), Colour(0xF3, 0xE8, 0xFF)])
        return emitter
    }

    /// Lights that wander and blink.
    private static var fireflies: Emitter {
        var emitter = Emitter([
            .rate: 4.5, .lowLifetime: 4, .highLifetime: 8, .lowSpeed: 2, .highSpeed: 12,
            .cone: 360, .turbulence: 26, .lowSize: 8, .highSize: 17,
        ])
        emitter.origin = .box
        emitter.shape = .glow
        emitter.isWarm = true
        emitter.opacityOverLife = .life([
            (0, 0), (0.12, 1), (0.24, 0.1), (0.36, 1), (0.5, 0.05), (0.62, 1), (0.76, 0.1),
            (0.87, 0.9), (1, 0),
        ])
        emitter.colours = .choice([Colour(0xE9, 0xFF, 0x8A), Colour(0xFF, 0xE8, 0x7A)])
        return emitter
    }
}

extension Keys? {
    /// Values at shares of a life.
    fileprivate static func life(_ keys: [(signal: Double, value: Double)]) -> Keys? {
        try? Keys(keys)
    }
}

extension Colour {
    /// Components from 0 to 255.
    fileprivate init(_ red: Int, _ green: Int, _ blue: Int) {
        self.init(
            red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
    }
}
