import Compositor
import Geometry
import Paint
import Scene

extension ParticleContent: PlannableContent {
    func requests(_ layer: PlannedLayer) -> [AssetRequest] { [] }

    func planned(_ assets: [Asset], _ layer: PlannedLayer) -> any PlannedContent {
        PlannedParticles(
            shape: emitter.shape, blend: Sprites.Blend(of: layer.scene.layers[layer.index].blend))
    }
}

/// The particles of a layer, which compositors draw.
struct PlannedParticles: PlannedContent {
    let shape: SpriteShape
    let blend: Sprites.Blend
    /// Points: what is farther away is not seen, and would take the others' digits.
    private static let farthest = 1e6

    func parts(_ shown: ShownLayer) -> Frame.Parts {
        let near = shown.sprites.filter { sprite in
            abs(sprite.place.x) < Self.farthest && abs(sprite.place.y) < Self.farthest
        }
        guard let rect = rect(around: near[...]) else { return .nothing }
        let sprites = near.map { sprite in
            var moved = sprite
            moved.place = Point(x: sprite.place.x - rect.x, y: sprite.place.y - rect.y)
            return moved
        }
        var box = shown.box(rect)
        box.radius = 0
        return .one(Frame.Layer(.sprites(Sprites(sprites, shape, blend)), box: box))
    }

    /// The smallest rectangle around sprites; nil without any.
    private func rect(around sprites: ArraySlice<Sprite>) -> Rect? {
        guard !sprites.isEmpty else { return nil }
        var (low, high) = (
            SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity)
        )
        for sprite in sprites {
            let place = SIMD2(sprite.place.x, sprite.place.y)
            // However the sprite is turned.
            let reach = Double(sprite.width + sprite.height) / 2
            low = pointwiseMin(low, place - reach)
            high = pointwiseMax(high, place + reach)
        }
        return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }
}
