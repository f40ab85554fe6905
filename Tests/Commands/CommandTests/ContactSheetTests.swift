import Foundation
import TestSupport
import Testing

/// What ffmpeg sees of contact sheets.
@Suite(.enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"))
struct ContactSheetTests {
    private let folder = TemporaryFolder()
    private static let gap = 8

    private func pixels(_ arguments: [String]) throws -> (bytes: [UInt8], width: Int, height: Int) {
        let path = "\(folder.path)/out.png"
        let result = try Program.run(arguments: ["render", "-o", path] + arguments)
        try #require(result.status == 0, "\(result.errors)")
        let chunks = try Stranger.chunks(path)
        return (try Stranger.pixels(path), chunks.width, chunks.height)
    }

    /// Compares the pictures of a sheet, row by row, to those that `render` draws with these options;
    /// each is 48x30.
    private func compare(
        _ card: String, columns: Int, sheet: String, _ extra: [String], _ poses: [[String]]
    ) throws {
        let common = ["--card", Repository.path(card), "--size", "48x30"] + extra
        let (sheet, width, height) = try pixels(common + ["--sheet", sheet])
        #expect(width == columns * (48 + Self.gap) + Self.gap)
        #expect(height == poses.count / columns * (30 + Self.gap) + Self.gap)
        var looks: Set<[UInt8]> = []
        for (number, pose) in poses.enumerated() {
            let single = try pixels(common + pose).bytes
            let (x, y) = (
                Self.gap + number % columns * (48 + Self.gap),
                Self.gap + number / columns * (30 + Self.gap)
            )
            for row in 0..<30 {
                let start = 3 * ((y + row) * width + x)
                #expect(
                    sheet[start..<start + 144] == single[row * 144..<(row + 1) * 144],
                    "\(pose), row \(row)")
            }
            looks.insert(single)
        }
        #expect(looks.count == poses.count)
        #expect(sheet.prefix(3 * Self.gap * width).allSatisfy { $0 == 255 })
    }

    @Test(arguments: [[], ["--hand"], ["--time", "2"]])
    func `a scene's sheet has the tilts about both axes`(extra: [String]) throws {
        let poses = [20, 0, -20].flatMap { y in
            [-20, 20].map { x in ["--tilt-x", "\(x)", "--tilt-y", "\(y)"] }
        }
        try compare("cards/theatre", columns: 2, sheet: "2x3", extra, poses)
    }

    @Test(arguments: [("4", 4), ("2x2", 2)])
    func `a classic card's sheet has the tilts about its axis`(sheet: String, columns: Int) throws {
        try compare(
            "cards/demo", columns: columns, sheet: sheet, [],
            [-60, -20, 20, 60].map { ["--tilt", "\($0)"] })
    }

    @Test func `a single picture is not tilted, and without a size small`() throws {
        let sheet = try pixels(["--card", Repository.path("cards/demo"), "--sheet", "1"])
        #expect((sheet.width, sheet.height) == (336, 216))
        let held = try pixels(["--card", Repository.path("cards/koi"), "--sheet", "1", "--hand"])
        #expect((held.width, held.height) == (336, 216))
    }

    @Test(arguments: [
        (["--sheet", "3", "--tilt", "5"], "--sheet has tilts of its own"),
        (["--sheet", "3", "--from", "log.csv"], "--sheet has tilts of its own"),
        (["--sheet", "3x", "-o", "out.png"], "'3x' is invalid"),
        (["--sheet", "0x3"], "'0x3' is invalid"), (["--sheet", "1x2x3"], "'1x2x3' is invalid"),
        (["--sheet", "30", "--size", "400x4"], "is 12248x20 pixels, and 8192 are the most"),
    ])
    func `a sheet that cannot be is a mistake of usage`(options: [String], reason: String) throws {
        let all = ["render", "--card", Repository.path("cards/demo"), "-o", "\(folder.path)/a.png"]
        let result = try Program.run(arguments: all + options)
        #expect(result.status == 64)
        #expect(result.errors.contains(reason), "\(result.errors)")
    }

    @Test func `a sheet is no folder of frames`() throws {
        let result = try Program.run("render", "--sheet", "3", "-o", "\(folder.path)/a/")
        #expect(result.status == 64 && result.errors.contains("--sheet is one picture"))
    }
}
