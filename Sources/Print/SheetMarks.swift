import Geometry

/// The marks around the pictures: alignment lines, cutting marks, and a label.
///
/// The alignment lines are in the margins on both sides of the pictures and run along the lenses,
/// one under the middle of each lens. Through a lens sheet in its place, an eye straight in front
/// sees both margins black. Through a rotated lens sheet, it sees black and white parts along a
/// margin.
public struct SheetMarks: Sendable {
    private let design: SheetDesign
    private let grid: SheetGrid
    private let label: DottedText?

    /// Millimetres: a margin with room for all marks.
    public static let margin = 8.0
    /// Millimetres between the pictures and the alignment lines.
    private static let gap = 1.0
    /// The width of an alignment line, as a share of the print pitch.
    private static let lineWidth = 0.25
    /// Millimetres: the width of a black cutting mark. A white one, across the alignment lines, is
    /// twice as wide.
    private static let cutWidth = 0.1
    /// Millimetres.
    private static let labelHeight = 3.0

    /// The marks in the design's margin, which must be at least `margin`. The label is left out if
    /// it is too long.
    public init(_ design: SheetDesign, label: String) {
        (self.design, grid) = (design, SheetGrid(design))
        let text = DottedText(label, height: Self.labelHeight / design.dotWidth)
        let room =
            (design.hasUprightLenses ? design.sizeOnPaper.width : design.sizeOnPaper.height) - 4
        self.label = text.flatMap { Double($0.size.width) * design.dotWidth < room ? $0 : nil }
    }

    /// Draws the marks of a row of the sheet.
    func draw(_ number: Int, _ row: inout [UInt8]) {
        let first = grid.place(column: 0, row: number)
        let start = grid.lensPlace(first)
        for column in 0..<grid.dots.width {
            let place = Point(x: first.x + Double(column) * grid.dotWidth, y: first.y)
            let (beside, beyond) = (distances(place))
            if beside > Self.gap, abs(beyond) > Self.cutWidth {
                let lensPlace = start + Double(column) * grid.step
                let isAlignmentLine =
                    abs(lensPlace - lensPlace.rounded(.down) - 0.5) < Self.lineWidth / 2
                row.setDot(column, isBlack: isAlignmentLine)
            } else if beyond > Self.gap, beyond < design.margin / 2, abs(beside) < Self.cutWidth / 2
            {
                row.setDot(column, isBlack: true)
            }
        }
        drawLabel(number, &row)
    }

    /// How far a place lies outside the pictures, millimetres, negative inside: `beside` across the
    /// lenses, `beyond` along them.
    private func distances(_ place: Point) -> (beside: Double, beyond: Double) {
        let x = abs(place.x) - design.sizeOnPaper.width / 2
        let y = abs(place.y) - design.sizeOnPaper.height / 2
        return grid.hasUprightLenses ? (x, y) : (y, x)
    }

    /// Draws the label in the middle of the lower margin. For lenses that run from side to side,
    /// draws it in the right margin, to be read from the right.
    private func drawLabel(_ number: Int, _ row: inout [UInt8]) {
        guard let label else { return }
        let (dots, middle) = (grid.dots, Int(design.margin / grid.dotWidth) / 2)
        let (width, height) = (label.size.width, label.size.height)
        if grid.hasUprightLenses {
            let (left, top) = ((dots.width - width) / 2, dots.height - middle - height / 2)
            for column in 0..<width where label.isBlack(column: column, row: number - top) {
                row.setDot(left + column, isBlack: true)
            }
        } else {
            let (left, bottom) = (dots.width - middle - height / 2, (dots.height + width) / 2)
            for column in 0..<height
            where label.isBlack(column: bottom - 1 - number, row: column) {
                row.setDot(left + column, isBlack: true)
            }
        }
    }
}
