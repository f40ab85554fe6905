import Geometry
import LensOptics
import Picture
import Platform
import Print
import TOML

/// A sheet that was taken apart, as a card in a temporary folder; deinit removes it.
struct ViewedCard: ~Copyable {
    let path: String
    private let folder: NewFolder

    /// Writes the card; it is called `name`, and seen from a distance in millimetres.
    init(_ sheet: DeinterlacedSheet, name: String, distance: Double) throws {
        let parent = environmentVariable("TMPDIR") ?? "/tmp"
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        let path = "\(parent)/lenticule-\(number)"
        let pictures = (0..<sheet.lens.pictureCount).map { "\($0).png" }
        folder = try NewFolder(path) { folder in
            for (number, name) in pictures.enumerated() {
                let bytes = try sheet.picture(number).png()
                try folder.write(name) { file throws(FileError) in try file.write(bytes) }
            }
            let text = Self.text(sheet, pictures, name: name, distance: distance)
            try folder.write("card.toml") { file throws(FileError) in try file.write(text) }
        }
        self.path = path
    }

    private static func text(
        _ sheet: DeinterlacedSheet, _ names: [String], name: String, distance: Double
    ) -> String {
        let (lens, size) = (sheet.lens, sheet.sizeOnPaper)
        // Points, of which only the proportions matter.
        let scale = 1200 / max(size.width, size.height)
        // Rounded down, because rounding up would make the width larger than that of its lenses.
        let width = (size.width * 1e6).rounded(.down) / 1e6
        return """
            format = 2
            name = \(name.printable.quotedForTOML)
            size = [\(max(1, size.width * scale)), \(max(1, size.height * scale))]
            [lens]
            pictures = [\(names.map(\.quotedForTOML).joined(separator: ", "))]
            lenses-per-inch = \(lens.lensSheet.lensesPerInch)
            thickness = \(lens.lensSheet.thickness)
            index = \(lens.lensSheet.refractiveIndex)
            axis = "\(lens.axis.rawValue)"
            slant = \(lens.slant * 180 / .pi)
            width = \(width)
            distance = \(distance.isFinite ? "\(distance)" : "\"infinite\"")

            """
    }
}
