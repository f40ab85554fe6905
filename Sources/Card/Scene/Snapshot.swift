public import Geometry
import Motion
public import Paint

/// The visible state of a scene at one moment: the appearance of each layer.
public struct Snapshot: Sendable, Equatable {
    /// The appearance of one layer.
    public struct Appearance: Sendable, Equatable {
        /// Whether the layer and all groups that it belongs to are visible.
        public internal(set) var isVisible = true
        /// In [0, 1].
        public internal(set) var opacity = 1.0
        /// From the box, with its origin at the top left, to the card; points.
        public internal(set) var toCard = Homography.identity
        /// The part of the box that is far enough in front of the eye to be seen; points of the
        /// box.
        public internal(set) var inFront = HalfPlanes.everything
        /// The box's size, points.
        public internal(set) var size = Size(width: 0, height: 0)
        /// The corners' radius, points of the box.
        public internal(set) var radius = 0.0
        /// The visible part of the picture, whose sides count as 1.
        public internal(set) var crop = Rect(x: 0, y: 0, width: 1, height: 1)
        /// What changes its colours; nil if nothing does.
        public internal(set) var colours: ColourMatrix?
        /// The standard deviation of the Gaussian that blurs it, points of the card.
        public internal(set) var blur = 0.0
        /// The same for what lies below a material.
        public internal(set) var backdropBlur = 0.0
        /// Nil if it throws none.
        public internal(set) var shadow: Shadow?
        /// The waves that run over it, in points of its box; nil without any.
        public internal(set) var ripple: Ripple?
        /// What changes its pixels; nil: nothing does.
        public internal(set) var shader: Shader?
        /// The indices of its content's parameters among those of all contents and shaders, of its shader's,
        /// which follow them, and of its sprites.
        var contentRange = 0..<0
        var shaderRange = 0..<0
        var spriteRange = 0..<0

        /// The waves or the shader that change its pixels now; nil if nothing does.
        public var change: PixelChange? {
            if let shader { return .shader(shader) }
            return ripple.flatMap { $0.waves.isEmpty ? nil : .ripple($0) }
        }
    }

    /// The shape of a layer in one colour, blurred and moved, which is drawn on the layers below
    /// it.
    public struct Shadow: Sendable, Equatable {
        public internal(set) var colour: Colour
        /// The standard deviation of a Gaussian, points of the card.
        public internal(set) var blur: Double
        /// Points of the card.
        public internal(set) var offset: Point
        /// How much of the blurred edge is as dark as the middle.
        public internal(set) var spread: Double
    }

    /// In the order of the scene's layers.
    public internal(set) var layers: [Appearance] = []
    /// The scene time in seconds until which this stays as it is without a further input.
    public internal(set) var unchangedUntil = Double.infinity
    /// The properties' values, `Property.count` for each layer, then the parameters of the contents
    /// and shaders.
    var values: [Double] = []
    /// Those of all layers.
    var sprites: [Sprite] = []
    /// Where the contents' parameters begin, and their kinds.
    var firstContent = 0
    var contentKinds: [ParameterKind] = []

    /// An empty snapshot; `Scene.evaluate` fills it.
    public init() {}

    /// The snapshot with what drawing needs: without the properties' values and `unchangedUntil`.
    /// If two such snapshots of one scene are equal, exactly the same is drawn. `value(of:layer:)`
    /// must not be called on them.
    public var forDrawing: Snapshot {
        var snapshot = self
        snapshot.values.removeFirst(firstContent)
        snapshot.firstContent = 0
        snapshot.unchangedUntil = .infinity
        return snapshot
    }

    /// Lets layers be invisible, groups with what is in them.
    public mutating func hide(_ hidden: Set<Int>, in scene: Scene) {
        for index in hidden where layers.indices.contains(index) {
            layers[index].isVisible = false
            for member in scene.members[index] { layers[member].isVisible = false }
        }
    }

    /// The value of a layer's property.
    public func value(of property: Property, layer: Int) -> Double {
        values[layer * Property.count + property.rawValue]
    }

    /// The parameters of a layer's content, in the order of `LayerContent.parameters`.
    public func contentParameters(ofLayer layer: Int) -> ArraySlice<Double> {
        let range = layers[layer].contentRange
        return values[firstContent + range.lowerBound..<firstContent + range.upperBound]
    }

    /// The same of a layer's shader, in the order of `LayerShader.parameters`.
    func shaderParameters(ofLayer layer: Int) -> ArraySlice<Double> {
        let range = layers[layer].shaderRange
        return values[firstContent + range.lowerBound..<firstContent + range.upperBound]
    }

    /// What moves in a layer's content, from the lowest to the topmost; points of its box.
    public func sprites(ofLayer layer: Int) -> ArraySlice<Sprite> {
        sprites[layers[layer].spriteRange]
    }
}

// Comparison.
extension Snapshot {
    /// Pixels.
    private static let unseenDistance = 1.0 / 16
    /// Of an opacity, or of a component of a colour: half a step of a screen's 255.
    fileprivate static let unseenLevel = 1.0 / 510
    /// Of a relative coordinate: a sixteenth of a pixel of the largest pictures that are drawn.
    fileprivate static let unseenCoordinate = 1.0 / 65536

    /// Whether nobody can see the difference on a screen with `scale` pixels for a point.
    public func appearsEqual(to other: Snapshot, scale: Double) -> Bool {
        guard layers.count == other.layers.count else { return false }
        for index in layers.indices
        where !layers[index].appearsEqual(to: other.layers[index], Self.unseenDistance / scale)
            || layers[index].isNoticeable
                && !(hasContent(of: other, layer: index) && hasSprites(of: other, layer: index))
        {
            return false
        }
        return true
    }

    /// Sprites move at once or not at all.
    private func hasSprites(of other: Snapshot, layer: Int) -> Bool {
        sprites(ofLayer: layer) == other.sprites(ofLayer: layer)
    }

    /// Also the numbers of the shaders.
    private func hasContent(of other: Snapshot, layer: Int) -> Bool {
        let (own, others) = (parameters(ofLayer: layer), other.parameters(ofLayer: layer))
        let appearance = layers[layer]
        let kinds = contentKinds[
            appearance.contentRange.lowerBound..<appearance.shaderRange.upperBound]
        return zip(kinds, zip(own, others)).allSatisfy { kind, numbers in
            // The difference of two infinite numbers is NaN, so equality is checked first.
            numbers.0 == numbers.1 || abs(numbers.0 - numbers.1) < kind.unseenDifference
        }
    }

    /// Those of a layer's content, and then its shader's.
    private func parameters(ofLayer layer: Int) -> ArraySlice<Double> {
        let (content, shader) = (layers[layer].contentRange, layers[layer].shaderRange)
        return values[firstContent + content.lowerBound..<firstContent + shader.upperBound]
    }
}

extension ParameterKind {
    /// The smallest difference that can be seen.
    fileprivate var unseenDifference: Double {
        switch self {
        case .coordinate, .radius, .thickness, .refractiveIndex, .spot: Snapshot.unseenCoordinate
        case .angle, .slant, .lensesPerInch: 0.004
        case .red, .green, .blue, .alpha, .share, .sweep: Snapshot.unseenLevel
        case .printedWidth, .distance: 0.02
        case .length, .uniform: 1e-4
        case .rate, .lifetime, .patternScale: 1e-3
        case .property(let property): 2 * property.restTolerance
        case .printed: 0
        }
    }
}

extension Snapshot.Appearance {
    fileprivate func appearsEqual(to other: Snapshot.Appearance, _ unseen: Double) -> Bool {
        if !isNoticeable && !other.isNoticeable { return true }
        guard isVisible == other.isVisible, abs(opacity - other.opacity) < Snapshot.unseenLevel
        else { return false }
        if self == other { return true }
        guard hasColours(of: other), ripple == other.ripple, hasShader(of: other) else {
            return false
        }
        let stretch = max(stretch, other.stretch)
        return abs(radius - other.radius) * stretch < unseen
            && crop.isNear(other.crop, Snapshot.unseenCoordinate)
            && abs(blur - other.blur) < unseen && abs(backdropBlur - other.backdropBlur) < unseen
            && Snapshot.Shadow.areNear(shadow, other.shadow, unseen)
            && Self.corners.allSatisfy { corner(at: $0).isNear(other.corner(at: $0), unseen) }
    }

    /// The shaders' numbers are compared with those of the contents.
    private func hasShader(of other: Snapshot.Appearance) -> Bool {
        shader?.program == other.shader?.program && shader?.time == other.shader?.time
    }

    private func hasColours(of other: Snapshot.Appearance) -> Bool {
        guard colours != other.colours else { return true }
        let (own, others) = (colours ?? .identity, other.colours ?? .identity)
        return own.largestDifference(from: others) < Snapshot.unseenLevel
    }

    /// Whether it is visible, and opaque enough to be noticed.
    fileprivate var isNoticeable: Bool { isVisible && opacity >= Snapshot.unseenLevel }

    /// The largest factor from a length in the box to its length on the card, at the box's middle.
    private var stretch: Double {
        toCard.affineApproximation(at: Point(x: size.width / 2, y: size.height / 2)).largestStretch
    }

    private static let corners = [(0.0, 0.0), (1, 0), (0, 1), (1, 1)]

    /// The place of a corner on the card; `sides` is 0 or 1 for the left or right and the top or
    /// bottom side.
    private func corner(at sides: (Double, Double)) -> Point {
        toCard.apply(Point(x: sides.0 * size.width, y: sides.1 * size.height))
    }
}

extension Snapshot.Shadow {
    fileprivate static func areNear(_ one: Self?, _ other: Self?, _ unseen: Double) -> Bool {
        guard let one, let other else { return one == other }
        return abs(one.blur - other.blur) < unseen && one.offset.isNear(other.offset, unseen)
            && abs(one.spread - other.spread) < Snapshot.unseenLevel
            && abs(one.colour.alpha - other.colour.alpha) < Snapshot.unseenLevel
    }
}

extension Point {
    fileprivate func isNear(_ other: Point, _ unseen: Double) -> Bool {
        abs(x - other.x) < unseen && abs(y - other.y) < unseen
    }
}

extension Rect {
    fileprivate func isNear(_ other: Rect, _ unseen: Double) -> Bool {
        abs(x - other.x) < unseen && abs(y - other.y) < unseen
            && abs(width - other.width) < unseen && abs(height - other.height) < unseen
    }
}
