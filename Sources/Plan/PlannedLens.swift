import Assets
import Compositor
import Geometry
import Picture
import Scene

/// The pictures of a layer's lens at one size, and what of them is seen.
struct PlannedLens {
    /// One for each picture, all of one size.
    let assets: [Asset]
    /// Of the box where it is largest.
    private let pixels: PixelSize
    /// What the newest frame shows, and of what; nil before the first.
    private var table: LensTable?
    private var source: Source?

    /// All that decides what is seen.
    private struct Source: Equatable {
        let content: LensContent
        let box: Size
        let eye: Double
    }

    /// A box of so many pixels.
    init(_ assets: [Asset], pixels: PixelSize) { (self.assets, self.pixels) = (assets, pixels) }

    /// The size in which a lens's pictures are kept: of a box of so many pixels as many columns, of
    /// horizontal lenses rows, as there are lenses, where their number is fixed and less. Half as many
    /// again and again, until all pictures fit into a budget of bytes.
    static func kept(
        _ content: LensContent, pixels: PixelSize, isFixed: Bool, budget: Int
    ) -> PixelSize {
        let isVertical = content.axis == .vertical
        var (across, along) =
            isVertical ? (pixels.width, pixels.height) : (pixels.height, pixels.width)
        if isFixed {
            let side = Double(pixels.height) / Double(pixels.width)
            let length = content[.width] * (isVertical ? 1 : side)
            let lenses = (length / content.lens.sheet.pitch).rounded(.up)
            across = lenses < Double(across) ? max(1, Int(lenses)) : across
        }
        while 4 * content.pictures.count * across * along > budget, across > 1 { across /= 2 }
        return isVertical
            ? PixelSize(width: across, height: along) : PixelSize(width: along, height: across)
    }

    /// Finds what is seen with present numbers, of a box of a size in points.
    mutating func see(_ content: LensContent, in box: Size, eye: Double) {
        let next = Source(content: content, box: box, eye: eye)
        guard source != next, box.width > 0, box.height > 0 else { return }
        source = next
        let width = content[.width]
        let look = LensTable.Look(
            states: LensTable.states(sweep: content[.sweep], pictures: assets.count),
            blend: content[.blend], relief: content[.relief], gloss: content[.gloss])
        table = LensTable(
            content.view(eye: eye), box: Size(width: width, height: width * box.height / box.width),
            pixels: pixels, look)
    }

    /// The pictures that are seen.
    var seen: [Asset] { table.map { $0.pictures.map { assets[$0] } } ?? [] }

    /// What is seen; nil if no picture is drawn. For one that is not drawn stands the nearest one.
    var picture: Frame.LensPicture? {
        guard let table else { return nil }
        let bitmaps = table.pictures.compactMap { picture in
            assets.indices.filter { assets[$0].bitmap != nil }
                .min { abs($0 - picture) < abs($1 - picture) }
                .flatMap { assets[$0].bitmap }
        }
        return bitmaps.isEmpty ? nil : Frame.LensPicture(table, bitmaps)
    }
}

// What people are told.
extension PlannedLens {
    /// What is not seen at this size, and why.
    func remarks(on content: LensContent, name: String?) -> [String] {
        let isVertical = content.axis == .vertical
        let subject = "the lens" + (name.map { " of the layer \"\($0)\"" } ?? "")
        let (sides, kept) = (pixels, assets.first?.bitmap?.size ?? pixels)
        let length = content[.width] / Double(sides.width)
        let perLens = content.lens.sheet.pitch / length
        var remarks: [String] = []
        if perLens < Frame.reliefPixels.whole, content[.relief] > 0 || content[.gloss] > 0 {
            let what = perLens <= Frame.reliefPixels.least ? "left out" : "faded"
            remarks.append(
                "\(subject): at \(sides.width) x \(sides.height) pixels a lens covers "
                    + "\((perLens * 100).rounded() / 100) pixels, and its relief is \(what): it needs "
                    + "\(Frame.reliefPixels.whole)")
        }
        let (across, lines) =
            isVertical ? (kept.width, "columns") : (kept.height, "rows")
        let lenses =
            content[.width] / content.lens.sheet.pitch
            * (isVertical ? 1 : Double(sides.height) / Double(sides.width))
        let most = Double(isVertical ? sides.width : sides.height)
        if Double(across) < min(lenses, most) {
            remarks.append(
                "\(subject): its \(assets.count) pictures are kept with \(across) \(lines) each instead "
                    + "of \(Int(min(lenses, most).rounded(.up))), as more do not fit into memory")
        }
        return remarks
    }
}
