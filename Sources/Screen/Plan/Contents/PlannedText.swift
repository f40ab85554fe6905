import Compositor
import Decoding
import Geometry
import Paint
import Picture
import Scene

extension TextContent: PlannableContent {
    func requests(_ layer: PlannedLayer) -> [AssetRequest] {
        guard let layout, let place = TextPlace(layout, layer) else { return [] }
        return bitmaps.map { bitmap in
            let clusters = bitmap.units.map { own in
                Set(
                    own.flatMap { units[$0].clusters }.map {
                        layout.layout.clusters[$0].bytes.lowerBound
                    })
            }
            return AssetRequest(
                source: TextDrawing(
                    text: layout.text, part: bitmap.part, clusters: clusters,
                    toPixels: place.toBitmap, layer: layer.index, decoder: layer.decoder),
                size: place.rect.size)
        }
    }

    func planned(_ assets: [Asset], _ layer: PlannedLayer) -> any PlannedContent {
        let place = layout.flatMap { TextPlace($0, layer) }
        let rects = place.map { place in units.map { cut($0, place) } } ?? []
        return PlannedText(
            content: self, place: place, bitmaps: bitmaps, assets: assets,
            cuts: rects.enumerated().map { index, rect in
                let isAlone = rects.indices.allSatisfy {
                    $0 == index || rects[$0].intersection(rect).isEmpty
                }
                return PlannedText.Cut(rect: rect, isAlone: isAlone)
            })
    }

    /// The pixels of a unit's glyphs.
    private func cut(_ unit: TextUnit, _ place: TextPlace) -> PixelRect {
        let painted = unit.clusters.compactMap { layout?.layout.clusters[$0].paintedRect }
            .filter { $0.width > 0 && $0.height > 0 }
        guard let around = Rect(around: painted) else {
            return PixelRect(x: place.rect.x, y: place.rect.y, width: 0, height: 0)
        }
        return PixelRect(around: around.mapped(by: place.toPixels)).intersection(place.rect)
    }

    /// A bitmap of some units of the text.
    fileprivate struct UnitBitmap {
        let part: TextPart
        /// Indices into `units`; nil: it shows all of the text.
        let units: [Int]?
    }

    /// What is drawn of it. Units that lie side by side are in different bitmaps, so that each can be cut
    /// out without the edges of its neighbours.
    fileprivate var bitmaps: [UnitBitmap] {
        guard let layout else { return [] }
        let parts = layout.layout.parts(of: layout.text)
        let sheets = Dictionary(grouping: units.indices) { index in
            let line = layout.layout.clusters[units[index].clusters[0]].line
            return units[index].parts == nil ? -1 : index % 2 + 2 * (line % 2)
        }
        return parts.flatMap { part in
            [UnitBitmap(part: part, units: nil)]
                + sheets.keys.sorted().compactMap { sheet in
                    let own = (sheets[sheet] ?? []).filter { shows(part, unit: $0) }
                    return own.isEmpty ? nil : UnitBitmap(part: part, units: own)
                }
        }
    }

    /// Whether a unit may have something that a part of the text shows.
    private func shows(_ part: TextPart, unit: Int) -> Bool {
        guard let layout, case .brush(let brush) = part else { return true }
        return units[unit].clusters.contains {
            layout.text.spans[layout.layout.clusters[$0].span].brush == brush
        }
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
}

/// The bitmaps of a text at one size, and what paints and moves them.
private struct PlannedText: PlannedContent {
    /// With the present parameters.
    var content: TextContent
    let place: TextPlace?
    let bitmaps: [TextContent.UnitBitmap]
    /// One for each of `bitmaps`.
    let assets: [Asset]
    /// One for each unit of the text.
    let cuts: [Cut]

    /// What of a bitmap is a unit.
    struct Cut {
        /// In the pixels in which the text is drawn.
        let rect: PixelRect
        /// Whether no other unit has a pixel there while all lie as in the text.
        let isAlone: Bool
    }

    /// Whether all units lie as in the text.
    private var isWhole: Bool {
        content.units.allSatisfy { content.appearance(of: $0).isStill }
    }

    var seen: [Asset] {
        let isWhole = isWhole
        return zip(bitmaps, assets).filter { ($0.0.units == nil) == isWhole }.map(\.1)
    }

    mutating func update(_ shown: ShownLayer, eyeX: Double) {
        content = content.with(shown.parameters)
    }

    func parts(_ shown: ShownLayer) -> Frame.Parts {
        guard let place, let layout = content.layout?.layout else { return .nothing }
        let isWhole = isWhole
        var painted: [Frame.Parts.Part] = []
        for part in layout.parts(of: content.text) {
            var pieces: [Frame.Parts.Part] = []
            for (bitmap, asset) in zip(bitmaps, assets)
            where bitmap.part == part && (bitmap.units == nil) == isWhole {
                guard let drawn = asset.bitmap else { continue }
                if let units = bitmap.units {
                    pieces += units.compactMap { unitPiece($0, drawn, place, shown) }
                } else {
                    pieces.append(wholePiece(drawn, place, shown))
                }
            }
            painted += self.painted(pieces, part, place, shown)
        }
        guard painted.count == 1, painted[0].mask.isEmpty, painted[0].blur == 0,
            painted[0].layer.compositing == .normal
        else { return .several(painted) }
        return .one(painted[0].layer)
    }

    /// Pieces of a part of the text in its colours.
    private func painted(
        _ pieces: [Frame.Parts.Part], _ part: TextPart, _ place: TextPlace, _ shown: ShownLayer
    ) -> [Frame.Parts.Part] {
        guard case .brush(let index) = part, !pieces.isEmpty else { return pieces }
        switch content.brushes[index] {
        case .colour(let colour):
            return pieces.map { piece in
                var piece = piece
                piece.layer.opacity *= colour.alpha
                let matrix = ColourMatrix.constant(colour)
                piece.layer.colours = piece.layer.colours.map { $0 * matrix } ?? matrix
                return piece
            }
        case .gradient(let gradient):
            let rect = Rect(place.rect).mapped(by: place.toPixels.inverse ?? .identity)
                .expanded(by: reach)
            let box = Rect(
                x: -rect.x, y: -rect.y, width: shown.appearance.size.width,
                height: shown.appearance.size.height)
            let layer = Frame.Layer(
                .gradient(gradient, over: box),
                box: shown.box(Rect(shown.appearance.size)).part(rect))
            return [Frame.Parts.Part(layer: layer, mask: pieces)]
        }
    }

    /// How far units are seen beyond the text at most, points.
    private var reach: Double {
        content.units.reduce(0) { reach, unit in
            let look = content.appearance(of: unit)
            let grown = max(0, look.scale - 1) + (look.degrees == 0 ? 0 : 1)
            return max(
                reach,
                max(abs(look.offset.x), abs(look.offset.y)) + 3 * look.blur
                    + grown * max(unit.rect.width, unit.rect.height))
        }
    }

    private func wholePiece(
        _ bitmap: Bitmap, _ place: TextPlace, _ shown: ShownLayer
    ) -> Frame.Parts.Part {
        piece(.bitmap(bitmap), place.rect, place, .identity, shown)
    }

    /// A unit cut out of its bitmap. What overlaps is added: in scripts whose letters join, and where two
    /// letters share a pixel, the text is then as if it were drawn whole.
    private func unitPiece(
        _ index: Int, _ bitmap: Bitmap, _ place: TextPlace, _ shown: ShownLayer
    ) -> Frame.Parts.Part? {
        let (unit, rect) = (content.units[index], cuts[index].rect)
        let look = content.appearance(of: unit)
        guard look.opacity > 0, look.scale > 0, !rect.isEmpty else { return nil }
        let cut = Rect(
            x: Double(rect.x - place.rect.x), y: Double(rect.y - place.rect.y),
            width: Double(rect.width), height: Double(rect.height))
        let centre = Point(
            x: unit.rect.x + unit.rect.width / 2, y: unit.rect.y + unit.rect.height / 2)
        var piece = piece(
            .bitmap(bitmap, shownPart: cut), rect, place, look.map(about: centre), shown)
        piece.layer.opacity = look.opacity
        piece.layer.colours = look.colours
        if !cuts[index].isAlone { piece.layer.compositing = .blend(.plusLighter) }
        piece.blur = look.blur * shown.pixelsPerPoint
        return piece
    }

    /// What shows pixels of the text, moved by a map of the layer's box.
    private func piece(
        _ content: Frame.Content, _ rect: PixelRect, _ place: TextPlace, _ map: Homography,
        _ shown: ShownLayer
    ) -> Frame.Parts.Part {
        let inBox = Rect(rect).mapped(by: place.toPixels.inverse ?? .identity)
        let box = shown.box(Rect(shown.appearance.size)).mapped(by: map).part(inBox)
        return Frame.Parts.Part(layer: Frame.Layer(content, box: box))
    }
}

extension Frame.Box {
    /// The same box after a map of its coordinates, without round corners.
    fileprivate func mapped(by map: Homography) -> Frame.Box {
        Frame.Box(toScreen: toScreen * map, size: size, inFront: inFront.preimage(under: map))
    }
}

extension Rect {
    /// The smallest rectangle around some; nil around none.
    fileprivate init?(around rects: [Rect]) {
        guard let x = rects.map(\.x).min(), let y = rects.map(\.y).min() else { return nil }
        self.init(
            x: x, y: y, width: rects.map(\.maxX).max()! - x, height: rects.map(\.maxY).max()! - y)
    }
}

/// A part of a text, which the decoder process draws.
private struct TextDrawing: AssetSource {
    let text: TextDescription
    let part: TextPart
    /// See `PictureDecoder.bitmap`.
    let clusters: Set<Int>?
    let toPixels: Homography
    let layer: Int
    let decoder: PictureDecoder

    struct ID: Hashable {
        let text: TextDescription
        let part: TextPart
        let clusters: Set<Int>?
        let place: [Double]
        /// Of another reading of the card: the font's file may have changed.
        let decoder: ObjectIdentifier
    }

    struct Place: Hashable {
        let layer: Int
        let part: TextPart
        let clusters: Set<Int>?
    }

    var id: ID {
        ID(
            text: text, part: part, clusters: clusters,
            place: [toPixels.a, toPixels.d, toPixels.tx, toPixels.ty],
            decoder: ObjectIdentifier(decoder))
    }

    var isUnique: Bool { true }
    var place: Place { Place(layer: layer, part: part, clusters: clusters) }
    var remark: String? { nil }

    func bitmap(_ size: PixelSize, fit: Fit) throws(PictureError) -> Bitmap {
        try decoder.bitmap(of: text, part, clusters: clusters, toPixels, size)
    }

    func cancel() { decoder.cancel() }
}
