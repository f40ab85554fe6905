import Geometry
import Glibc
import LensOptics
import Picture
import Testing

@testable import Print

@Suite struct InterlacedSheetTests {
    private static let lensSheet = LensSheet(lensesPerInch: 60, thickness: 0.457)

    private func design(
        _ count: Int, _ axis: Lens.Axis = .vertical, order: Lens.Order = .normal,
        slant: Double = 0, distance: Double = .infinity, dots: Double = 2400,
        size: Size = Size(width: 60, height: 40)
    ) -> SheetDesign {
        let lens = Lens(
            Self.lensSheet, pictureCount: count, axis: axis, slant: slant * .pi / 180, order: order)
        return SheetDesign(lens, distance: distance, dotsPerInch: dots, sizeOnPaper: size)
    }

    private func sheet(_ design: SheetDesign, _ bitmaps: [Bitmap]) -> InterlacedSheet {
        var pictures = LensPictures(design)
        for bitmap in bitmaps { pictures.append(bitmap) }
        return InterlacedSheet(design, pictures)
    }

    /// Which flat colour lies where a ray ends that an eye sends through a lens's middle: the law of
    /// refraction with vectors, without the formulas of `LensSheet`. `tilt` and places are along the
    /// axis across upright or level lenses.
    private func seen(
        _ design: SheetDesign, row: [UInt8], lens: Double, tilt: Double, distance: Double
    ) -> UInt32 {
        // The ray goes towards the sheet: z is the depth.
        let angle = tilt + (distance.isFinite ? atan(lens / distance) : 0)
        let inside = sin(angle) / design.lens.lensSheet.refractiveIndex
        let depth = (1 - inside * inside).squareRoot()
        let place = lens + design.lens.lensSheet.thickness * inside / depth
        let count = row.count / 3
        let dot = Int((place / (25.4 / design.dotsPerInch) + Double(count) / 2).rounded(.down))
        guard 0..<count ~= dot else { return 0 }
        return row.dot(dot)
    }

    /// The middles of the lenses that begin at the sheet's edge.
    private func lenses(_ design: SheetDesign, _ length: Double) -> [Double] {
        stride(
            from: -length / 2 + design.lens.lensSheet.pitch / 2, to: length / 2,
            by: design.lens.lensSheet.pitch
        )
        .map { $0 }
    }

    @Test(
        arguments: [
            (Double.infinity, Double.infinity), (300, 300), (120, 120), (1000, 1000),
        ], [Lens.Order.normal, .reversed])
    func `through real lenses all of a sheet shows the picture that the optics name`(
        _ distances: (Double, Double), _ order: Lens.Order
    ) {
        let design = design(5, order: order, distance: distances.0)
        let sheet = sheet(design, Painted.flat(5, PixelSize(width: 60, height: 40)))
        let row = sheet.row(100)
        let borders = design.lens.changeAngles
        for degrees in stride(from: -40.0, through: 40, by: 1.3) {
            let tilt = degrees * .pi / 180
            // Near a change the dots decide; a dot is a fortieth of a lens.
            guard borders.allSatisfy({ abs($0 - tilt) > 0.06 }) else { continue }
            let picture = design.lens.picture(atPhase: design.lens.phase(atAngle: tilt))
            let wrong = lenses(design, 60).filter { lens in
                abs(lens) < 29
                    && seen(design, row: row, lens: lens, tilt: tilt, distance: distances.1)
                        != Painted.colours[picture]
            }
            #expect(wrong.isEmpty, "\(degrees)°, \(wrong.count) lenses")
        }
    }

    @Test func `a print for an eye far away shows several pictures to one that is near`() {
        let design = design(5)
        let row = sheet(design, Painted.flat(5, PixelSize(width: 60, height: 40))).row(0)
        let view = LensView(design.lens, distance: 150)
        var colours: Set<UInt32> = []
        for lens in lenses(design, 60) where abs(lens) < 29 {
            let phase = view.lens.phase(atAngle: view.angle(across: lens))
            let border = (phase * 5).rounded() / 5
            guard abs(phase - border) > 0.03 else { continue }
            let colour = seen(design, row: row, lens: lens, tilt: 0, distance: 150)
            #expect(colour == Painted.colours[design.lens.picture(atPhase: phase)])
            colours.insert(colour)
        }
        #expect(colours.count >= 3)
    }

    @Test func `level lenses are upright ones turned`() {
        let upright = design(4, dots: 600, size: Size(width: 30, height: 30))
        let level = design(4, .horizontal, dots: 600, size: Size(width: 30, height: 30))
        let size = PixelSize(width: 50, height: 50)
        let bitmaps = Painted.smooth(4, size)
        let turned = bitmaps.map { (bitmap: Bitmap) -> Bitmap in
            Bitmap(
                width: 50, height: 50,
                pixels: (0..<2500).map { bitmap[$0 / 50, $0 % 50] })
        }
        let (one, other) = (sheet(upright, bitmaps), sheet(level, turned))
        let rows = (0..<upright.dots.height).map(one.row)
        for number in stride(from: 0, to: level.dots.height, by: 37) {
            let row = other.row(number)
            let column = (0..<level.dots.width).map { rows[$0].dot(number) }
            #expect((0..<level.dots.width).map(row.dot) == column)
        }
    }

    @Test(arguments: [-20.0, 5, 30])
    func `slanted lenses shift the strips from row to row`(_ slant: Double) {
        let design = design(6, slant: slant, dots: 1200)
        let sheet = sheet(design, Painted.flat(6, PixelSize(width: 60, height: 40)))
        let view = LensView(design.lens)
        let (width, height) = (Double(design.dots.width), Double(design.dots.height))
        let dot = 25.4 / 1200
        var checked = 0
        for number in stride(from: 0, to: design.dots.height, by: 113) {
            let row = sheet.row(number)
            for column in stride(from: 0, to: design.dots.width, by: 7) {
                let across = view.across(
                    x: (Double(column) + 0.5 - width / 2) * dot,
                    y: (Double(number) + 0.5 - height / 2) * dot)
                let radians = slant * .pi / 180
                let edge = (cos(radians) * width + abs(sin(radians)) * height) * dot / 2
                let lenses = (across + edge) / design.lens.lensSheet.pitch
                let strip = (lenses - lenses.rounded(.down)) * 6
                guard abs(strip - strip.rounded()) > 1e-6 else { continue }
                checked += 1
                #expect(row.dot(column) == Painted.colours[Int(strip)])
            }
        }
        #expect(checked > 5000)
    }

    @Test func `a lens has the mean of its width in a picture`() {
        // Four pixels a lens: black, black, white, grey.
        let pitch = Self.lensSheet.pitch
        let design = design(1, dots: 600, size: Size(width: 20 * pitch, height: 5))
        let levels: [UInt32] = [0xFF00_0000, 0xFF00_0000, 0xFFFF_FFFF, 0xFF80_8080]
        let pixels = (0..<80).map { levels[$0 % 4] }
        let bitmap = Bitmap(width: 80, height: 1, pixels: pixels)
        let row = sheet(design, [bitmap]).row(3)
        #expect(row.allSatisfy { abs(Int($0) - 96) <= 1 })
    }

    @Test func `the sheet has the size on paper that was asked for`() {
        let design = SheetDesign(
            Lens(Self.lensSheet, pictureCount: 3), dotsPerInch: 1200,
            sizeOnPaper: Size(width: 210, height: 297))
        #expect(design.dots == PixelSize(width: 9921, height: 14031))
        #expect(abs(design.dotsPerLens - 20) < 1e-9)
        #expect(abs(design.dotsPerStrip - 20.0 / 3) < 1e-9)
        var near = design
        near.distance = 300
        #expect(abs(25.4 / near.printPitch - 59.94) < 0.005)
        var framed = design
        framed.margin = 10
        #expect(framed.dots == PixelSize(width: 10_866, height: 14_976))
    }

    @Test(arguments: [Lens.Axis.vertical, .horizontal])
    func `the margin has a line under the middle of every lens`(_ axis: Lens.Axis) {
        var design = design(2, axis, dots: 1200)
        let pitch = Self.lensSheet.pitch
        design.margin = 19 * pitch
        var pictures = LensPictures(design)
        for bitmap in Painted.flat(2, PixelSize(width: 60, height: 40)) { pictures.append(bitmap) }
        let sheet = InterlacedSheet(
            design, pictures, marks: SheetMarks(design, label: "60 lpi"))
        let hasUprightLenses = axis == .vertical
        let rows = hasUprightLenses ? [sheet.row(design.dots.height / 2)] : (0..<400).map(sheet.row)
        let middle = design.dots.width / 2
        // The first lenses, which lie in the margin.
        let line = (0..<300).map { hasUprightLenses ? rows[0][3 * $0] : rows[$0][3 * middle] }
        for (dot, level) in line.enumerated() {
            let lens = (Double(dot) + 0.5) * 25.4 / 1200 / pitch
            let distance = abs(lens - lens.rounded(.down) - 0.5)
            guard abs(distance - 0.125) > 0.03 else { continue }
            #expect(level == (distance < 0.125 ? 0 : 255))
        }
        // Words in the other margin.
        let inked =
            hasUprightLenses
            ? (design.dots.height - 300..<design.dots.height).contains { number in
                let row = sheet.row(number)
                return (middle - 100..<middle + 100).contains { row[3 * $0] == 0 }
            }
            : (design.dots.height / 2 - 100..<design.dots.height / 2 + 100).contains { number in
                let row = sheet.row(number)
                return (design.dots.width - 300..<design.dots.width).contains { row[3 * $0] == 0 }
            }
        #expect(inked)
    }
}
