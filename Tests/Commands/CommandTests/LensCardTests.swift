import Foundation
import TestSupport
import Testing

/// The cards under a lens: cards/lighthouse and cards/orrery.
@Suite struct LensCardTests {
    private let folder = TemporaryFolder()
    private static let cards = Repository.path("cards")

    @Test(arguments: ["lighthouse", "orrery"])
    func `the card is without mistakes`(card: String) throws {
        let result = try Program.run("check", "\(Self.cards)/\(card)")
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    }

    @Test func `pictures of different shapes are said to be stretched`() throws {
        for (name, size) in [("a", "120 80"), ("b", "60 40"), ("c", "90 90")] {
            folder.write(
                "card/\(name).svg",
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 \(size)'/>")
        }
        let card = "\(folder.path)/card"
        func check(_ pictures: String) throws -> Program.Result {
            folder.write(
                "card/card.toml",
                "format = 2\nsize = [120, 80]\n[lens]\npictures = [\(pictures)]\n")
            return try Program.run("check", card)
        }
        #expect(try check("\"a.svg\", \"b.svg\"").errors == "")
        let result = try check("\"a.svg\", \"b.svg\", \"c.svg\"")
        #expect(result.status == 0)
        #expect(
            result.errors.contains(
                "different shapes, and are stretched to one: \(card)/a.svg is 120 x 80, "
                    + "\(card)/c.svg is 90 x 90"), "\(result.errors)")
    }

    /// A card at 640 x 400, three bytes for each pixel.
    private func pixels(_ card: String, _ options: String...) throws -> [UInt8] {
        let path = "\(folder.path)/\(card).png"
        let result = try Program.run(
            arguments: [
                "render", "--card", "\(Self.cards)/\(card)", "--size", "640x400", "-o", path,
            ] + options)
        try #require(result.status == 0, "\(result.errors)")
        return try Stranger.pixels(path)
    }

    /// The mean of the red parts in a rectangle of the card, of 800 x 500 points.
    private func red(_ pixels: [UInt8], _ x: Range<Int>, _ y: Range<Int>) -> Double {
        var sum = 0
        let (columns, rows) = (
            x.lowerBound * 4 / 5..<x.upperBound * 4 / 5, y.lowerBound * 4 / 5..<y.upperBound * 4 / 5
        )
        for row in rows { for column in columns { sum += Int(pixels[3 * (640 * row + column)]) } }
        return Double(sum) / Double(columns.count * rows.count)
    }

    @Test(.enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"))
    func `the beam of the lighthouse finds the ship on one side, and the village on the other`()
        throws
    {
        let (left, right) = (
            try pixels("lighthouse", "--tilt-x", "-22"), try pixels("lighthouse", "--tilt-x", "16")
        )
        let (ship, village) = ((96..<156, 250..<320), (625..<755, 280..<306))
        #expect(red(left, ship.0, ship.1) > red(right, ship.0, ship.1) + 20)
        #expect(red(right, village.0, village.1) > red(left, village.0, village.1) + 20)
    }

    /// The column in which the bright part of rows of the card lies in the middle.
    private func middle(_ pixels: [UInt8], rows: Range<Int>, columns: Range<Int>) -> Double {
        var (sum, weight) = (0.0, 0.0)
        for row in rows {
            for column in columns {
                let light = max(0, Double(pixels[3 * (640 * row + column)]) - 90)
                sum += light * Double(column)
                weight += light
            }
        }
        return weight > 0 ? sum / weight : .nan
    }

    @Test(.enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"))
    func `in the orrery the near planet moves against the eye, and the sun stays`() throws {
        let (one, other) = (
            try pixels("orrery", "--tilt-x", "-20"), try pixels("orrery", "--tilt-x", "20")
        )
        let sun = [one, other].map { middle($0, rows: 175..<195, columns: 270..<370) }
        #expect(abs(sun[0] - sun[1]) < 2, "\(sun)")
        // With the right edge near, at -20 degrees, the eye is at the right.
        let ringed = [one, other].map { middle($0, rows: 325..<355, columns: 150..<330) }
        #expect(ringed[1] > ringed[0] + 10, "\(ringed)")
    }
}
