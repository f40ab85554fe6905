public import Picture

/// Turns pictures to terminal text: a lower half block in each place, the foreground its lower
/// pixel and the background its upper one.
public struct HalfBlockPainter {
    private var shown: [Cell] = []
    private var width = 0
    private var words: [Words] = []

    /// Two pixels over each other.
    private struct Cell: Equatable {
        var upper: UInt32
        var lower: UInt32
    }

    public init() {}

    /// Forgets what is on the screen, so that all of it is painted anew.
    public mutating func forget() { shown = [] }

    /// The text that turns what is on the screen into `bitmap` with `words` under it.
    public mutating func paint(_ bitmap: Bitmap, words: [Words]) -> String {
        let cells = Self.cells(bitmap)
        var text = "\u{1B}[?2026h"  // Held back until complete, where the terminal can do that.
        if shown.count != cells.count || width != bitmap.width || words != self.words {
            text += "\u{1B}[0m\u{1B}[2J"
            shown = []
        }
        for row in 0..<cells.count / bitmap.width {
            let range = row * bitmap.width..<(row + 1) * bitmap.width
            guard shown.isEmpty || shown[range] != cells[range] else { continue }
            text += "\u{1B}[\(row + 1);1H" + Self.row(cells[range])
        }
        text += Self.text(of: words, lastRow: cells.count / bitmap.width + 1, width: bitmap.width)
        (shown, width, self.words) = (cells, bitmap.width, words)
        return text + "\u{1B}[?2026l"
    }

    /// One picture as lines of text, for output that is no terminal.
    public static func lines(_ bitmap: Bitmap) -> String {
        let cells = cells(bitmap)
        return (0..<cells.count / bitmap.width).map { row in
            self.row(cells[row * bitmap.width..<(row + 1) * bitmap.width]) + "\n"
        }.joined()
    }

    private static func cells(_ bitmap: Bitmap) -> [Cell] {
        (0..<bitmap.height / 2).flatMap { row in
            (0..<bitmap.width).map { x in
                Cell(upper: bitmap[x, 2 * row], lower: bitmap[x, 2 * row + 1])
            }
        }
    }

    private static func row(_ cells: ArraySlice<Cell>) -> String {
        var text = ""
        var last: Cell?
        for cell in cells {
            if cell.upper != last?.upper { text += colour(48, cell.upper) }
            if cell.lower != last?.lower { text += colour(38, cell.lower) }
            text += "▄"
            last = cell
        }
        return text + "\u{1B}[0m"
    }

    private static func colour(_ ground: Int, _ pixel: UInt32) -> String {
        "\u{1B}[\(ground);2;\(pixel >> 16 & 255);\(pixel >> 8 & 255);\(pixel & 255)m"
    }

    private static func text(of words: [Words], lastRow: Int, width: Int) -> String {
        words.map { words in
            let first = words.place == .corner ? 2 : lastRow
            return words.lines.enumerated().map { index, line in
                let text = [line.term, line.text].filter { !$0.isEmpty }.joined(separator: "  ")
                let column = words.place == .corner ? 3 : max(1, (width - text.count) / 2)
                return "\u{1B}[\(first + index);\(column)H\u{1B}[0m \(text.prefix(width)) "
            }.joined()
        }.joined()
    }
}
