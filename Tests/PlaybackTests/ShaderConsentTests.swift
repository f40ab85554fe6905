import Card
import Display
import Scene
import TestSupport
import Testing

@testable import Playback

/// For which cards shaders run.
@Suite struct ShaderConsentTests {
    private let folder = TemporaryFolder()

    private func card(withShader: Bool = true) throws -> String {
        folder.write("waves/a.frag", "vec4 layer(vec2 place) { return vec4(time); }")
        let path = folder.write(
            "waves/card.toml",
            "format = 2\nsize = [30, 20]\n[[layer]]\ncolour = \"#ff0000\"\n"
                + (withShader ? "shader.file = \"a.frag\"\n" : ""))
        return String(path.dropLast("/card.toml".count))
    }

    private func played(_ card: String, _ consent: ShaderConsent) throws -> PlayedCard {
        var settings = CardSettings()
        settings.shaders = consent
        return try CardSelection(.named(card), settings).played()
    }

    @Test func `a person allows all cards, or those in some folders`() throws {
        let card = try card()
        for consent in [ShaderConsent.all, .folders(["/nowhere", "\(card)/../waves/"])] {
            let played = try played(card, consent)
            #expect(played.scene.hasShaders && played.remarks.isEmpty)
        }
    }

    @Test func `without that the card is shown without its shader, and one line says why`() throws {
        let card = try card()
        for consent in [ShaderConsent.folders([]), .folders([folder.path]), .none] {
            let played = try played(card, consent)
            #expect(!played.scene.hasShaders && played.scene.layers.count == 1)
            #expect(played.remarks.count == 1)
            #expect(played.remarks[0].hasPrefix("\(card)/a.frag: the shader is left out, because "))
            let advice = consent == .none ? "--renderer gl" : "--allow-shaders"
            #expect(played.remarks[0].contains(advice))
        }
    }

    @Test func `a card without shaders needs nothing`() throws {
        #expect(try played(card(withShader: false), .none).remarks.isEmpty)
    }

    @Test func `a shader's file is watched`() throws {
        let card = try card()
        #expect(try played(card, .all).watchedFiles.contains("\(card)/a.frag"))
    }
}
