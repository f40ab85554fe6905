import Geometry
import Motion
import Paint

// Where the layers lie. T moves, R turns and S scales: the matrix of a layer in its parent is M = P
// T(at * parent's size + offset + depth * parallax) Rz Ry Rx S T(-anchor * box's size). The matrix
// of a layer in the card is the product of the matrices of its groups and its own. P is the view
// from the eye, which stands in front of the centre of the parent's box.
extension Scene {
    /// Writes the layers' appearances from the values of their properties.
    func layOut(_ snapshot: inout Snapshot, _ tilts: Tilts) {
        if snapshot.layers.count != layers.count {
            snapshot.layers = Array(repeating: Snapshot.Appearance(), count: layers.count)
        }
        snapshot.firstContent = layers.count * Property.count
        snapshot.contentKinds = contentKinds
        let offset = Point(
            x: parallaxOffset(tilts.aboutVertical), y: parallaxOffset(tilts.aboutHorizontal))
        let card = card
        for index in layers.indices {
            let parent = layers[index].parent.map { snapshot.layers[$0] } ?? card
            snapshot.layers[index] = appearance(of: index, snapshot, in: parent, offset)
        }
    }

    /// The card's rectangle.
    var card: Snapshot.Appearance {
        var card = Snapshot.Appearance()
        card.size = size
        return card
    }

    /// How far a tilt moves a layer with depth 1, points.
    private func parallaxOffset(_ degrees: Double) -> Double {
        let share = degrees / parallax.degrees
        return share.isNaN ? 0 : min(max(share, -1), 1) * parallax.points
    }

    private func appearance(
        of index: Int, _ snapshot: Snapshot, in parent: Snapshot.Appearance, _ offset: Point
    ) -> Snapshot.Appearance {
        func value(_ property: Property) -> Double { snapshot.value(of: property, layer: index) }
        let base = layers[index].ownSize ?? parent.size
        var appearance = Snapshot.Appearance()
        appearance.size = Size(
            width: base.width * value(.width), height: base.height * value(.height))
        appearance.opacity = min(max(value(.opacity), 0), 1)
        appearance.radius = max(0, value(.radius))
        appearance.colours = layers[index].effects.matrix(value)
        (appearance.contentRange, appearance.shaderRange) = (
            contentRanges[index], shaderRanges[index]
        )
        appearance.crop = Rect(
            x: value(.cropX), y: value(.cropY), width: value(.cropWidth),
            height: value(.cropHeight)
        ).intersection(Rect(x: 0, y: 0, width: 1, height: 1))
        let depth = min(max(value(.depth), -1), 1)
        let scale = value(.scale) * enlargement(of: index, appearance.size, depth)
        let place = Point(
            x: value(.atX) * parent.size.width + value(.offsetX) + depth * offset.x,
            y: value(.atY) * parent.size.height + value(.offsetY) + depth * offset.y)
        let anchor = Point(
            x: value(.anchorX) * appearance.size.width, y: value(.anchorY) * appearance.size.height)
        let (scaleX, scaleY) = (scale * value(.scaleX), scale * value(.scaleY))
        let turn = Turn(snapshot, layer: index)
        let toParent =
            turn.isFlat
            ? Homography(putting: anchor, at: place, turned: turn.z, scaleX, scaleY)
            : Homography(
                putting: anchor, at: place, turned: turn, scaleX, scaleY,
                seenFrom: Point(x: parent.size.width / 2, y: parent.size.height / 2))
        appearance.toCard = parent.toCard * toParent
        appearance.setBlurs(value, at: anchor, shadow: layers[index].shadow)
        if let colours = contentColours[index] {
            appearance.colours = (appearance.colours ?? .identity) * colours
        }
        appearance.isVisible = isShown(index, in: snapshot) && appearance.toCard.isFinite
        appearance.cut(in: parent, toParent)
        return appearance
    }

    /// Whether a layer's group is visible, and the layer's property `visible` does not hide it. It
    /// may yet be turned or placed so that it is not visible.
    func isShown(_ layer: Int, in snapshot: Snapshot) -> Bool {
        (layers[layer].parent.map { snapshot.layers[$0].isVisible } ?? true)
            && snapshot.value(of: .visible, layer: layer) >= 0.5
    }

    /// The factor that enlarges a layer that fills its parent's box, so that it still fills the box
    /// after depth has moved it; 1 for other layers.
    func enlargement(of index: Int, _ size: Size, _ depth: Double) -> Double {
        let shorter = min(size.width, size.height)
        guard depth != 0, fillsParent[index], shorter > 0 else { return 1 }
        return 1 + 2 * abs(depth * parallax.points) / shorter
    }
}

/// How a layer is turned, and moved towards the eye.
private struct Turn {
    /// Degrees.
    let x, y, z: Double
    /// How far the anchor lies behind the box, and how far the layer is moved towards the eye,
    /// points.
    let anchor, offset: Double
    /// How far the eye stands in front of the parent's box, points.
    let eye: Double

    init(_ snapshot: Snapshot, layer: Int) {
        func value(_ property: Property) -> Double { snapshot.value(of: property, layer: layer) }
        (x, y, z) = (value(.rotationX), value(.rotationY), value(.rotation))
        (anchor, offset) = (value(.anchorZ), value(.offsetZ))
        eye = max(1, value(.perspective))
    }

    /// Whether the layer stays in its parent's plane.
    var isFlat: Bool { x == 0 && y == 0 && offset == 0 }
}

extension Snapshot.Appearance {
    /// Sets the blurs and the shadow. The blur and the shadow are scaled with the layer, by the
    /// square root of the factor of areas at the anchor; the backdrop's blur is not scaled.
    fileprivate mutating func setBlurs(
        _ value: (Property) -> Double, at anchor: Point, shadow: Colour?
    ) {
        (blur, backdropBlur) = (value(.blur), value(.backdropBlur))
        guard blur > 0 || shadow != nil else { return }
        // The factor of areas at a place is the determinant over the cube of the distance.
        let distance = max(abs(toCard.distance(of: anchor)), Self.leastDistance)
        let stretch = (abs(toCard.determinant) / (distance * distance * distance)).squareRoot()
        blur *= stretch
        guard var colour = shadow else { return }
        colour.alpha *= value(.shadowOpacity)
        self.shadow = Snapshot.Shadow(
            colour: colour, blur: stretch * value(.shadowRadius),
            offset: Point(
                x: stretch * value(.shadowOffsetX), y: stretch * value(.shadowOffsetY)),
            spread: value(.shadowSpread))
    }

    /// A share of the distance from the eye to the parent's box: what is nearer to the eye is cut
    /// off.
    private static let nearest = 0.05

    /// The least distance from the eye at which anything is seen: `nearest` to the power of
    /// `HalfPlanes.most`, because at most that many layers and groups that lie in each other may be
    /// turned or moved out of their parent's plane.
    private static let leastDistance = (0..<HalfPlanes.most).reduce(1.0) { distance, _ in
        distance * nearest
    }

    /// Cuts off what lies too near to the eye, or behind it. A layer that is turned or moved out of
    /// its parent's plane needs a line for that, and there are at most four. If four groups around
    /// such a layer already need one each, the layer is not visible; a layer in its parent's plane
    /// stays visible.
    fileprivate mutating func cut(in parent: Snapshot.Appearance, _ toParent: Homography) {
        inFront = parent.inFront.preimage(under: toParent)
        guard !toParent.isAffine else { return }
        guard inFront.count < HalfPlanes.most else {
            isVisible = false
            return
        }
        inFront.insert(a: toParent.g, b: toParent.h, c: toParent.i - Self.nearest)
    }
}

extension Homography {
    /// P T(place) Rz Ry Rx S T(-anchor). P is the view from the eye, which stands in front of
    /// `centre`, a place of the parent.
    fileprivate init(
        putting anchor: Point, at place: Point, turned turn: Turn, _ scaleX: Double,
        _ scaleY: Double, seenFrom centre: Point
    ) {
        let (sx, cx) = sineAndCosine(degrees: turn.x)
        let (sy, cy) = sineAndCosine(degrees: turn.y)
        let (sz, cz) = sineAndCosine(degrees: turn.z)
        // Ry Rx; x goes right, y down and z away from the eye.
        let (x, y) = (SIMD3(cy, sy * sx, -sy * cx), SIMD3(0, cx, sx))
        let away = SIMD3(sy, -cy * sx, cy * cx) / turn.eye
        // Scales the three columns: the box's two sides, and the anchor's distance behind the box.
        let scale = SIMD3(scaleX, scaleY, -turn.anchor)
        let distance = away * scale
        let right = (cz * x - sz * y) * scale + centre.x * distance
        let down = (sz * x + cz * y) * scale + centre.y * distance
        // The anchor's distance behind the box is subtracted, so that a box without a turn and
        // without `offset-z` lies in the parent's plane.
        let offset = (turn.offset - turn.anchor) / turn.eye
        func start(_ row: SIMD3<Double>) -> Double {
            row.z - row.x * anchor.x - row.y * anchor.y
        }
        self.init(
            a: right.x, b: down.x, c: right.y, d: down.y,
            tx: place.x + start(right) - centre.x * offset,
            ty: place.y + start(down) - centre.y * offset, g: distance.x, h: distance.y,
            i: 1 + start(distance) - offset)
    }

    /// T(place) R S T(-anchor).
    fileprivate init(
        putting anchor: Point, at place: Point, turned degrees: Double, _ scaleX: Double,
        _ scaleY: Double
    ) {
        let turn = degrees == 0 ? Homography.identity : .rotation(degrees: degrees)
        let (a, b) = (turn.a * scaleX, turn.b * scaleX)
        let (c, d) = (turn.c * scaleY, turn.d * scaleY)
        self.init(
            a: a, b: b, c: c, d: d, tx: place.x - (a * anchor.x + c * anchor.y),
            ty: place.y - (b * anchor.x + d * anchor.y))
    }
}

extension Scene.Layer {
    /// Whether the layer's box is its parent's or larger, as far as its constants say.
    var fillsParent: Bool {
        let placing: [Property] = [
            .atX, .atY, .offsetX, .offsetY, .offsetZ, .anchorX, .anchorY, .anchorZ, .rotation,
            .rotationX, .rotationY, .scale, .scaleX, .scaleY,
        ]
        return ownSize == nil && self[.width] >= 1 && self[.height] >= 1
            && placing.allSatisfy { self[$0] == $0.defaultValue }
    }
}
