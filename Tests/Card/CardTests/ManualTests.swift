import LensOptics
import Motion
import Paint
import Scene
import TestSupport
import Testing

@testable import Card
@testable import TOML

private let manual = Manual("cards.md")
private let firstCard = Manual("first-card.md")

@Suite struct ManualTests {
    @Test(arguments: manual.examples + firstCard.examples)
    func `every example of the manual is a card`(example: Manual.Example) throws {
        let folder = CardFolder()
        for picture in example.pictures + example.shapeFiles { folder.write(picture) }
        for shader in example.shaders { folder.write(shader.file, shader.text) }
        folder.write("card.toml", example.card)
        let card = try Card(folder: folder.path)
        #expect(!card.layers.isEmpty)
    }

    private static let keys =
        Card.format2Keys + Card.tiltKeys + Card.parallaxKeys + LayerEntry.keys
        + DriverForm.allKeyNames + TOMLTable.keyframeKeys + GradientEntry.keys
        + GradientEntry.stopKeys + MeshEntry.keys + MeshEntry.vertexKeys + LensEntry.keys
        + ParticlesEntry.emitterKeys + LayerEntry.rippleKeys + ShaderEntry.keys + [
            "to", "amount", "bounce", "response", "damping-fraction", "mass", "stiffness",
            "damping", "duration", "count", "life", "times",
        ]

    /// A table and a list of tables are written with brackets.
    @Test(arguments: keys)
    func `every key is in an example`(key: String) {
        let text = "\n" + manual.examples.map(\.text).joined()
        let forms = ["\n\(key) = ", " \(key) = ", "[\(key)]", "[\(key).", ".\(key)]"]
        #expect(forms.contains { text.contains($0) })
    }

    private static let words =
        Signal.allCases.map(\.rawValue) + Trigger.allCases.map(\.rawValue)
        + AnimationWords.springs.map(\.name) + AnimationWords.curves.map(\.name)
        + Lens.Axis.allCases.map(\.rawValue) + Lens.Order.allCases.map(\.rawValue)
        + LensSheet.sold.map { "\(Int($0.lensesPerInch))" } + Gradient.Kind.allCases.map(\.rawValue)
        + Gradient.ColourSpace.allCases.map(\.rawValue) + StrokeStyle.Cap.allCases.map(\.rawValue)
        + StrokeStyle.Join.allCases.map(\.rawValue) + FillRule.allCases.map(\.rawValue)
        + Emitter.Preset.allCases.map(\.rawValue) + SpriteShape.allCases.map(\.rawValue)
        + Foil.Kind.allCases.map(\.rawValue) + Emitter.Origin.allCases.map(\.rawValue)
        + Emitter.Down.allCases.map(\.rawValue)

    @Test(arguments: words)
    func `every word is in the manual`(word: String) {
        // `key-1` to `key-9`
        let isKey = word.hasPrefix("key-")
        #expect(
            isKey || manual.text.contains("`\(word)`") || manual.text.contains("\"\(word)\""))
    }

    @Test func `the manual has many examples`() {
        #expect(manual.examples.count > 20 && firstCard.examples.count == 2)
    }
}
