import Geometry
import LensOptics
import Testing

@testable import Print

@Suite struct PitchTestTests {
    @Test(arguments: [Lens.Axis.vertical, .horizontal], [Double.infinity, 300])
    func `each band has the pitch of its number`(_ axis: Lens.Axis, _ distance: Double) {
        let lens = Lens(
            LensSheet(lensesPerInch: 60, thickness: 0.457), pictureCount: 2, axis: axis)
        let design = SheetDesign(
            lens, distance: distance, dotsPerInch: 1200, sizeOnPaper: Size(width: 80, height: 80))
        let test = PitchTest(design, width: 80, range: 0.02, label: "sheet")
        #expect(test.lensesPerInch.count == 21)
        #expect(abs(test.lensesPerInch[0] - 58.8) < 1e-9 && test.lensesPerInch[10] == 60)
        let hasUprightLenses = axis == .vertical
        let (across, along) =
            hasUprightLenses
            ? (test.dots.width, test.dots.height) : (test.dots.height, test.dots.width)
        let band = Double(along) / (21 + 6.4 / 6)
        let rows = hasUprightLenses ? [] : (0..<across).map(test.row)
        for (number, lenses) in test.lensesPerInch.enumerated() {
            let place = along - Int((21 - Double(number) - 0.5) * band)
            let line: [UInt8] =
                if hasUprightLenses {
                    test.row(place)
                } else {
                    rows.flatMap { row in
                        Array(row[3 * (along - 1 - place)..<3 * (along - place)])
                    }
                }
            // Without the label.
            let dots = stride(from: 3 * 700, to: line.count, by: 3).map { line[$0] == 0 }
            let begins = dots.indices.dropFirst().filter { dots[$0] && !dots[$0 - 1] }
            let inches = Double(begins[begins.count - 1] - begins[0]) / 1200
            let found = Double(begins.count - 1) / inches
            let factor = distance.isFinite ? 1 + 0.457 / (1.56 * distance) : 1
            // A dot at each end.
            #expect(abs(found * factor - lenses) < 0.03, "\(lenses)")
            let black = dots.filter { $0 }.count
            #expect(abs(Double(black) / Double(dots.count) - 0.5) < 0.02)
        }
    }

    @Test(arguments: [
        (59.94, 2, "59.94"), (60, 2, "60.00"), (9.999, 2, "10.00"), (40.049, 2, "40.05"),
        (59.994, 3, "59.994"), (1.0001, 4, "1.0001"),
    ])
    func `a number has its decimals`(_ number: Double, _ decimals: Int, _ text: String) {
        #expect(PitchTest.text(number, decimals: decimals) == text)
    }

    @Test(arguments: [(1000.0, 0.001), (60, 0.001), (1.5, 0.01), (10, 0.001), (1, 0.001)])
    func `neighbouring bands have different numbers`(_ lenses: Double, _ range: Double) {
        let lensSheet = LensSheet(lensesPerInch: lenses, thickness: 1)
        let design = SheetDesign(
            Lens(lensSheet, pictureCount: 2), dotsPerInch: 600,
            sizeOnPaper: Size(width: 80, height: 80))
        let test = PitchTest(design, width: 80, range: range, label: "sheet")
        #expect(Set(PitchTest.texts(test.lensesPerInch)).count == test.lensesPerInch.count)
    }
}
