import Animation
import Compositor
import Geometry
import Paint
import Picture
import Scene

extension ParticleContent: PlannableContent {
    func requests(_ layer: PlannedLayer) -> [AssetRequest] {
        guard let picture else { return [] }
        let side = pictureSide(layer)
        return [
            AssetRequest(
                source: layer.files[picture], fit: .contain,
                size: PixelSize(width: side, height: side))
        ]
    }

    func planned(_ assets: [Asset], _ layer: PlannedLayer) -> any PlannedContent {
        PlannedParticles(
            shape: emitter.shape, seen: assets,
            blend: Sprites.Blend(of: layer.scene.layers[layer.index].blend))
    }

    /// Pixels of a side of the picture: a power of two, enough for a particle that is as large as the
    /// constant numbers make it, 512 at most. Larger ones stretch it.
    private func pictureSide(_ layer: PlannedLayer) -> Int {
        let size =
            max(emitter[.lowSize], emitter[.highSize])
            * (emitter.sizeOverLife?.bounds.upperBound ?? 1)
        let pixels = size * layer.toScreen.largestStretch
        return [16, 32, 64, 128, 256].first { Double($0) >= pixels } ?? 512
    }
}

/// The particles of a layer, which compositors draw.
struct PlannedParticles: PlannedContent {
    /// Without a picture.
    private let shape: SpriteShape
    private let blend: Sprites.Blend
    /// The picture that they show, if they show one.
    let seen: [Asset]
    /// What it was made to, and from which bitmap; nil until that is drawn.
    private var picture: SpritePicture?
    private var bitmap: Bitmap?
    /// Points: what is farther away is not seen, and would take the others' digits.
    private static let farthest = 1e6

    init(shape: SpriteShape, seen: [Asset], blend: Sprites.Blend) {
        (self.shape, self.seen, self.blend) = (shape, seen, blend)
    }

    mutating func update(_ shown: ShownLayer, eyeX: Double) {
        guard let bitmap = seen.first?.bitmap, bitmap !== self.bitmap else { return }
        (self.bitmap, picture) = (bitmap, SpritePicture(bitmap))
    }

    /// Nil until the picture is drawn.
    private var look: Sprites.Look? {
        seen.isEmpty ? .shape(shape) : picture.map { .picture($0) }
    }

    func parts(_ shown: ShownLayer) -> Frame.Parts {
        guard let look else { return .nothing }
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
        return .one(Frame.Layer(.sprites(Sprites(sprites, look, blend)), box: box))
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
