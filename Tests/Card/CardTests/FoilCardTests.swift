import Paint
import Scene
import Testing

@testable import Card

/// What a layer's `foil` says, with its other keys.
@Suite struct FoilCardTests {
    private func card(_ layer: String) throws -> Card {
        let folder = CardFolder()
        folder.write("card.toml", "format = 2\nsize = [100, 100]\n[[layer]]\n\(layer)\n")
        return try Card(folder: folder.path)
    }

    private func message(_ layer: String) -> String {
        do {
            _ = try card(layer)
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: Foil.Kind.allCases)
    func `each kind has its own blend mode, which a card may replace`(kind: Foil.Kind) throws {
        let plain = try #require(try card("foil = \"\(kind.rawValue)\"").layers.first)
        let content = try #require(plain.content as? FoilContent)
        #expect(content.foil == Foil(kind) && plain.blend == kind.blend)
        #expect(content[.strength] == 0.8 && content[.glare] == 0.3)
        let other = try card("foil = \"\(kind.rawValue)\"\nblend = \"screen\"").layers[0]
        #expect(other.blend == .screen)
    }

    @Test func `its numbers are read, and may be driven`() throws {
        let card = try card(
            """
            foil = "cosmos"
            strength = { follow = "tilt", range = [0, 45], values = [0.2, 1] }
            pattern-scale = 2
            pattern-angle = 30
            seed = 3
            glare = 0.5
            """)
        let content = try #require(card.layers[0].content as? FoilContent)
        #expect(content.foil == Foil(.cosmos, seed: 3, scale: 2, angle: 30))
        #expect(content[.glare] == 0.5 && content[.strength] == 0)
        let driven = card.drivers.compactMap { driver -> Int? in
            if case .content(let index, _) = driver.parameter { index } else { nil }
        }
        // The light follows both tilts.
        #expect(Set(driven) == [0, 4, 5])
    }

    @Test func `mistakes are named`() {
        #expect(message("foil = \"cosmic\"").contains("cosmic"))
        #expect(message("foil = \"cosmos\"\nstrength = 2").contains("strength"))
        #expect(message("foil = \"cosmos\"\nseed = -1").contains("seed"))
        #expect(message("foil = \"cosmos\"\npattern-scale = 0").contains("pattern-scale"))
        #expect(message("foil = \"cosmos\"\netch = \"none.png\"").contains("card.toml:5:8: "))
        #expect(message("colour = \"#fff\"\nglare = 1").contains("is for a layer with foil"))
        #expect(
            message("colour = \"#fff\"\nseed = 1").contains("is for a layer with particles or foil")
        )
    }
}

/// What a layer's `ripple` says.
@Suite struct RippleCardTests {
    private func layer(_ text: String) throws -> Scene.Layer {
        let folder = CardFolder()
        folder.write(
            "card.toml",
            "format = 2\nsize = [100, 100]\n[[layer]]\ncolour = \"#fff\"\n\(text)\n")
        return try Card(folder: folder.path).layers[0]
    }

    private func message(_ text: String) -> String {
        do {
            _ = try layer(text)
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test func `its keys are read, and have the usual numbers`() throws {
        let usual = try layer("[layer.ripple]\non = \"tap-here\"")
        #expect(usual.rippleTrigger == .tapHere)
        #expect(usual[.rippleAmplitude] == 12 && usual[.rippleDuration] == 3)
        let own = try layer(
            """
            [layer.ripple]
            on = "shake"
            amplitude = 5
            frequency = 20
            decay = 4
            speed = 600
            duration = 2
            light = 0.1
            """)
        let properties: [Property] = [
            .rippleAmplitude, .rippleFrequency, .rippleDecay, .rippleSpeed, .rippleDuration,
            .rippleLight,
        ]
        #expect(properties.map { own[$0] } == [5, 20, 4, 600, 2, 0.1])
        #expect(own.rippleTrigger == .shake)
    }

    @Test func `mistakes are named`() {
        #expect(message("ripple = 3").contains("ripple"))
        #expect(message("[layer.ripple]\namplitude = 3").contains("needs on"))
        #expect(message("[layer.ripple]\non = \"tap\"\nspeed = 0").contains("speed"))
        #expect(message("[layer.ripple]\non = \"tap\"\nheight = 3").contains("height"))
        #expect(
            message(
                "[style.s]\nfit = \"cover\"\n[[layer]]\nmaterial = \"thin\"\nripple.on = \"tap\""
            ).contains("a material"))
        #expect(message("\"ripple.speed\" = 3").contains("ripple.speed"))
        #expect(message("[layer.ripple]\non = \"tap\"\namplitude = nan").contains("amplitude"))
    }
}
