import Geometry
public import Paint

/// What separates the fields of one record, the records, and a text from what is drawn of it: a text of a
/// card has none of them.
private let (fieldEnd, recordEnd, textEnd): (Character, Character, Character) =
    ("\u{1F}", "\u{1E}", "\u{1D}")

/// A text of which some clusters are drawn.
public struct DrawnText {
    public let text: TextDescription
    /// The first bytes of the clusters; nil: all are drawn.
    public let clusters: Set<Int>?

    public init(_ text: TextDescription, clusters: Set<Int>?) {
        (self.text, self.clusters) = (text, clusters)
    }

    /// A text from which it can be read again.
    public var encoded: String {
        let numbers = clusters.map { $0.sorted().map { "\($0)" }.joined(separator: ",") }
        return text.encoded + (numbers.map { "\(textEnd)\($0)" } ?? "")
    }

    /// Reads `encoded`; nil if it is not valid.
    public init?(encoded: String) {
        let parts = encoded.split(separator: textEnd, omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2,
            let text = TextDescription(encoded: String(first))
        else { return nil }
        self.init(
            text,
            clusters: parts.dropFirst().first.map { part in
                Set(part.split(separator: ",").compactMap { Int($0) })
            })
    }
}

// What a text is for another process.
extension TextDescription {
    /// A text from which it can be read again.
    public var encoded: String {
        let head = [width.map { "\($0)" } ?? "", alignment.rawValue, "\(lineSpacing)"]
        return ([head] + spans.map(\.fields)).map { $0.joined(separator: String(fieldEnd)) }
            .joined(separator: String(recordEnd))
    }

    /// Reads `encoded`; nil if it is not valid.
    public init?(encoded: String) {
        let records = encoded.split(separator: recordEnd, omittingEmptySubsequences: false)
            .map {
                $0.split(separator: fieldEnd, omittingEmptySubsequences: false).map(String.init)
            }
        guard let head = records.first, head.count == 3, records.count <= 1 + Self.mostSpans,
            let alignment = Alignment(rawValue: head[1]),
            let lineSpacing = Double(head[2]), (0.01...100).contains(lineSpacing)
        else { return nil }
        var width: Double?
        if !head[0].isEmpty {
            guard let number = Double(head[0]), (0...1e6).contains(number) else { return nil }
            width = number
        }
        let spans = records.dropFirst().compactMap { Span(fields: $0) }
        guard spans.count == records.count - 1,
            spans.reduce(0, { $0 + $1.text.unicodeScalars.count }) <= Self.mostCharacters
        else { return nil }
        self.init(spans, alignment: alignment, lineSpacing: lineSpacing, width: width)
    }
}

extension TextDescription.Span {
    fileprivate var fields: [String] {
        let (kind, name) =
            switch font.source {
            case .family(let name): ("family", name)
            case .file(let path): ("file", path)
            }
        return [
            kind, name, "\(font.size)", "\(font.weight)", font.isItalic ? "1" : "0",
            "\(font.tracking)", "\(brush)", text,
        ]
    }

    fileprivate init?(fields: [String]) {
        guard fields.count == 8, ["family", "file"].contains(fields[0]),
            let size = Double(fields[2]), (0.1...10_000).contains(size),
            let weight = Int(fields[3]), (1...1000).contains(weight),
            let tracking = Double(fields[5]), abs(tracking) <= 10_000,
            let brush = Int(fields[6]), (0...TextDescription.mostSpans).contains(brush)
        else { return nil }
        self.init(
            fields[7],
            font: TextDescription.Font(
                fields[0] == "file" ? .file(fields[1]) : .family(fields[1]), size: size,
                weight: weight, isItalic: fields[4] == "1", tracking: tracking),
            brush: brush)
    }
}

extension TextLayout {
    /// A text from which it can be read again.
    public var encoded: String {
        var records = [
            [size.width, size.height].numbers + paintedRect.numbers + [hasOwnColours ? "1" : "0"]
        ]
        records += substitutes.map { ["font", $0.wanted, $0.found] }
        records += lines.map { ["line"] + $0.rect.numbers + [$0.baseline].numbers }
        records += clusters.map { cluster in
            ["cluster"] + cluster.rect.numbers + cluster.paintedRect.numbers
                + [
                    cluster.line, cluster.word, cluster.span, cluster.bytes.lowerBound,
                    cluster.bytes.upperBound, cluster.hasGlyphs ? 1 : 0,
                ].map { "\($0)" }
        }
        return records.map { $0.joined(separator: String(fieldEnd)) }
            .joined(separator: String(recordEnd))
    }

    /// Reads `encoded`, which may come from anyone; nil if it is not that of a layout of `text`.
    public init?(encoded: String, of text: TextDescription) {
        let records = encoded.split(separator: recordEnd, omittingEmptySubsequences: false)
            .map {
                $0.split(separator: fieldEnd, omittingEmptySubsequences: false).map(String.init)
            }
        guard let head = records.first, head.count == 7, let numbers = head.prefix(6).lengths,
            numbers[0] >= 0, numbers[1] >= 0, let painted = Rect(numbers[2...])
        else { return nil }
        self.init(
            size: Size(width: numbers[0], height: numbers[1]), paintedRect: painted,
            hasOwnColours: head[6] == "1")
        for record in records.dropFirst() {
            guard read(record, of: text) else { return nil }
        }
        guard clusters.allSatisfy({ lines.indices.contains($0.line) }) else { return nil }
    }

    private mutating func read(_ record: [String], of text: TextDescription) -> Bool {
        switch (record.first, record.count) {
        case ("font", 3):
            substitutes.append(Substitute(wanted: record[1], found: record[2]))
        case ("line", 6):
            guard let numbers = record.dropFirst().lengths, let rect = Rect(numbers[..<4]) else {
                return false
            }
            lines.append(Line(rect: rect, baseline: numbers[4]))
        case ("cluster", 15):
            let indices = record.dropFirst(9).compactMap { Int($0) }
            guard let numbers = record.dropFirst().prefix(8).lengths,
                let rect = Rect(numbers[..<4]),
                let painted = Rect(numbers[4...]), indices.count == 6,
                indices.allSatisfy({ $0 >= 0 }), indices[3] <= indices[4],
                text.spans.indices.contains(indices[2])
            else { return false }
            clusters.append(
                Cluster(
                    rect: rect, paintedRect: painted, line: indices[0], word: indices[1],
                    span: indices[2],
                    bytes: indices[3]..<indices[4], hasGlyphs: indices[5] == 1))
        default: return false
        }
        return substitutes.count <= TextDescription.mostSpans
            && max(lines.count, clusters.count) <= 4 * TextDescription.mostCharacters
    }
}

extension Rect {
    fileprivate var numbers: [String] { [x, y, width, height].numbers }

    fileprivate init?(_ numbers: ArraySlice<Double>) {
        let all = Array(numbers)
        guard all.count == 4, all[2] >= 0, all[3] >= 0 else { return nil }
        self.init(x: all[0], y: all[1], width: all[2], height: all[3])
    }
}

extension [Double] {
    fileprivate var numbers: [String] { map { "\($0)" } }
}

extension Collection<String> {
    /// Lengths and places; nil if one of them is none.
    fileprivate var lengths: [Double]? {
        let numbers = compactMap { Double($0) }
        return numbers.count == count && numbers.allSatisfy { abs($0) <= 1e7 } ? numbers : nil
    }
}
