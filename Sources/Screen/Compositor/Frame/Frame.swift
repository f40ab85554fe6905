public import Geometry
public import Paint
public import Picture

/// The complete input of a compositor for one image on the screen.
///
/// The card is an isolated group: it is drawn on clear pixels, then composited over black. A frame is
/// filled anew for each image and keeps its memory.
public struct Frame: Sendable {
    /// How many clips may lie in each other.
    public static let deepestClip = 5
    /// How many groups may lie in each other; what lies in a deeper one is not drawn.
    public static let deepestGroup = 100

    /// The size of the screen, which the frame fills.
    public let size: PixelSize
    /// The card's rectangle; only layers that bleed are seen around it.
    public let card: PixelRect
    /// From the lowest to the topmost; a group stands before its layers.
    public private(set) var layers: [Layer] = []
    /// The boxes that layers are cut to; a clip follows its parent in the list.
    public private(set) var clips: [Clip] = []
    public var overlays: [Overlay] = []
    /// The index of the scene's layer for which the next layers are added, for `DrawTimes`; nil: they
    /// are added for none, as the surround's.
    public var sceneLayer: Int?
    /// How large the layers are drawn, as a share of their width and height on the screen, above 0. If
    /// it is below 1, they are then enlarged to their size, so that the frame is drawn faster and is
    /// less sharp. Overlays are drawn at their size. `gl` draws everything at its size.
    public var scale = 1.0
    /// Whether every layer is a whole bitmap of the card's size at the card's rectangle, without a
    /// clip or a change of colours, with the compositing operator `normal`.
    private(set) var isPlain = true

    /// A black frame of `size`, with layers to be added in `card`, a rectangle within it.
    public init(size: PixelSize, card: PixelRect) {
        precondition(
            card.x >= 0 && card.y >= 0 && card.x + card.width <= size.width
                && card.y + card.height <= size.height, "a card lies within its frame")
        (self.size, self.card) = (size, card)
    }

    /// Puts a bitmap of the card's size over the layers so far.
    public mutating func add(
        _ bitmap: Bitmap, opacity: Double, colours: ColourMatrix? = nil,
        compositing: CompositingOperator = .normal
    ) {
        precondition(bitmap.size == card.size, "a layer has the size of its card")
        add(
            cardLayer(
                bitmap, opacity: opacity, colours: colours, compositing: compositing))
    }

    /// Puts a layer over the layers so far. The layer's clip was added before.
    public mutating func add(_ layer: consuming Layer) {
        precondition(has(clip: layer.clip), "a layer's clip exists")
        isPlain = isPlain && layer.isPlain(in: card)
        layer.sceneLayer = layer.sceneLayer ?? sceneLayer
        layers.append(layer)
    }

    /// Begins an isolated group over the layers so far, and gives its index for `closeGroup`. For `box`
    /// see `Content.group`.
    public mutating func openGroup(
        box: Box = .none, opacity: Double, clip: Int? = nil, bleeds: Bool = false,
        colours: ColourMatrix? = nil,
        compositing: CompositingOperator = .normal, filter: Filter? = nil
    ) -> Int {
        add(
            Layer(
                .group(count: 0, filter), box: box, opacity: opacity, clip: clip, bleeds: bleeds,
                colours: colours, compositing: compositing))
        return layers.count - 1
    }

    /// Ends a group: all layers added since it was opened belong to it.
    public mutating func closeGroup(_ index: Int) {
        guard case .group(_, let filter) = layers[index].content else { return }
        layers[index].content = .group(count: layers.count - 1 - index, filter)
    }

    /// For a caller that has added nothing for a layer: if the layer's compositing operator is a mask, adds
    /// an empty group in the layer's place, because a mask that is not seen lets nothing through.
    public mutating func addMaskOfNothing(_ compositing: CompositingOperator) {
        guard compositing.isMask else { return }
        closeGroup(openGroup(opacity: 1, compositing: compositing))
    }

    /// Applies a map of the screen to the boxes of the layers from index `layer` on and of the
    /// clips from index `clip` on, and lets these layers bleed. Filters and backdrops grow by the
    /// map's largest stretch.
    public mutating func transform(
        layersFrom layer: Int, clipsFrom clip: Int, by map: Homography
    ) {
        isPlain = false
        for index in layers.indices[layer...] {
            layers[index].box.toScreen = map * layers[index].box.toScreen
            layers[index].bleeds = true
            layers[index].content.scaleFilter(by: map)
        }
        for index in clips.indices[clip...] {
            clips[index].box.toScreen = map * clips[index].box.toScreen
        }
    }

    /// Lets the colours of layers stay as their contents have them.
    mutating func removeColours(of range: Range<Int>) {
        for index in range { layers[index].colours = nil }
    }

    /// Changes the maps of all layers' and clips' boxes to the screen.
    mutating func mapPlaces(_ change: (Homography) -> Homography) {
        for index in layers.indices {
            layers[index].box.toScreen = change(layers[index].box.toScreen)
        }
        for index in clips.indices { clips[index].box.toScreen = change(clips[index].box.toScreen) }
    }

    /// Adds a clip, and gives its index. The clip's parent was added before.
    public mutating func add(_ clip: Clip) -> Int {
        precondition(has(clip: clip.parent), "a clip's parent exists")
        clips.append(clip)
        let index = clips.count - 1
        precondition(nesting(ofClip: index) <= Self.deepestClip, "clips are nested too deeply")
        return index
    }

    /// Removes all layers and clips, and keeps their memory for the next ones.
    public mutating func removeLayers() {
        layers.removeAll(keepingCapacity: true)
        clips.removeAll(keepingCapacity: true)
        (isPlain, sceneLayer) = (true, nil)
    }

    /// Replaces the layers from index `layer` on by another one. No other layer has one of the clips
    /// from index `clip` on, which are removed.
    mutating func replaceLayers(from layer: Int, clipsFrom clip: Int, by other: Layer) {
        layers.removeSubrange(layer...)
        clips.removeSubrange(clip...)
        add(other)
    }

    /// A copy without layers: the size, the card, the clips and the overlays stay.
    var withoutLayers: Frame {
        var frame = self
        frame.layers.removeAll(keepingCapacity: true)
        (frame.isPlain, frame.sceneLayer) = (true, nil)
        return frame
    }

    /// A layer that shows a bitmap of the card's size at the card's place.
    func cardLayer(
        _ bitmap: Bitmap, opacity: Double, colours: ColourMatrix? = nil,
        compositing: CompositingOperator = .normal
    ) -> Layer {
        Layer(
            .bitmap(bitmap), box: cardBox, opacity: opacity, colours: colours,
            compositing: compositing)
    }

    public var cardBox: Box { Box(card) }

    /// Whether a layer hides everything in the card below it.
    func isCardHidden(by layer: Layer) -> Bool {
        guard layer.weight == .max, layer.content.isOpaque, layer.clip == nil,
            layer.compositing == .normal
        else { return false }
        return layer.isPlain(in: card) || Outline(layer.box)?.contains(card) == true
    }

    /// Whether one of the layers, other than those in groups, hides everything in the card below it.
    public var hidesCard: Bool { hasLayer(in: layers.indices) { isCardHidden(by: $0) } }

    /// Whether this holds for a layer directly in a group, or of the card.
    func hasLayer(in group: Range<Int>, where holds: (Layer) -> Bool) -> Bool {
        var index = group.lowerBound
        while index < group.upperBound {
            if holds(layers[index]) { return true }
            if case .group(let count, _) = layers[index].content { index += count }
            index += 1
        }
        return false
    }

    /// The layers of a plain frame that change a pixel: with opacity above 0 and not under an opaque
    /// layer.
    var visibleLayers: ArraySlice<PlainLayer> {
        let drawn = layers.compactMap { PlainLayer($0) }.filter { $0.weight > 0 }
        let lowest = drawn.lastIndex(where: \.hidesAll)
        return drawn[(lowest ?? 0)...]
    }

    private func has(clip: Int?) -> Bool { clip.map(clips.indices.contains) ?? true }

    private func nesting(ofClip index: Int) -> Int {
        1 + (clips[index].parent.map(nesting(ofClip:)) ?? 0)
    }
}
