import Foundation
import TestSupport
import Testing

/// What ffmpeg sees of cards that are drawn as objects.
@Suite(.enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"))
struct HeldCardTests {
    private let folder = TemporaryFolder()

    /// Pixels as ffmpeg reads them.
    private struct Picture {
        let width, height: Int
        let pixels: [UInt8]

        subscript(x: Int, y: Int) -> (red: Int, green: Int, blue: Int) {
            let start = 3 * (y * width + x)
            return (Int(pixels[start]), Int(pixels[start + 1]), Int(pixels[start + 2]))
        }

        /// Whether a pixel shows the magenta card: not its rim, nor what is around it.
        func isCard(_ x: Int, _ y: Int) -> Bool {
            let pixel = self[x, y]
            return pixel.red - pixel.green > 90 && pixel.blue - pixel.green > 90
        }

        /// How many pixels of a column, or of a row, show the card.
        func cardHeight(column x: Int) -> Int { (0..<height).count { isCard(x, $0) } }
        func cardWidth(row y: Int) -> Int { (0..<width).count { isCard($0, y) } }

        /// The first and the last column, and the first and the last row, that show the card.
        var bounds: (left: Int, right: Int, top: Int, bottom: Int) {
            let columns = (0..<width).filter { cardHeight(column: $0) > 0 }
            let rows = (0..<height).filter { cardWidth(row: $0) > 0 }
            return (columns.first ?? 0, columns.last ?? 0, rows.first ?? 0, rows.last ?? 0)
        }
    }

    private func render(_ card: String, _ options: [String], width: Int, height: Int) throws
        -> Picture
    {
        let path = "\(folder.path)/out.png"
        let all = ["render", "--card", card, "--size", "\(width)x\(height)", "-o", path]
        let result = try Program.run(arguments: all + options)
        try #require(result.status == 0, "\(result.errors)")
        let pixels = try Stranger.pixels(path)
        try #require(pixels.count == 3 * width * height)
        return Picture(width: width, height: height, pixels: pixels)
    }

    /// A plain card as an object.
    private func held(_ tilt: String..., as body: String = "--hand") throws -> Picture {
        for name in ["back", "middle", "front"] {
            folder.writePicture("plain/\(name).svg", colour: "#c000c0")
        }
        return try render("\(folder.path)/plain", [body] + tilt, width: 400, height: 300)
    }

    @Test func `a card that is not turned shows its picture unchanged, in the middle`() throws {
        folder.write(
            "drawn/card.toml", "format = 1\nsize = [400, 300]\n[[layer]]\npicture = \"a.svg\"\n")
        let stripes = (0..<40).map {
            "<rect x='\($0 * 10)' y='\($0 * 7)' width='7' height='90' fill='hsl(\($0 * 9),80%,50%)'/>"
        }
        folder.write(
            "drawn/a.svg",
            "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='300'>\(stripes.joined())</svg>"
        )
        let card = "\(folder.path)/drawn"
        let held = try render(card, ["--hand"], width: 400, height: 300)
        let flat = try render(card, [], width: 300, height: 225)
        var colours: Set<Int> = []
        for y in 75..<150 {
            for x in 100..<200 {
                let (one, two) = (held[x + 50, y + 37], flat[x, y])
                #expect(one == two, "\(x), \(y)")
                colours.insert(one.red)
            }
        }
        #expect(colours.count > 10)
    }

    @Test
    func `a tablet has a black frame around the card, as wide on all sides, and a metal edge`()
        throws
    {
        let picture = try held("--tilt-x", "0", as: "--tablet")
        let bounds = picture.bounds
        #expect(
            bounds.left + bounds.right == 399 && (298...299).contains(bounds.top + bounds.bottom))
        let across = [
            (0..<bounds.left).map { picture[$0, 150] },
            (bounds.right + 1..<400).map { picture[$0, 150] },
            (0..<bounds.top).map { picture[100, $0] },
            (bounds.bottom + 1..<300).map { picture[100, $0] },
        ]
        for pixels in across {
            let black = pixels.count { max($0.red, $0.green, $0.blue) < 40 }
            #expect((11...16).contains(black), "\(black)")
        }
        // The camera is above the middle of the card.
        let above = (0..<bounds.top).map { (picture[200, $0], picture[180, $0]) }
        #expect(above.count { $0.blue > $1.blue + 20 } >= 2)
        let turned = try held("--tilt-x", "30", as: "--tablet").bounds
        #expect(turned.right - turned.left < bounds.right - bounds.left - 20)
    }

    @Test func `a card is a plate or a tablet, not both`() throws {
        folder.writePicture("a.svg")
        let result = try Program.run(
            "render", "\(folder.path)/a.svg", "--hand", "--tablet", "-o", "\(folder.path)/b.png")
        #expect(result.status == 64 && result.errors.contains("--tablet"))
    }

    @Test func `a card that is not turned lies straight, on grey, over a shadow`() throws {
        let picture = try held("--tilt-x", "0")
        let bounds = picture.bounds
        #expect((bounds.left, bounds.right) == (50, 349))
        #expect((bounds.top, bounds.bottom) == (37, 261))
        for x in 80..<200 {
            #expect(picture.cardHeight(column: x) == picture.cardHeight(column: 399 - x))
        }
        // Its corners are round.
        #expect(!picture.isCard(bounds.left + 1, bounds.top + 1))
        #expect(picture.cardWidth(row: bounds.top) < picture.cardWidth(row: 150) - 8)
        for (x, y) in [(0, 0), (399, 0), (0, 299), (399, 299)] {
            let (red, green, blue) = picture[x, y]
            #expect(max(red, green, blue) - min(red, green, blue) < 16 && green > 120)
        }
        #expect(picture[200, 275].green < picture[200, 20].green - 20)
    }

    @Test func `a card turns to the side, and the edge that goes back is shorter`() throws {
        let (right, left) = (try held("--tilt-x", "20"), try held("--tilt-x", "-20"))
        let bounds = right.bounds
        let (near, far) = (
            right.cardHeight(column: bounds.left + 15), right.cardHeight(column: bounds.right - 15)
        )
        #expect(near > 225 && far < 215)
        #expect(bounds.right - bounds.left < 295)
        // The other turn is its mirror image.
        let other = left.bounds
        #expect(abs(other.left - (399 - bounds.right)) <= 1)
        #expect(abs(left.cardHeight(column: other.right - 15) - near) <= 2)
        #expect(abs(left.cardHeight(column: other.left + 15) - far) <= 2)
    }

    @Test func `the top edge that rises is nearer, and so longer, about the card's axis, too`()
        throws
    {
        for option in ["--tilt-y", "--tilt"] {
            let picture = try held(option, "25")
            let bounds = picture.bounds
            let (top, bottom) = (
                picture.cardWidth(row: bounds.top + 15), picture.cardWidth(row: bounds.bottom - 15)
            )
            #expect(top > bottom + 25, "\(option)")
            #expect(bounds.bottom - bounds.top < 215)
        }
    }

    @Test func `a plate that is seen from the side has a rim, which is neither card nor wall`()
        throws
    {
        let picture = try held("--tilt-x", "50")
        let y = 150
        let first = try #require((0..<400).first { picture.isCard($0, y) })
        let rim = (first - 8..<first - 1).map { picture[$0, y] }
        let wall = picture[first - 30, y]
        #expect(rim.allSatisfy { abs($0.red - $0.green) < 16 && $0.green < wall.green - 10 })
    }

    @Test func `steering turns the picture in its plane, clockwise`() throws {
        let picture = try held("--axis", "steering", "--tilt", "30")
        let bounds = picture.bounds
        let top = (0..<400).filter { picture.isCard($0, bounds.top + 2) }
        let right = (0..<300).filter { picture.isCard(bounds.right - 2, $0) }
        // The top left corner is above, and the top right one at the right.
        #expect(try #require(top.last) < 200)
        #expect(try #require(right.last) < 200)
    }

    @Test func `the picture without a size is 16 to 10 around the card's own size`() throws {
        folder.write("large/card.toml", "size = [600, 300]\n")
        for name in ["back", "middle", "front"] { folder.writePicture("large/\(name).svg") }
        let path = "\(folder.path)/out.png"
        let result = try Program.run(
            "render", "--card", "\(folder.path)/large", "--hand", "-o", path)
        #expect(result.status == 0)
        let chunks = try Stranger.chunks(path)
        #expect((chunks.width, chunks.height) == (800, 500))
    }

    @Test(arguments: shipped)
    func `each card is drawn as an object`(card: String) throws {
        let picture = try render(
            Repository.path(card), ["--hand", "--tilt-x", "12", "--tilt-y", "-6"], width: 160,
            height: 100)
        let middle = (70..<90).map { picture[$0, 50] }
        #expect(middle.contains { $0 != picture[2, 2] })
    }

    private static let shipped = ["cards", "cards/examples"].flatMap { folder in
        let names = try? FileManager.default.contentsOfDirectory(atPath: Repository.path(folder))
        return (names ?? []).sorted().map { "\(folder)/\($0)" }.filter {
            FileManager.default.fileExists(atPath: Repository.path("\($0)/card.toml"))
        }
    }
}
