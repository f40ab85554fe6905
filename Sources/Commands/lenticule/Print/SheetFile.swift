import Geometry
import LensOptics
import Picture
import Platform
import Print

enum SheetFile {
    /// Writes a sheet row by row; the name's ending decides the kind of file.
    static func write(
        to path: String, inputFiles: [String], size: PixelSize, dotsPerInch: Double,
        rowsAreAlike: Bool, row: (Int) -> [UInt8]
    ) throws {
        let description = RowFile.Description(
            size: size, dotsPerInch: dotsPerInch, rowsAreAlike: rowsAreAlike)
        var file = try RowFile(OutputFile(path, inputFiles: inputFiles), format(path), description)
        for number in 0..<size.height { try file.append(row(number)) }
        try file.finish()
    }

    private static func format(_ path: String) -> RowFile.Format {
        switch path.split(separator: ".").last?.lowercased() {
        case "tif", "tiff": .tiff
        case "pdf": .pdf
        default: .png
        }
    }
}

/// The limits of sheets that are printed or viewed.
enum SheetLimits {
    /// The most dots of a side; larger pictures cannot be decoded.
    private static let mostDots = 32_767
    /// The least dots under a lens.
    private static let leastDots = 2.0

    /// Throws if a lens covers fewer than `leastDots` dots, and for a sheet that is too large or
    /// too small. `moreLenses` are the options that give it more lenses, after the words "give
    /// more".
    static func check(
        _ design: SheetDesign, moreLenses: String = "--width or --lpi"
    ) throws(Failure) {
        let lenses = design.lens.lensSheet.lensesPerInch
        guard design.dotsPerLens >= leastDots else {
            throw Failure(
                .usage,
                "the printer's dots are too coarse for the lenses: \(brief(lenses)) per inch, of which each "
                    + "covers \(brief(design.dotsPerLens)) dots at \(brief(design.dotsPerInch)) dpi, and 2 are "
                    + "needed for two pictures; give more --dpi or less --lpi")
        }
        let across = design.hasUprightLenses ? design.sizeOnPaper.width : design.sizeOnPaper.height
        guard across >= 2 * design.lens.lensSheet.pitch else {
            throw Failure(
                .usage,
                "the sheet is \(brief(across)) mm across the lenses, less than two lenses of "
                    + "\(brief(design.lens.lensSheet.pitch)) mm; give more \(moreLenses)")
        }
        try check(design.dots)
    }

    /// Throws if a side has more than `mostDots`.
    static func check(_ dots: PixelSize) throws(Failure) {
        guard max(dots.width, dots.height) <= mostDots else {
            throw Failure(
                .usage,
                "the sheet has \(dots.width) x \(dots.height) dots, and at most \(mostDots) a side are "
                    + "written; give less --width or --dpi")
        }
    }
}
