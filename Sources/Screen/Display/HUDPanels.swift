internal import Compositor
internal import Geometry
internal import Picture
internal import Platform

/// Draws the texts of the HUD as panels; each panel is drawn once and kept while it is shown.
struct HUDPanels {
    private var drawn = CaptionCache()

    /// The panels in their places, for a screen with `density` pixels per unit of the desktop.
    mutating func overlays(_ texts: [HUDText], over frame: Frame, density: Double)
        -> [Frame.Overlay]
    {
        let lineHeight = Self.lineHeight(texts, in: frame, density: density)
        let maximumWidth = frame.size.width - Int(saturating: lineHeight)
        let captions = texts.map {
            Caption(
                $0, lineHeight: $0.isSmall ? Self.small(lineHeight) : lineHeight,
                maximumWidth: maximumWidth)
        }
        drawn.show(captions)
        return zip(texts, captions).compactMap { text, caption in
            drawn[caption].map { place($0, text.position, in: frame, margin: lineHeight) }
        }
    }

    /// Pixels: a thirtieth of the screen's height, but 15 to 24 of the desktop's units; a 45th of a
    /// large screen, which is seen from a distance. Less if the lines would not fit.
    static func lineHeight(_ texts: [HUDText] = [], in frame: Frame, density: Double) -> Double {
        let height = Double(frame.size.height) / density
        let wanted = min(max(24, height / 45), max(15, height / 30)) * density
        let lines = texts.map(\.lines.count).max() ?? 1
        // Spacing takes a quarter of each line; padding and margins are four lines high.
        let room = Double(frame.size.height) / (1.25 * Double(lines) + 4)
        return max(6, min(wanted, room)).rounded()
    }

    /// The line height of small texts beside those of this line height.
    static func small(_ lineHeight: Double) -> Double { max(6, (0.7 * lineHeight).rounded()) }

    /// Twice the column in the middle of the card, where a panel stands beside it; else of the screen.
    private func middle(of frame: Frame) -> Int {
        let ofCard = 2 * frame.card.x + frame.card.width
        return abs(ofCard - frame.size.width) > 1 ? ofCard : frame.size.width
    }

    private func place(
        _ bitmap: Bitmap, _ position: HUDText.Position, in frame: Frame, margin: Double
    ) -> Frame.Overlay {
        switch position {
        case .bottom:
            Frame.Overlay(
                bitmap, x: max(0, (middle(of: frame) - bitmap.width) / 2),
                y: max(0, frame.size.height - bitmap.height - Int(saturating: 1.5 * margin)))
        case .topLeft:
            Frame.Overlay(
                bitmap, x: max(0, min(Int(saturating: margin), frame.size.width - bitmap.width)),
                y: Int(saturating: margin))
        }
    }
}

extension Caption {
    init(_ text: HUDText, lineHeight: Double, maximumWidth: Int) {
        let lines = text.lines.map { line in
            let escaped = Caption.escaped(line.text)
            return line.term.isEmpty
                ? escaped : "<span alpha=\"65%\">\(Caption.escaped(line.term))</span>\t\(escaped)"
        }
        self.init(
            markup: lines.joined(separator: "\n"), lineHeight: lineHeight,
            maximumWidth: maximumWidth)
    }
}
