import Compositor
import Geometry
import Picture
import Scene

extension PictureContent: PlannableContent {
    /// A picture that fills the card is fitted when it is drawn. All other layers show parts of one
    /// drawing, which is large enough for each of them.
    func requests(_ layer: PlannedLayer) -> [AssetRequest] {
        let file = layer.files[picture]
        guard !layer.fillsCard else {
            return [AssetRequest(source: file, fit: fit, size: layer.card)]
        }
        let whole = placement(
            in: layer.scene.largestSizes[layer.index],
            cropped: layer.scene.smallestCrops[layer.index]
        ).whole
        return [AssetRequest(source: file, size: layer.pixels(whole), sharing: .largest)]
    }

    func planned(_ assets: [Asset], _ layer: PlannedLayer) -> any PlannedContent {
        PlannedPicture(content: self, seen: assets)
    }
}

/// The asset of a layer's picture at one size.
struct PlannedPicture: PlannedContent {
    let content: PictureContent
    /// Its one asset.
    let seen: [Asset]

    private var asset: Asset { seen[0] }

    var covering: Bitmap? { asset.bitmap }

    func parts(_ shown: ShownLayer) -> Frame.Parts {
        guard let bitmap = asset.bitmap else { return .nothing }
        if let card = shown.card { return .one(Frame.Layer(.bitmap(bitmap), box: Frame.Box(card))) }
        let (box, crop) = (shown.appearance.size, shown.appearance.crop)
        let placement = content.placement(in: box, cropped: crop)
        guard placement.filledPart.width > 0, placement.filledPart.height > 0 else {
            return .nothing
        }
        let (part, size) = (placement.shownPart, Size(bitmap.size))
        let shownPart = Rect(
            x: part.x * size.width, y: part.y * size.height, width: part.width * size.width,
            height: part.height * size.height)
        return .one(
            Frame.Layer(.bitmap(bitmap, shownPart: shownPart), box: shown.box(placement.filledPart))
        )
    }
}
