import Geometry
import Glibc
import LensOptics
import Picture
import Testing

@testable import Print

@Suite struct DeinterlacedSheetTests {
    private func bitmap(_ design: SheetDesign, _ bitmaps: [Bitmap]) -> Bitmap {
        var pictures = LensPictures(design)
        for bitmap in bitmaps { pictures.append(bitmap) }
        let sheet = InterlacedSheet(design, pictures)
        let rows = (0..<design.dots.height).flatMap { number in
            let row = sheet.row(number)
            return (0..<design.dots.width).map(row.dot)
        }
        return Bitmap(width: design.dots.width, height: design.dots.height, pixels: rows)
    }

    @Test(
        arguments: [
            (Lens.Axis.vertical, 0.0), (.horizontal, 0), (.vertical, 12), (.horizontal, -8),
        ], [Lens.Order.normal, .reversed])
    func `what was interlaced is taken apart again`(
        _ lenses: (Lens.Axis, Double), _ order: Lens.Order
    ) {
        let lens = Lens(
            LensSheet(lensesPerInch: 50, thickness: 0.6), pictureCount: 4, axis: lenses.0,
            slant: lenses.1 * .pi / 180, order: order)
        let design = SheetDesign(
            lens, dotsPerInch: 600, sizeOnPaper: Size(width: 50.8, height: 38.1))
        let truth = Painted.smooth(4, PixelSize(width: 200, height: 150))
        let sheet = DeinterlacedSheet(bitmap(design, truth), lens, dotsPerInch: 600)
        // Twelve dots a lens, three a picture.
        #expect(sheet.lens.pictureCount == 12)
        for number in 0..<12 {
            let shown = order == .normal ? number / 3 : 3 - number / 3
            // Of slanted lenses a dot at a border may belong to either side.
            guard lenses.1 == 0 || number % 3 == 1 else { continue }
            let error = difference(
                sheet.picture(number), truth[shown], sheet.sizeOnPaper, design.sizeOnPaper)
            // Half a lens of a gradient that crosses 255 in the sheet's width is 1.3.
            #expect(error < 3, "picture \(number): \(error)")
        }
    }

    /// The mean difference to a picture that is stretched over `size`.
    private func difference(
        _ read: Bitmap, _ truth: Bitmap, _ sizeOnPaper: Size, _ size: Size
    ) -> Double {
        var (sum, count) = (0.0, 0)
        for row in stride(from: 2, to: read.height - 2, by: 3) {
            for column in stride(from: 2, to: read.width - 2, by: 3) {
                let x = (Double(column) + 0.5) / Double(read.width) * sizeOnPaper.width / size.width
                let y = (Double(row) + 0.5) / Double(read.height) * sizeOnPaper.height / size.height
                let expected = truth.colour(
                    min(Int(x * Double(truth.width)), truth.width - 1),
                    min(Int(y * Double(truth.height)), truth.height - 1))
                sum += zip(read.colour(column, row), expected).reduce(0) { $0 + abs($1.0 - $1.1) }
                count += 3
            }
        }
        return sum / Double(count)
    }

    @Test(arguments: [(59.0, 59.0), (60, 60), (60.7, 60.7)])
    func `the pitch of a sheet is found`(_ printed: Double, _ found: Double) throws {
        let lens = Lens(LensSheet(lensesPerInch: printed, thickness: 0.457), pictureCount: 5)
        let design = SheetDesign(lens, dotsPerInch: 600, sizeOnPaper: Size(width: 90, height: 30))
        let sheet = bitmap(design, Painted.smooth(5, PixelSize(width: 180, height: 60)))
        let search = PitchSearch(sheet, hasUprightLenses: true, dotsPerInch: 600, expected: 60)
        // One repetition over the whole sheet is 0.28 an inch.
        #expect(abs(try #require(search.perInch) - found) < 0.28)
    }

    @Test func `a picture that is no sheet has no pitch`() {
        let picture = Painted.smooth(1, PixelSize(width: 2000, height: 300))[0]
        let search = PitchSearch(picture, hasUprightLenses: true, dotsPerInch: 600, expected: 60)
        #expect(search.perInch == nil)
        let white = Bitmap(
            width: 900, height: 9, pixels: Array(repeating: 0xFFFF_FFFF, count: 8100))
        #expect(
            PitchSearch(white, hasUprightLenses: true, dotsPerInch: 600, expected: 60).perInch
                == nil)
    }
}
