internal import Geometry
public import Picture

extension Frame {
    /// The lens that is all of the frame: its only visible layer, opaque, which fills the card
    /// pixel for pixel; nil for other frames.
    var soleLens: LensBitmaps? {
        var visible = layers.lazy.filter { $0.weight > 0 }.makeIterator()
        guard let layer = visible.next(), visible.next() == nil,
            case .lens(let lens) = layer.content, layer.content.isOpaque,
            lens.table.size == card.size, layer.box == cardBox, layer.weight == .max,
            layer.clip == nil, layer.colours == nil, layer.compositing == .normal
        else { return nil }
        return lens
    }

    /// How many pixels a lens must cover: at `whole` or more its relief is seen fully, at `least`
    /// or fewer not at all. Narrower ribs would make moiré.
    public static let reliefPixels = (whole: 3.0, least: 1.5)

    /// The bitmaps of the pictures under a lens sheet, and the table that says where each is seen.
    public struct LensBitmaps: Sendable, Equatable {
        public let table: LensTable
        /// The bitmaps of the table's pictures, in their order, all of one size. They have as many
        /// columns (for horizontal lenses: rows) as there are lenses, or as many as the box has
        /// pixels, or fewer to save memory.
        public let bitmaps: [Bitmap]

        /// At least one bitmap.
        public init(_ table: LensTable, _ bitmaps: [Bitmap]) {
            precondition(
                !bitmaps.isEmpty && bitmaps.count == table.pictures.count
                    && bitmaps.allSatisfy { $0.size == bitmaps[0].size },
                "each picture of a lens has a bitmap, all of one size")
            (self.table, self.bitmaps) = (table, bitmaps)
        }

        public static func == (one: LensBitmaps, other: LensBitmaps) -> Bool {
            one.bitmaps.elementsEqual(other.bitmaps) { $0 === $1 } && one.table == other.table
        }
    }
}
