import Foundation
import TestSupport
import Testing

/// What `inspect --cost` says of a card.
@Suite struct CostTests {
    private let folder = TemporaryFolder()

    private struct Cost: Decodable {
        struct Layer: Decodable {
            let number: Int?
            let name: String
            let ms: Double
            let work: [String: Double]

            enum CodingKeys: String, CodingKey {
                case number, name, ms
                case work = "work_ms"
            }
        }

        let size: [Int]
        let frames: Int
        let median, slow: Double
        let work: [String: Double]
        let layers: [Layer]

        enum CodingKeys: String, CodingKey {
            case size, frames, layers
            case median = "frame_ms_median"
            case slow = "frame_ms_p99"
            case work = "work_ms"
        }
    }

    /// A large blurred gradient that follows the tilt, and a small patch that stands still.
    private func makeCard() -> String {
        folder.write(
            "card/card.toml",
            """
            format = 2
            size = [320, 200]
            [[layer]]
            name = "sky"
            gradient = { kind = "linear", colours = ["#1d3557", "#e63946"] }
            offset-x = { follow = "tilt-x", range = [-40, 40], values = [-90, 90] }
            blur = { follow = "tilt-x", range = [-40, 40], values = [3, 12] }
            [[layer]]
            name = "patch"
            colour = "#f1faee"
            size = [0.05, 0.05]
            """)
        return folder.file("card").path
    }

    private func cost(_ options: String...) throws -> Cost {
        try Program.json(["inspect", makeCard(), "--cost"] + options)
    }

    @Test func `the layer that takes most stands first`() throws {
        let cost = try cost("--size", "640x400")
        #expect(cost.size == [640, 400] && cost.frames > 100)
        #expect(cost.median > 0 && cost.slow >= cost.median)
        let first = try #require(cost.layers.first { $0.number != nil })
        #expect(first.name == "sky" && first.number == 1)
        #expect((first.work["blur"] ?? 0) > 0 && (first.work["shade"] ?? 0) > 0)
        #expect(cost.layers.map(\.ms) == cost.layers.map(\.ms).sorted(by: >))
        #expect((cost.work["evaluate"] ?? 0) > 0)
        let patch = cost.layers.first { $0.name == "patch" }?.ms ?? 0
        #expect(patch < first.ms / 4)
    }

    @Test func `a log may tilt the card`() throws {
        #expect(try cost("--size", "160x100", "--from", "simulated:still").frames == 119)
    }

    @Test func `it is printed as text`() throws {
        let result = try Program.run("inspect", makeCard(), "--cost", "--size", "160x100")
        #expect(result.status == 0)
        let lines = result.output.split(separator: "\n")
        #expect(try #require(lines.first).hasPrefix("card at 160x100, 119 frames, "))
        #expect(
            lines.count > 1 && lines[1].hasPrefix("It ") && lines[1].contains("60 frames a second"))
        #expect(lines.contains { $0.contains("1. sky: ") })
    }

    @Test(arguments: [
        ["--size", "160x100"], ["--cost", "--tilt", "20"], ["--cost", "--time", "1"],
        ["--cost", "--size", "0x0"],
    ])
    func `options that do not belong together are refused`(options: [String]) throws {
        let result = try Program.run(arguments: ["inspect", makeCard()] + options)
        #expect(result.status == 64)
        #expect(result.errors.contains("--"))
    }
}
