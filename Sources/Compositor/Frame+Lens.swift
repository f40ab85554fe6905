internal import Geometry
public import Picture

extension Frame {
    /// What is seen through a lens, where that is all of the frame, opaque and a pixel for a pixel.
    var soleLens: LensPicture? {
        var visible = layers.lazy.filter { $0.weight > 0 }.makeIterator()
        guard let layer = visible.next(), visible.next() == nil,
            case .lens(let picture) = layer.content, layer.content.isOpaque,
            picture.table.size == card.size, layer.box == cardBox, layer.weight == .max,
            layer.clip == nil, layer.colours == nil, layer.combination == .normal
        else { return nil }
        return picture
    }

    /// The pixels that a lens covers so that its relief is seen as a whole, and below which nothing of
    /// it is seen: narrower ribs would make moiré.
    public static let reliefPixels = (whole: 3.0, least: 1.5)

    /// Pictures under a sheet of lenses.
    public struct LensPicture: Sendable {
        public let table: LensTable
        /// What the table's pictures look like, in their order, all of one size: of as many columns (of
        /// horizontal lenses rows) as there are lenses, or as many as pixels.
        public let bitmaps: [Bitmap]

        /// At least one bitmap.
        public init(_ table: LensTable, _ bitmaps: [Bitmap]) {
            precondition(
                !bitmaps.isEmpty && bitmaps.count == table.pictures.count
                    && bitmaps.allSatisfy { $0.size == bitmaps[0].size },
                "each picture of a lens has a bitmap, all of one size")
            (self.table, self.bitmaps) = (table, bitmaps)
        }

        func isSame(as other: LensPicture) -> Bool {
            bitmaps.count == other.bitmaps.count
                && zip(bitmaps, other.bitmaps).allSatisfy { $0 === $1 } && table == other.table
        }
    }
}
