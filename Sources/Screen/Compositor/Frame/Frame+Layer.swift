public import Geometry
public import Paint
public import Picture
internal import Platform

extension Frame {
    /// What a layer shows in its box.
    public enum Content: Sendable {
        /// The part `shownPart` of a bitmap, in pixels of the bitmap, stretched over the box.
        case bitmap(Bitmap, shownPart: Rect)
        case colour(Colour)
        /// A gradient over a part of the box, or over all of it; beyond the part its ends go on.
        case gradient(Gradient, over: Rect? = nil)
        case mesh(Mesh)
        case sprites(Sprites)
        /// The next `count` layers; layers of groups within it are counted too. They are drawn on
        /// clear pixels as one picture, which is then filtered, coloured, cut to the clip and
        /// multiplied by the opacity. The group's box is only used if its filter repeats edges: it is
        /// then where these are; if it has no area, they are those of the rectangle around the layers.
        case group(count: Int, Filter? = nil)
        case backdrop(Backdrop)
        case lens(LensBitmaps)
        case foil(LitFoil)
        /// All of a picture, stretched over the box.
        case drawn(DrawnPicture)

        /// A whole bitmap.
        public static func bitmap(_ bitmap: Bitmap) -> Content {
            .bitmap(bitmap, shownPart: Rect(Size(bitmap.size)))
        }
    }

    /// A rectangle with a map to the screen, which moves, turns and stretches it, also in
    /// perspective. Its corners may be rounded.
    public struct Box: Sendable, Equatable {
        /// From the box's coordinates, with its top left at (0, 0), to the screen's pixels, whose
        /// centres lie at 0.5. The map's `distance` is above 0 for the places in `inFront`.
        public var toScreen: Homography
        public var size: Size
        /// The corners' radius in the box's units; at most half the shorter side has an effect.
        public var radius: Double
        /// What of the box lies far enough in front of the eye to be seen.
        public var inFront: HalfPlanes

        public init(
            toScreen: Homography, size: Size, radius: Double = 0,
            inFront: HalfPlanes = .everything
        ) {
            (self.toScreen, self.size, self.radius) = (toScreen, size, radius)
            self.inFront = inFront
        }

        /// A part of the box, in the box's coordinates, as a box without round corners.
        public func part(_ part: Rect) -> Box {
            let corner = Homography.translation(Point(x: part.x, y: part.y))
            return Box(
                toScreen: toScreen * corner, size: part.size,
                inFront: inFront.preimage(under: corner))
        }

        /// A box without an area.
        public static let none = Box(toScreen: .identity, size: Size(width: 0, height: 0))

        /// A rectangle of pixels, moved by `offset` pixels.
        public init(_ rect: PixelRect, movedBy offset: Point = Point(x: 0, y: 0)) {
            self.init(
                toScreen: .translation(
                    Point(x: Double(rect.x) + offset.x, y: Double(rect.y) + offset.y)),
                size: Size(rect.size))
        }
    }

    /// A box outside of which nothing is seen.
    public struct Clip: Sendable, Equatable {
        public var box: Box
        /// The index of the clip that this clip lies in; nil: it lies in none.
        public var parent: Int?

        public init(_ box: Box, parent: Int? = nil) { (self.box, self.parent) = (box, parent) }
    }

    /// What a layer does to those of its group that lie below it.
    public enum CompositingOperator: Sendable, Hashable {
        case blend(BlendMode)
        /// Multiplies them by the layer's alpha or luminance; the layer itself is not seen.
        case mask(MaskKind)
    }

    /// A content at its place, and how it is composited with what lies below it.
    public struct Layer: Sendable {
        public internal(set) var content: Content
        public internal(set) var box: Box
        /// 0 is invisible, 1 is opaque.
        public var opacity: Double
        /// The index of the innermost clip; nil: no clip cuts the layer.
        public var clip: Int?
        /// Whether the layer is seen beyond the card.
        public var bleeds: Bool
        /// What the colours become; nil: they stay.
        public var colours: ColourMatrix?
        public var compositing: CompositingOperator
        /// See `Frame.sceneLayer`.
        var sceneLayer: Int?

        public init(
            _ content: Content, box: Box = .none,
            opacity: Double = 1, clip: Int? = nil, bleeds: Bool = false,
            colours: ColourMatrix? = nil, compositing: CompositingOperator = .normal
        ) {
            (self.content, self.box, self.opacity) = (content, box, opacity)
            (self.clip, self.bleeds, self.colours) = (clip, bleeds, colours)
            self.compositing = compositing
        }

        /// Nil for a layer that shows no bitmap.
        public var bitmap: Bitmap? {
            if case .bitmap(let bitmap, _) = content { bitmap } else { nil }
        }
    }

    /// Words over the card: drawn unscaled, with a width that is a multiple of four pixels. `x` and
    /// `y` are the screen's pixel at the bitmap's top left. `cpu` draws nothing of an overlay that
    /// reaches beyond the left or the right side of the screen.
    public struct Overlay: Sendable {
        public var bitmap: Bitmap
        public var x, y: Int

        public init(_ bitmap: Bitmap, x: Int, y: Int) {
            (self.bitmap, self.x, self.y) = (bitmap, x, y)
        }
    }
}

extension Frame.Content {
    /// Whether it is a whole bitmap of this size.
    fileprivate func isWhole(_ size: PixelSize) -> Bool {
        guard case .bitmap(let bitmap, let shownPart) = self else { return false }
        return bitmap.size == size && shownPart == Rect(Size(size))
    }

    /// Whether the content is opaque everywhere in its box; false also if this is not known before
    /// the content is drawn.
    var isOpaque: Bool {
        switch self {
        case .bitmap(let bitmap, _): bitmap.isOpaque
        case .colour(let colour): colour.alpha >= 1
        case .gradient(let gradient, _): gradient.isOpaque
        case .lens(let picture): picture.bitmaps.allSatisfy(\.isOpaque)
        case .drawn(let picture): picture.isOpaque
        case .group, .backdrop, .mesh, .sprites, .foil: false
        }
    }
}

extension Frame.CompositingOperator {
    public static let normal = Frame.CompositingOperator.blend(.normal)

    var isMask: Bool {
        if case .mask = self { true } else { false }
    }
}

extension Frame.Layer {
    /// The opacity in both compositors' unit: 65535 is 1. `cpu` divides a product with it by 65536.
    var weight: UInt16 { Frame.weight(ofOpacity: opacity) }

    /// Whether the layer is a whole bitmap that is copied to the card's rectangle.
    func isPlain(in card: PixelRect) -> Bool {
        clip == nil && colours == nil && compositing == .normal && content.isWhole(card.size)
            && box == Frame.Box(card)
    }
}

extension Frame {
    /// Whether a bitmap with this opacity hides all that lies below it in its box.
    public static func hidesBelow(_ bitmap: Bitmap, opacity: Double) -> Bool {
        bitmap.isOpaque && weight(ofOpacity: opacity) == .max
    }

    fileprivate static func weight(ofOpacity opacity: Double) -> UInt16 {
        UInt16(saturating: opacity * 65535)
    }
}

extension Colour {
    /// Red, green and blue multiplied by alpha, and alpha, each in [0, 1]; NaN is 0.
    var premultiplied: SIMD4<Double> {
        func limited(_ component: Double) -> Double { component > 0 ? min(component, 1) : 0 }
        let alpha = limited(alpha)
        let components = SIMD4(limited(red), limited(green), limited(blue), 1)
        return components * alpha
    }
}

/// A bitmap that is copied to whole pixels, with an opacity.
struct PlainLayer: Equatable {
    let bitmap: Bitmap
    /// See `Frame.Layer.weight`.
    let weight: UInt16

    init(_ bitmap: Bitmap, weight: UInt16) { (self.bitmap, self.weight) = (bitmap, weight) }

    init?(_ layer: Frame.Layer) {
        guard let bitmap = layer.bitmap else { return nil }
        self.init(bitmap, weight: layer.weight)
    }

    static func == (one: PlainLayer, other: PlainLayer) -> Bool {
        one.bitmap === other.bitmap && one.weight == other.weight
    }

    /// Whether nothing below the layer is visible.
    var hidesAll: Bool { weight == .max && bitmap.isOpaque }
}
