import Geometry
import Motion
import Paint
import Scene
import Testing

/// What effects make of a layer's colours.
@Suite struct EffectTests {
    /// A layer with these effects in their order, the snapshot's matrix, and what it makes of a colour.
    private func colours(
        _ effects: [Effect], _ values: [Property: Double],
        _ drivers: [(Property, Driver.Kind)] = [], after inputs: [Input] = []
    ) -> ColourMatrix? {
        var layer = Scene.Layer.colour(values: values)
        layer.effects = effects
        let scene = Scene(
            size: Size(width: 4, height: 3), layers: [layer],
            drivers: drivers.map { Driver(layer: 0, $0.0, $0.1) })
        return scene.snapshot(after: inputs).layers[0].colours
    }

    @Test func `a layer without effects has no matrix, nor has one whose effects do nothing`() {
        #expect(colours([], [.hue: 40]) == nil)
        #expect(colours(Effect.allCases, [:]) == nil)
        #expect(colours([.hue, .saturation], [.hue: 0, .saturation: 1]) == nil)
    }

    @Test(arguments: [
        ([Property.hue: 40.0], ColourMatrix.hue(degrees: 40)),
        ([.saturation: 3], .saturation(3)), ([.brightness: -0.5], .brightness(-0.5)),
        ([.gain: 2], .product(red: 2, green: 2, blue: 2)), ([.contrast: 0.5], .contrast(0.5)),
        ([.grayscale: 0.25], .saturation(0.75)), ([.invert: 0.5], .inversion(0.5)),
        (
            [.multiplyRed: 0.1, .multiplyGreen: 0.2, .multiplyBlue: 0.3],
            .product(red: 0.1, green: 0.2, blue: 0.3)
        ),
    ])
    func `each effect is the matrix of its properties`(
        values: [Property: Double], matrix: ColourMatrix
    ) throws {
        let effect = try #require(values.keys.first?.effect)
        #expect(values.keys.allSatisfy { $0.effect == effect })
        #expect(colours([effect], values) == matrix)
    }

    @Test func `effects apply in their order`() {
        let values = [Property.gain: 2, .brightness: 0.25]
        let twice = ColourMatrix.product(red: 2, green: 2, blue: 2)
        #expect(colours([.gain, .brightness], values) == .brightness(0.25) * twice)
        #expect(colours([.brightness, .gain], values) == twice * .brightness(0.25))
    }

    @Test func `effects follow the tilt within their ranges`() throws {
        let hue = try Driver.Kind.follow(.tilt, over: 0...30, [0, 90])
        let gain = try Driver.Kind.follow(.tilt, over: 0...30, [-50, 50])
        let drivers = [(Property.hue, hue), (.gain, gain)]
        let turned = colours([.hue, .gain], [:], drivers, after: [.tilt(20)])
        let gained = ColourMatrix.product(red: 50.0 / 3, green: 50.0 / 3, blue: 50.0 / 3)
        let wanted = gained * ColourMatrix.hue(degrees: 60)
        #expect(wanted.largestDifference(from: try #require(turned)) < 1e-9)
        let black = colours([.gain], [:], drivers, after: [.tilt(0)])
        #expect(black == .product(red: 0, green: 0, blue: 0))
    }

    @Test func `looks are the same while no colour differs by half a level`() {
        func look(_ effect: Effect, _ property: Property, _ value: Double) -> Snapshot {
            var layer = Scene.Layer.colour(values: [property: value])
            layer.effects = [effect]
            return Scene(size: Size(width: 4, height: 3), layers: [layer]).snapshot()
        }
        for (effect, property, start, way) in [
            (Effect.brightness, Property.brightness, 0.0, 1 / 510.0),
            (.brightness, .brightness, 0.5, 1 / 510.0), (.invert, .invert, 0, 1 / 510.0),
            (.contrast, .contrast, 1, 1 / 255.0), (.gain, .gain, 2, 1 / 510.0),
        ] {
            let first = look(effect, property, start)
            #expect(first.appearsEqual(to: look(effect, property, start + 0.99 * way), scale: 9))
            #expect(!first.appearsEqual(to: look(effect, property, start + 1.01 * way), scale: 9))
        }
    }

    @Test func `a picture of the card's size stays one, whatever its colours are`() {
        var layer = Scene.Layer(.picture(0), values: [.hue: 30])
        layer.effects = [.hue]
        #expect(Scene(size: Size(width: 4, height: 3), layers: [layer]).boxIsCard == [true])
    }
}
