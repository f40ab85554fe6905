internal import Compositor
internal import Picture

/// Words drawn as panels, each drawn once for as long as it is shown.
struct WordPanels {
    private var drawn: [(caption: Caption, bitmap: Bitmap)] = []

    /// The words as pictures in their places, for a screen with `density` pixels to its unit.
    mutating func overlays(_ words: [Words], over frame: Frame, density: Double)
        -> [Frame.Overlay]
    {
        let lineHeight = (min(24, max(15, Double(frame.height) / density / 30)) * density).rounded()
        let captions = words.map { Caption($0, lineHeight: lineHeight) }
        drawn = captions.compactMap { caption in
            drawn.first { $0.caption == caption }
                ?? caption.bitmap().map { (caption, $0) }
        }
        return zip(words, captions).compactMap { words, caption in
            let panel = drawn.first { $0.caption == caption }
            return panel.map { place($0.bitmap, words.place, in: frame, margin: lineHeight) }
        }
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
            Frame.Overlay(bitmap, x: Int(margin), y: Int(margin))
        }
    }
}

extension Caption {
    init(_ words: Words, lineHeight: Double) {
        let lines = words.lines.map { line in
            let text = Caption.escaped(line.text)
            return line.term.isEmpty
                ? text : "<span alpha=\"65%\">\(Caption.escaped(line.term))</span>\t\(text)"
        }
        self.init(markup: lines.joined(separator: "\n"), lineHeight: lineHeight)
    }
}
