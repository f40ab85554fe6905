import Foundation

/// The examples of a page of `docs`.
public struct Manual: Sendable {
    /// A fenced block, as the whole card that it stands for.
    public struct Example: CustomStringConvertible, Sendable {
        /// Of its first line in the page.
        public let line: Int
        public let text: String

        public var description: String { "line \(line)" }

        /// The whole card.toml: the page says how an example that is no whole file is completed.
        public var card: String {
            if text.hasPrefix("format") { return text }
            let header = "format = 2\nsize = [480, 300]\n"
            let lines = text.split(separator: "\n")
            if lines.contains(where: { $0.hasPrefix("[") }) { return header + text }
            let contents = ["picture", "colour", "gradient", "mesh", "lens"]
            let shows = lines.contains { line in contents.contains { line.hasPrefix($0) } }
            return header + "[[layer]]\n" + (shows ? "" : "colour = \"#fff\"\n") + text
        }

        /// The pictures that it names in lists.
        private var lists: [String] {
            text.split(separator: "\n").filter { $0.hasPrefix("pictures = [") }.flatMap { line in
                let parts = line.split(separator: "\"").map(String.init)
                return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
            }
        }

        /// The SVGs of which it shows shapes; those of elements have the id `treble`.
        public var shapeFiles: [String] {
            text.split(separator: "\n").compactMap { line in
                let parts = line.split(separator: "\"")
                return line.hasPrefix("path = \"") && parts[1].hasSuffix(".svg")
                    ? String(parts[1]) : nil
            }
        }

        /// The shaders that it names, with a text for each.
        public var shaders: [(file: String, text: String)] {
            text.split(separator: "\n").compactMap { line in
                let parts = line.split(separator: "\"")
                guard line.hasPrefix("file = \""), parts.count > 1 else { return nil }
                return (String(parts[1]), "vec4 layer(vec2 place) { return vec4(1.0); }")
            }
        }

        public static let shapes = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
            <g id="treble"><path d="M0 0H9V9Z"/></g></svg>
            """

        /// The pictures that it names.
        public var pictures: [String] {
            text.split(separator: "\n").compactMap { line in
                let parts = line.split(separator: "\"")
                let isPicture =
                    ["picture", "etch"].contains { line.hasPrefix("\($0) = \"") }
                    || line.contains("{ picture = \"")
                return isPicture && parts.count > 1 ? String(parts[1]) : nil
            } + lists
        }
    }

    /// The whole page.
    public let text: String
    public let examples: [Example]

    /// The page with this name, as `cards.md`.
    public init(_ name: String) {
        let page = Repository.root.appending(path: "docs/\(name)")
        text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        examples = Self.blocks(text).filter { $0.fence == "```toml" }.map { block in
            Example(line: block.line, text: block.lines.map { $0 + "\n" }.joined())
        }
    }

    /// The first cells of the rows of the table whose head has this text.
    public func rows(below head: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.firstIndex(where: { $0.hasPrefix(head) }) else { return [] }
        return lines[(first + 2)...].prefix { $0.hasPrefix("|") }.compactMap { line in
            line.split(separator: "|").first.map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    private static func blocks(
        _ text: String
    ) -> [(fence: String, line: Int, lines: [String])] {
        var blocks: [(fence: String, line: Int, lines: [String])] = []
        var isInside = false
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in zip(1..., lines.map(String.init)) {
            if line.hasPrefix("```") {
                if !isInside { blocks.append((line, number + 1, [])) }
                isInside.toggle()
            } else if isInside {
                blocks[blocks.count - 1].lines.append(line)
            }
        }
        return blocks
    }
}
