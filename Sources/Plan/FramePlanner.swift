public import Assets
public import Compositor
public import Decoding
public import Geometry
public import Picture
public import Scene

/// Turns snapshots of one scene to frames of one size. Used on the main thread.
public struct FramePlanner {
    private let scene: Scene
    private let pictures: [PictureFile]
    private let assets: Assets
    /// The picture of each layer at the present size; nil for layers without one.
    private var layerAssets: [Asset?] = []
    /// The lens of each layer at the present size; nil for layers without one.
    private var lenses: [PlannedLens?] = []
    /// How far the eye that sees the lenses is to the right of the card's middle, millimetres.
    public var eye = 0.0
    /// Whether the newest frame lacks a visible picture that will be drawn.
    public private(set) var isIncomplete = false
    /// The newest frame; its memory is reused.
    private var frame = Frame(
        size: PixelSize(width: 4, height: 1), card: PixelRect(x: 0, y: 0, width: 4, height: 1))
    /// The assets of the planner before this one, by page. The first `resize` takes them over and
    /// empties this.
    private var former: [PictureFile.Page: Asset] = [:]
    /// From the card's points to the drawable's pixels.
    private var toScreen = Homography.identity

    /// What layers inherit from the group that they lie in.
    private struct Inherited {
        /// The clip that cuts them.
        var clip: Int?
        /// Whether they may be seen beyond the card.
        var bleeds = true
    }

    /// The scene's layers name `pictures` by index. Until a picture is drawn, the planner shows
    /// what `old` drew of the same page.
    public init(
        _ scene: Scene, pictures: [PictureFile], assets: Assets, after old: FramePlanner? = nil
    ) {
        (self.scene, self.pictures, self.assets) = (scene, pictures, assets)
        guard let old else { return }
        for asset in old.shownAssets { former[asset.page] = asset }
    }

    /// Letterboxes the card into a drawable of this size. Pictures are stretched until they are drawn
    /// anew.
    public mutating func resize(to size: PixelSize) {
        guard size != frame.size || layerAssets.count != scene.layers.count else { return }
        let card = PixelRect(
            of: scene.size, centredIn: size, leastWidth: CPUCompositor.minimumWidth)
        frame = Frame(size: size, card: card)
        toScreen =
            Homography.translation(Point(x: Double(card.x), y: Double(card.y)))
            * .scale(
                x: Double(card.width) / scene.size.width,
                y: Double(card.height) / scene.size.height)
        let (old, sizes) = (layerAssets, pictureSizes())
        layerAssets = scene.layers.indices.map { index in
            asset(of: index, sizes, replacing: index < old.count ? old[index] : nil)
        }
        let oldLenses = lenses
        lenses = scene.layers.indices.map { index in
            lens(of: index, replacing: index < oldLenses.count ? oldLenses[index] : nil)
        }
        former = [:]
        assets.setCardAssets(shownAssets)
    }

    /// The pictures of all layers and lenses.
    private var shownAssets: [Asset] {
        layerAssets.compactMap { $0 } + lenses.flatMap { $0?.assets ?? [] }
    }

    private func lens(of index: Int, replacing old: PlannedLens?) -> PlannedLens? {
        guard case .lens(let content) = scene.layers[index].content else { return nil }
        let size = scene.fillsCard[index] ? frame.card.size : pictureSize(of: index)
        let isFixed = !scene.drivesLensCount(ofLayer: index)
        let kept = PlannedLens.keptSize(
            content, pixels: size, isFixed: isFixed, budget: assets.budget)
        let drawn = content.pictures.enumerated().map { number, picture in
            assets.asset(
                of: pictures[picture], fit: .stretch, size: kept,
                replacing: old?.assets[number] ?? former[pictures[picture].page])
        }
        return PlannedLens(drawn, pixels: size)
    }

    /// For each picture the largest width and the largest height that a layer needs, without the
    /// layers that fill the card.
    private func pictureSizes() -> [Int: PixelSize] {
        var sizes: [Int: PixelSize] = [:]
        for index in scene.layers.indices where !scene.fillsCard[index] {
            guard case .picture(let picture, _, _) = scene.layers[index].content else { continue }
            let (size, other) = (pictureSize(of: index), sizes[picture])
            sizes[picture] = PixelSize(
                width: max(size.width, other?.width ?? 1),
                height: max(size.height, other?.height ?? 1))
        }
        return sizes
    }

    /// The drawable's pixels for a point of the card.
    public var pixelsPerPoint: Double { toScreen.largestStretch }

    /// The place in the card, in points, of a place in the drawable, in pixels.
    public func place(ofPixel pixel: Point) -> Point {
        toScreen.inverse?.apply(pixel) ?? pixel
    }

    private func asset(
        of index: Int, _ sizes: [Int: PixelSize], replacing old: Asset?
    ) -> Asset? {
        guard case .picture(let picture, let fit, _) = scene.layers[index].content else {
            return nil
        }
        let (file, fills) = (pictures[picture], scene.fillsCard[index])
        return assets.asset(
            of: file, fit: fills ? fit : .stretch,
            size: fills ? frame.card.size : sizes[picture] ?? frame.card.size,
            replacing: old ?? former[file.page])
    }

    /// The size, in pixels, of a layer's uncropped picture when the layer is largest.
    private func pictureSize(of index: Int) -> PixelSize {
        let whole = scene.layers[index].placement(
            in: scene.largestSizes[index], cropped: scene.smallestCrops[index]
        ).whole
        return PixelSize(
            width: pixels(whole.width * toScreen.a), height: pixels(whole.height * toScreen.d))
    }

    /// A length in pixels, rounded up, from 1 to `largestSide`. A picture that is shown larger is
    /// stretched.
    private func pixels(_ length: Double) -> Int {
        length > 1 ? Int(min(length.rounded(.up), Self.largestSide)) : 1
    }

    private static let largestSide = 4096.0

    /// The frame of a snapshot of the scene; waits a while for visible pictures that are not drawn
    /// yet. A layer whose picture is not drawn, or cannot be, is left out.
    public mutating func frame(of snapshot: Snapshot) -> Frame {
        require(snapshot)
        frame.removeLayers()
        guard scene.surround != .black, frame.card.size != frame.size else {
            add(scene.layers.indices, of: snapshot, inheriting: Inherited())
            return frame
        }
        addSurround(of: snapshot)
        // The card is an isolated group, so that its layers do not blend with what is around it.
        let opened = frame.openGroup(opacity: 1, bleeds: true)
        add(scene.layers.indices, of: snapshot, inheriting: Inherited())
        frame.closeGroup(opened)
        return frame
    }

    /// For the surround `card`: the standard deviation of its blur, as a share of the window's
    /// longer side, and the factor of its colours.
    private static let (surroundBlur, surroundGain) = (0.03, 0.45)

    private mutating func addSurround(of snapshot: Snapshot) {
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
            let opened = frame.openGroup(
                opacity: 1, bleeds: true, colours: .product(red: gain, green: gain, blue: gain),
                filter: Frame.Filter(
                    blur: Self.surroundBlur * max(size.width, size.height), repeatsEdges: true))
            add(scene.layers.indices, of: snapshot, inheriting: Inherited())
            frame.closeGroup(opened)
            frame.transform(layersFrom: opened + 1, clipsFrom: clips, by: covering)
        }
    }

    /// Adds the layers of a group.
    private mutating func add(
        _ range: Range<Int>, of snapshot: Snapshot, inheriting inherited: Inherited
    ) {
        var index = range.lowerBound
        while index < range.upperBound {
            if !scene.isMask[index] {
                add(index, of: snapshot, inheriting: inherited, .blend(scene.layers[index].blend))
            }
            index = scene.layers(in: index).upperBound
        }
    }

    /// Adds a layer over its shadow.
    private mutating func add(
        _ index: Int, of snapshot: Snapshot, inheriting inherited: Inherited,
        _ combination: Frame.Combination
    ) {
        guard snapshot.layers[index].isShown else {
            // A picture that fills the card stays in the frame at opacity 0, so that OpenGL keeps
            // its texture.
            if snapshot.layers[index].isVisible, scene.fillsCard[index] {
                addContent(index, of: snapshot, inheriting: inherited, combination)
            }
            return
        }
        if let shadow = snapshot.layers[index].shadow {
            let opened = frame.openGroup(
                opacity: shadow.colour.alpha, clip: inherited.clip,
                bleeds: inherited.bleeds && scene.layers[index].bleeds,
                colours: .constant(shadow.colour), filter: filter(shadow))
            addMasked(index, of: snapshot, inheriting: Inherited(), .normal)
            frame.closeGroup(opened)
        }
        addMasked(index, of: snapshot, inheriting: inherited, combination)
    }

    private func filter(_ shadow: Snapshot.Shadow) -> Frame.Filter {
        let scale = pixelsPerPoint
        return Frame.Filter(
            blur: shadow.blur * scale,
            offset: Point(x: shadow.offset.x * scale, y: shadow.offset.y * scale),
            gain: 1 / (1 - shadow.spread))
    }

    /// Adds a layer. If it has a mask, adds a group of the layer and the mask over it.
    private mutating func addMasked(
        _ index: Int, of snapshot: Snapshot, inheriting inherited: Inherited,
        _ combination: Frame.Combination
    ) {
        guard let mask = scene.layers[index].mask else {
            return addBlurred(index, of: snapshot, inheriting: inherited, combination)
        }
        guard snapshot.layers[mask.layer].isShown else { return }
        let opened = frame.openGroup(
            opacity: 1, bleeds: inherited.bleeds, combination: combination)
        addBlurred(index, of: snapshot, inheriting: inherited, .normal)
        addMasked(mask.layer, of: snapshot, inheriting: inherited, .mask(mask.kind))
        frame.closeGroup(opened)
    }

    private mutating func addBlurred(
        _ index: Int, of snapshot: Snapshot, inheriting inherited: Inherited,
        _ combination: Frame.Combination
    ) {
        let layer = scene.layers[index]
        guard snapshot.layers[index].blur > 0 else {
            return addContent(index, of: snapshot, inheriting: inherited, combination)
        }
        let filter = Frame.Filter(
            blur: snapshot.layers[index].blur * pixelsPerPoint, repeatsEdges: layer.hasOpaqueBlur)
        let opened = frame.openGroup(
            opacity: 1, clip: inherited.clip, bleeds: inherited.bleeds && layer.bleeds,
            combination: combination, filter: filter)
        addContent(index, of: snapshot, inheriting: Inherited(), .normal)
        frame.closeGroup(opened)
    }

    private mutating func addContent(
        _ index: Int, of snapshot: Snapshot, inheriting inherited: Inherited,
        _ combination: Frame.Combination
    ) {
        let appearance = snapshot.layers[index]
        let bleeds = inherited.bleeds && scene.layers[index].bleeds
        func layer(_ content: Frame.Content, _ box: Frame.Box) -> Frame.Layer {
            Frame.Layer(
                content, box: box, opacity: appearance.opacity, clip: inherited.clip,
                bleeds: bleeds, colours: appearance.colours, combination: combination)
        }
        switch scene.layers[index].content {
        case .group: addGroup(index, of: snapshot, inheriting: inherited, combination)
        case .colour(let colour): frame.add(layer(.colour(colour), box(appearance)))
        case .gradient(let gradient):
            let present = gradient.with(snapshot.content(ofLayer: index))
            frame.add(layer(.gradient(present), box(appearance)))
        case .mesh(let mesh):
            let present = mesh.with(snapshot.content(ofLayer: index))
            frame.add(layer(.mesh(present), box(appearance)))
        case .lens:
            guard let picture = lenses[index]?.picture else { return }
            let fills = scene.fillsCard[index]
            frame.add(layer(.lens(picture), fills ? frame.cardBox : box(appearance)))
        case .material(let material):
            let backdrop = Frame.Backdrop(
                blur: appearance.backdropBlur * pixelsPerPoint, tint: material.tint)
            frame.add(layer(.backdrop(backdrop), box(appearance)))
        case .picture where scene.fillsCard[index]:
            guard let bitmap = layerAssets[index]?.bitmap else { return }
            frame.add(
                bitmap, opacity: appearance.opacity, colours: appearance.colours,
                combination: combination)
        case .picture:
            guard let (content, box) = picture(index, appearance) else { return }
            frame.add(layer(content, box))
        }
    }

    private mutating func addGroup(
        _ index: Int, of snapshot: Snapshot, inheriting outer: Inherited,
        _ combination: Frame.Combination
    ) {
        let (layer, appearance) = (scene.layers[index], snapshot.layers[index])
        var inherited = outer
        inherited.bleeds = outer.bleeds && layer.bleeds
        // What cuts the group cuts each of its layers.
        if layer.clips {
            inherited.clip = frame.add(Frame.Clip(box(appearance), parent: outer.clip))
        }
        let isPassThrough =
            appearance.opacity == 1 && appearance.colours == nil && combination == .normal
            && !layer.isIsolated
        let opened =
            isPassThrough
            ? nil
            : frame.openGroup(
                opacity: appearance.opacity, bleeds: inherited.bleeds, colours: appearance.colours,
                combination: combination)
        add(scene.layers(in: index), of: snapshot, inheriting: inherited)
        if let opened { frame.closeGroup(opened) }
    }

    /// The part of a layer's bitmap that is shown, and its box on the screen; nil without a bitmap,
    /// or if the box is empty.
    private func picture(
        _ index: Int, _ appearance: Snapshot.Appearance
    ) -> (Frame.Content, Frame.Box)? {
        guard let bitmap = layerAssets[index]?.bitmap else { return nil }
        let placement = scene.layers[index].placement(in: appearance.size, cropped: appearance.crop)
        guard placement.box.width > 0, placement.box.height > 0 else { return nil }
        let size = Size(bitmap.size)
        let source = Rect(
            x: placement.source.x * size.width, y: placement.source.y * size.height,
            width: placement.source.width * size.width,
            height: placement.source.height * size.height)
        return (.bitmap(bitmap, source: source), box(appearance, placement.box))
    }

    /// A layer's box, or a part of it, on the screen.
    private func box(_ appearance: Snapshot.Appearance, _ part: Rect? = nil) -> Frame.Box {
        let part = part ?? Rect(appearance.size)
        let toBox = Homography.translation(Point(x: part.x, y: part.y))
        return Frame.Box(
            toScreen: toScreen * appearance.toCard * toBox, size: part.size,
            radius: appearance.radius, inFront: appearance.inFront.preimage(under: toBox))
    }

    /// Requires the assets of the layers that are shown, from the topmost down, and stops at an opaque
    /// picture that hides the card. May wait for them.
    private mutating func require(_ snapshot: Snapshot) {
        assets.takeFinished()
        assets.beginFrame()
        isIncomplete = false
        for index in scene.layers.indices.reversed() {
            if isShown(index, in: snapshot) { requireLens(of: index, in: snapshot) }
            guard let asset = layerAssets[index], isShown(index, in: snapshot) else { continue }
            assets.require(asset)
            isIncomplete = isIncomplete || asset.isPending
            guard scene.hidesCard(index), let bitmap = asset.bitmap else { continue }
            let layer = frame.plainLayer(bitmap, opacity: snapshot.layers[index].opacity)
            if frame.isHidden(by: layer) { return }
        }
    }

    /// Requires the assets of the pictures that are seen through a layer's lens.
    private mutating func requireLens(of index: Int, in snapshot: Snapshot) {
        guard case .lens(let content) = scene.layers[index].content else { return }
        lenses[index]?.see(
            content.with(snapshot.content(ofLayer: index)), in: snapshot.layers[index].size,
            eye: eye)
        for asset in lenses[index]?.seen ?? [] {
            assets.require(asset)
            isIncomplete = isIncomplete || asset.isPending
        }
    }

    /// Whether a layer is visible, and it and all groups that it lies in have an opacity above 0.
    private func isShown(_ index: Int, in snapshot: Snapshot) -> Bool {
        guard snapshot.layers[index].isVisible else { return false }
        var layer: Int? = index
        while let present = layer {
            if !(snapshot.layers[present].opacity > 0) { return false }
            layer = scene.layers[present].parent
        }
        return true
    }

    /// Draws in the background what is missing or stretched.
    public func prepare() { assets.prepare(shownAssets) }

    /// Whether every layer shows pictures, and none of them can be drawn.
    public var hasOnlyFailures: Bool {
        layerAssets.indices.allSatisfy { index in
            let own = lenses[index]?.assets ?? layerAssets[index].map { [$0] } ?? []
            return !own.isEmpty && own.allSatisfy { $0.failure != nil && $0.bitmap == nil }
        }
    }

    /// Whether a picture was drawn in the background since the last frame.
    public var hasFinishedPictures: Bool { assets.hasFinished }

    /// Why pictures could not be drawn so far, each once.
    public var failures: [PictureError] {
        var found: [PictureError] = []
        for asset in shownAssets {
            if let failure = asset.failure, !found.contains(failure) { found.append(failure) }
        }
        return found
    }
}

// What people are told.
extension FramePlanner {
    /// The remarks about details of the lenses that this size cannot show, a line for each; empty
    /// without any.
    public var lensRemarks: [String] {
        lenses.indices.flatMap { index -> [String] in
            guard let lens = lenses[index], case .lens(let content) = scene.layers[index].content
            else { return [] }
            return lens.remarks(on: content, name: scene.layers[index].name)
        }
    }
}

extension Snapshot.Appearance {
    /// Whether it is visible and has an opacity above 0; the opacities of its groups do not count.
    fileprivate var isShown: Bool { isVisible && opacity > 0 }
}

extension Scene {
    /// The layers of a group, with those in its groups.
    fileprivate func layers(in index: Int) -> Range<Int> {
        guard case .group(let count) = layers[index].content else { return index + 1..<index + 1 }
        return index + 1..<index + 1 + count
    }

    /// Whether a layer fills the card without a mask or a blend mode, so that it hides what lies
    /// below where it is opaque.
    fileprivate func hidesCard(_ index: Int) -> Bool {
        fillsCard[index] && !isMask[index] && layers[index].mask == nil
            && layers[index].blend == .normal
    }
}
