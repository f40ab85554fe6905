public import Geometry

/// The shapes of an SVG, or of one of its elements.
public struct SVGShapes: Sendable, Equatable {
    /// In units of `view`.
    public var path: Path
    /// The SVG's view box, or without one what its size says.
    public var view: Rect
    /// The names of elements that show something and are no shapes, such as `use`.
    public var leftOut: [String]

    public init(path: Path, view: Rect, leftOut: [String] = []) {
        (self.path, self.view, self.leftOut) = (path, view, leftOut)
    }

    /// A text from which the shapes can be read again.
    package var text: String {
        "\(view.x) \(view.y) \(view.width) \(view.height) \(leftOut.joined(separator: ","))\n"
            + path.data
    }

    /// Reads `text`, which may come from anyone; nil if it is not valid.
    package init?(text: String) {
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let words = (lines.first ?? "").split(separator: " ")
        let numbers = words.prefix(4).compactMap { Double($0) }
        guard lines.count == 2, numbers.count == 4, words.count <= 5,
            numbers.allSatisfy({ abs($0) <= 1e9 }),
            min(numbers[2], numbers[3]) >= Path.leastViewSide,
            let path = try? Path(data: String(lines[1]))
        else { return nil }
        let names = words.dropFirst(4).first?.split(separator: ",").map(String.init) ?? []
        guard names.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isLetter } && $0.count < 16 })
        else { return nil }
        self.init(
            path: path,
            view: Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]),
            leftOut: Array(names.prefix(8)))
    }
}
