import Foundation
import TestSupport
import Testing

/// The cards of cards/examples: the numbers that they show, and their looks.
@Suite struct ExampleCardTests {
    private let folder = TemporaryFolder()
    private static let cards = Repository.path("cards/examples")
    /// Where the frames lie that `render` drew when a person had looked at them.
    private static let goldens = Repository.path("Tests/Goldens/examples")

    private static let names = Set(Shot.all.map(\.card)).sorted()

    @Test func `every example has golden frames`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.cards)
        #expect(folders.sorted() == Self.names)
    }

    @Test(arguments: names)
    func `an example is without mistakes, and small`(card: String) throws {
        let result = try Program.run("check", "\(Self.cards)/\(card)")
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(Self.cards)/\(card)")
        var size = 0
        let endings = [".svg", ".ttf", ".otf", ".frag"]
        for file in files where file != "OFL.txt" {
            #expect(file == "card.toml" || endings.contains(where: file.hasSuffix))
            size += try Data(contentsOf: URL(filePath: "\(Self.cards)/\(card)/\(file)")).count
        }
        let hasFonts = files.contains { $0.hasSuffix(".ttf") || $0.hasSuffix(".otf") }
        #expect(files.contains("OFL.txt") == hasFonts)
        #expect(size < (hasFonts ? 80_000 : 40_000))
    }

    /// A card without an input, and the scene time until which it stays as it is.
    private struct Rest: Decodable {
        let holdsUntil: Double?

        enum CodingKeys: String, CodingKey {
            case holdsUntil = "holds_until"
        }
    }

    @Test func `the manual names the cards that go on by themselves`() throws {
        let cards = Repository.path("cards")
        let rows = Manual("cards.md").rows(below: "| goes on by itself |")
        var going: Set<String> = []
        for folder in [cards, Self.cards] {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder)
            where FileManager.default.fileExists(atPath: "\(folder)/\(name)/card.toml") {
                let rest: Rest = try Program.json(
                    ["inspect", "\(folder)/\(name)", "--time", "60"])
                if rest.holdsUntil != nil { going.insert("`\(name)`") }
            }
        }
        #expect(Set(rows) == going)
    }

    // MARK: Numbers

    /// What `inspect --json` prints.
    private struct Inspection: Decodable {
        let layers: [Layer]

        struct Layer: Decodable {
            let name: String?
            let properties: [String: Double]
        }
    }

    private func inspect(_ card: String, _ options: [String]) throws -> Inspection {
        try Program.json(["inspect", "\(Self.cards)/\(card)"] + options)
    }

    private func value(
        _ property: String, of layer: String, _ card: String, _ options: [String]
    ) throws -> Double {
        let layers = try inspect(card, options).layers
        let layer = try #require(layers.first { $0.name == layer })
        return try #require(layer.properties[property])
    }

    @Test(arguments: Values.all)
    func `an animation has the values of the design's tables`(values: Values) throws {
        for (time, expected) in values.rows {
            let found = try value(
                values.property, of: values.layer, values.card,
                ["--time", "\(time)"] + values.events)
            #expect(abs(found - expected) <= values.tolerance, "\(time) s: \(found)")
        }
    }

    @Test(arguments: [
        (-90.0, -2.5, 8.0, 250.0), (-15, -2.5, 8, 125), (-7.5, -1.25, 4, 62.5), (0, 0, 0, 0),
        (7.5, 1.25, 4, -62.5), (15, 2.5, 8, -125), (30, 2.5, 8, -250),
    ])
    func `scroll transitions follow the tilt`(
        tilt: Double, rotation: Double, sinking: Double, parallax: Double
    ) throws {
        let options = ["--tilt-x", "\(tilt)"]
        let postcard = try inspect("rotating-scroll", options).layers.first { $0.name == "noon" }
        let properties = try #require(postcard?.properties)
        #expect(abs((properties["rotation"] ?? .nan) - rotation) < 1e-9)
        #expect(abs((properties["offset-y"] ?? .nan) - sinking) < 1e-9)
        let moved = try value("offset-x", of: "landscape", "parallax-scroll", options)
        #expect(abs(moved - parallax) < 1e-9)
    }

    @Test(arguments: [
        ("smooth", 0.821026), ("snappy", 0.894509), ("bouncy", 0.984087), ("lazy", 0.667382),
    ])
    func `a ball is where its spring is after a quarter second`(
        ball: String, part: Double
    ) throws {
        let moved = try value(
            "offset-x", of: ball, "springs", ["--event", "tap@0:0.5,0.5", "--time", "0.25"])
        #expect(abs((moved + 130) / 260 - part) <= 5.1e-7)
    }

    // MARK: Looks

    /// A card drawn at 160 x 100: red, green and blue of each pixel.
    private func pixels(_ card: String, _ options: [String]) throws -> [UInt8] {
        let path = "\(folder.path)/\(card).png"
        let arguments =
            ["render", "--card", "\(Self.cards)/\(card)", "--size", "160x100", "-o", path] + options
        let result = try Program.run(arguments: arguments)
        try #require(result.status == 0, "\(result.errors)")
        return try Stranger.pixels(path)
    }

    /// The mean difference of two pictures, levels of 255, and the part of pixels that differ by more
    /// than 8 in one of their colours.
    private func difference(_ one: [UInt8], _ other: [UInt8]) throws -> (mean: Double, far: Double)
    {
        try #require(one.count == 160 * 100 * 3 && other.count == one.count)
        let levels = zip(one, other).map { abs(Int($0) - Int($1)) }
        let far = stride(from: 0, to: levels.count, by: 3).count {
            levels[$0..<$0 + 3].contains { $0 > 8 }
        }
        let sum = levels.reduce(0, +)
        return (Double(sum) / Double(levels.count), Double(far) / Double(levels.count / 3))
    }

    @Test(
        .enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"),
        arguments: Shot.all)
    func `an example looks as it did when a person had seen it`(shot: Shot) throws {
        let golden = try Stranger.pixels("\(Self.goldens)/\(shot.card)-\(shot.number).png")
        let difference = try difference(try pixels(shot.card, shot.options), golden)
        // Another librsvg puts edges and shadows a little differently.
        #expect(difference.mean <= 1)
        #expect(difference.far <= 0.01)
    }

    @Test(
        .enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"),
        arguments: names)
    func `an example is seen to follow the tilt`(card: String) throws {
        // What comes when a card is shown has come by then.
        let left = try pixels(card, ["--tilt-x", "-25", "--time", "4"])
        let right = try pixels(card, ["--tilt-x", "25", "--time", "4"])
        #expect(try difference(left, right).far > 0.01)
    }

    @Test(
        .enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"),
        arguments: [
            "blending", "glass", "heart", "mask", "push", "reaction", "ripple", "springs", "tide",
            "twirl",
        ])
    func `an example is seen to answer a tap`(card: String) throws {
        let still = try pixels(card, ["--time", "0.35"])
        let tapped = try pixels(card, ["--time", "0.35", "--event", "tap@0:0.5,0.72"])
        #expect(try difference(still, tapped).far > 0.01)
    }
}

/// What one property of an example is at some times.
struct Values: Sendable, CustomTestStringConvertible {
    let card: String
    let layer: String
    let property: String
    /// A part of the card, where it is tapped at time 0; nil: nowhere.
    var tap: String? = "0.5,0.5"
    /// Half a unit of the table's last digit, and a little for a table that rounds a tie up.
    let tolerance: Double
    /// Seconds, and the value.
    let rows: [(Double, Double)]

    var events: [String] { tap.map { ["--event", "tap@0:\($0)"] } ?? [] }
    var testDescription: String { "\(card): \(property) of \(layer)" }

    // Written by hand from the sections on keyframes and phases of the design's effects.
    static let all: [Values] = [
        Values(
            card: "heart", layer: "heart", property: "rotation", tolerance: 5.1e-5,
            rows: [
                (0.29, -1.6454), (0.58, 0), (0.6425, 9.3546), (0.705, 16), (0.7675, -1),
                (0.83, -16), (0.8925, -1), (0.955, 16), (1.0175, 9), (1.08, 0), (3, 0),
            ]),
        Values(
            card: "heart", layer: "heart", property: "scale-y", tolerance: 5.1e-5,
            rows: [
                (0.05, 1.02), (0.175, 0.7325), (0.25, 0.6), (0.3, 1.0525), (0.35, 1.5),
                (0.425, 1.3179), (0.5, 1.05), (0.94, 0.9997), (1.43, 0.8958), (1.48, 0.8),
                (1.68, 0.9079), (1.88, 1.04), (1.99, 1.0289), (2.1, 1), (3, 1),
            ]),
        Values(
            card: "heart", layer: "heart", property: "scale", tolerance: 5.1e-7,
            rows: [
                (0.36, 1), (0.46, 1.211651), (0.56, 1.436855), (0.71, 1.522994),
                (1.16, 1.499389), (1.26, 1.288215), (1.36, 1.06318), (1.51, 0.977034),
                (2, 1.000384), (3, 1),
            ]),
        Values(
            card: "heart", layer: "heart", property: "offset-y", tolerance: 5.1e-5,
            rows: [
                (0.15, 2.9143), (0.2, 8.466), (0.25, 13.7011), (0.35, -14.1824),
                (0.45, -48.9771), (0.55, -62.1836), (0.75, -61.191), (1.25, -60.0046),
                (1.35, -34.6083), (1.5, -0.9558), (1.75, 0.8701), (3, 0),
            ]),
        Values(
            card: "push", layer: "button", property: "scale", tolerance: 5.1e-7,
            rows: [
                (0, 1), (0.1, 0.980595), (0.2, 0.960682), (0.3, 0.972388),
                (0.399_999_99, 0.99248), (0.4, 1), (1, 1),
            ]),
        // Move for 0.3 s, scale for 0.3 s, and back. The springs are those of the table of springs: the
        // scale is 1.1 + 0.7 times the one, the way back 64 times the other.
        Values(
            card: "reaction", layer: "cat", property: "offset-y", tap: "0.5,0.72",
            tolerance: 5e-5,
            rows: [
                (0, 0), (0.15, -32), (0.3, -64), (0.45, -64), (0.6, -64),
                (0.7, -41.10464), (1.1, -0.870464), (3, 0),
            ]),
        Values(
            card: "reaction", layer: "cat", property: "scale", tap: "0.5,0.72", tolerance: 5e-7,
            rows: [
                (0, 1), (0.15, 1.05), (0.3, 1.1), (0.4, 1.8478107), (0.5, 1.978094),
                (0.55, 1.8033964), (0.6, 1.7076742), (3, 1),
            ]),
        Values(
            card: "reminder", layer: "halo", property: "opacity", tap: nil, tolerance: 5.1e-7,
            rows: [
                (0, 0), (0.25, 0.129162), (0.5, 0.5), (1, 1), (1.5, 0.5), (2, 0),
                (2.25, 0.129162), (20.5, 0.5), (2_000.5, 0.5),
            ]),
    ]
}

/// A golden frame.
struct Shot: Sendable, CustomTestStringConvertible {
    let card: String
    let number: Int
    /// What `render` is told.
    let options: [String]

    var testDescription: String { "\(card) \(options.joined(separator: " "))" }

    static let all: [Shot] = frames.flatMap { card, frames in
        frames.enumerated().map { index, frame in
            Shot(
                card: card, number: index + 1,
                options: frame.split(separator: " ").map(String.init))
        }
    }

    private static let foil = [
        "--tilt-x 0", "--tilt-x -8 --tilt-y 6", "--tilt-x 12 --tilt-y -10",
    ]

    /// Three frames of each example.
    private static let frames: [(card: String, options: [String])] = [
        ("rotating-scroll", ["--tilt-x 0", "--tilt-x -9", "--tilt-x 30"]),
        ("parallax-scroll", ["--tilt-x 0", "--tilt-x -30", "--tilt-x 17"]),
        (
            "heart",
            [
                "--tilt-x 20 --tilt-y 10", "--event tap@0:0.5,0.5 --time 0.35",
                "--event tap@0:0.5,0.5 --time 0.705",
            ]
        ),
        ("reminder", ["--time 0", "--time 0.5 --tilt-x -30", "--time 1 --tilt-y 30"]),
        (
            "reaction",
            [
                "--tilt-x 30 --tilt-y -30", "--event tap@0:0.5,0.72 --time 0.3",
                "--event tap@0:0.5,0.72 --time 0.5",
            ]
        ),
        (
            "push",
            [
                "--tilt-x -30 --tilt-y -20", "--event tap@0:0.5,0.5 --time 0.2",
                "--event tap@0:0.5,0.5 --time 0.5",
            ]
        ),
        ("tour", ["--tilt-x 0", "--tilt-x -24", "--tilt-x 30"]),
        (
            "springs",
            [
                "--tilt-x -30", "--event tap@0:0.5,0.5 --time 0.1",
                "--event tap@0:0.5,0.5 --time 0.3",
            ]
        ),
        (
            "tide",
            [
                "--tilt-x 30 --tilt-y 20", "--event tap@0:0.5,0.5 --time 0.5",
                "--event tap@0:0.5,0.5 --time 1.1 --tilt-x -30",
            ]
        ),
        ("disc", ["--tilt-x 0", "--tilt-x -24 --tilt-y -20", "--tilt-x 30 --tilt-y 25"]),
        ("silk", ["--tilt-x 0", "--tilt-x -24 --tilt-y -20", "--tilt-x 30 --tilt-y 25"]),
        ("cover", ["--tilt-x 0", "--tilt-x -14 --tilt-y -20", "--tilt-x -31 --tilt-y 20"]),
        ("cube", ["--tilt-x 0", "--tilt-x 8 --tilt-y 20", "--tilt-x -29 --tilt-y -30"]),
        (
            "shelf",
            [
                "--tilt-x 0", "--tilt-x -30 --tilt-y 30", "--tilt-x 20 --tilt-y -30",
            ]
        ),
        (
            "blending",
            [
                "--tilt-x 0", "--tilt-x -15 --tilt-y 14",
                "--tilt-x 20 --tilt-y -20 --event tap@0:0.5,0.5 --time 0.16",
            ]
        ),
        (
            "mask",
            [
                "--tilt-x 8 --tilt-y -8", "--tilt-x -10 --event tap@0:0.5,0.5 --time 0.12",
                "--event tap@0:0.5,0.5 --time 1.5",
            ]
        ),
        (
            "twirl",
            [
                "--tilt-x 0", "--tilt-x -30 --event tap@0:0.5,0.5 --time 0.25",
                "--tilt-x 25 --tilt-y 20 --event tap@0:0.5,0.5 --time 2",
            ]
        ),
        (
            "glass",
            [
                "--tilt-x 0", "--tilt-x -30 --tilt-y 20",
                "--tilt-x 20 --tilt-y -30 --event tap@0:0.5,0.5 --time 1.5",
            ]
        ),
        ("lens", ["--tilt-x 0", "--tilt-x -13", "--tilt-x 25 --eye right"]),
        ("focus", ["--tilt-x 0", "--tilt-x -20 --tilt-y -30", "--tilt-x 25 --tilt-y 30"]),
        (
            "snow-globe",
            [
                "--time 4 --tilt-x 12 --tilt-y -6",
                "--time 3 --tilt-x -20 --tilt-y 15 --event shake@2",
                "--time 2.5 --tilt-x 20 --tilt-y 8 --event tap@2:0.5,0.4",
            ]
        ),
        (
            "fireworks",
            [
                "--time 7.2 --tilt-x 18 --tilt-y -10",
                "--time 2.5 --tilt-x -20 --tilt-y 10 --event tap@2:0.7,0.25",
                "--time 45 --tilt-x 30 --tilt-y 30",
            ]
        ),
        (
            "ripple",
            [
                "--tilt-x 0", "--event tap@0:0.5,0.5 --time 0.4",
                "--tilt-x 10 --tilt-y -8 --event tap@0:0.3,0.6 --time 0.8",
            ]
        ),
        ("shader-waves", ["--tilt-x 0", "--tilt-x -20 --tilt-y 10", "--tilt-x 25 --tilt-y -12"]),
        ("foil-bars", foil), ("foil-reverse", foil), ("foil-cosmos", foil),
        ("foil-glitter", foil), ("foil-rainbow", foil), ("foil-radiant", foil),
        ("foil-gold", foil), ("foil-cross-hatch", foil),
        ("handwriting", ["--tilt-x 0", "--tilt-x 14", "--tilt-x 45 --tilt-y -20"]),
        (
            "rainbow-clef",
            ["--time 1", "--tilt-x -20 --time 4", "--tilt-x 25 --tilt-y 20 --time 4"]
        ),
        ("neon", ["--time 0.2", "--time 3", "--tilt-x 20 --tilt-y -20 --time 3"]),
        ("title", ["--time 0.3", "--time 0.6 --tilt-x 20", "--time 3 --tilt-y -20"]),
        ("sliding-words", ["--tilt-x 0", "--tilt-x 20", "--tilt-x 30"]),
        ("chapters", ["--tilt -24", "--tilt 0", "--tilt 19"]),
        ("scripts", ["--tilt-x 0", "--tilt-x -16", "--tilt-x 11"]),
    ]
}
