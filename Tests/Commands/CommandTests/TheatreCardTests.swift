import Foundation
import TestSupport
import Testing

/// The card cards/theatre.
@Suite struct TheatreCardTests {
    private let folder = TemporaryFolder()
    private static let card = Repository.path("cards/theatre")

    @Test func `the theatre is without mistakes`() throws {
        let result = try Program.run("check", Self.card)
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    }

    /// Colours of the theatre drawn at 320 x 180, three bytes for each.
    private func pixels(_ options: String...) throws -> [UInt8] {
        let path = "\(folder.path)/theatre.png"
        let result = try Program.run(
            arguments: ["render", "--card", Self.card, "--size", "320x180", "-o", path] + options)
        try #require(result.status == 0, "\(result.errors)")
        return try Stranger.pixels(path)
    }

    /// Where no sheet is, the card is black; no sheet is.
    @Test(
        .enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"),
        arguments: [(-60, -60), (-25, 25), (0, 0), (25, -25), (60, 60)])
    func `no sheet ends within sight where the tilts are largest`(x: Int, y: Int) throws {
        let pixels = try pixels("--tilt-x", "\(x)", "--tilt-y", "\(y)")
        try #require(pixels.count == 320 * 180 * 3)
        let black = stride(from: 0, to: pixels.count, by: 3).count {
            pixels[$0..<$0 + 3].allSatisfy { $0 == 0 }
        }
        #expect(black == 0)
    }

    @Test(.enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"))
    func `the theatre follows both tilts and answers a tap`() throws {
        let still = try pixels("--time", "2")
        for moved in [["--tilt-x", "9"], ["--tilt-y", "9"], ["--event", "tap@0:0.2,0.2"]] {
            let other = try pixels("--time", "2", moved[0], moved[1])
            let far = zip(still, other).count { abs(Int($0) - Int($1)) > 8 }
            #expect(far > still.count / 50, "\(moved)")
        }
    }

    /// What `inspect --json` prints of the layers.
    private struct Inspection: Decodable {
        let layers: [Layer]

        struct Layer: Decodable {
            let name: String?
            let properties: [String: Double]
        }
    }

    @Test(arguments: [(0, 0.0), (1, 1), (2, 0), (3, 1)])
    func `each tap wakes the moon or sends it to sleep`(taps: Int, opacity: Double) throws {
        var arguments = ["inspect", Self.card, "--time", "9"]
        for tap in 0..<taps { arguments += ["--event", "tap@\(2 * tap):0.5,0.5"] }
        let found: Inspection = try Program.json(arguments)
        let awake = try #require(found.layers.first { $0.name == "awake" })
        #expect(abs((awake.properties["opacity"] ?? .nan) - opacity) < 1e-9)
    }
}
