import Compositor
import Decoding
import Geometry
import Paint
import Picture
import Scene

// Which assets a size needs.
extension FramePlanner {
    /// How many bytes the layers' pictures may take. The same on every machine, so that a card is
    /// drawn alike.
    private static let mostPictureBytes = 2_000_000_000

    var layerAssets: [Asset] { drawings.flatMap { $0 } }

    /// Determines the assets for a card of `size` pixels. Pictures are stretched until they are
    /// drawn anew.
    mutating func resizeAssets(to size: PixelSize) {
        let rest = scene.evaluate(SceneState(of: scene), at: 0)
        let layers = scene.layers.indices.map { index in
            PlannedLayer(
                scene: scene, index: index,
                atRest: ShownLayer(index, of: scene, rest, toScreen, card: frame.card),
                files: files, decoder: decoder, numberDecoder: numberDecoder, card: size,
                toScreen: toScreen,
                budget: assets.lensBudget, longestSide: longestSide)
        }
        let requests = layers.map { plannable($0.index).requests($0) + $0.shaderRequests }
        let sizes = Sizes(requests.joined())
        pictureBytes = sizes.bytes
        // The factor of the pictures' sides with which they take at most `mostPictureBytes`.
        let shrinking = min(
            1, (Double(Self.mostPictureBytes) / Double(pictureBytes)).squareRoot())
        let old = drawings
        drawings = requests.enumerated().map { layer, requests in
            // Of a text whose letters move another size may need another number of bitmaps, with other letters.
            let isAlike = layer < old.count && old[layer].count == requests.count
            return requests.enumerated().map { number, request in
                asset(
                    request, sizes.size(of: request), shrunk: shrinking,
                    replacing: isAlike ? old[layer][number] : nil)
            }
        }
        let formerContents = contents.isEmpty ? formerContents : contents
        contents = layers.map {
            let count = drawings[$0.index].count - scene.shaderPictures(ofLayer: $0.index).count
            return plannable($0.index).planned(Array(drawings[$0.index].prefix(count)), $0)
        }
        for (index, former) in formerContents.enumerated()
        where formerContents.count == contents.count {
            contents[index].follow(former)
        }
        (former, self.formerContents) = ([:], [])
        isFinal = false
        assets.setCardAssets(layerAssets)
    }

    private func plannable(_ index: Int) -> any PlannableContent {
        let content = scene.layers[index].content
        guard let plannable = content as? any PlannableContent else {
            preconditionFailure("no plan for a \(type(of: content))")
        }
        return plannable
    }

    private func asset(
        _ request: AssetRequest, _ size: PixelSize, shrunk factor: Double, replacing old: Asset?
    ) -> Asset {
        // A card of the screen's size may have longer sides than the screen's textures.
        let fitting = Double(longestSide) / Double(max(size.width, size.height))
        let factor = request.sharing == .unlimited ? 1 : factor
        return assets.asset(
            of: request.source, fit: request.fit, size: size.scaled(by: min(factor, fitting)),
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
extension FramePlanner {
    /// Requires the assets of the layers that are shown, from the topmost down. Below an opaque
    /// picture that hides the card, only masks and what is seen beside the card are required. May
    /// wait for the assets.
    mutating func requireAssets(_ snapshot: Snapshot) {
        assets.takeFinished()
        // Also of layers that are not shown any more.
        for index in contents.indices where contents[index].hasFinished {
            contents[index].draw(until: 0, wake: assets.wake)
        }
        assets.beginFrame()
        (isIncomplete, isFinal) = (false, true)
        let hasSurround = frame.card.size != frame.size
        var isCardHidden = false
        for index in scene.layers.indices.reversed() where isShown(index, in: snapshot) {
            if isCardHidden, !scene.isMaskOrBleeds(index, hasSurround: hasSurround) { continue }
            updateContent(index, snapshot)
            let content = contents[index]
            for asset in content.seen { require(asset) }
            for asset in shaderAssets(ofLayer: index) { require(asset) }
            drawContent(index)
            guard scene.hidesCard(index), let bitmap = content.covering else { continue }
            let opacity = snapshot.layers[index].opacity
            isCardHidden = isCardHidden || Frame.hidesBelow(bitmap, opacity: opacity)
        }
    }

    mutating func updateContent(_ index: Int, _ snapshot: Snapshot) {
        contents[index].update(
            ShownLayer(index, of: scene, snapshot, toScreen, card: frame.card), eyeX: eyeX)
    }

    private mutating func drawContent(_ index: Int) {
        contents[index].draw(until: assets.waitEnd, wake: assets.wake)
        let undrawn = contents[index].undrawn
        isIncomplete = isIncomplete || undrawn == .nothing
        isFinal = isFinal && undrawn == nil
    }

    /// The pictures that a layer's shader is given.
    private func shaderAssets(ofLayer index: Int) -> ArraySlice<Asset> {
        drawings[index].suffix(scene.shaderPictures(ofLayer: index).count)
    }

    /// For each layer the pictures that its shader is given; nil before all of them are drawn.
    var shaderBitmaps: [[Bitmap]?] {
        scene.layers.indices.map { index in
            let assets = shaderAssets(ofLayer: index)
            let bitmaps = assets.compactMap(\.bitmap)
            return bitmaps.count == assets.count ? bitmaps : nil
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
extension FramePlanner {
    /// Whether every layer but the groups shows pictures, and none of them can be drawn.
    public var hasOnlyFailures: Bool {
        scene.layers.indices.allSatisfy { index in
            if scene.layers[index].content.memberCount != nil { return true }
            let own = drawings[index].dropLast(scene.shaderPictures(ofLayer: index).count)
            return !own.isEmpty && own.allSatisfy { $0.failure != nil && $0.bitmap == nil }
        }
    }

    /// If the pictures of the layers are drawn smaller than the present size needs them, because they
    /// would take too much memory: how many bytes they would take, and how many they may; else nil.
    public var excessivePictureBytes: (needed: Int, most: Int)? {
        pictureBytes > Self.mostPictureBytes ? (pictureBytes, Self.mostPictureBytes) : nil
    }

    /// The remarks about the pictures that were drawn so far, each once.
    public var pictureRemarks: [String] {
        var found = sceneRemarks
        for asset in layerAssets {
            if let remark = asset.source.remark, !found.contains(remark) { found.append(remark) }
        }
        return found
    }

    /// What of the layers' contents this size cannot show, such as details of lenses, a line each.
    public var contentRemarks: [String] {
        zip(contents, scene.layers).flatMap { $0.remarks(name: $1.name) }
    }

    /// Those of `contentRemarks` that a lack of memory causes.
    public var memoryRemarks: [String] {
        zip(contents, scene.layers).compactMap { $0.memoryRemark(name: $1.name) }
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
    /// Whether a layer fills the card without a mask, a blend mode, waves or a shader, so that it hides what lies
    /// below where it is opaque.
    fileprivate func hidesCard(_ index: Int) -> Bool {
        boxIsCard[index] && !isMask[index] && layers[index].mask == nil
            && layers[index].blend == .normal && !layers[index].changesPixels
    }

    /// Whether a layer is a mask or lies in one, or, if the card has a surround, may be seen there.
    fileprivate func isMaskOrBleeds(_ index: Int, hasSurround: Bool) -> Bool {
        withGroups(index).contains { isMask[$0] }
            || hasSurround && withGroups(index).allSatisfy { layers[$0].bleeds }
    }

    /// The indices of the pictures that a layer's shader is given.
    fileprivate func shaderPictures(ofLayer index: Int) -> [Int] {
        layers[index].shader?.pictures ?? []
    }

    /// A layer and all groups that it lies in.
    fileprivate func withGroups(_ index: Int) -> some Sequence<Int> {
        sequence(first: index) { layers[$0].parent }
    }
}
