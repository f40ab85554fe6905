import Compositor
import Geometry
import Paint
import Picture
import Scene

/// Makes a frame of one snapshot: adds each layer that is shown, with its shadow, mask, blur and
/// group.
struct FrameBuilder {
    private let scene: Scene
    private let snapshot: Snapshot
    /// The content of each layer.
    private let contents: [any PlannedContent]
    /// What each layer's shader is given; nil if some of it is not drawn yet.
    private let shaderBitmaps: [[Bitmap]?]
    /// From the card's points to the screen's pixels.
    private let toScreen: Homography
    private(set) var frame: Frame

    /// What layers inherit from the group that they lie in.
    private struct Inherited {
        /// The clip that cuts them.
        var clip: Int?
        /// Whether they may be seen beyond the card.
        var bleeds = true
    }

    /// `frame` is emptied first; its memory is reused.
    init(
        _ scene: Scene, _ snapshot: Snapshot, _ contents: [any PlannedContent],
        _ shaderBitmaps: [[Bitmap]?], _ toScreen: Homography, reusing frame: consuming Frame
    ) {
        (self.scene, self.snapshot, self.contents) = (scene, snapshot, contents)
        self.shaderBitmaps = shaderBitmaps
        (self.toScreen, self.frame) = (toScreen, frame)
        self.frame.removeLayers()
    }

    /// Where the card's layers begin in the frame: after the surround.
    private var firstLayer = 0
    private var isAddingSurround = false

    /// Adds the surround, which is seen around the card and where the card is clear, and all layers.
    /// A layer whose picture is not drawn, or cannot be, is left out.
    mutating func addCard() {
        // A frame is black where nothing is.
        if scene.surround == .black || frame.card.size == frame.size {
            add(scene.layers.indices, inheriting: Inherited())
            if scene.surround == .black || frame.hidesCard { return }
            frame.removeLayers()
        }
        isAddingSurround = true
        addSurround()
        isAddingSurround = false
        firstLayer = frame.layers.count
        // The card is an isolated group, so that its layers do not blend with what is around it.
        let opened = frame.openGroup(opacity: 1, bleeds: true)
        add(scene.layers.indices, inheriting: Inherited())
        frame.closeGroup(opened)
    }

    /// Whether the frame has a layer of the card that is no group.
    var showsLayers: Bool {
        frame.layers[firstLayer...].contains { layer in
            if case .group = layer.content { false } else { true }
        }
    }

    private var pixelsPerPoint: Double { toScreen.largestStretch }

    /// For the surround `card`: the standard deviation of its blur, as a share of the window's
    /// longer side, and the factor of its colours.
    private static let (surroundBlur, surroundGain) = (0.03, 0.45)

    private mutating func addSurround() {
        switch scene.surround {
        case .colour(let colour):
            let box = Frame.Box(toScreen: .identity, size: Size(frame.size))
            frame.add(Frame.Layer(.colour(colour), box: box, bleeds: true))
        case .card:
            let (card, size) = (Rect(frame.card), Size(frame.size))
            let scale = max(size.width / card.width, size.height / card.height)
            let covering =
                Homography.translation(Point(x: size.width / 2, y: size.height / 2))
                * .scale(x: scale, y: scale)
                * .translation(
                    Point(x: -card.x - card.width / 2, y: -card.y - card.height / 2))
            let gain = Self.surroundGain
            let clips = frame.clips.count
            let edges = frame.cardBox
            let opened = frame.openGroup(
                box: Frame.Box(toScreen: covering * edges.toScreen, size: edges.size),
                opacity: 1, bleeds: true, colours: .product(red: gain, green: gain, blue: gain),
                filter: Frame.Filter(
                    blur: Self.surroundBlur * max(size.width, size.height), repeatsEdges: true))
            add(scene.layers.indices, inheriting: Inherited())
            frame.closeGroup(opened)
            frame.transform(layersFrom: opened + 1, clipsFrom: clips, by: covering)
        }
    }

    /// Adds the layers of a group, or of the card. A mask is not added here, but with the layers
    /// that it masks.
    private mutating func add(_ range: Range<Int>, inheriting inherited: Inherited) {
        var index = range.lowerBound
        while index < range.upperBound {
            if !scene.isMask[index] {
                frame.sceneLayer = isAddingSurround ? nil : index
                add(index, inheriting: inherited, .blend(scene.layers[index].blend))
            }
            index = scene.members[index].upperBound
        }
    }

    /// Adds a layer and, below it, its shadow.
    private mutating func add(
        _ index: Int, inheriting inherited: Inherited, _ compositing: Frame.CompositingOperator
    ) {
        guard snapshot.layers[index].isVisibleByItself else {
            // A picture that fills the card stays in the frame at opacity 0, so that OpenGL keeps
            // the picture's texture.
            if snapshot.layers[index].isVisible, scene.boxIsCard[index] {
                addContent(index, inheriting: inherited, compositing)
            }
            return
        }
        if let shadow = snapshot.layers[index].shadow {
            let opened = frame.openGroup(
                opacity: shadow.colour.alpha, clip: inherited.clip,
                bleeds: inherited.bleeds && scene.layers[index].bleeds,
                colours: .constant(shadow.colour), filter: filter(shadow, of: index))
            addMasked(index, inheriting: Inherited(), .normal)
            frame.closeGroup(opened)
        }
        addMasked(index, inheriting: inherited, compositing)
    }

    private func filter(_ shadow: Snapshot.Shadow, of index: Int) -> Frame.Filter {
        Frame.Filter(
            blur: shadow.blur * pixelsPerPoint,
            offset: Point(
                x: shadow.offset.x * pixelsPerPoint, y: shadow.offset.y * pixelsPerPoint),
            alphaFactor: 1 / (1 - shadow.spread), ownSpace: ownSpace(index))
    }

    /// Adds a layer. If it has a mask, adds a group of the layer and the mask over it, or nothing
    /// if the mask is not visible.
    private mutating func addMasked(
        _ index: Int, inheriting inherited: Inherited, _ compositing: Frame.CompositingOperator
    ) {
        guard let mask = scene.layers[index].mask else {
            return addBlurred(index, inheriting: inherited, compositing)
        }
        guard snapshot.layers[mask.layer].isVisibleByItself else { return }
        let opened = frame.openGroup(
            opacity: 1, bleeds: inherited.bleeds, compositing: compositing)
        addBlurred(index, inheriting: inherited, .normal)
        let countBefore = frame.layers.count
        addMasked(mask.layer, inheriting: inherited, .mask(mask.kind))
        if frame.layers.count == countBefore { frame.addMaskOfNothing(.mask(mask.kind)) }
        frame.closeGroup(opened)
    }

    /// Adds a layer. If it is blurred, adds a group of it with the blur.
    private mutating func addBlurred(
        _ index: Int, inheriting inherited: Inherited, _ compositing: Frame.CompositingOperator
    ) {
        guard snapshot.layers[index].blur > 0 else {
            return addChanged(index, inheriting: inherited, compositing)
        }
        let filter = Frame.Filter(
            blur: snapshot.layers[index].blur * pixelsPerPoint,
            repeatsEdges: scene.layers[index].hasOpaqueBlur, ownSpace: ownSpace(index))
        let opened = openGroup(of: index, inheriting: inherited, compositing, filter)
        addChanged(index, inheriting: Inherited(), .normal)
        frame.closeGroup(opened)
    }

    /// Adds a layer. If waves or a shader, whose pictures are drawn, change its pixels, adds a group of it
    /// with them.
    private mutating func addChanged(
        _ index: Int, inheriting inherited: Inherited, _ compositing: Frame.CompositingOperator
    ) {
        guard let change = snapshot.layers[index].change, let pictures = shaderBitmaps[index]
        else {
            return addContent(index, inheriting: inherited, compositing)
        }
        let filter = Frame.Filter(
            blur: 0, ownSpace: ownSpace(index), change: change, pictures: pictures)
        let opened = openGroup(of: index, inheriting: inherited, compositing, filter)
        addContent(index, inheriting: Inherited(), .normal)
        frame.closeGroup(opened)
    }

    private mutating func openGroup(
        of index: Int, inheriting inherited: Inherited,
        _ compositing: Frame.CompositingOperator, _ filter: Frame.Filter
    ) -> Int {
        frame.openGroup(
            opacity: 1, clip: inherited.clip,
            bleeds: inherited.bleeds && scene.layers[index].bleeds,
            compositing: compositing, filter: filter)
    }

    /// Adds what a layer's content shows. If these are several parts, they are a group, which has
    /// the layer's opacity and colours.
    private mutating func addContent(
        _ index: Int, inheriting inherited: Inherited, _ compositing: Frame.CompositingOperator
    ) {
        let shown = shown(index)
        let bleeds = inherited.bleeds && scene.layers[index].bleeds
        switch contents[index].parts(shown) {
        case .members: addGroup(index, inheriting: inherited, compositing)
        case .nothing: break
        case .one(var layer):
            layer.opacity *= shown.appearance.opacity
            layer.addColours(shown.appearance.colours)
            (layer.clip, layer.bleeds, layer.compositing) = (inherited.clip, bleeds, compositing)
            frame.add(layer)
        case .several(let parts) where parts.isEmpty: break
        case .several(let parts):
            let opened = frame.openGroup(
                opacity: shown.appearance.opacity, clip: inherited.clip, bleeds: bleeds,
                colours: shown.appearance.colours, compositing: compositing)
            for part in parts { add(part, isOnly: parts.count == 1) }
            frame.closeGroup(opened)
        }
    }

    /// Adds a part to the group of its layer. A mask changes all that lies below it in its group.
    private mutating func add(_ part: Frame.Parts.Part, isOnly: Bool) {
        let opened = part.mask.isEmpty || isOnly ? nil : frame.openGroup(opacity: 1, bleeds: true)
        addBlurred(part)
        add(mask: part.mask)
        if let opened { frame.closeGroup(opened) }
    }

    /// Adds a part without its mask.
    private mutating func addBlurred(_ part: Frame.Parts.Part) {
        var layer = part.layer
        layer.bleeds = true
        guard part.blur > 0 else { return frame.add(layer) }
        let opened = frame.openGroup(
            opacity: 1, bleeds: true, compositing: layer.compositing,
            filter: Frame.Filter(blur: part.blur))
        layer.compositing = .normal
        frame.add(layer)
        frame.closeGroup(opened)
    }

    /// Multiplies what lies below in the group by the alpha of these together.
    private mutating func add(mask: [Frame.Parts.Part]) {
        if mask.count == 1, mask[0].blur == 0 {
            var layer = mask[0].layer
            (layer.bleeds, layer.compositing) = (true, .mask(.alpha))
            frame.add(layer)
        } else if !mask.isEmpty {
            let opened = frame.openGroup(opacity: 1, bleeds: true, compositing: .mask(.alpha))
            for part in mask { addBlurred(part) }
            frame.closeGroup(opened)
        }
    }

    /// From the points of a layer's box to the screen.
    private func ownSpace(_ index: Int) -> Homography { toScreen * snapshot.layers[index].toCard }

    private func shown(_ index: Int) -> ShownLayer {
        ShownLayer(index, of: scene, snapshot, toScreen, card: frame.card)
    }

    private mutating func addGroup(
        _ index: Int, inheriting outer: Inherited, _ compositing: Frame.CompositingOperator
    ) {
        let (layer, appearance) = (scene.layers[index], snapshot.layers[index])
        var inherited = outer
        inherited.bleeds = outer.bleeds && layer.bleeds
        // What cuts the group cuts each of its layers.
        if layer.clips {
            inherited.clip = frame.add(
                Frame.Clip(shown(index).box, parent: outer.clip))
        }
        let isPassThrough =
            appearance.opacity == 1 && appearance.colours == nil && compositing == .normal
            && !layer.isIsolated && !layer.changesPixels
        let opened =
            isPassThrough
            ? nil
            : frame.openGroup(
                opacity: appearance.opacity, bleeds: inherited.bleeds, colours: appearance.colours,
                compositing: compositing)
        add(scene.members[index], inheriting: inherited)
        if let opened { frame.closeGroup(opened) }
    }
}

extension Frame.Layer {
    /// Lets its colours change further.
    fileprivate mutating func addColours(_ outer: ColourMatrix?) {
        guard let outer else { return }
        colours = colours.map { outer * $0 } ?? outer
    }
}

extension Snapshot.Appearance {
    /// Whether the layer is visible and has an opacity above 0; the opacities of its groups do not
    /// count.
    fileprivate var isVisibleByItself: Bool { isVisible && opacity > 0 }
}
