import Foundation
import Geometry
import Picture
import PictureFormats
import TestSupport
import Testing

@testable import Decoding

/// A process without rights gives the same bytes as one that may do anything.
@Suite(.enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"))
struct EveryPictureTests {
    /// Pixel formats, and what the file's name ends with.
    private static let formats = [
        "jpg": ["yuvj420p", "yuvj422p", "yuvj444p", "gray"],
        "png": [
            "rgb24", "rgba", "gray", "ya8", "pal8", "rgb48be", "rgba64be", "gray16be", "monob",
        ],
        "webp": ["yuv420p", "yuva420p", "bgra"],
        "gif": ["rgb8", "gray"],
    ]
    private static let sizes = ["37x23", "64x48", "200x131", "333x250", "16x500"]

    private let folder = TemporaryFolder()

    /// Raster pictures of every kind, by their names.
    private func makeRasters() throws -> [String] {
        var (arguments, names): ([String], [String]) = (["-v", "error"], [])
        for (ending, formats) in Self.formats {
            for (format, size) in formats.flatMap({ format in Self.sizes.map { (format, $0) } }) {
                let name = "\(format)-\(size).\(ending)"
                let source = "testsrc2=size=\(size):rate=1,format=rgba,colorchannelmixer=aa=0.7"
                arguments += ["-f", "lavfi", "-i", source]
                names.append(name)
            }
        }
        for (index, name) in names.enumerated() {
            let format = name.split(separator: "-")[0]
            arguments += ["-map", "\(index)", "-frames:v", "1", "-pix_fmt", String(format)]
            arguments += [folder.file(name).path]
        }
        let run = try Child("ffmpeg", arguments)
        #expect(run.wait() == 0)
        return names
    }

    /// Drawings with fonts, gradients, filters, masks, patterns, style sheets and other pictures.
    private func makeDrawings(_ count: Int, showing rasters: [String]) -> [String] {
        folder.write("style.css", ".s { fill: #2a6; stroke: #124; stroke-width: 3 }")
        var random = SystemRandomNumberGenerator()
        return (0..<count).map { number in
            func any(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
            func colour() -> String { "rgb(\(any(0..<256)),\(any(0..<256)),\(any(0..<256)))" }
            let fonts = ["DejaVu Sans", "DejaVu Serif", "monospace", "serif", "Nowhere"]
            let shapes = (0..<any(2..<9)).map { _ in
                let (x, y) = (any(0..<120), any(0..<80))
                return [
                    #"<rect x="\#(x)" y="\#(y)" width="40" height="30" rx="5" fill="url(#g)"/>"#,
                    #"<g filter="url(#f)"><rect x="\#(x)" width="50" height="50"/></g>"#,
                    #"<rect width="120" height="80" fill="url(#p)" mask="url(#m)"/>"#,
                    #"<rect class="s" x="\#(x)" y="\#(y)" width="20" height="20"/>"#,
                    #"<image href="\#(rasters[any(0..<rasters.count)])" width="60" height="40"/>"#,
                    #"<path d="M0 0C\#(x) \#(y) \#(y) \#(x) 120 80" stroke="\#(colour())"/>"#,
                    """
                    <text x="\(x)" y="\(y)" font-family="\(fonts[any(0..<5)])" \
                    font-size="\(any(6..<40))">Tilt Ä \(number)</text>
                    """,
                ][any(0..<7)]
            }
            let name = "drawing-\(number).svg"
            folder.write(
                name,
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="120" height="80">
                <style>@import "style.css";</style>
                <linearGradient id="g"><stop stop-color="\(colour())"/><stop offset="1" \
                stop-color="\(colour())" stop-opacity="0.4"/></linearGradient>
                <filter id="f"><feGaussianBlur stdDeviation="\(any(1..<60))e-1"/></filter>
                <pattern id="p" width="11" height="9" patternUnits="userSpaceOnUse">
                <circle cx="4" cy="4" r="3" fill="\(colour())"/></pattern>
                <mask id="m"><rect width="120" height="80" fill="url(#g)"/></mask>
                \(shapes.joined(separator: "\n"))</svg>
                """)
            return name
        }
    }

    @Test func `two hundred pictures of every kind are the same, to the byte`() throws {
        let rasters = try makeRasters()
        let names = rasters + makeDrawings(200 - rasters.count, showing: rasters)
        let files = PictureFile.files(names.map { folder.file($0).path })
        var drawn = 0
        for file in files {
            let here = try OpenPicture(path: file.path)
            #expect(try file.size() == here.size, "\(file.path)")
            for (fit, size) in [(Fit.cover, (90, 71)), (.stretch, (131, 40))] {
                let size = PixelSize(width: size.0, height: size.1)
                let bitmap = try file.bitmap(size, fit: fit)
                #expect(try bitmap.pixels == here.bitmap(size, fit: fit).pixels, "\(file.path)")
            }
            drawn += 1
        }
        #expect(drawn == 200)
    }

    @Test(arguments: ["flip.gif", "flip.webp"])
    func `pages are the same, to the byte, in any order`(name: String) throws {
        try Stranger.run(
            "ffmpeg -v error -f lavfi -i testsrc2=size=64x48:rate=8:duration=1 "
                + (name == "flip.gif" ? "" : "-c:v libwebp_anim ") + folder.file(name).path)
        let (path, size) = (folder.file(name).path, PixelSize(width: 40, height: 30))
        let here = try OpenPicture(path: path)
        let expected = try (0..<8).map { page in
            try here.go(to: page)
            return Array(try here.bitmap(size).pixels)
        }
        #expect(Set(expected).count == 8)
        let still = folder.write("still.svg", flag)
        let files = PictureFile.pages(
            (0...8).map { PictureFile.Page(path: path, index: $0) } + [
                PictureFile.Page(path: still)
            ])
        for page in [0, 1, 2, 7, 3, 3, 0, 4, 5, 6, 7] {
            #expect(
                try files[page].bitmap(size).pixels.elementsEqual(expected[page]), "page \(page)")
            #expect(try files[page].size() == Size(width: 64, height: 48))
            // What was kept of the animation makes room for another picture.
            if page == 3 { _ = try files[9].bitmap(size) }
        }
        #expect(Set(files.map(\.id)).count == 10)
        let error = #expect(throws: PictureError.self) { try files[8].bitmap(size) }
        #expect(
            error?.description
                == "\(path): not a readable picture: it has no page 9; the file may be damaged or cut off"
        )
    }

    @Test func `the seeds of the fuzzers are the same, to the byte, or fail alike`() throws {
        let seeds = Repository.path("Tests/Fuzz/Seeds/Picture")
        let names = try FileManager.default.contentsOfDirectory(atPath: seeds)
        #expect(names.count >= 8)
        for file in PictureFile.files(names.map { "\(seeds)/\($0)" }) {
            let size = PixelSize(width: 40, height: 30)
            let there = Result { () throws(PictureError) in try file.bitmap(size).pixels }
            let here = Result { () throws(PictureError) in
                try OpenPicture(path: file.path).bitmap(size).pixels
            }
            #expect(there == here, "\(file.path)")
        }
    }
}
