import Platform

/// The files that an SVG refers to: pictures, style sheets, other SVGs.
public struct SVGReferences {
    private let text: [UInt8]

    init(_ text: [UInt8]) { self.text = text }

    /// More files than a picture refers to; further ones are left out. Without this limit, an SVG
    /// that refers to itself by a path such as `a/../x.svg` would refer to longer and longer paths
    /// without end.
    private static let most = 1000

    /// The names relative to the SVG's folder, each once, with escapes decoded. The files may be
    /// missing.
    var names: [String] {
        var names: [String] = []
        var start = 0
        while start < text.count, names.count < Self.most {
            guard Self.initials.contains(text[start]), let value = value(at: start) else {
                start += 1
                continue
            }
            if let name = Self.relativePath(value), !names.contains(name) { names.append(name) }
            // What is in quotes may hold references, and is searched. A value without quotes is not
            // searched: it may reach to the end of the text, and so may each reference in it, which
            // would take very long.
            let isQuoted = Self.quotes.contains(text[value.startIndex - 1])
            start = isQuoted ? value.startIndex : value.endIndex
        }
        return names
    }

    /// The text after `href=`, `url(` or `@import`, if one of these is at `start`.
    private func value(at start: Int) -> ArraySlice<UInt8>? {
        guard let word = Self.words.first(where: { text[start...].starts(with: $0) }) else {
            return nil
        }
        let remaining = text[(start + word.count)...].drop { " \t\r\n=(".utf8.contains($0) }
        guard let quote = remaining.first else { return nil }
        if Self.quotes.contains(quote) { return remaining.dropFirst().prefix { $0 != quote } }
        // Only `url(` needs no quotes, also after `@import`.
        guard text[start] == UInt8(ascii: "u") else { return nil }
        return remaining.prefix { !") \t\r\n;<>".utf8.contains($0) }
    }

    private static let words = ["href", "url(", "@import"].map { Array($0.utf8) }
    private static let initials = words.map { $0[0] }
    private static let quotes = Array("\"'".utf8)

    /// A reference's path; nil for a fragment of the same document, a URL, or an absolute path.
    private static func relativePath(_ value: ArraySlice<UInt8>) -> String? {
        let path = Array(value.prefix { $0 != UInt8(ascii: "#") })
        let start = path.prefix { $0 != UInt8(ascii: "/") }
        guard let first = path.first, first != UInt8(ascii: "/"), path.count < 4096,
            !start.contains(UInt8(ascii: ":"))
        else { return nil }
        return unescaped(path)
    }

    /// Decodes `&amp;`, and `%20` and the like.
    private static func unescaped(_ path: [UInt8]) -> String {
        var (bytes, remaining) = ([UInt8](), path[...])
        while let byte = remaining.first {
            let digits = remaining.dropFirst().prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(code)
                remaining = remaining.dropFirst(3)
            } else {
                bytes.append(byte)
                remaining = remaining.dropFirst()
            }
        }
        return String(decoding: bytes, as: UTF8.self).replacing("&amp;", with: "&")
    }
}

extension SVGReferences {
    /// The existing files that the picture at `path` refers to, directly or through others,
    /// relative to its folder, at most `most`; none if it is not an SVG.
    package static func all(of path: String) -> [String] {
        let folder = path.pathPrefix
        var found: [String] = []
        var pending = [String(path.dropFirst(folder.count))]
        while found.count < most, let name = pending.popLast() {
            let inner = name.pathPrefix
            let new = direct(of: folder + name).map { inner + $0 }.filter {
                !found.contains($0) && FileKind(folder + $0) != .missing
            }
            found += new
            pending += new
        }
        return Array(found.prefix(most))
    }

    /// The files that the SVG at `path` refers to, in its folder or below, relative to the folder.
    public static func files(of path: String) -> [String] {
        let folder = path.pathPrefix
        return all(of: path).filter {
            FileKind(folder + $0) == .file && !$0.split(separator: "/").contains("..")
        }
    }

    private static func direct(of path: String) -> [String] {
        guard isSVG(path), let text = try? readFile(path, atMost: 1 << 26) else {
            return []
        }
        return SVGReferences(text).names
    }
}

extension SVGReferences {
    /// Whether the picture may show text: false only if it has no `<text>` for certain.
    package var mayShowText: Bool {
        // Compressed, or of another encoding.
        guard !text.starts(with: [0x1F, 0x8B]), !text.prefix(4).contains(0) else { return true }
        // XInclude's `include` may add the text of another file.
        let words = ["text", "include"].map { Array($0.utf8) }
        return text.indices.contains { start in
            (text[start] == words[0][0] || text[start] == words[1][0])
                && words.contains { text[start...].starts(with: $0) }
        }
    }

    /// Whether the SVG at `path`, or another one that it shows, may show text.
    package static func mayShowText(_ path: String) -> Bool {
        let folder = path.pathPrefix
        return ([path] + all(of: path).map { folder + $0 }).contains { path in
            isSVG(path)
                && (try? readFile(path, atMost: 1 << 26)).map { SVGReferences($0).mayShowText }
                    ?? true
        }
    }
}
