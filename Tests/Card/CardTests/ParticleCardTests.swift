import Animation
import Geometry
import Paint
import Scene
import Testing

@testable import Card

/// What a layer's `particles` and its emitter say.
@Suite struct ParticleCardTests {
    private func card(_ layer: String) throws -> Card {
        let folder = CardFolder()
        folder.write("card.toml", "format = 2\nsize = [100, 100]\n[[layer]]\n\(layer)\n")
        return try Card(folder: folder.path)
    }

    private func emitter(_ layer: String) throws -> Emitter {
        try #require(try card(layer).layers.first?.content as? ParticleContent).emitter
    }

    @Test(arguments: Emitter.Preset.allCases)
    func `a preset is an emitter as it is`(preset: Emitter.Preset) throws {
        #expect(try emitter("particles = \"\(preset.rawValue)\"") == Emitter(preset))
    }

    @Test func `each key replaces the preset's`() throws {
        let emitter = try emitter(
            """
            particles = "embers"
            seed = 7
            [layer.emitter]
            rate = 40
            burst = { on = "tap", count = 160 }
            from = "edge"
            lifetime = [1.2, 2.5]
            speed = 90
            direction = 45
            cone = 40
            spin = [-90, 90]
            gravity = 200
            down = "real"
            drag = 0.25
            wind = -8
            turbulence = 3
            shape = "star"
            size = { life = [[0, 2], [0.2, 8], [1, 0]], times = [0.5, 1.5] }
            opacity = [0.2, 0.7]
            colour = ["#fff", "#f00"]
            trail = 0.1
            cluster = 4
            shake = 50
            warm = false
            """)
        func numbers(_ parameters: Emitter.Parameter...) -> [Double] {
            parameters.map { emitter[$0] }
        }
        #expect(numbers(.rate, .lowLifetime, .highLifetime) == [40, 1.2, 2.5])
        #expect(numbers(.lowSpeed, .highSpeed, .direction, .cone) == [90, 90, 45, 40])
        #expect(numbers(.lowSpin, .highSpin, .gravity) == [-90, 90, 200])
        #expect(numbers(.drag, .wind, .turbulence) == [0.25, -8, 3])
        #expect(numbers(.lowSize, .highSize, .lowOpacity, .highOpacity) == [0.5, 1.5, 0.2, 0.7])
        #expect(emitter.sizeOverLife?.value(at: 0.6) == 4)
        #expect(emitter.opacityOverLife == Emitter(.embers).opacityOverLife)
        #expect(emitter.bursts == [.init(on: .tap, count: 160)])
        #expect(emitter.origin == .edge && emitter.down == .real && emitter.shape == .star)
        let white = Colour(red: 1, green: 1, blue: 1)
        #expect(emitter.colours == .choice([white, Colour(red: 1, green: 0, blue: 0)]))
        #expect(emitter.trail == 0.1 && emitter.cluster == 4 && emitter.shake == 50)
        #expect(!emitter.isWarm && emitter.seed == 7)
    }

    @Test func `a picture has its own colours, if no others are given`() throws {
        let folder = CardFolder()
        folder.write("leaf.png", "")
        func content(_ keys: String) throws -> ParticleContent {
            folder.write(
                "card.toml",
                "format = 2\nsize = [100, 100]\n[[layer]]\nparticles = \"embers\"\n"
                    + "[layer.emitter]\npicture = \"leaf.png\"\n" + keys)
            let card = try Card(folder: folder.path)
            #expect(card.pictures.map(\.path).allSatisfy { $0.hasSuffix("leaf.png") })
            return try #require(card.layers.first?.content as? ParticleContent)
        }
        #expect(try content("").pictures == [0])
        #expect(try content("").emitter.colours == .choice([.white]))
        let red = Colour(red: 1, green: 0, blue: 0)
        #expect(try content("colour = \"#f00\"").emitter.colours == .choice([red]))
    }

    @Test func `numbers may have drivers, alone and as one of two`() throws {
        let card = try card(
            """
            particles = "snow"
            [layer.emitter]
            rate = [20, { follow = "tilt", range = [0, 30], values = [0, 50] }]
            speed = [{ follow = "tilt", range = [0, 30], values = [0, 50] }, 60]
            """)
        let content = try #require(card.layers.first?.content as? ParticleContent)
        #expect(content.emitter[.rate] == 20 && content.emitter[.highSpeed] == 60)
        let driven = card.drivers.map(\.parameter)
        #expect(
            driven == [
                .content(Emitter.Parameter.rate.rawValue, .rate),
                .content(Emitter.Parameter.lowSpeed.rawValue, .length),
            ])
    }

    @Test func `bursts may be none or several, colours may change over the life`() throws {
        #expect(
            try emitter("particles = \"confetti\"\n[layer.emitter]\nburst = []").bursts.isEmpty)
        let emitter = try emitter(
            """
            particles = "confetti"
            [layer.emitter]
            burst = [{ on = "shake", count = 5 }, { on = "key-3", count = 6 }]
            colour = { life = [[0, "#fff"], [1, "#000"]] }
            """)
        #expect(emitter.bursts == [.init(on: .shake, count: 5), .init(on: .key3, count: 6)])
        let black = Colour(red: 0, green: 0, blue: 0)
        #expect(emitter.colours == .life([.init(0, .white), .init(1, black)]))
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let layer, message: String
        var testDescription: String { layer }
    }

    private static let mistakes: [Mistake] = [
        ("particles = \"snoww\"", "the nearest is \"snow\""),
        ("particles = 3", "must be one of"),
        ("particles = \"snow\"\nseed = -1", "seed"),
        ("particles = \"snow\"\n[layer.emitter]\nrte = 4", "rate"),
        ("particles = \"snow\"\n[layer.emitter]\nrate = 1e300", "rate"),
        ("particles = \"snow\"\n[layer.emitter]\nrate = nan", "rate"),
        ("particles = \"snow\"\n[layer.emitter]\nlifetime = 0", "lifetime"),
        ("particles = \"snow\"\n[layer.emitter]\nlifetime = inf", "lifetime"),
        ("particles = \"snow\"\n[layer.emitter]\nlifetime = [1, 2, 3]", "[least, most]"),
        ("particles = \"snow\"\n[layer.emitter]\nburst = { on = \"tap\" }", "needs count"),
        ("particles = \"snow\"\n[layer.emitter]\nburst = { count = 4 }", "needs on"),
        (
            "particles = \"snow\"\n[layer.emitter]\nburst = { on = \"tap\", count = 1000000 }",
            "10000"
        ),
        ("particles = \"snow\"\n[layer.emitter]\nsize = { life = [] }", "life"),
        ("particles = \"snow\"\n[layer.emitter]\nsize = { life = [[0.5, 1], [0.2, 3]] }", "larger"),
        ("particles = \"snow\"\n[layer.emitter]\nopacity = { life = [[0, 3]] }", "0 to 1"),
        ("particles = \"snow\"\n[layer.emitter]\ncolour = []", "colour"),
        ("particles = \"snow\"\n[layer.emitter]\nshape = \"dics\"", "disc"),
        (
            "particles = \"snow\"\n[layer.emitter]\nshape = \"disc\"\npicture = \"a.png\"",
            "does not go with picture"
        ),
        ("particles = \"snow\"\n[layer.emitter]\npicture = 3", "picture"),
        ("colour = \"#fff\"\n[layer.emitter]\nrate = 4", "is for a layer with particles"),
        ("particles = \"snow\"\ncolour = \"#fff\"", "does not go with"),
        ("particles = \"snow\"\nfit = \"cover\"", "is for pictures"),
    ].map { Mistake(layer: $0.0, message: $0.1) }

    @Test(arguments: mistakes)
    func `a mistake is told`(mistake: Mistake) throws {
        let error = #expect(throws: CardError.self) { try card(mistake.layer) }
        #expect(error?.description.contains(mistake.message) == true, "\(error?.description ?? "")")
    }
}
