import Compositor
import Decoding
import Geometry
import Paint
import Picture
import Scene

extension TextContent: PlannableContent {
    func requests(_ layer: PlannedLayer) -> [AssetRequest] {
        guard let layout, let place = TextPlace(layout, layer) else { return [] }
        return layout.layout.parts(of: layout.text).map { part in
            AssetRequest(
                source: TextDrawing(
                    text: layout.text, part: part, toPixels: place.toBitmap, layer: layer.index,
                    decoder: layer.decoder),
                size: place.rect.size)
        }
    }

    func planned(_ assets: [Asset], _ layer: PlannedLayer) -> any PlannedContent {
        PlannedText(content: self, place: layout.flatMap { TextPlace($0, layer) }, assets: assets)
    }
}

/// Where the bitmaps of a text lie.
private struct TextPlace {
    /// From the points of the layer's box to the pixels in which it is drawn.
    let toPixels: Homography
    /// What the bitmaps cover, pixels.
    let rect: PixelRect

    /// Nil for a text of which nothing can be drawn.
    init?(_ layout: TextContent.LaidOut, _ layer: PlannedLayer) {
        let painted = layout.layout.paintedRect
        let (box, largest) = (layer.atRest.appearance.size, layer.largestExactBox)
        guard painted.width > 0, painted.height > 0, min(box.width, box.height) > 0 else {
            return nil
        }
        // A box that drivers make longer or wider does not make its text larger.
        let scale = min(largest.width / box.width, largest.height / box.height)
        let most = (PlannedLayer.largestSide - 4) / max(painted.width, painted.height)
        guard scale > 0 else { return nil }
        let own = Homography.scale(x: min(scale, most), y: min(scale, most))
        toPixels = own.withPhase(of: layer.atRest.box(Rect(box)).toScreen)
        rect = PixelRect(around: painted.mapped(by: toPixels))
    }

    /// From the points of the box to the pixels of the bitmaps.
    var toBitmap: Homography { rect.fromCorner * toPixels }

    /// What the bitmaps cover, points of the box.
    var rectInBox: Rect? { toPixels.inverse.map { Rect(rect).mapped(by: $0) } }
}

/// The bitmaps of a text at one size, and what paints them.
private struct PlannedText: PlannedContent {
    /// With the present parameters.
    var content: TextContent
    let place: TextPlace?
    /// One for each part of the layout.
    let assets: [Asset]

    var seen: [Asset] { assets }

    mutating func update(_ shown: ShownLayer, eyeX: Double) {
        content = content.with(shown.parameters)
    }

    func parts(_ shown: ShownLayer) -> Frame.Parts {
        guard let layout = content.layout, let rect = place?.rectInBox else { return .nothing }
        let painted = zip(layout.layout.parts(of: layout.text), assets).compactMap { part, asset in
            asset.bitmap.map { self.part(part, $0, rect, shown) }
        }
        guard painted.count == 1, painted[0].mask == nil else { return .several(painted) }
        return .one(painted[0].layer)
    }

    private func part(
        _ part: TextPart, _ bitmap: Bitmap, _ rect: Rect, _ shown: ShownLayer
    ) -> Frame.Parts.Part {
        let box = Rect(shown.appearance.size)
        return switch part {
        case .brush(let index):
            Frame.Parts.Part(
                bitmap, painted: content.brushes[index], in: rect, gradientOver: box, shown)
        case .ownColours:
            Frame.Parts.Part(layer: Frame.Layer(.bitmap(bitmap), box: shown.box(box).part(rect)))
        }
    }
}

/// A part of a text, which the decoder process draws.
private struct TextDrawing: AssetSource {
    let text: TextDescription
    let part: TextPart
    let toPixels: Homography
    let layer: Int
    let decoder: PictureDecoder

    struct ID: Hashable {
        let text: TextDescription
        let part: TextPart
        let place: [Double]
        /// Of another reading of the card: the font's file may have changed.
        let decoder: ObjectIdentifier
    }

    struct Place: Hashable {
        let layer: Int
        let part: TextPart
    }

    var id: ID {
        ID(
            text: text, part: part, place: [toPixels.a, toPixels.d, toPixels.tx, toPixels.ty],
            decoder: ObjectIdentifier(decoder))
    }

    var isUnique: Bool { true }
    var place: Place { Place(layer: layer, part: part) }
    var remark: String? { nil }

    func bitmap(_ size: PixelSize, fit: Fit) throws(PictureError) -> Bitmap {
        try decoder.bitmap(of: text, part, toPixels, size)
    }

    func cancel() { decoder.cancel() }
}
