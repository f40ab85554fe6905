internal import CPango
public import Picture
internal import Platform

/// Converts pictures to terminal text, two pixels to a cell. In colours a cell is a lower half
/// block: its foreground is the lower pixel, its background the upper one.
public struct HalfBlockPainter {
    private let colours: TerminalColours
    private var shown: [Cell] = []
    private var width = 0
    private var hud: [HUDText] = []

    public init(colours: TerminalColours = .colours) { self.colours = colours }

    /// Marks the screen's contents as unknown, so that the next frame is drawn completely.
    public mutating func forget() { shown = [] }

    /// The text that changes the screen's contents to `bitmap` with the HUD. Of text at the
    /// bottom, the last line is below the picture and the others are over it; text in the corner
    /// are over it.
    public mutating func paint(_ bitmap: Bitmap, hud: [HUDText]) -> String {
        let cells = Self.cells(bitmap)
        var text = "\u{1B}[?2026h"  // Synchronized output, if supported.
        if shown.count != cells.count || width != bitmap.width || hud != self.hud {
            text += "\u{1B}[0m\u{1B}[2J"
            shown = []
        }
        for row in 0..<cells.count / bitmap.width {
            let range = row * bitmap.width..<(row + 1) * bitmap.width
            guard shown.isEmpty || shown[range] != cells[range] else { continue }
            text += "\u{1B}[\(row + 1);1H" + colours.row(cells[range])
        }
        text += Self.text(of: hud, lastRow: cells.count / bitmap.width + 1, width: bitmap.width)
        (shown, width, self.hud) = (cells, bitmap.width, hud)
        return text + "\u{1B}[?2026l"
    }

    /// One picture as lines of text, for output that is not a terminal.
    public static func lines(_ bitmap: Bitmap, colours: TerminalColours = .colours) -> String {
        let cells = cells(bitmap)
        return (0..<cells.count / bitmap.width).map { row in
            colours.row(cells[row * bitmap.width..<(row + 1) * bitmap.width]) + "\n"
        }.joined()
    }

    private static func cells(_ bitmap: Bitmap) -> [Cell] {
        (0..<bitmap.height / 2).flatMap { row in
            (0..<bitmap.width).map { x in
                Cell(upper: bitmap[x, 2 * row], lower: bitmap[x, 2 * row + 1])
            }
        }
    }

    private static func text(of hud: [HUDText], lastRow: Int, width: Int) -> String {
        hud.map { panel in
            // A line has a blank on both sides, at the top left also two columns before it.
            let room = width - (panel.position == .topLeft ? 4 : 2)
            let all = panel.lines.flatMap { $0.lines(width: room) }
            // A low screen shows the last lines: in the help these are the keys.
            let lines = all.suffix(lastRow - (panel.position == .topLeft ? 1 : 0))
            let first = panel.position == .topLeft ? 2 : max(1, lastRow - lines.count + 1)
            return lines.enumerated().map { index, line in
                let free = width - line.unicodeScalars.columns
                let column = panel.position == .topLeft ? 3 : max(1, free / 2)
                return "\u{1B}[\(first + index);\(column)H\u{1B}[0m \(line) "
            }.joined()
        }.joined()
    }
}

/// Two pixels, one above the other.
private struct Cell: Equatable {
    var upper: UInt32
    var lower: UInt32

    /// From 0 to 1, with the weights of BT.709.
    var brightness: Double { (Self.brightness(upper) + Self.brightness(lower)) / 2 }

    private static func brightness(_ pixel: UInt32) -> Double {
        let (red, green, blue) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
        return (0.2126 * Double(red) + 0.7152 * Double(green) + 0.0722 * Double(blue)) / 255
    }
}

extension TerminalColours {
    private static let ramp = Array(" .:-=+*#%@")

    fileprivate func row(_ cells: ArraySlice<Cell>) -> String {
        switch self {
        case .colours: Self.colouredRow(cells)
        case .shades:
            String(
                cells.map {
                    Self.ramp[Int(saturating: $0.brightness * Double(Self.ramp.count - 1))]
                })
        }
    }

    private static func colouredRow(_ cells: ArraySlice<Cell>) -> String {
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

    private static func colour(_ code: Int, _ pixel: UInt32) -> String {
        "\u{1B}[\(code);2;\(pixel >> 16 & 255);\(pixel >> 8 & 255);\(pixel & 255)m"
    }
}

extension HUDText.Line {
    /// The lines for a terminal of `width` columns, broken between words; a word that is longer
    /// than a line is broken too.
    fileprivate func lines(width: Int) -> [String] {
        let all = [term, text].filter { !$0.isEmpty }.joined(separator: "  ").printable
        var (lines, remaining) = ([String](), Substring(all))
        while remaining.unicodeScalars.columns > width, width > 0 {
            var columns = 0
            let fitting = remaining.prefix {
                columns += $0.unicodeScalars.columns
                return columns <= width
            }
            let count = max(1, fitting.count)
            let end =
                remaining.prefix(count + 1).lastIndex(of: " ")
                ?? remaining.index(remaining.startIndex, offsetBy: count)
            lines.append(String(remaining[..<end]))
            remaining = remaining[end...].drop { $0 == " " }
        }
        return lines + [String(remaining)]
    }
}

extension Sequence<Unicode.Scalar> {
    /// How many columns of a terminal they take.
    var columns: Int {
        reduce(0) { sum, scalar in
            let isWide = g_unichar_iswide(scalar.value) != 0
            return sum + (isWide ? 2 : g_unichar_iszerowidth(scalar.value) != 0 ? 0 : 1)
        }
    }
}
