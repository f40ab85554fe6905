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
        PlannedPicture(content: self, asset: assets[0])
    }
}

/// The asset of a layer's picture at one size.
struct PlannedPicture: PlannedContent {
    let content: PictureContent
    let asset: Asset

    var seen: [Asset] { [asset] }

    var covering: Bitmap? { asset.bitmap }

    func parts(_ shown: ShownLayer) -> [Frame.Part] {
        guard let bitmap = asset.bitmap else { return [] }
        if let box = shown.cardBox { return [(.bitmap(bitmap), box)] }
        let (box, crop) = (shown.appearance.size, shown.appearance.crop)
        let placement = content.placement(in: box, cropped: crop)
        guard placement.filledPart.width > 0, placement.filledPart.height > 0 else { return [] }
        let (part, size) = (placement.shownPart, Size(bitmap.size))
        let shownPart = Rect(
            x: part.x * size.width, y: part.y * size.height, width: part.width * size.width,
            height: part.height * size.height)
        return [(.bitmap(bitmap, shownPart: shownPart), shown.box(placement.filledPart))]
    }
}
