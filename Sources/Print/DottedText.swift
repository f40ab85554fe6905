import Geometry
import Picture

/// Words in black dots.
struct DottedText: Sendable {
    private let bitmap: Bitmap

    /// Nil if the words cannot be drawn; `height` is the height of a line, in dots.
    init?(_ words: String, height: Double) {
        let caption = Caption(markup: Caption.escaped(words), lineHeight: height)
        guard let bitmap = caption.words() else { return nil }
        self.bitmap = bitmap
    }

    /// In dots.
    var size: PixelSize { bitmap.size }

    /// Whether a dot, counted from the top left of the words, is black.
    func isBlack(column: Int, row: Int) -> Bool {
        guard 0..<size.width ~= column, 0..<size.height ~= row else { return false }
        return bitmap[column, row] >> 24 > 127
    }
}

extension [UInt8] {
    /// Makes a dot of a row black or white.
    mutating func setDot(_ column: Int, isBlack: Bool) {
        for index in 3 * column..<3 * column + 3 { self[index] = isBlack ? 0 : 255 }
    }
}
