import Compositor
import Geometry
import LensOptics
import Picture
import Scene

extension LensContent: PlannableContent {
    func requests(_ layer: PlannedLayer) -> [AssetRequest] {
        let isFixed = !layer.scene.drivesLensCount(ofLayer: layer.index)
        // All lenses of the card share the budget.
        let lenses = layer.scene.layers.count { $0.content is LensContent }
        let size = PlannedLens.pictureSize(
            self, pixelSize: layer.largestBox, isFixed: isFixed, budget: layer.budget / lenses)
        return pictures.map {
            AssetRequest(source: layer.files[$0], size: size, sharing: .unlimited)
        }
    }

    func planned(_ assets: [Asset], _ layer: PlannedLayer) -> any PlannedContent {
        PlannedLens(self, assets, pixelSize: layer.largestBox)
    }
}

/// The assets of a layer's lens at one size, and the table that says which of them are seen where.
struct PlannedLens: PlannedContent {
    /// With the parameters that drivers are added to.
    private let content: LensContent
    /// One for each picture, all of one size.
    let assets: [Asset]
    /// The pixels of the layer's box when it is largest.
    private let pixelSize: PixelSize
    /// The table of the newest frame that shows the lens, and what it was computed from; nil before
    /// the first such frame.
    private var table: LensTable?
    private var inputs: Inputs?

    /// All that decides what the table holds.
    private struct Inputs: Equatable {
        let content: LensContent
        let box: Size
        let eyeX: Double
    }

    /// `pixelSize` is the size of the layer's box when it is largest.
    init(_ content: LensContent, _ assets: [Asset], pixelSize: PixelSize) {
        (self.content, self.assets, self.pixelSize) = (content, assets, pixelSize)
    }

    /// The size at which a lens's pictures are drawn. It is `pixelSize`, but if the number of lenses
    /// is fixed and less than the number of columns (for horizontal lenses: rows), it has one
    /// column (row) for each lens. The number of columns (rows) is halved until all pictures fit
    /// into `budget` bytes, or one column (row) is left.
    static func pictureSize(
        _ content: LensContent, pixelSize: PixelSize, isFixed: Bool, budget: Int
    ) -> PixelSize {
        let isVertical = content.axis == .vertical
        var (across, along) =
            isVertical ? (pixelSize.width, pixelSize.height) : (pixelSize.height, pixelSize.width)
        if isFixed {
            let proportion = Double(pixelSize.height) / Double(pixelSize.width)
            let length = content[.printedWidth] * (isVertical ? 1 : proportion)
            let lenses = (length / content.lens.lensSheet.pitch).rounded(.up)
            across = lenses < Double(across) ? max(1, Int(lenses)) : across
        }
        while 4 * content.pictures.count * across * along > budget, across > 1 { across /= 2 }
        return isVertical
            ? PixelSize(width: across, height: along) : PixelSize(width: along, height: across)
    }

    /// Computes the table for the present parameters and box.
    mutating func update(_ shown: ShownLayer, eyeX: Double) {
        let (content, box) = (content.with(shown.parameters), shown.appearance.size)
        let next = Inputs(content: content, box: box, eyeX: eyeX)
        guard inputs != next, box.width > 0, box.height > 0 else { return }
        inputs = next
        let width = content[.printedWidth]
        let settings = LensTable.Settings(
            sweepWeights: LensTable.sweepWeights(
                sweep: content[.sweep], pictureCount: assets.count),
            lensShare: content[.lensShare], shadeStrength: content[.shadeStrength],
            gloss: content[.gloss])
        table = LensTable(
            content.view(eyeX: eyeX),
            box: Size(width: width, height: width * box.height / box.width),
            pixels: pixelSize, settings)
    }

    var seen: [Asset] { table.map { $0.pictures.map { assets[$0] } } ?? [] }

    func parts(_ shown: ShownLayer) -> Frame.Parts {
        lensBitmaps.map { .one(Frame.Layer(.lens($0), box: shown.box)) } ?? .nothing
    }

    /// The table and a bitmap for each of its pictures; nil before `update`, and if no picture is
    /// drawn. The nearest picture that is drawn stands in for one that is not.
    var lensBitmaps: Frame.LensBitmaps? {
        guard let table else { return nil }
        let bitmaps = table.pictures.compactMap { picture in
            assets.indices.filter { assets[$0].bitmap != nil }
                .min { abs($0 - picture) < abs($1 - picture) }
                .flatMap { assets[$0].bitmap }
        }
        return bitmaps.isEmpty ? nil : Frame.LensBitmaps(table, bitmaps)
    }
}

// What people are told.
extension PlannedLens {
    /// The details of the lens that this size cannot show, and why, a line for each.
    func remarks(name: String?) -> [String] {
        [reliefRemark(name: name), memoryRemark(name: name)].compactMap { $0 }
    }

    private func subject(_ name: String?) -> String {
        "the lens" + (name.map { " of the layer \"\($0)\"" } ?? "")
    }

    private func reliefRemark(name: String?) -> String? {
        let sides = pixelSize
        let millimetresPerPixel = content[.printedWidth] / Double(sides.width)
        let perLens = content.lens.lensSheet.pitch / millimetresPerPixel
        guard perLens < Frame.reliefPixels.whole,
            content[.shadeStrength] > 0 || content[.gloss] > 0
        else { return nil }
        let what = perLens <= Frame.reliefPixels.least ? "left out" : "faded"
        return "\(subject(name)): at \(sides.width) x \(sides.height) pixels a lens covers "
            + "\((perLens * 100).rounded() / 100) pixels, and its relief is \(what): it needs "
            + "\(Frame.reliefPixels.whole)"
    }

    /// A remark if the memory suffices only for pictures with fewer columns or rows than are seen.
    func memoryRemark(name: String?) -> String? {
        let isVertical = content.axis == .vertical
        let (sides, pictureSize) = (pixelSize, assets.first?.size ?? pixelSize)
        let (across, lines) =
            isVertical ? (pictureSize.width, "columns") : (pictureSize.height, "rows")
        let lenses =
            content[.printedWidth] / content.lens.lensSheet.pitch
            * (isVertical ? 1 : Double(sides.height) / Double(sides.width))
        let most = Double(isVertical ? sides.width : sides.height)
        guard Double(across) < min(lenses, most) else { return nil }
        return
            "\(subject(name)): its \(assets.count) pictures are kept with \(across) \(lines) each "
            + "instead of \(Int(min(lenses, most).rounded(.up))), as more do not fit into memory"
    }
}
