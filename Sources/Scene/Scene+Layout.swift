import Geometry
import Motion

// Where the layers lie: M = T(at parent + offset) R S T(-anchor box), multiplied through the groups.
extension Scene {
    /// Writes the layers' looks from the values of their properties.
    func lay(out snapshot: inout Snapshot, _ tilts: Tilts) {
        if snapshot.layers.count != layers.count {
            snapshot.layers = Array(repeating: Snapshot.Layer(), count: layers.count)
        }
        let way = Point(x: way(tilts.x), y: way(tilts.y))
        for index in layers.indices {
            let parent = layers[index].parent.map { snapshot.layers[$0] } ?? card
            snapshot.layers[index] = look(of: index, snapshot, in: parent, way)
        }
    }

    /// The card's rectangle.
    var card: Snapshot.Layer {
        var card = Snapshot.Layer()
        card.size = size
        return card
    }

    /// How far a tilt moves a layer with depth 1, points.
    private func way(_ degrees: Double) -> Double {
        let part = degrees / parallax.degrees
        return part.isNaN ? 0 : min(max(part, -1), 1) * parallax.points
    }

    private func look(
        of index: Int, _ snapshot: Snapshot, in parent: Snapshot.Layer, _ way: Point
    ) -> Snapshot.Layer {
        func value(_ property: Property) -> Double { snapshot.value(of: property, layer: index) }
        let base = layers[index].ownSize ?? parent.size
        var look = Snapshot.Layer()
        look.size = Size(width: base.width * value(.width), height: base.height * value(.height))
        look.opacity = min(max(value(.opacity), 0), 1)
        look.radius = max(0, value(.radius))
        look.crop = Rect(
            x: value(.cropX), y: value(.cropY), width: value(.cropWidth),
            height: value(.cropHeight)
        ).intersection(Rect(x: 0, y: 0, width: 1, height: 1))
        let depth = min(max(value(.depth), -1), 1)
        let scale = value(.scale) * enlargement(of: index, look.size, depth)
        let place = Point(
            x: value(.atX) * parent.size.width + value(.offsetX) + depth * way.x,
            y: value(.atY) * parent.size.height + value(.offsetY) + depth * way.y)
        look.toCard =
            parent.toCard
            * Affine(
                putting: Point(
                    x: value(.anchorX) * look.size.width, y: value(.anchorY) * look.size.height),
                at: place, turned: value(.rotation), scale * value(.scaleX), scale * value(.scaleY))
        look.isVisible = parent.isVisible && value(.visible) >= 0.5 && look.toCard.isFinite
        return look
    }

    /// The scale at which a layer that fills its parent's box still does, where depth has moved it.
    func enlargement(of index: Int, _ size: Size, _ depth: Double) -> Double {
        let shorter = min(size.width, size.height)
        guard depth != 0, fillsParent[index], shorter > 0 else { return 1 }
        return 1 + 2 * abs(depth * parallax.points) / shorter
    }
}

extension Affine {
    /// T(place) R S T(-anchor).
    fileprivate init(
        putting anchor: Point, at place: Point, turned degrees: Double, _ scaleX: Double,
        _ scaleY: Double
    ) {
        let turn = degrees == 0 ? Affine.identity : .rotation(degrees: degrees)
        let (a, b) = (turn.a * scaleX, turn.b * scaleX)
        let (c, d) = (turn.c * scaleY, turn.d * scaleY)
        self.init(
            a: a, b: b, c: c, d: d, tx: place.x - (a * anchor.x + c * anchor.y),
            ty: place.y - (b * anchor.x + d * anchor.y))
    }
}

extension Scene.Layer {
    /// Whether the layer's box is its parent's, as far as its constants say.
    var fillsParent: Bool {
        let placing: [Property] = [
            .atX, .atY, .offsetX, .offsetY, .anchorX, .anchorY, .rotation, .scale, .scaleX, .scaleY,
        ]
        return ownSize == nil && self[.width] >= 1 && self[.height] >= 1
            && placing.allSatisfy { self[$0] == $0.standard }
    }
}
