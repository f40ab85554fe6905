/// A text, and how its lines are laid out. Lengths are points.
public struct TextDescription: Sendable, Hashable {
    /// In their order; together they are the text.
    public var spans: [Span]
    public var alignment: Alignment
    /// The distance of two baselines as a multiple of what the font has.
    public var lineSpacing: Double
    /// Where lines break at the latest; nil: only where the text has line ends.
    public var width: Double?

    public init(
        _ spans: [Span], alignment: Alignment = .start, lineSpacing: Double = 1,
        width: Double? = nil
    ) {
        (self.spans, self.alignment) = (spans, alignment)
        (self.lineSpacing, self.width) = (lineSpacing, width)
    }

    /// Where a line lies in the width: `start` and `end` are those of the text's direction.
    public enum Alignment: String, Sendable, CaseIterable {
        case start, centre, end, justify
    }

    /// A piece of the text with one font and one brush.
    public struct Span: Sendable, Hashable {
        public var text: String
        public var font: Font
        /// Which brush paints it: 0 is that of the text; others are those of spans.
        public var brush: Int

        public init(_ text: String, font: Font = Font(), brush: Int = 0) {
            (self.text, self.font, self.brush) = (text, font, brush)
        }
    }

    public struct Font: Sendable, Hashable {
        public var source: Source
        /// The font's size: of a line of text, about 1.2 times as much.
        public var size: Double
        /// 100 to 1000; 400 is regular and 700 bold.
        public var weight: Int
        public var isItalic: Bool
        /// What is added between two clusters.
        public var tracking: Double

        public init(
            _ source: Source = .family("sans-serif"), size: Double = 16, weight: Int = 400,
            isItalic: Bool = false, tracking: Double = 0
        ) {
            (self.source, self.size, self.weight) = (source, size, weight)
            (self.isItalic, self.tracking) = (isItalic, tracking)
        }

        public enum Source: Sendable, Hashable {
            /// A family of fonts of the machine.
            case family(String)
            /// The path of a font's file.
            case file(String)
        }
    }

    /// The largest number of characters, and of spans.
    public static let (mostCharacters, mostSpans) = (10_000, 1000)

    /// All of the text.
    public var text: String { spans.map(\.text).joined() }

    /// The files of its fonts, each once.
    public var fontFiles: [String] {
        var files: [String] = []
        for span in spans {
            guard case .file(let path) = span.font.source, !files.contains(path) else { continue }
            files.append(path)
        }
        return files
    }
}

/// What of a text one bitmap shows.
public enum TextPart: Sendable, Hashable {
    /// What a brush paints; see `TextDescription.Span.brush`.
    case brush(Int)
    /// The glyphs that have colours of their own, such as emoji.
    case ownColours
}
