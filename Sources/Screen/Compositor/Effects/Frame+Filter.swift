public import Geometry
public import Paint
public import Picture
internal import Platform

extension Frame {
    /// What changes a group's picture before its colours change, and before it is clipped and composited
    /// over others.
    public struct Filter: Sendable, Equatable {
        /// The standard deviation of a Gaussian blur, pixels.
        public var blur: Double
        /// How far the picture is moved, pixels.
        public var offset: Point
        /// The factor of the alphas; each product is limited to 1.
        public var alphaFactor: Double
        /// Whether the blur repeats the outermost pixels beyond the picture's rectangle, so that
        /// the edges stay opaque. Nothing is seen beyond the rectangle.
        public var repeatsEdges: Bool
        /// From a space in which the group's picture may stand still while it is moved, turned or
        /// scaled, such as its layer's box, to the screen. The blur is made there once, where that gives
        /// the same; nil: it is made on the screen.
        public var ownSpace: Homography?
        /// What moves or changes the picture in the own space. A group has either a blur or this.
        public var change: PixelChange?
        /// Those that a shader is given, in the order of its uniforms.
        var pictures: ShaderPictures

        public init(
            blur: Double, offset: Point = Point(x: 0, y: 0), alphaFactor: Double = 1,
            repeatsEdges: Bool = false, ownSpace: Homography? = nil, change: PixelChange? = nil,
            pictures: [Bitmap] = []
        ) {
            (self.blur, self.offset, self.alphaFactor) = (blur, offset, alphaFactor)
            (self.repeatsEdges, self.ownSpace, self.change) = (repeatsEdges, ownSpace, change)
            self.pictures = ShaderPictures(bitmaps: pictures)
        }
    }

    /// Bitmaps that are the same only if they are the same objects.
    struct ShaderPictures: Sendable, Equatable {
        let bitmaps: [Bitmap]

        static func == (one: Self, other: Self) -> Bool {
            one.bitmaps.elementsEqual(other.bitmaps) { $0 === $1 }
        }
    }

    /// What lies below a layer in its group, blurred.
    public struct Backdrop: Sendable, Equatable {
        /// The standard deviation of a Gaussian blur, pixels.
        public var blur: Double
        /// What is composited over it, after its colours have changed.
        public var tint: Colour

        public init(blur: Double, tint: Colour) { (self.blur, self.tint) = (blur, tint) }
    }

    /// A frame of `size`, or of the size of `rect`, with the layers of `range` as they lie in `rect`.
    /// All of them bleed.
    func cutOut(_ rect: PixelRect, _ range: Range<Int>, to size: PixelSize? = nil) -> Frame {
        let size = size ?? rect.size
        let scale = Homography.scale(
            x: Double(size.width) / Double(rect.width),
            y: Double(size.height) / Double(rect.height))
        let corner = Point(x: -Double(rect.x), y: -Double(rect.y))
        return mapped(layers[range], by: scale * .translation(corner), to: size)
    }

    /// The picture as it is drawn before it is enlarged by `scale`, without overlays.
    var reduced: Frame {
        func scaled(_ side: Int) -> Int {
            max(4, Int(saturating: (Double(side) * scale).rounded(.up)))
        }
        let size = PixelSize(width: scaled(self.size.width), height: scaled(self.size.height))
        let map = Homography.scale(
            x: Double(size.width) / Double(self.size.width),
            y: Double(size.height) / Double(self.size.height))
        let corners = [(card.x, card.y), (card.endX, card.endY)].map { corner in
            map.apply(Point(x: Double(corner.0), y: Double(corner.1)))
        }
        let (x, y) = (Int(corners[0].x.rounded()), Int(corners[0].y.rounded()))
        let card = PixelRect(
            x: x, y: y, width: Int(corners[1].x.rounded()) - x,
            height: Int(corners[1].y.rounded()) - y)
        return mapped(layers[...], by: map, to: size, card: card)
    }

    /// A frame of a size with these layers where a map of the screen puts them. Without a `card` the
    /// frame is all card, and all layers bleed.
    private func mapped(
        _ layers: ArraySlice<Layer>, by map: Homography, to size: PixelSize, card: PixelRect? = nil
    ) -> Frame {
        var mapped = Frame(size: size, card: card ?? PixelRect(x: 0, y: 0, size: size))
        for var clip in clips {
            clip.box.toScreen = map * clip.box.toScreen
            _ = mapped.add(clip)
        }
        for var layer in layers {
            layer.box.toScreen = map * layer.box.toScreen
            layer.bleeds = layer.bleeds || card == nil
            layer.content.scaleFilter(by: map)
            mapped.add(layer)
        }
        return mapped
    }

    /// The same frame with only the layers of `range`.
    func only(_ range: Range<Int>) -> Frame {
        var part = withoutLayers
        for layer in layers[range] { part.add(layer) }
        return part
    }

    /// Two rectangles within an area. Each visible layer has a part of it: the intersection of the
    /// rectangle around the layer and of those around its clips. `outer` is around all pixels that
    /// the parts touch, `inner` around those that lie wholly in a part.
    func bounds(
        of range: Range<Int>, in area: PixelRect
    ) -> (outer: PixelRect, inner: PixelRect) {
        var (outer, inner) = (PixelRect.nothing, PixelRect.nothing)
        for layer in layers[range] where layer.weight > 0 {
            guard let outline = Outline(layer.box) else { continue }
            let cuts = [outline] + outlines(ofClip: layer.clip)
            outer = outer.joined(cuts.reduce(area) { $1.pixels(in: $0) })
            inner = inner.joined(cuts.reduce(area) { $1.innerPixels(in: $0) })
        }
        return (outer, inner)
    }

    private func outlines(ofClip clip: Int?) -> [Outline] {
        guard let clip else { return [] }
        return (Outline(clips[clip].box).map { [$0] } ?? []) + outlines(ofClip: clips[clip].parent)
    }

    /// The part of the screen in which layers may be seen: all of it if they bleed, else the card.
    func area(bleeds: Bool) -> PixelRect {
        bleeds ? PixelRect(x: 0, y: 0, size: size) : card
    }
}

extension Frame.Content {
    /// Makes the blur and the offset of a group, or the blur of a backdrop, larger by a map's largest
    /// stretch.
    mutating func scaleFilter(by map: Homography) {
        let factor = map.largestStretch
        switch self {
        case .group(let count, var filter?):
            filter.blur *= factor
            filter.offset = Point(x: factor * filter.offset.x, y: factor * filter.offset.y)
            filter.ownSpace = filter.ownSpace.map { map * $0 }
            self = .group(count: count, filter)
        case .backdrop(var backdrop):
            backdrop.blur *= factor
            self = .backdrop(backdrop)
        default: break
        }
    }
}

extension PixelRect {
    func expanded(by margin: Int) -> PixelRect {
        PixelRect(
            x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
    }
}
