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
    /// The content of each layer; nil for groups.
    private(set) var contents: [(any PlannedContent)?] = []
    /// For each layer: what is drawn for its content, in the order of the content's requests.
    private var drawings: [[Asset]] = []
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
    /// copies; those of `unlimited` requests are left out.
    private(set) var pictureBytes = 0
    /// The factor of the pictures' sides with which they take at most `mostPictureBytes`.
    private var shrinking = 1.0
    /// The same on every machine, so that a card is drawn alike.
    static let mostPictureBytes = 2_000_000_000
    /// The assets of `old` in `init`, by place. The first `resize` shows their bitmaps, stretched,
    /// until the new ones are drawn, and empties this dictionary.
    private var former: [AssetID: Asset] = [:]

    /// The scene's layers name `files` by index. Until a picture is drawn, that of the same place in
    /// `old` takes its place.
    init(_ scene: Scene, _ files: [PictureFile], _ assets: Assets, after old: LayerAssets?) {
        (self.scene, self.files, self.assets) = (scene, files, assets)
        for asset in old?.all ?? [] { former[asset.place] = asset }
    }

    /// Whether `resize` was called.
    var isSized: Bool { contents.count == scene.layers.count }

    /// The assets of all layers.
    var all: [Asset] { drawings.flatMap { $0 } }

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
        let layers = scene.layers.indices.map { index in
            PlannedLayer(
                scene: scene, index: index, files: files, card: size, toScreen: toScreen,
                budget: assets.lensBudget)
        }
        let requests = layers.map { plannable($0.index)?.requests($0) ?? [] }
        let sizes = Sizes(requests.joined())
        pictureBytes = sizes.bytes
        shrinking = min(1, (Double(Self.mostPictureBytes) / Double(pictureBytes)).squareRoot())
        let old = drawings
        drawings = requests.enumerated().map { layer, requests in
            requests.enumerated().map { number, request in
                asset(request, sizes, replacing: layer < old.count ? old[layer][number] : nil)
            }
        }
        contents = layers.map { plannable($0.index)?.planned(drawings[$0.index], $0) }
        former = [:]
        isFinal = false
        assets.setCardAssets(all)
    }

    /// The content of a layer; nil for a group.
    private func plannable(_ index: Int) -> (any PlannableContent)? {
        let content = scene.layers[index].content
        guard content.memberCount == nil else { return nil }
        guard let plannable = content as? any PlannableContent else {
            preconditionFailure("no plan for a \(type(of: content))")
        }
        return plannable
    }

    private func asset(
        _ request: AssetRequest, _ sizes: Sizes, replacing old: Asset?
    ) -> Asset {
        let size = sizes.size(of: request)
        return assets.asset(
            of: request.source, fit: request.fit,
            size: request.sharing == .unlimited ? size : size.scaled(by: shrinking),
            replacing: old ?? former[request.source.assetPlace])
    }
}

/// The sizes of all drawings that a card needs.
private struct Sizes {
    /// For each source the largest width and the largest height of those requests that share one
    /// drawing.
    private var largest: [AssetID: PixelSize] = [:]
    /// The other drawings, each once, without those that are not limited.
    private var exact: Set<Drawing> = []

    private struct Drawing: Hashable {
        let source: AssetID
        let fit: Fit
        let size: PixelSize
    }

    init(_ requests: some Sequence<AssetRequest>) {
        for request in requests {
            let source = request.source.assetID
            switch request.sharing {
            case .unlimited: break
            case .exact:
                exact.insert(Drawing(source: source, fit: request.fit, size: request.size))
            case .largest:
                let (size, other) = (request.size, largest[source])
                largest[source] = PixelSize(
                    width: max(size.width, other?.width ?? 1),
                    height: max(size.height, other?.height ?? 1))
            }
        }
    }

    /// How large a request is drawn.
    func size(of request: AssetRequest) -> PixelSize {
        request.sharing == .largest
            ? largest[request.source.assetID] ?? request.size : request.size
    }

    /// The bytes of the drawings and of their smaller copies.
    var bytes: Int {
        let pixels =
            exact.reduce(0) { $0 + $1.size.area } + largest.values.reduce(0) { $0 + $1.area }
        return 4 * pixels * 4 / 3
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
            contents[index]?.update(
                snapshot.contentNumbers(ofLayer: index), in: snapshot.layers[index].size,
                eyeX: eyeX)
            for asset in contents[index]?.seen ?? [] { require(asset) }
            guard scene.hidesCard(index), let bitmap = contents[index]?.covering else { continue }
            let layer = frame.cardLayer(bitmap, opacity: snapshot.layers[index].opacity)
            isCardHidden = isCardHidden || frame.isCardHidden(by: layer)
        }
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
        zip(contents, drawings).allSatisfy { content, own in
            if content == nil { return true }
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
            if let remark = asset.source.remark, !found.contains(remark) { found.append(remark) }
        }
        return found
    }

    /// What of the contents this size cannot show, a line each.
    var contentRemarks: [String] {
        zip(contents, scene.layers).flatMap { $0?.remarks(name: $1.name) ?? [] }
    }

    /// Those of `contentRemarks` that a lack of memory causes.
    var memoryRemarks: [String] {
        zip(contents, scene.layers).compactMap { $0?.memoryRemark(name: $1.name) }
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
