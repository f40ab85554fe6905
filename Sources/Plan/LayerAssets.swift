import Assets
import Compositor
import Decoding
import Geometry
import Picture
import Scene

/// The assets of a scene's layers for one size of the card: which are needed, how large, and
/// whether they are drawn.
struct LayerAssets {
    private let scene: Scene
    private let files: [PictureFile]
    private let assets: Assets
    /// The picture of each layer; nil for layers without one.
    private(set) var layerPictures: [Asset?] = []
    /// The lens of each layer; nil for layers without one.
    private(set) var lenses: [PlannedLens?] = []
    /// How far the eye that sees a lens is to the right of the middle of the lens's box,
    /// millimetres.
    var eyeX = 0.0
    /// Whether a picture that the newest frame requires has no bitmap yet, not even a stretched
    /// one.
    private(set) var isIncomplete = false
    /// Whether a frame was made since the last `resize`, and each picture of the newest one is
    /// drawn and not stretched, or cannot be drawn.
    private(set) var isFinal = false
    /// The bytes of the layers' pictures as large as the present size needs them, with their smaller
    /// copies; those of lenses are left out.
    private(set) var pictureBytes = 0
    /// The factor of the pictures' sides with which they take at most `mostPictureBytes`.
    private var shrinking = 1.0
    /// The same on every machine, so that a card is drawn alike.
    static let mostPictureBytes = 2_000_000_000
    /// The assets of `old` in `init`, by page. The first `resize` shows their bitmaps, stretched,
    /// until the new ones are drawn, and empties this dictionary.
    private var former: [PictureFile.Page: Asset] = [:]

    /// The scene's layers name `files` by index. Until a picture is drawn, that of the same page in
    /// `old` takes its place.
    init(_ scene: Scene, _ files: [PictureFile], _ assets: Assets, after old: LayerAssets?) {
        (self.scene, self.files, self.assets) = (scene, files, assets)
        for asset in old?.all ?? [] { former[asset.page] = asset }
    }

    /// Whether `resize` was called.
    var isSized: Bool { layerPictures.count == scene.layers.count }

    /// The assets of all layers and lenses.
    var all: [Asset] { layerPictures.compactMap { $0 } + lenses.flatMap { $0?.assets ?? [] } }

    /// Draws in the background what is missing or stretched.
    func prepare() { assets.prepare(all) }

    /// Whether the drawing of a picture in the background has ended, also with a failure, since the
    /// last frame.
    var hasFinished: Bool { assets.hasFinished }
}

// Which assets a size needs.
extension LayerAssets {
    /// Determines the assets for a card of `size` pixels; `toScreen` maps the card's points to the
    /// screen's pixels. Pictures are stretched until they are drawn anew.
    mutating func resize(to size: PixelSize, _ toScreen: Homography) {
        let largest = scene.layers.indices.map { largestSize(of: $0, toScreen) }
        let sizes = pictureSizes(largest)
        pictureBytes = bytes(ofCard: size, sizes)
        shrinking = min(1, (Double(Self.mostPictureBytes) / Double(pictureBytes)).squareRoot())
        let (oldPictures, oldLenses) = (layerPictures, lenses)
        layerPictures = scene.layers.indices.map { index in
            let old = index < oldPictures.count ? oldPictures[index] : nil
            return picture(of: index, card: size, sizes, replacing: old)
        }
        lenses = scene.layers.indices.map { index in
            let old = index < oldLenses.count ? oldLenses[index] : nil
            return lens(of: index, scene.boxIsCard[index] ? size : largest[index], replacing: old)
        }
        former = [:]
        isFinal = false
        assets.setCardAssets(all)
    }

    private func picture(
        of index: Int, card: PixelSize, _ sizes: [Int: PixelSize], replacing old: Asset?
    ) -> Asset? {
        guard case .picture(let picture, let fit, _) = scene.layers[index].content else {
            return nil
        }
        let (file, fills) = (files[picture], scene.boxIsCard[index])
        return assets.asset(
            of: file, fit: fills ? fit : .stretch,
            size: (fills ? card : sizes[picture] ?? card).scaled(by: shrinking),
            replacing: old ?? former[file.page])
    }

    /// The bytes of the drawn pictures of all layers and of their smaller copies; those of lenses,
    /// which have a budget of their own, are left out.
    private func bytes(ofCard card: PixelSize, _ sizes: [Int: PixelSize]) -> Int {
        var whole: Set<WholePicture> = []
        for (index, layer) in scene.layers.enumerated() where scene.boxIsCard[index] {
            guard case .picture(let picture, let fit, _) = layer.content else { continue }
            whole.insert(WholePicture(picture: picture, fit: fit))
        }
        let pixels = whole.count * card.area + sizes.values.reduce(0) { $0 + $1.area }
        return 4 * pixels * 4 / 3
    }

    /// A picture that fills the card, in one way.
    private struct WholePicture: Hashable {
        let picture: Int
        let fit: Fit
    }

    private func lens(
        of index: Int, _ size: PixelSize, replacing old: PlannedLens?
    ) -> PlannedLens? {
        guard case .lens(let content) = scene.layers[index].content else { return nil }
        let isFixed = !scene.drivesLensCount(ofLayer: index)
        let pictureSize = PlannedLens.pictureSize(
            content, pixelSize: size, isFixed: isFixed, budget: assets.budget / lensCount)
        let drawn = content.pictures.enumerated().map { number, picture in
            assets.asset(
                of: files[picture], fit: .stretch, size: pictureSize,
                replacing: old?.assets[number] ?? former[files[picture].page])
        }
        return PlannedLens(drawn, pixelSize: size)
    }

    /// For each picture the largest width and the largest height that a layer needs; layers that
    /// fill the card do not count. `largest` has the largest size of each layer's picture.
    private func pictureSizes(_ largest: [PixelSize]) -> [Int: PixelSize] {
        var sizes: [Int: PixelSize] = [:]
        for index in scene.layers.indices where !scene.boxIsCard[index] {
            guard case .picture(let picture, _, _) = scene.layers[index].content else { continue }
            let (size, other) = (largest[index], sizes[picture])
            sizes[picture] = PixelSize(
                width: max(size.width, other?.width ?? 1),
                height: max(size.height, other?.height ?? 1))
        }
        return sizes
    }

    /// The size, in pixels, of a layer's uncropped picture when the layer is largest.
    private func largestSize(of index: Int, _ toScreen: Homography) -> PixelSize {
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

    /// How many layers have a lens; they share the memory for pictures of lenses.
    private var lensCount: Int {
        scene.layers.count { layer in
            if case .lens = layer.content { true } else { false }
        }
    }
}

// Which of the assets a frame shows.
extension LayerAssets {
    /// Requires the assets of the layers that are shown, from the topmost down. Below an opaque
    /// picture that hides the card, only masks and what is seen beside the card are required. May
    /// wait for the assets. `frame` has the size and the card's rectangle.
    mutating func require(_ snapshot: Snapshot, for frame: Frame) {
        assets.takeFinished()
        assets.beginFrame()
        (isIncomplete, isFinal) = (false, true)
        let hasSurround = frame.card.size != frame.size
        var isCardHidden = false
        for index in scene.layers.indices.reversed() where isShown(index, in: snapshot) {
            if isCardHidden, !scene.isMaskOrBleeds(index, hasSurround: hasSurround) { continue }
            requireLens(of: index, in: snapshot)
            guard let asset = layerPictures[index] else { continue }
            require(asset)
            guard scene.hidesCard(index), let bitmap = asset.bitmap else { continue }
            let layer = frame.cardLayer(bitmap, opacity: snapshot.layers[index].opacity)
            isCardHidden = isCardHidden || frame.isCardHidden(by: layer)
        }
    }

    /// Requires the assets of the pictures that are seen through a layer's lens.
    private mutating func requireLens(of index: Int, in snapshot: Snapshot) {
        guard case .lens(let content) = scene.layers[index].content else { return }
        lenses[index]?.updateTable(
            content.with(snapshot.contentNumbers(ofLayer: index)), in: snapshot.layers[index].size,
            eyeX: eyeX)
        for asset in lenses[index]?.seen ?? [] { require(asset) }
    }

    private mutating func require(_ asset: Asset) {
        assets.require(asset)
        isIncomplete = isIncomplete || asset.isPending
        isFinal = isFinal && asset.isDone
    }

    /// Whether a layer is visible, and it and all groups that it lies in have an opacity above 0.
    private func isShown(_ index: Int, in snapshot: Snapshot) -> Bool {
        snapshot.layers[index].isVisible
            && scene.withGroups(index).allSatisfy { snapshot.layers[$0].opacity > 0 }
    }
}

// What people are told.
extension LayerAssets {
    /// Whether every layer but the groups shows pictures, and none of them can be drawn.
    var hasOnlyFailures: Bool {
        layerPictures.indices.allSatisfy { index in
            if case .group = scene.layers[index].content { return true }
            let own = lenses[index]?.assets ?? layerPictures[index].map { [$0] } ?? []
            return !own.isEmpty && own.allSatisfy { $0.failure != nil && $0.bitmap == nil }
        }
    }

    /// Why pictures could not be drawn so far, each once.
    var failures: [PictureError] {
        var found: [PictureError] = []
        for asset in all {
            if let failure = asset.failure, !found.contains(failure) { found.append(failure) }
        }
        return found
    }

    /// The remarks about the pictures that are drawn, each once.
    var pictureRemarks: [String] {
        var found: [String] = []
        for asset in all {
            if let remark = asset.file.remark, !found.contains(remark) { found.append(remark) }
        }
        return found
    }

    /// The remarks about details of the lenses that this size cannot show, a line for each.
    var lensRemarks: [String] { forEachLens { $0.remarks(on: $1, name: $2) } }

    /// Those of `lensRemarks` that a lack of memory causes.
    var lensMemoryRemarks: [String] {
        forEachLens { lens, content, name in
            [lens.memoryRemark(on: content, name: name)].compactMap { $0 }
        }
    }

    /// The remarks of `body` on each lens, with its content and its layer's name.
    private func forEachLens(
        _ body: (PlannedLens, LensContent, String?) -> [String]
    ) -> [String] {
        zip(lenses, scene.layers).flatMap { lens, layer -> [String] in
            guard let lens, case .lens(let content) = layer.content else { return [] }
            return body(lens, content, layer.name)
        }
    }
}

extension PixelSize {
    /// The same, if the factor is 1.
    fileprivate func scaled(by factor: Double) -> PixelSize {
        if factor == 1 { return self }
        return PixelSize(
            width: max(1, Int(Double(width) * factor)), height: max(1, Int(Double(height) * factor))
        )
    }
}

extension Scene {
    /// Whether a layer fills the card without a mask or a blend mode, so that it hides what lies
    /// below where it is opaque.
    fileprivate func hidesCard(_ index: Int) -> Bool {
        boxIsCard[index] && !isMask[index] && layers[index].mask == nil
            && layers[index].blend == .normal
    }

    /// Whether a layer is a mask or lies in one, or, if the card has a surround, may be seen there.
    fileprivate func isMaskOrBleeds(_ index: Int, hasSurround: Bool) -> Bool {
        withGroups(index).contains { isMask[$0] }
            || hasSurround && withGroups(index).allSatisfy { layers[$0].bleeds }
    }

    /// A layer and all groups that it lies in.
    fileprivate func withGroups(_ index: Int) -> some Sequence<Int> {
        sequence(first: index) { layers[$0].parent }
    }
}
