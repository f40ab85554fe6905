public import Geometry
public import LensOptics
public import Picture

/// An interlaced sheet, taken apart into the pictures that lie under the lenses of a lens sheet on
/// it.
///
/// There are as many pictures under a lens as dots, from 2 to 64. A picture has one column for each
/// lens, three for each slanted lens; rows instead of columns if the lenses run from side to side.
public struct DeinterlacedSheet: Sendable {
    /// The lenses, with the number of pictures under each.
    public let lens: Lens
    /// The size of the pictures on paper, millimetres. Unless the lenses are slanted, it is a whole
    /// number of lenses across, and may be larger than the sheet.
    public let sizeOnPaper: Size
    /// The size of each picture, in pixels.
    public let size: PixelSize
    /// What the sheet would be if it were made for these lenses and an eye far away.
    public let design: SheetDesign
    private let grid: SheetGrid
    private let sheet: Bitmap

    /// The most pixels of a picture along a lens, as many as large screens have.
    private static let mostAlong = 2160
    /// The columns of a picture for each slanted lens.
    private static let columnsPerLens = 3.0

    /// Takes a sheet apart for lenses that may be others than those that it was made for. The
    /// number of pictures in `lens` is not used.
    public init(_ sheet: Bitmap, _ lens: Lens, dotsPerInch: Double) {
        self.sheet = sheet
        var design = SheetDesign(
            lens, dotsPerInch: dotsPerInch,
            sizeOnPaper: Size(
                width: Double(sheet.width) * 25.4 / dotsPerInch,
                height: Double(sheet.height) * 25.4 / dotsPerInch))
        let dots = Int(min(design.dotsPerLens.rounded(), 1000))
        design.lens.pictureCount = min(max(dots, 2), Self.mostPictures)
        (self.design, grid, self.lens) = (design, SheetGrid(design), design.lens)
        let hasUprightLenses = design.hasUprightLenses
        let (width, height) = (design.sizeOnPaper.width, design.sizeOnPaper.height)
        let (across, along) = hasUprightLenses ? (width, height) : (height, width)
        // A remainder that comes from rounding does not count as one more lens.
        let lenses = max(1, (across / lens.lensSheet.pitch - 1e-6).rounded(.up))
        let rows = min(hasUprightLenses ? sheet.height : sheet.width, Self.mostAlong)
        let columns = lens.slant == 0 ? Int(lenses) : Int(lenses * Self.columnsPerLens)
        let length = lens.slant == 0 ? lenses * lens.lensSheet.pitch : across
        size =
            hasUprightLenses
            ? PixelSize(width: columns, height: rows) : PixelSize(width: rows, height: columns)
        sizeOnPaper =
            hasUprightLenses
            ? Size(width: length, height: along) : Size(width: along, height: length)
    }

    /// The most pictures under a lens; if it covers more dots, some are left out.
    private static let mostPictures = 64

    /// The picture with this number, in the order in which pictures are seen while the angle grows.
    public func picture(_ number: Int) -> Bitmap {
        Bitmap(size, colour: { column, row in colour(number, column: column, row: row) })
    }

    /// The mean of the dots along the lens that lie in a pixel, at most four of them.
    private func colour(_ number: Int, column: Int, row: Int) -> UInt32 {
        let hasUprightLenses = grid.hasUprightLenses
        let (place, count) = hasUprightLenses ? (row, size.height) : (column, size.width)
        let dots = hasUprightLenses ? sheet.height : sheet.width
        let (first, last) = (place * dots / count, max((place + 1) * dots / count, 1))
        let samples = min(max(last - first, 1), 4)
        var (red, green, blue) = (UInt32(0), UInt32(0), UInt32(0))
        for sample in 0..<samples {
            let along = first + (2 * sample + 1) * max(last - first, 1) / (2 * samples)
            let dot = dotColour(
                number, across: hasUprightLenses ? column : row, along: min(along, dots - 1))
            (red, green, blue) = (
                red + dot >> 16 & 255, green + dot >> 8 & 255, blue + dot & 255
            )
        }
        let all = UInt32(samples)
        func mean(_ sum: UInt32) -> UInt32 { (sum + all / 2) / all }
        return 0xFF00_0000 | mean(red) << 16 | mean(green) << 8 | mean(blue)
    }

    /// The colour of the dot that belongs to a picture, under the lens that covers a pixel.
    /// `across` is the index of the pixel across the lenses, `along` that of the dot along them.
    private func dotColour(_ number: Int, across: Int, along: Int) -> UInt32 {
        let hasUprightLenses = grid.hasUprightLenses
        let dots = grid.dots
        let (length, count) =
            hasUprightLenses ? (sizeOnPaper.width, size.width) : (sizeOnPaper.height, size.height)
        let dotsAcross = hasUprightLenses ? dots.width : dots.height
        // The first pixel begins at the sheet's edge, as `sizeOnPaper` does.
        let edge = -Double(dotsAcross) * grid.dotWidth / 2
        let place = edge + (Double(across) + 0.5) * length / Double(count)
        let other = grid.place(column: along, row: along)
        let point =
            hasUprightLenses ? Point(x: place, y: other.y) : Point(x: other.x, y: place)
        let seen = grid.lensPlace(point)
        let share = (Double(number) + 0.5) / Double(lens.pictureCount)
        let component = hasUprightLenses ? grid.acrossDirection.x : grid.acrossDirection.y
        let shift = (seen.rounded(.down) + share - seen) * grid.printPitch / component
        let index = dotIndex(
            atLength: place + shift - edge, of: dotsAcross, pitch: grid.pitch / abs(component))
        return hasUprightLenses ? sheet[index, along] : sheet[along, index]
    }

    /// The index of the dot at a length from the sheet's edge. A length outside the sheet is first
    /// moved by whole lenses into it.
    private func dotIndex(atLength length: Double, of count: Int, pitch: Double) -> Int {
        let end = Double(count) * grid.dotWidth
        let outside = length < 0 ? length : max(0, length - end)
        let moved = length - (outside / pitch).rounded(.awayFromZero) * pitch
        return min(max(Int((moved / grid.dotWidth).rounded(.down)), 0), count - 1)
    }
}
