import Foundation
import Picture
import TestSupport

/// A card made for a test, and what it should look like: the formula, written anew from
/// product.md's table and nothing of the program's own.
struct TestCard {
    /// A colour and its opacity at a place in the card, of one picture.
    typealias Paint = @Sendable (_ x: Int, _ y: Int) -> (colour: Colour, alpha: Double)

    static let width = 240
    static let height = 180
    let folder: TemporaryFolder
    private let paints: [Paint]

    /// Three plain colours: back red, middle green, front blue, each 255.
    static func plain() -> TestCard {
        flat([(Colour(255, 0, 0), 255), (Colour(0, 255, 0), 255), (Colour(0, 0, 255), 255)])
    }

    /// Pictures that let through what lies under them.
    static func translucent() -> TestCard {
        flat([
            (Colour(240, 80, 20), 204), (Colour(30, 200, 90), 128), (Colour(60, 50, 255), 77),
        ])
    }

    /// Pictures that librsvg reads for years.
    static func endless() -> TestCard {
        let folder = TemporaryFolder()
        for name in ["back", "middle", "front"] {
            folder.write(
                "\(name).svg",
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="240" height="180"><filter id="f">\
                <feTurbulence baseFrequency="0.1" numOctaves="1000000000"/></filter>\
                <rect width="240" height="180" filter="url(#f)"/></svg>
                """)
        }
        return TestCard(folder: folder, paints: [])
    }

    /// A scene of plain colours: a box that follows the tilt and answers to taps, and one that answers
    /// to drags.
    static func scene() -> TestCard { scene(sceneText(sky: "#102030")) }

    /// A card with this card.toml.
    static func scene(_ text: String) -> TestCard {
        let folder = TemporaryFolder()
        folder.write("card.toml", text)
        return TestCard(folder: folder, paints: [])
    }

    /// Its card.toml, with a colour behind the boxes.
    static func sceneText(sky: String) -> String {
        """
        format = 2
        size = [240, 180]
        [[layer]]
        name = "sky"
        colour = "\(sky)"
        [[layer]]
        name = "box"
        colour = "#ff8000"
        at = [0.3, 0.5]
        size = [0.3, 0.4]
        rotation = { follow = "tilt", range = [-30, 30], values = [-20, 20], spring = "smooth" }
        scale = { on = "tap-here", track = [ { to = 1.4, spring = "bouncy", duration = 0.2 }, { to = 1.1, spring = "smooth" } ] }
        [[layer]]
        name = "card"
        colour = "#2080ffc0"
        at = [0.75, 0.5]
        size = [0.2, 0.6]
        radius = 12
        offset-y = { on = "drag", steps = [0, 20, -20], animation = "bouncy" }
        offset-x = { on = "key-3", phases = [0, 10], animation = { ease-in-out = 0.2 } }
        """
    }

    /// A colour for each picture and its alpha, 0 to 255.
    static func flat(_ colours: [(Colour, Int)]) -> TestCard {
        let folder = TemporaryFolder()
        for (name, (colour, alpha)) in zip(["back", "middle", "front"], colours) {
            let rgb = "\(Int(colour.x)),\(Int(colour.y)),\(Int(colour.z))"
            folder.write(
                "\(name).svg",
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)">
                <rect width="100%" height="100%" fill="rgb(\(rgb))" \
                fill-opacity="\(Double(alpha) / 255)"/></svg>
                """)
        }
        return TestCard(
            folder: folder,
            paints: colours.map { colour, alpha in { _, _ in (colour, Double(alpha) / 255) } })
    }

    /// Pictures in which no two places next to each other are alike, as in photographs.
    static func gradients() throws -> TestCard {
        let folder = TemporaryFolder()
        let paints: [Paint] = (0..<3).map { index in
            { x, y in
                let waves = [x &* 7 &+ y, x &+ y &* 5, x &* 3 &+ y &* 2].map {
                    Double(($0 &* (index + 1) &+ 40 &* index) % 256)
                }
                return (Colour(waves[0], waves[1], waves[2]), 1)
            }
        }
        for (name, paint) in zip(["back", "middle", "front"], paints) {
            try bitmap(paint).writePNG(to: folder.file("\(name).png").path)
        }
        return TestCard(folder: folder, paints: paints)
    }

    private static func bitmap(_ paint: Paint) -> Bitmap {
        let pixels = (0..<width * height).map { index in
            let colour = paint(index % width, index / width).colour
            return 0xFF00_0000 | UInt32(colour.x) << 16 | UInt32(colour.y) << 8 | UInt32(colour.z)
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }

    /// The colour at a place of the card at a tilt in degrees: source-over in the encoded values.
    func colour(x: Int = 0, y: Int = 0, tilt: Double) -> Colour {
        let paint = zip(paints, Self.opacities(tilt: tilt))
        return paint.reduce(Colour()) { below, layer in
            let (colour, alpha) = layer.0(x, y)
            let cover = alpha * layer.1
            return colour * cover + below * (1 - cover)
        }
    }

    /// product.md's table for back, middle and front.
    static func opacities(tilt: Double) -> [Double] {
        if tilt >= 1 { return [1, 1, min(1, tilt / 60)] }
        if tilt <= -1 { return [1, max(0, (60 + tilt) / 60), 0] }
        return [1, 1, 0]
    }
}

extension TestCard {
    /// A log of a device that rests at a tilt in degrees.
    static func log(tilt: Double, seconds: Double = 1) -> String {
        let angle = tilt * .pi / 180
        let acceleration = "0,\(9.81 * sin(angle)),\(9.81 * cos(angle))"
        let rows = (0..<Int(seconds * 100)).map { "\($0 * 10_000_000),\(acceleration),0,0,0\n" }
        return "timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z\n" + rows.joined()
    }
}

extension TestCard {
    /// A log of a second in which a device swings between -60 and 60 degrees.
    static func swingingLog() -> String {
        let rows = (0..<100).map { index in
            let phase = 2 * Double.pi * Double(index) / 100
            let (angle, rate) = (.pi / 3 * sin(phase), 2 * .pi * .pi / 3 * cos(phase))
            return "\(index * 10_000_000),0,\(9.81 * sin(angle)),\(9.81 * cos(angle)),\(rate),0,0\n"
        }
        return "timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z\n" + rows.joined()
    }
}
