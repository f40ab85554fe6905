import Foundation
import Geometry
import PictureFormats
import Platform
import TestSupport
import Testing

@testable import Picture

@Suite struct RowFileTests {
    private let folder = TemporaryFolder()

    /// Noise, which every mistake in a filter or in the order of bytes changes.
    private static func rows(_ size: PixelSize) -> [[UInt8]] {
        var state: UInt32 = 7
        return (0..<size.height).map { row in
            (0..<3 * size.width).map { place in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(state >> 24) / 4 &+ UInt8(truncatingIfNeeded: place + row)
            }
        }
    }

    /// Writes rows; gives the file's path.
    private func write(
        _ rows: [[UInt8]], _ format: RowFile.Format, dotsPerInch: Double = 600,
        rowsAreAlike: Bool = true
    ) throws -> String {
        let path = "\(folder.path)/sheet.\(format.rawValue)"
        let size = PixelSize(width: rows[0].count / 3, height: rows.count)
        var file = try RowFile(
            OutputFile(path), format,
            .init(size: size, dotsPerInch: dotsPerInch, rowsAreAlike: rowsAreAlike))
        for row in rows { try file.append(row) }
        try file.finish()
        return path
    }

    @Test(arguments: [(1, 1), (3, 5), (700, 40)], [true, false])
    func `a PNG has all rows and its resolution`(_ size: (Int, Int), rowsAreAlike: Bool) throws {
        let size = PixelSize(width: size.0, height: size.1)
        let rows = Self.rows(size)
        let path = try write(rows, .png, dotsPerInch: 720, rowsAreAlike: rowsAreAlike)
        let bitmap = try OpenPicture(path: path).bitmap(size)
        let read = (0..<size.height).map { row in
            (0..<size.width).flatMap { column in
                [16, 8, 0].map { UInt8(bitmap[column, row] >> $0 & 255) }
            }
        }
        #expect(read == rows)
        #expect(abs((statedDotsPerInch(path) ?? 0) - 720) < 0.02)
    }

    @Test(
        .enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"),
        arguments: [RowFile.Format.png, .tiff], [true, false])
    func `ffmpeg sees every dot`(_ format: RowFile.Format, rowsAreAlike: Bool) throws {
        // More than a megabyte: a TIFF of several strips, a PNG of several chunks.
        let rows = Self.rows(PixelSize(width: 1201, height: 601))
        let path = try write(rows, format, rowsAreAlike: rowsAreAlike)
        #expect(try Stranger.pixels(path) == rows.flatMap { $0 })
    }

    @Test(.enabled(if: Stranger.isHere("python3"), "python3 is not here"))
    func `a judge finds no mistake in the chunks of a PNG`() throws {
        let path = try write(Self.rows(PixelSize(width: 900, height: 400)), .png)
        let chunks = try Stranger.chunks(path)
        #expect((chunks.width, chunks.height) == (900, 400) && chunks.frames == nil)
    }

    @Test(
        .enabled(if: Stranger.isHere("tiffinfo"), "tiffinfo is not here (package libtiff-tools)"),
        arguments: [(600.0, "600, 600"), (1200, "1200, 1200"), (359.5, "359.5, 359.5")])
    func `libtiff reads a TIFF's size on paper`(_ dots: Double, _ words: String) throws {
        let rows = Self.rows(PixelSize(width: 1201, height: 601))
        let text = try Stranger.run("tiffinfo -D '\(write(rows, .tiff, dotsPerInch: dots))'")
        #expect(text.contains("Image Width: 1201 Image Length: 601"))
        #expect(text.contains("Resolution: \(words) pixels/inch"))
        #expect(text.contains("Compression Scheme: AdobeDeflate"))
    }

    @Test(
        .enabled(if: Stranger.isHere("pdftoppm"), "pdftoppm is not here (package poppler-utils)"),
        arguments: [true, false])
    func `poppler sees a PDF of the right size with every dot`(rowsAreAlike: Bool) throws {
        let rows = Self.rows(PixelSize(width: 601, height: 301))
        let path = try write(rows, .pdf, rowsAreAlike: rowsAreAlike)
        // 601 / 600 inches of 72 points.
        #expect(try Stranger.run("pdfinfo '\(path)'").contains("72.12 x 36.12 pts"))
        try Stranger.run("cd '\(folder.path)' && pdfimages -png sheet.pdf out")
        let bitmap = try OpenPicture(path: "\(folder.path)/out-000.png").bitmap(
            PixelSize(width: 601, height: 301))
        let same = rows.indices.allSatisfy { row in
            (0..<601).allSatisfy { column in
                let part = rows[row][3 * column..<3 * column + 3].map(UInt32.init)
                return bitmap[column, row] & 0xFF_FFFF == part[0] << 16 | part[1] << 8 | part[2]
            }
        }
        #expect(same)
        try Stranger.run("cd '\(folder.path)' && pdftoppm -r 600 -png sheet.pdf page")
        let page = try OpenPicture(path: "\(folder.path)/page-1.png").size
        #expect(abs(page.width - 601) <= 1 && abs(page.height - 301) <= 1)
    }

    @Test func `a resolution is stated in dots a metre, and nowhere else`() throws {
        let rows = Self.rows(PixelSize(width: 4, height: 4))
        let path = try write(rows, .png)
        let bytes = try readFile(path)
        #expect(abs((statedDotsPerInch(path) ?? 0) - 600) < 0.02)
        // The unit of the chunk pHYs, the last byte of its data.
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "pHYs".utf8) })
        var changed = bytes
        changed[place + 12] = 0
        #expect(statedDotsPerInch(folder.write("plain.png", Data(changed))) == nil)
        for count in [0, 8, 20, place + 3, place + 9] {
            let cut = folder.write("cut.png", Data(bytes.prefix(count)))
            #expect(statedDotsPerInch(cut) == nil)
        }
        // A length beyond the file, of a chunk before it.
        var long = bytes
        long[8] = 0xFF
        #expect(statedDotsPerInch(folder.write("long.png", Data(long))) == nil)
        #expect(statedDotsPerInch("\(folder.path)/none.png") == nil)
        let picture = try Bitmap(width: 1, height: 1, pixels: [0]).png()
        #expect(statedDotsPerInch(folder.write("bare.png", Data(picture))) == nil)
    }

    @Test func `a TIFF cannot go through a pipe, and says so`() throws {
        let path = "\(folder.path)/pipe"
        mkfifo(path, 0o600)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        var file = try RowFile(
            OutputFile(path), .tiff,
            .init(size: PixelSize(width: 2, height: 1), dotsPerInch: 300, rowsAreAlike: true))
        try file.append([UInt8](repeating: 0, count: 6))
        do {
            try file.finish()
            Issue.record("a pipe has no places")
        } catch {
            #expect(error.description == "cannot write \(path): Illegal seek")
        }
    }
}
