public import Geometry

/// Where the lines and clusters of a text lie. Lengths are points, from the top left of the text's box;
/// the width of the box is that of its `TextDescription`, or that of the longest line.
public struct TextLayout: Sendable, Equatable {
    /// The width of the longest line, and the height of all.
    public var size: Size
    /// The box around all that is painted; it may be larger than `size`.
    public var paintedRect: Rect
    public var lines: [Line]
    /// In the order in which they are seen: line by line, each from the left.
    public var clusters: [Cluster]
    /// Whether some glyphs have colours of their own.
    public var hasOwnColours: Bool
    /// The families that the machine does not have, and those that stand in for them.
    public var substitutes: [Substitute]

    public init(
        size: Size, paintedRect: Rect, lines: [Line] = [], clusters: [Cluster] = [],
        hasOwnColours: Bool = false, substitutes: [Substitute] = []
    ) {
        (self.size, self.paintedRect, self.lines) = (size, paintedRect, lines)
        (self.clusters, self.hasOwnColours) = (clusters, hasOwnColours)
        self.substitutes = substitutes
    }

    public struct Line: Sendable, Equatable {
        public var rect: Rect
        /// Its distance from the top.
        public var baseline: Double

        public init(rect: Rect, baseline: Double) { (self.rect, self.baseline) = (rect, baseline) }
    }

    /// What a reader takes for one character, or several that the font draws as one glyph.
    public struct Cluster: Sendable, Equatable {
        /// Without the overhang of its glyphs.
        public var rect: Rect
        /// The box around its glyphs.
        public var paintedRect: Rect
        /// The indices of its line, of its word in the text, and of its span.
        public var line, word, span: Int
        /// Its bytes in the UTF-8 of the text.
        public var bytes: Range<Int>
        /// Whether a font has glyphs for it.
        public var hasGlyphs: Bool

        public init(
            rect: Rect, paintedRect: Rect, line: Int, word: Int, span: Int, bytes: Range<Int>,
            hasGlyphs: Bool
        ) {
            (self.rect, self.paintedRect) = (rect, paintedRect)
            (self.line, self.word, self.span) = (line, word, span)
            (self.bytes, self.hasGlyphs) = (bytes, hasGlyphs)
        }
    }

    public struct Substitute: Sendable, Hashable {
        public var wanted, found: String

        public init(wanted: String, found: String) { (self.wanted, self.found) = (wanted, found) }
    }

    /// What bitmaps show of it, from the lowest to the topmost.
    public func parts(of text: TextDescription) -> [TextPart] {
        let brushes = Set(text.spans.map(\.brush)).sorted()
        return brushes.map { .brush($0) } + (hasOwnColours ? [.ownColours] : [])
    }
}
