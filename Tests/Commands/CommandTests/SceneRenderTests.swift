import Foundation
import Geometry
import TestSupport
import Testing

/// What `inspect --json` says.
struct Inspection: Decodable {
    struct Layer: Decodable {
        let name: String?
        let visible: Bool
        let opacity: Double
        let size: [Double]
        let map: [Double]
        let properties: [String: Double]

        enum CodingKeys: String, CodingKey {
            case name, visible, opacity, size, properties
            case map = "to_card"
        }
    }

    let time, tilt, tiltX, tiltY: Double
    let state: String
    let layers: [Layer]

    enum CodingKeys: String, CodingKey {
        case time, tilt, state, layers
        case tiltX = "tilt_x"
        case tiltY = "tilt_y"
    }

    init(_ card: String, _ options: [String]) throws {
        self = try Program.json(["inspect", card] + options)
    }
}

@Suite struct SceneRenderTests {
    private let folder = TemporaryFolder()

    /// A card with a driver of each kind that a log, a tap and the time move.
    private func makeCard() -> String {
        folder.write(
            "card/card.toml",
            """
            format = 2
            size = [64, 40]
            [[layer]]
            colour = "#1d3557"
            depth = -1
            rotation = { follow = "tilt", range = [-40, 40], values = [-20, 20], smooth = 0.2 }
            [[layer]]
            name = "group"
            clip = true
            radius = 12
            size = [0.8, 0.8]
            visible = { on = "tap", steps = [true, false, true] }
            opacity = { transition = [0, 0.9, 0.2], animation = "bouncy" }
            offset-x = { follow = "tilt-x", range = [-40, 40], values = [-9, 9], spring = "bouncy" }
            [[layer]]
            in = "group"
            colour = "#ffb703"
            size = [0.5, 0.5]
            depth = 1
            rotation = { on = "shown", phases = [0, 90], animation = "smooth", loop = true }
            scale = { on = "tap-here", track = [ { to = 1.8, cubic = 0.1 }, { to = 1, spring = "bouncy" } ] }
            [[layer]]
            colour = "#d00"
            size = [0.2, 0.2]
            at = [0.9, 0.1]
            offset-y = { follow = "time", keys = [[0, 0], [0.7, 30]], curve = "ease-in-out" }
            radius = { on = "state", steps = [0, 4], animation = { ease-out = 0.2 } }

            """)
        return folder.file("card").path
    }

    /// A log of a second, in which the device is tilted to and fro about both axes.
    private func makeLog() -> String {
        let rows = (0...100).map { row in
            let (x, y) = (sin(Double(row) / 11) * 0.6, sin(Double(row) / 7) * 0.5)
            return "\(row)0000000,\(9.8 * sin(x)),\(9.8 * sin(y)),\(9.8 * cos(x) * cos(y))\n"
        }
        return folder.write("log.csv", "timestamp_ns,accel_x,accel_y,accel_z\n" + rows.joined())
    }

    private func frames(_ card: String, _ log: String, rate: Int) throws -> [Data] {
        let output = folder.file("\(rate)").path
        let result = try Program.run(
            "render", "--card", card, "--from", log, "--event", "tap@0.3:0.5,0.5", "--event",
            "tap@0.62:0.5,0.5", "--event", "pointer@0.5:0.1,0.9", "--fps", "\(rate)", "-o",
            "\(output)/")
        try #require(result.status == 0, "\(result.errors)")
        return try FileManager.default.contentsOfDirectory(atPath: output).sorted().map {
            try Data(contentsOf: URL(filePath: "\(output)/\($0)"))
        }
    }

    @Test func `the same log at any rate gives the same pictures at the same instants`() throws {
        let (card, log) = (makeCard(), makeLog())
        let slow = try frames(card, log, rate: 30)
        #expect(slow.count == 31 && Set(slow).count > 25)
        for (rate, factor) in [(60, 2), (120, 4)] {
            let fast = try frames(card, log, rate: rate)
            try #require(fast.count == (slow.count - 1) * factor + 1)
            for (index, frame) in slow.enumerated() {
                #expect(fast[index * factor] == frame, "frame \(index) of \(rate) a second")
            }
        }
    }

    @Test func `an infinite distance is null in JSON`() throws {
        folder.writePicture("lens/a.svg")
        folder.writePicture("lens/b.svg")
        folder.write(
            "lens/card.toml",
            """
            format = 2
            size = [64, 40]
            [lens]
            pictures = ["a.svg", "b.svg"]
            preset = "60"
            distance = "infinite"
            """)
        let result = try Program.run("inspect", folder.file("lens").path, "--json")
        #expect(result.status == 0 && result.output.contains("\"distance\" : null"))
    }

    @Test func `frames in which only the numbers of a gradient differ are different`() throws {
        folder.write(
            "gradient/card.toml",
            """
            format = 2
            size = [64, 40]
            [[layer]]
            gradient = { kind = "linear", from = [0, 0], to = [1, 0], colours = [
                { follow = "tilt-y", keys = [[-90, "#000"], [90, "#fff"]] }, "#f00"] }

            """)
        let frames = try frames(folder.file("gradient").path, makeLog(), rate: 30)
        #expect(frames.count == 31 && Set(frames).count > 20)
    }

    @Test func `a moment alone is the frame among others`() throws {
        let (card, log) = (makeCard(), makeLog())
        let frames = try frames(card, log, rate: 30)
        for index in [0, 7, 12, 20, 30] {
            let output = folder.file("alone.png").path
            let result = try Program.run(
                "render", "--card", card, "--from", log, "--event", "tap@0.3:0.5,0.5", "--event",
                "tap@0.62:0.5,0.5", "--event", "pointer@0.5:0.1,0.9", "--time",
                "\(Double(index) / 30)", "-o", output)
            #expect(result.status == 0)
            let alone = try Data(contentsOf: URL(filePath: output))
            #expect(alone == frames[index].withoutFrameMark, "\(index)")
        }
    }

    @Test func `an event at a log's start finds the card tilted`() throws {
        folder.write(
            "tap/card.toml",
            """
            format = 2
            size = [64, 40]
            [[layer]]
            colour = "#fff"
            visible = { follow = "tilt", keys = [[-10, 1], [0, 0], [10, 1]] }
            rotation = { on = "tap-here", steps = [0, 90], animation = "smooth" }

            """)
        let rows = (0...20).map { "\($0)0000000,0,4.9,8.5\n" }.joined()
        let log = folder.write("tilted.csv", "timestamp_ns,accel_x,accel_y,accel_z\n" + rows)
        let inspection = try Inspection(
            folder.file("tap").path, ["--from", log, "--event", "tap@0", "--time", "0.1"])
        #expect(abs(inspection.tilt) > 20)
        #expect(try #require(inspection.layers.first?.properties["rotation"]) > 0)
    }

    @Test(arguments: [
        ("horizontal", "20", 0.0, 20.0), ("vertical", "-15", -15, 0), ("steering", "10", 0, 0),
    ])
    func `a tilt is that of the card's axis`(axis: String, tilt: String, x: Double, y: Double)
        throws
    {
        let card = makeCard()
        let options = ["--tilt", tilt, "--axis", axis]
        let inspection = try Inspection(card, options)
        #expect(inspection.tilt == Double(tilt))
        #expect(inspection.tiltX == x && inspection.tiltY == y)
        guard axis != "steering" else { return }
        let same = ["--tilt-x", "\(x)", "--tilt-y", "\(y)", "--axis", axis]
        #expect(try png(card, options) == png(card, same))
        #expect(try Inspection(card, same).tilt == Double(tilt))
    }

    private func png(_ card: String, _ options: [String]) throws -> Data {
        let output = folder.file("out.png").path
        let result = try Program.run(
            arguments: ["render", "--card", card, "-o", output] + options)
        try #require(result.status == 0, "\(result.errors)")
        return try Data(contentsOf: URL(filePath: output))
    }

    @Test(arguments: [
        "tap", "tap@", "tap@1:2", "tap@x:1,1", "tap@-1:0,0", "tap@inf:0,0",
        "tap@1:nan,0", "tap@1:0,0,0", "tap@1:0,0:1", "key-0@1", "key-10@1", "key@1", "shake@1:0,0",
        "shake@", "swipe@1", "@1", "", "tap@1@2:0,0", "shown@1",
    ])
    func `an event that makes no sense is a mistake of usage`(event: String) throws {
        for command in [["render", "-o", "\(folder.path)/x.png", "--card"], ["inspect"]] {
            let result = try Program.run(arguments: command + [makeCard(), "--event", event])
            #expect(result.status == 64)
            let first = result.errors.split(separator: "\n").first ?? ""
            let namesEvent = event.isEmpty || first.contains("'\(event)'")
            #expect(namesEvent && first.contains("--event"), "\(first)")
        }
    }
}

/// What `inspect` says is what `render` draws.
@Suite(.enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"))
struct InspectedPictureTests {
    private let folder = TemporaryFolder()

    private func makeCard() -> String {
        folder.write(
            "card/card.toml",
            """
            format = 2
            size = [160, 100]
            [[layer]]
            name = "table"
            size = [0.7, 0.9]
            scale-x = 0.9
            rotation = { follow = "tilt-x", range = [-40, 40], values = [-30, 30] }
            [[layer]]
            name = "card"
            in = "table"
            colour = "#ffffff"
            size = [0.6, 0.5]
            at = [0.4, 0.5]
            anchor = [0.2, 0.3]
            depth = 0.6
            rotation = { on = "tap-here", track = [ { to = 70, cubic = 0.5 }, { to = 20, linear = 1 } ] }
            offset-x = { follow = "pointer-x", values = [-12, 12] }
            scale = { follow = "time", keys = [[0, 0.7], [2, 1.2]] }

            """)
        return folder.file("card").path
    }

    private static let moments: [[String]] = [
        [], ["--tilt-x", "25", "--tilt-y", "-40"], ["--time", "1.3"],
        ["--time", "0.9", "--event", "tap@0.2:0.4,0.5"],
        ["--time", "1", "--event", "pointer@0.5:0.9,0.2", "--tilt", "12"],
        ["--time", "0.4", "--event", "tap@0.1:0.01,0.99", "--roll", "10", "--pitch", "-20"],
    ]

    /// How far a place lies inside of the box, pixels; negative outside.
    private func depth(_ x: Double, _ y: Double, in layer: Inspection.Layer) throws -> Double {
        let m = layer.map
        let map = Homography(a: m[0], b: m[1], c: m[2], d: m[3], tx: m[4], ty: m[5])
        let place = try #require(map.inverse).apply(Point(x: x, y: y))
        let across = min(place.x, layer.size[0] - place.x) * hypot(map.a, map.b)
        let down = min(place.y, layer.size[1] - place.y) * hypot(map.c, map.d)
        return min(across, down)
    }

    @Test(arguments: moments)
    func `a box is drawn where it is said to be`(options: [String]) throws {
        let card = makeCard()
        let layer = try #require(try Inspection(card, options).layers.last)
        let output = folder.file("out.png").path
        let result = try Program.run(
            arguments: ["render", "--card", card, "-o", output] + options)
        try #require(result.status == 0, "\(result.errors)")
        let pixels = try Stranger.pixels(output)
        var inside = 0
        for y in 0..<100 {
            for x in 0..<160 {
                let depth = try depth(Double(x) + 0.5, Double(y) + 0.5, in: layer)
                // A pixel's own half diagonal decides at the edge, where the box may be sheared.
                guard abs(depth) > 1 else { continue }
                let level = pixels[(y * 160 + x) * 3]
                if (level == 255) != (depth > 0) || level != 0 && level != 255 {
                    Issue.record("\(level) at \(x), \(y), \(depth) from the edge")
                }
                inside += depth > 0 ? 1 : 0
            }
        }
        #expect(inside > 300)
    }
}
