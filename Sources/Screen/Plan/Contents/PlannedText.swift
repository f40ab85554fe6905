import Compositor
import Decoding
import Geometry
import Paint
import Picture
import Scene

extension TextContent: PlannableContent {
    func requests(_ layer: PlannedLayer) -> [AssetRequest] {
        guard numbers.isEmpty, let layout, let place = TextPlace(layout, layer) else { return [] }
        return bitmaps(place).map { bitmap in
            AssetRequest(
                source: TextDrawing(
                    text: layout.text, part: bitmap.part, clusters: bitmap.clusters,
                    toPixels: bitmap.rect.fromCorner * place.toPixels, size: bitmap.rect.size,
                    layer: layer.index, decoder: layer.decoder),
                size: bitmap.rect.size)
        }
    }

    func planned(_ assets: [Asset], _ layer: PlannedLayer) -> any PlannedContent {
        guard numbers.isEmpty else { return PlannedNumbers(self, layer) }
        let place = layout.flatMap { TextPlace($0, layer) }
        return PlannedText(
            content: self, place: place, bitmaps: place.map { bitmaps($0) } ?? [], assets: assets)
    }

    /// What is drawn of it: for each part all of it, and if units move, bitmaps from which these are cut.
    fileprivate func bitmaps(_ place: TextPlace) -> [TextBitmap] {
        guard let layout else { return [] }
        return layout.layout.parts(of: layout.text).flatMap { part in
            let all = layout.layout.clusters.indices.filter { shows(part, cluster: $0) }
            guard let rect = place.rect(of: all, in: layout.layout) else { return [TextBitmap]() }
            return [TextBitmap(part: part, rect: rect)] + sheets(part, place)
        }
    }

    /// The bitmaps with the units of a part of the text. Those that overlap are in different ones, so
    /// that each can be cut out without the edges of others.
    private func sheets(_ part: TextPart, _ place: TextPlace) -> [TextBitmap] {
        guard let layout = layout?.layout else { return [] }
        var cuts: [TextBitmap.Cut] = []
        for (unit, own) in units.enumerated() {
            // A unit of several lines is cut out line by line.
            let lines = Dictionary(grouping: own.clusters.filter { shows(part, cluster: $0) }) {
                layout.clusters[$0].line
            }
            for (_, clusters) in lines.sorted(by: { $0.key < $1.key }) {
                guard let rect = place.rect(of: clusters, in: layout) else { continue }
                cuts.append(TextBitmap.Cut(unit: unit, rect: rect, clusters: clusters))
            }
        }
        var sheets: [[TextBitmap.Cut]] = []
        for index in cuts.indices {
            let others = cuts.enumerated().filter { $0.offset != index }.map(\.element)
            cuts[index].isAlone = !others.contains { $0.meets(cuts[index]) }
            if let free = sheets.firstIndex(where: { !$0.contains { $0.meets(cuts[index]) } }) {
                sheets[free].append(cuts[index])
            } else {
                sheets.append([cuts[index]])
            }
        }
        return sheets.map { cuts in
            let starts = cuts.flatMap(\.clusters).map { layout.clusters[$0].bytes.lowerBound }
            return TextBitmap(
                part: part, rect: PixelRect(around: cuts.map(\.rect)), clusters: Set(starts),
                cuts: cuts)
        }
    }

    /// Whether a part of the text may show a cluster.
    private func shows(_ part: TextPart, cluster: Int) -> Bool {
        guard let layout, case .brush(let brush) = part else { return true }
        return layout.text.spans[layout.layout.clusters[cluster].span].brush == brush
    }
}

/// A bitmap with glyphs of a text.
private struct TextBitmap {
    let part: TextPart
    /// What it covers, in the pixels in which the text is drawn.
    let rect: PixelRect
    /// The first bytes of the clusters that it shows; nil: it shows all of the part.
    var clusters: Set<Int>?
    /// What of it are units; nil: it shows all of the part.
    var cuts: [Cut]?

    struct Cut {
        /// Its index in the text's units.
        let unit: Int
        let rect: PixelRect
        let clusters: [Int]
        /// Whether no other one has a pixel there while all lie as in the text.
        var isAlone = true

        func meets(_ other: Cut) -> Bool { !rect.intersection(other.rect).isEmpty }
    }
}

/// Where a text is drawn.
private struct TextPlace {
    /// From the points of the layer's box to the pixels in which it is drawn.
    let toPixels: Homography
    /// What all of it covers, pixels.
    private let area: Rect

    /// Nil for a text of which nothing can be drawn.
    init?(_ layout: TextContent.LaidOut, _ layer: PlannedLayer) {
        let painted = layout.layout.paintedRect
        let (box, largest) = (layer.atRest.appearance.size, layer.largestExactBox)
        // A box that drivers make longer or wider does not make its text larger.
        let scales = [(largest.width, box.width), (largest.height, box.height)]
            .filter { $0.1 > 0 }.map { $0.0 / $0.1 }
        guard painted.width > 0, painted.height > 0, let least = scales.min() else { return nil }
        let scale = min(
            least, (layer.mostPixels - 4) / max(painted.width, painted.height))
        guard (1e-6...1e6).contains(scale) else { return nil }
        toPixels = Homography.scale(x: scale, y: scale)
            .withPhase(of: layer.atRest.box(Rect(box)).toScreen)
        area = painted.mapped(by: toPixels)
        guard [area.x, area.y, area.maxX, area.maxY].allSatisfy({ abs($0) < 1e6 }) else {
            return nil
        }
    }

    /// What the glyphs of clusters cover, pixels; nil if these have none.
    func rect(of clusters: [Int], in layout: TextLayout) -> PixelRect? {
        let rects = clusters.map { layout.clusters[$0].paintedRect.mapped(by: toPixels) }
            .map { $0.intersection(area) }.filter { $0.width > 0 && $0.height > 0 }
        guard let around = Rect(around: rects) else { return nil }
        return PixelRect(around: around)
    }

    /// The points of the box that pixels cover.
    func inBox(_ rect: PixelRect) -> Rect {
        Rect(rect).mapped(by: toPixels.inverse ?? .identity)
    }

    /// All of the text, points of the box.
    var painted: Rect { area.mapped(by: toPixels.inverse ?? .identity) }
}

/// The bitmaps of a text at one size, and what paints and moves them.
private struct PlannedText: PlannedContent {
    /// With the present parameters.
    var content: TextContent
    let place: TextPlace?
    let bitmaps: [TextBitmap]
    /// One for each of `bitmaps`; none if there are `drawings`.
    let assets: [Asset]
    /// What `bitmaps` are drawn as, if that is not what assets have.
    var drawings: [Bitmap]?

    /// Whether all units lie as in the text.
    private var isWhole: Bool {
        content.units.allSatisfy { content.appearance(of: $0).isStill }
    }

    var seen: [Asset] {
        let isWhole = isWhole
        return zip(bitmaps, assets).filter { ($0.0.cuts == nil) == isWhole }.map(\.1)
    }

    mutating func update(_ shown: ShownLayer, eyeX: Double) {
        content = content.with(shown.parameters)
    }

    func parts(_ shown: ShownLayer) -> Frame.Parts {
        guard let place, let layout = content.layout else { return .nothing }
        let isWhole = isWhole
        var painted: [Frame.Parts.Part] = []
        for part in layout.layout.parts(of: layout.text) {
            var pieces: [Frame.Parts.Part] = []
            for (index, bitmap) in bitmaps.enumerated()
            where bitmap.part == part && (bitmap.cuts == nil) == isWhole {
                guard let drawn = drawings?[index] ?? assets[index].bitmap else { continue }
                if let cuts = bitmap.cuts {
                    pieces += cuts.compactMap { piece($0, of: bitmap, drawn, place, shown) }
                } else {
                    pieces.append(piece(.bitmap(drawn), bitmap.rect, place, .identity, shown))
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
            let rect = place.painted.expanded(by: reach)
            let box = Rect(
                x: -rect.x, y: -rect.y, width: shown.appearance.size.width,
                height: shown.appearance.size.height)
            let layer = Frame.Layer(
                .gradient(gradient, over: box),
                box: shown.box(Rect(shown.appearance.size)).part(rect))
            guard pieces.contains(where: { $0.layer.colours != nil }) else {
                return [Frame.Parts.Part(layer: layer, mask: pieces)]
            }
            // What changes its colours differs from piece to piece.
            return pieces.map { piece in
                var (layer, mask) = (layer, piece)
                (layer.colours, mask.layer.colours) = (piece.layer.colours, nil)
                return Frame.Parts.Part(layer: layer, mask: [mask])
            }
        }
    }

    /// How far units are seen beyond the text at most, points.
    private var reach: Double {
        content.units.reduce(0) { reach, unit in
            let look = content.appearance(of: unit)
            let grown = max(0, look.scale - 1) + (look.degrees == 0 ? 0 : 1)
            return max(
                reach,
                max(abs(look.offset.x), abs(look.offset.y)) + 3 * look.blur * max(1, look.scale)
                    + grown * max(unit.rect.width, unit.rect.height))
        }
    }

    /// A unit, or its part in one line, cut out of its bitmap. What overlaps is added: in scripts whose
    /// letters join, and where two letters share a pixel, the text is then as if it were drawn whole.
    private func piece(
        _ cut: TextBitmap.Cut, of bitmap: TextBitmap, _ drawn: Bitmap, _ place: TextPlace,
        _ shown: ShownLayer
    ) -> Frame.Parts.Part? {
        let unit = content.units[cut.unit]
        let look = content.appearance(of: unit)
        guard look.opacity > 0, look.scale > 0 else { return nil }
        // A bitmap is smaller than its place if the card's pictures take too much memory.
        let (x, y) = (
            Double(drawn.width) / Double(bitmap.rect.width),
            Double(drawn.height) / Double(bitmap.rect.height)
        )
        let shownPart = Rect(
            x: x * Double(cut.rect.x - bitmap.rect.x), y: y * Double(cut.rect.y - bitmap.rect.y),
            width: x * Double(cut.rect.width), height: y * Double(cut.rect.height))
        let centre = Point(
            x: unit.rect.x + unit.rect.width / 2, y: unit.rect.y + unit.rect.height / 2)
        var piece = piece(
            .bitmap(drawn, shownPart: shownPart), cut.rect, place, look.map(about: centre), shown)
        piece.layer.opacity = look.opacity
        piece.layer.colours = look.colours
        if !cut.isAlone { piece.layer.compositing = .blend(.plusLighter) }
        // As of a layer, it grows with what is blurred.
        let toCard = shown.appearance.toCard.affineApproximation(at: centre)
        let stretch = abs(toCard.a * toCard.d - toCard.b * toCard.c).squareRoot()
        piece.blur = look.blur * look.scale * stretch * shown.pixelsPerPoint
        return piece
    }

    /// What shows pixels of the text, moved by a map of the layer's box.
    private func piece(
        _ content: Frame.Content, _ rect: PixelRect, _ place: TextPlace, _ map: Homography,
        _ shown: ShownLayer
    ) -> Frame.Parts.Part {
        let box = shown.box(Rect(shown.appearance.size)).mapped(by: map).part(place.inBox(rect))
        return Frame.Parts.Part(layer: Frame.Layer(content, box: box))
    }
}

/// A text with numbers, which is laid out and drawn anew when one of them is another.
private struct PlannedNumbers: PlannedContent {
    /// With the present parameters.
    private var content: TextContent
    private let layer: PlannedLayer
    /// What was drawn last, and of which text.
    private var drawn: (text: TextDescription, planned: PlannedText?)?
    /// The first one.
    private(set) var failure: PictureError?
    var waits: Bool { true }

    init(_ content: TextContent, _ layer: PlannedLayer) {
        (self.content, self.layer) = (content, layer)
    }

    mutating func update(_ shown: ShownLayer, eyeX: Double) {
        content = content.with(shown.parameters)
        guard let layout = content.layout else { return }
        var text = content.shownText
        text.width = layout.text.width
        if drawn?.text != text { draw(text) }
        drawn?.planned?.update(shown, eyeX: eyeX)
    }

    /// Waits for the decoder. What cannot be drawn leaves what was drawn before, and is not tried again
    /// until a number changes.
    private mutating func draw(_ text: TextDescription) {
        do throws(PictureError) {
            drawn = (text, try planned(text))
        } catch {
            (drawn, failure) = ((text, drawn?.planned), failure ?? error)
        }
    }

    private func planned(_ text: TextDescription) throws(PictureError) -> PlannedText? {
        guard let decoder = layer.numberDecoder else { return nil }
        let content = content.with(TextContent.LaidOut(text, try decoder.layout(of: text)))
        guard let place = content.layout.flatMap({ TextPlace($0, layer) }) else { return nil }
        let bitmaps = content.bitmaps(place)
        let drawings = try bitmaps.map { bitmap throws(PictureError) in
            try decoder.bitmap(
                of: text, bitmap.part, bitmap.rect.fromCorner * place.toPixels, bitmap.rect.size)
        }
        return PlannedText(
            content: content, place: place, bitmaps: bitmaps, assets: [], drawings: drawings)
    }

    func parts(_ shown: ShownLayer) -> Frame.Parts { drawn?.planned?.parts(shown) ?? .nothing }
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

extension PixelRect {
    /// The smallest rectangle around one at least.
    fileprivate init(around rects: [PixelRect]) {
        let (x, y) = (rects.map(\.x).min()!, rects.map(\.y).min()!)
        self.init(
            x: x, y: y, width: rects.map { $0.x + $0.width }.max()! - x,
            height: rects.map { $0.y + $0.height }.max()! - y)
    }
}

/// A part of a text, which the decoder process draws.
private struct TextDrawing: AssetSource {
    let text: TextDescription
    let part: TextPart
    /// See `PictureDecoder.bitmap`.
    let clusters: Set<Int>?
    /// From the points of the text to the pixels of a bitmap of `size`.
    let toPixels: Homography
    let size: PixelSize
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
        let smaller = Homography.scale(
            x: Double(size.width) / Double(self.size.width),
            y: Double(size.height) / Double(self.size.height))
        return try decoder.bitmap(of: text, part, clusters: clusters, smaller * toPixels, size)
    }

    func cancel() { decoder.cancel() }
}
