internal import Compositor
internal import Picture

/// Words drawn as panels, each drawn once for as long as it is shown.
struct WordPanels {
    private var drawn: [(caption: Caption, bitmap: Bitmap)] = []

    /// The words as pictures in their places, for a screen with `density` pixels to its unit.
    mutating func overlays(_ words: [Words], over frame: Frame, density: Double)
        -> [Frame.Overlay]
    {
        let lineHeight = Self.lineHeight(words, in: frame, density: density)
        let maximumWidth = frame.width - Int(lineHeight)
        let captions = words.map {
            Caption($0, lineHeight: lineHeight, maximumWidth: maximumWidth)
        }
        drawn = captions.compactMap { caption in
            drawn.first { $0.caption == caption }
                ?? caption.bitmap().map { (caption, $0) }
        }
        return zip(words, captions).compactMap { words, caption in
            let panel = drawn.first { $0.caption == caption }
            return panel.map { place($0.bitmap, words.place, in: frame, margin: lineHeight) }
        }
    }

    /// A thirtieth of the picture, at least what can be read; a 45th where that is large, so that a wall
    /// can be read from as far as it is seen. Less where else the lines have no room.
    private static func lineHeight(_ words: [Words], in frame: Frame, density: Double) -> Double {
        let height = Double(frame.height) / density
        let wanted = min(max(24, height / 45), max(15, height / 30)) * density
        let lines = words.map(\.lines.count).max() ?? 1
        // Spacing, padding and margins take another quarter and four lines.
        let room = Double(frame.height) / (1.25 * Double(lines) + 4)
        return max(6, min(wanted, room)).rounded()
    }

    private func place(_ bitmap: Bitmap, _ place: Words.Place, in frame: Frame, margin: Double)
        -> Frame.Overlay
    {
        switch place {
        case .bottom:
            Frame.Overlay(
                bitmap, x: max(0, (frame.width - bitmap.width) / 2),
                y: max(0, frame.height - bitmap.height - Int(1.5 * margin)))
        case .corner:
            Frame.Overlay(
                bitmap, x: max(0, min(Int(margin), frame.width - bitmap.width)), y: Int(margin))
        }
    }
}

extension Caption {
    init(_ words: Words, lineHeight: Double, maximumWidth: Int) {
        let lines = words.lines.map { line in
            let text = Caption.escaped(line.text)
            return line.term.isEmpty
                ? text : "<span alpha=\"65%\">\(Caption.escaped(line.term))</span>\t\(text)"
        }
        self.init(
            markup: lines.joined(separator: "\n"), lineHeight: lineHeight,
            maximumWidth: maximumWidth)
    }
}
