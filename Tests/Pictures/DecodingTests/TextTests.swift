import Foundation
import Geometry
import Paint
import Platform
import TestSupport
import Testing

@testable import Decoding
@testable import Picture

/// Texts, laid out and drawn by the process that decodes.
@Suite struct TextTests {
    private let folder = TemporaryFolder()
    private static let serif = "/usr/share/fonts/truetype/dejavu/DejaVuSerif-Bold.ttf"
    private static let sans = TextDescription.Font(.family("DejaVu Sans"), size: 20)

    private func layout(
        _ text: String, width: Double? = nil, alignment: TextDescription.Alignment = .start,
        font: TextDescription.Font = sans
    ) throws -> TextLayout {
        try PictureDecoder(fonts: [folder.file("font").path]).layout(
            of: TextDescription(
                [TextDescription.Span(text, font: font)], alignment: alignment, width: width))
    }

    @Test func `a cluster is what a reader takes for one character`() throws {
        // A letter with a combining accent, and a ligature.
        let text = "e\u{301}x"
        let clusters = try layout(text).clusters
        #expect(clusters.map(\.bytes) == [0..<3, 3..<4])
        #expect(clusters.allSatisfy { $0.hasGlyphs && $0.rect.width > 5 })
        #expect(clusters[0].rect.maxX == clusters[1].rect.x)
        // A mark that no letter has in itself, also to the left of its letter in the run.
        for (text, bytes) in [
            ("x\u{301}y", [0..<3, 3..<4]), ("\u{5D1}\u{5B8}\u{5D2}", [4..<6, 0..<4]),
            ("\u{639}\u{650}", [0..<4]), ("\u{1F469}\u{200D}\u{1F680}", [0..<11]),
        ] {
            #expect(try layout(text).clusters.map(\.bytes) == bytes)
        }
    }

    @Test func `a word that is too wide is broken without a hyphen`() throws {
        let whole = try layout("worldwide").clusters
        let broken = try layout("worldwide", width: 40)
        #expect(broken.lines.count > 1 && broken.clusters.count == whole.count)
        #expect(zip(whole, broken.clusters).allSatisfy { $0.rect.width == $1.rect.width })
        #expect(broken.size.width <= 40)
    }

    @Test func `clusters lie in the order in which they are seen`() throws {
        let clusters = try layout("\u{5D0}\u{5D1}\u{5D2}").clusters
        #expect(clusters.map(\.bytes.lowerBound) == [4, 2, 0])
        #expect(zip(clusters, clusters.dropFirst()).allSatisfy { $0.rect.x < $1.rect.x })
    }

    @Test func `lines break between words, and words are counted`() throws {
        let found = try layout("one two three", width: 100)
        #expect(found.lines.count == 2)
        #expect(found.clusters.map(\.line) == [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1])
        #expect(found.clusters.map(\.word) == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2])
        #expect(found.lines[1].baseline > found.lines[0].baseline + 20)
        #expect(found.size.height == found.lines[1].rect.maxY)
    }

    @Test func `each line lies where the alignment says`() throws {
        for (alignment, share) in [
            (TextDescription.Alignment.start, 0.0), (.centre, 0.5), (.end, 1),
        ] {
            let line = try layout("word", width: 200, alignment: alignment).lines[0].rect
            #expect(abs(line.x - share * (200 - line.width)) < 0.01)
        }
        // The direction of the text decides where it starts.
        let hebrew = try layout("\u{5D0}", width: 200).lines[0].rect
        #expect(abs(hebrew.maxX - 200) < 0.01)
    }

    @Test func `a text does not depend on the size on the screen`() throws {
        let decoder = PictureDecoder()
        let text = TextDescription([TextDescription.Span("Tilting", font: Self.sans)])
        let painted = try decoder.layout(of: text).paintedRect
        for scale in [0.5, 1, 7] {
            let size = PixelSize(
                width: Int(painted.maxX * scale) + 4, height: Int(painted.maxY * scale) + 4)
            let bitmap = try decoder.bitmap(
                of: text, .brush(0), .scale(x: scale, y: scale), size)
            let columns = (0..<size.width).filter { column in
                (0..<size.height).contains { bitmap.pixels[$0 * size.width + column] >> 24 > 8 }
            }
            #expect(abs(Double(columns.first ?? 0) - painted.x * scale) <= 1.5)
            #expect(abs(Double((columns.last ?? 0) + 1) - painted.maxX * scale) <= 1.5)
        }
    }

    @Test func `a font is read from its file`() throws {
        let bytes = try Data(contentsOf: URL(filePath: Self.serif))
        let file = folder.write("own.ttf", bytes)
        let own = try layout("text", font: TextDescription.Font(.file(file), size: 20, weight: 700))
        let same = try layout(
            "text", font: TextDescription.Font(.family("DejaVu Serif"), size: 20, weight: 700))
        #expect(own.size == same.size && own.substitutes.isEmpty)
        #expect(try layout("text").size != own.size)
    }

    @Test(arguments: ["", "no font", "OTTO\u{0}\u{1}\u{0}\u{0}", "\u{0}\u{1}\u{0}\u{0}\u{0}\u{9}"])
    func `what is no font is told with its file`(content: String) throws {
        let file = folder.write("bad.ttf", content)
        let error = #expect(throws: PictureError.self) {
            try layout("text", font: TextDescription.Font(.file(file)))
        }
        #expect(error?.description == "the text \"text\": \(file) is no font that FreeType reads")
    }

    @Test func `fonts that stand in, and characters without a glyph, are told`() throws {
        let font = TextDescription.Font(.family("No Such Font"), size: 20)
        let found = try layout("a\u{F8F0}", font: font)
        #expect(found.substitutes.map(\.wanted) == ["No Such Font"])
        #expect(found.clusters.map(\.hasGlyphs) == [true, false])
    }

    @Test(arguments: [
        "", " ", "\n", "\n\n\n", "\u{202E}turned\u{202C}", "\u{200B}\u{FEFF}",
        String(repeating: "\u{301}", count: 5000), "a" + String(repeating: "\u{300}", count: 9000),
        String(repeating: "wide ", count: 2000), String(repeating: "\n", count: 10_000),
    ])
    func `odd texts are laid out and drawn`(text: String) throws {
        for width in [nil, 0, 0.001, 50, 1e6] {
            let found = try layout(text, width: width)
            #expect(found.lines.count >= 1)
            #expect(found.clusters.allSatisfy { $0.line < found.lines.count })
        }
        let bitmap = try PictureDecoder().bitmap(
            of: TextDescription([TextDescription.Span(text)]), .brush(0), .identity,
            PixelSize(width: 64, height: 64))
        #expect(bitmap.size.width == 64)
    }

    @Test func `a layout that is none is refused`() throws {
        let text = TextDescription([TextDescription.Span("ab")])
        let layout = try PictureDecoder().layout(of: text)
        #expect(TextLayout(encoded: layout.encoded, of: text) == layout)
        #expect(TextDescription(encoded: text.encoded) == text)
        let fields = layout.encoded.split(separator: "\u{1E}").map(String.init)
        for bad in [
            "", "x", "1", fields[0] + "\u{1E}line", fields[0] + "\u{1E}" + (fields.last ?? ""),
            layout.encoded.replacing("cluster\u{1F}0", with: "cluster\u{1F}nan"),
            layout.encoded.replacing("cluster\u{1F}0", with: "cluster\u{1F}1e99"),
        ] {
            #expect(TextLayout(encoded: bad, of: text) == nil, "\(bad)")
        }
    }
}
