import Geometry
import LensOptics
import Motion
import Print

/// What a printed sheet is and shows, for people and for programs.
///
/// Lengths are millimetres, angles degrees, shares from 0 to 1; JSON leaves out a value that is
/// nil.
struct PrintReport: Encodable {
    let lensesPerInch, thickness, refractiveIndex, pitch: Double
    let lensAxis: String
    let slant: Double
    let pictures: Int
    /// Nil: the eye is infinitely far away.
    let viewingDistance: Double?
    let printPitch, printLensesPerInch: Double
    let viewingZone: Double
    let changeAngles: [Double]
    let dotsPerInch, dotsPerLens, dotsPerPicture: Double
    /// How many pictures have no dot under a lens, on average.
    let picturesLost: Double
    /// The number of lenses beside each other, which is also the number of details that a picture
    /// keeps across them.
    let lenses: Int
    let width, height, sheetWidth, sheetHeight: Double
    let dots: [Int]
    let margin: Double
    let degreesPerMillimetre, turnOfOnePicture: Double
    let quality: [PictureQuality]

    struct PictureQuality: Encodable {
        let picture: Int
        let from, to: Double?
        let withoutDot: Double
        /// These two and the three uniformities are nil if the picture's middle is never seen.
        let crossTalk, misalignment: Double?
        let uniformity, uniformityAtHalfDistance, uniformityFarAway: Double?
    }

    init(_ design: SheetDesign) {
        let (lens, lensSheet) = (design.lens, design.lens.lensSheet)
        (lensesPerInch, thickness) = (lensSheet.lensesPerInch, lensSheet.thickness)
        (refractiveIndex, pitch) = (lensSheet.refractiveIndex, lensSheet.pitch)
        (lensAxis, slant) = (lens.axis.rawValue, degrees(lens.slant))
        pictures = lens.pictureCount
        viewingDistance = design.distance.isFinite ? design.distance : nil
        (printPitch, printLensesPerInch) = (design.printPitch, 25.4 / design.printPitch)
        viewingZone = degrees(lensSheet.viewingZone)
        changeAngles = lens.changeAngles.map(degrees)
        dotsPerInch = design.dotsPerInch
        (dotsPerLens, dotsPerPicture) = (design.dotsPerLens, design.dotsPerStrip)
        let across = design.hasUprightLenses ? design.sizeOnPaper.width : design.sizeOnPaper.height
        lenses = max(1, Int((across / lensSheet.pitch).rounded()))
        (width, height) = (design.sizeOnPaper.width, design.sizeOnPaper.height)
        dots = [design.dots.width, design.dots.height]
        (sheetWidth, sheetHeight) = (
            Double(dots[0]) * design.dotWidth, Double(dots[1]) * design.dotWidth
        )
        margin = design.margin
        let quality = SheetQuality(design)
        degreesPerMillimetre = degrees(quality.anglePerMillimetre)
        turnOfOnePicture = degrees(quality.rotationByOneStrip)
        picturesLost = quality.pictures.reduce(0) { $0 + $1.withoutDot }
        self.quality = quality.pictures.enumerated().map { PictureQuality($0, $1) }
    }
}

extension PrintReport.PictureQuality {
    fileprivate init(_ number: Int, _ quality: SheetQuality.PictureQuality) {
        picture = number + 1
        (from, to) = (quality.from.map(degrees), quality.to.map(degrees))
        withoutDot = quality.withoutDot
        let atMiddle = quality.atMiddle
        (crossTalk, misalignment) = (atMiddle?.crossTalk, atMiddle.map { degrees($0.misalignment) })
        uniformity = atMiddle?.uniformity
        uniformityAtHalfDistance = atMiddle?.uniformityAtHalfDistance
        uniformityFarAway = atMiddle?.uniformityFarAway
    }

    fileprivate var uniformText: String {
        guard let uniformity, let uniformityAtHalfDistance, let uniformityFarAway else {
            return "hidden"
        }
        return "\(percent(uniformity)); half as far \(percent(uniformityAtHalfDistance)), "
            + "far away \(percent(uniformityFarAway))"
    }
}

// As text.
extension PrintReport {
    /// The lines that `print` writes for every sheet.
    var lines: [String] {
        let direction = lensAxis == "vertical" ? "from top to bottom" : "from side to side"
        let slanted = slant == 0 ? "" : ", turned by \(brief(slant))°"
        let eye = viewingDistance.map { "an eye at \(brief($0)) mm" } ?? "an eye far away"
        let changes = changeAngles.map { oneDecimal($0) }.joined(separator: ", ")
        let edges =
            margin > 0 ? "; with margins of \(twoDecimals(margin)) mm to cut off" : ""
        return [
            "lenses   \(brief(lensesPerInch)) per inch, \(brief(thickness)) mm thick, index "
                + "\(brief(refractiveIndex)); they run \(direction)\(slanted)",
            "pitch    \(fourDecimals(pitch)) mm, printed \(fourDecimals(printPitch)) mm (\(brief(printLensesPerInch)) "
                + "per inch) for \(eye)",
            "zone     \(oneDecimal(viewingZone))°, then the \(pictures) pictures begin again",
            "changes  at \(changes)°",
            "dots     \(twoDecimals(dotsPerLens)) a lens, \(twoDecimals(dotsPerPicture)) a picture",
            "lost     \(lostText)",
            "paper    \(twoDecimals(width)) x \(twoDecimals(height)) mm\(edges): \(twoDecimals(sheetWidth)) x "
                + "\(twoDecimals(sheetHeight)) mm, \(dots[0]) x \(dots[1]) dots at \(brief(dotsPerInch)) an inch",
        ]
    }

    private var lostText: String {
        let detail = "across the lenses all detail finer than one of the \(lenses) lenses"
        guard picturesLost >= 0.005 else { return detail }
        return
            "\(twoDecimals(picturesLost)) of \(pictures) pictures under a lens, which fall between two "
            + "dots; \(detail)"
    }

    /// The measures of quality that ISO 20793 names.
    var qualityLines: [String] {
        let head = ["picture", "from", "to", "cross-talk", "misaligned", "no dot", "uniform"]
        func shown(_ text: String?) -> String { text ?? "hidden" }
        let rows = quality.map { quality in
            [
                "\(quality.picture)", shown(quality.from.map { "\(oneDecimal($0))°" }),
                shown(quality.to.map { "\(oneDecimal($0))°" }),
                shown(quality.crossTalk.map(percent)),
                shown(quality.misalignment.map { "\(twoDecimals($0))°" }),
                percent(quality.withoutDot),
                quality.uniformText,
            ]
        }
        return [
            "",
            "a lens sheet that lies 0.1 mm beside its place shows \(besideText); turned by "
                + "\(brief(turnOfOnePicture))° it shows two neighbouring pictures at once",
            "",
        ] + table([head] + rows)
    }

    private var besideText: String {
        let lensSheet = LensSheet(
            lensesPerInch: lensesPerInch, thickness: thickness, refractiveIndex: refractiveIndex)
        guard let angle = lensSheet.angle(atPlace: 0.1) else {
            return "nothing of what is printed for angles near 0"
        }
        return "angles \(oneDecimal(degrees(angle)))° off"
    }

    private func table(_ rows: [[String]]) -> [String] {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).enumerated().map { column, cell in
                column == row.count - 1 ? cell.0 : cell.0.aligned(to: cell.1)
            }.joined(separator: "  ")
        }
    }
}

private func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
private func oneDecimal(_ value: Double) -> String { value.rounded(toAtMost: 1) }
private func twoDecimals(_ value: Double) -> String { value.rounded(toAtMost: 2) }
private func fourDecimals(_ value: Double) -> String { value.rounded(toAtMost: 4) }
private func percent(_ share: Double) -> String { "\(oneDecimal(100 * share)) %" }
