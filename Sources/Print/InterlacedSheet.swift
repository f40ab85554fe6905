import Geometry
import LensOptics
import Picture

/// An interlaced sheet, row by row.
///
/// A dot belongs to the picture whose strip its middle lies in. It is not a mixture of all strips
/// that it touches: an eye that sees a mixed dot sees both pictures. Without mixtures, the border
/// between two strips is only moved, by less than a dot.
public struct InterlacedSheet: Sendable {
    private let grid: SheetGrid
    /// The size of the pictures, millimetres.
    private let sizeOnPaper: Size
    private let pictures: LensPictures
    private let marks: SheetMarks?

    /// The sheet of these pictures, as many as the design's lens has; `marks` are drawn around them.
    public init(_ design: SheetDesign, _ pictures: LensPictures, marks: SheetMarks? = nil) {
        precondition(pictures.count == design.lens.pictureCount, "a sheet has all pictures")
        (grid, sizeOnPaper) = (SheetGrid(design), design.sizeOnPaper)
        (self.pictures, self.marks) = (pictures, marks)
    }

    /// Whether most rows resemble the row before.
    public var rowsAreAlike: Bool { grid.hasUprightLenses }

    /// A row of the sheet: red, green and blue of each dot.
    public func row(_ number: Int) -> [UInt8] {
        var row = [UInt8](repeating: 255, count: 3 * grid.dots.width)
        let first = grid.place(column: 0, row: number)
        if abs(first.y) < sizeOnPaper.height / 2 { drawPictures(first, &row) }
        marks?.draw(number, &row)
        return row
    }

    private func drawPictures(_ first: Point, _ row: inout [UInt8]) {
        let start = grid.lensPlace(first)
        let half = sizeOnPaper.width / 2
        for column in 0..<grid.dots.width {
            let x = first.x + Double(column) * grid.dotWidth
            guard abs(x) < half else { continue }
            let place = start + Double(column) * grid.step
            let along =
                grid.hasUprightLenses ? first.y / sizeOnPaper.height : x / sizeOnPaper.width
            let colour = pictures.colour(
                grid.picture(atLensPlace: place), lens: Int(place.rounded(.down)),
                along: along + 0.5)
            row[3 * column] = UInt8((colour.0 + 500) / 1000)
            row[3 * column + 1] = UInt8((colour.1 + 500) / 1000)
            row[3 * column + 2] = UInt8((colour.2 + 500) / 1000)
        }
    }
}
