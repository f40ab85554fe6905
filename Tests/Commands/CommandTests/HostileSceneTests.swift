import Foundation
import TestSupport
import Testing

/// A scene card that was made to do harm gives one clear line, or the right picture.
@Suite struct HostileSceneTests {
    private let folder = TemporaryFolder()

    /// Above the lines of a card that has a green ground.
    private static let head = """
        format = 2
        size = [48, 30]
        [[layer]]
        colour = "#008000"

        """

    private func makeCard(_ text: String) -> String {
        folder.write("card/card.toml", Self.head + text)
        folder.write(
            "card/a.svg",
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="40" height="30">\
            <rect width="40" height="30" fill="red"/></svg>
            """)
        return folder.file("card").path
    }

    private static let moment = ["--tilt", "20", "--time", "0.7", "--event", "tap@0.2:0.5,0.5"]

    /// Runs a command, of which the memory is limited to four gigabytes.
    private func run(_ arguments: [String]) throws -> Program.Result {
        let words = ["-c", "ulimit -v 4000000; exec \"$0\" \"$@\"", Program.executable.path]
        let run = try RunningProgram(words + arguments, of: URL(filePath: "/bin/sh"))
        // A guard against hanging, no measure of speed.
        return try #require(try run.result(within: 60), "\(arguments[0]) hangs")
    }

    /// What `check`, `render` and `inspect` give.
    private func runAll(_ card: String) throws -> [Program.Result] {
        let output = folder.file("out.png").path
        return try [
            run(["check", card]),
            run(["render", "--card", card, "--size", "48x30", "-o", output] + Self.moment),
            run(["inspect", card, "--json"] + Self.moment),
        ]
    }

    /// The lines of a layer of colour with these keys.
    private static func layer(_ keys: String) -> String {
        "[[layer]]\ncolour = \"#fff\"\n\(keys)\n"
    }

    /// The lines of a layer of a linear gradient with this key first.
    private static func gradient(_ key: String) -> String {
        "[[layer]]\ngradient = { kind = \"linear\", \(key), colours = [\"#fff\", \"#000\"] }\n"
    }

    /// The lines of a layer of a mesh with this key first, and these vertices.
    private static func mesh(
        _ key: String = "width = 2, height = 2", _ vertices: String = list(4, "\"#fff\"")
    ) -> String {
        "[[layer]]\nmesh = { \(key), vertices = \(vertices) }\n"
    }

    /// Four vertices of which the last one is white, with these keys first.
    private static func vertices(_ keys: String) -> String {
        "[\"#fff\", \"#fff\", \"#fff\", { \(keys), colour = \"#fff\" }]"
    }

    /// The lines of a layer of a lens with these keys first, and so many pictures.
    private static func lens(_ keys: String, _ count: Int = 2) -> String {
        "[[layer]]\nlens = { \(keys)pictures = \(list(count, "\"a.svg\"")) }\n"
    }

    /// Groups in each other, the innermost with a layer.
    private static func groups(_ depth: Int, _ keys: String = "") -> String {
        (0..<depth).map { number in
            "[[layer]]\nname = \"g\(number)\"\n" + (number > 0 ? "in = \"g\(number - 1)\"\n" : "")
                + keys + "\n"
        }.joined() + layer("in = \"g\(depth - 1)\"")
    }

    private static func list(_ count: Int, _ member: String) -> String {
        "[" + Array(repeating: member, count: count).joined(separator: ",") + "]"
    }

    /// What is wrong, and the line and column behind the head with the words for it.
    private static let mistakes: [(String, String)] = [
        (layer("rotaton = 3"), "7:1: unknown key \"layer[2].rotaton\"; the nearest is"),
        (layer("rotation = { folow = \"tilt\" }"), "7:14: unknown key"),
        (
            layer("rotation = { follow = \"tilt-z\" }"),
            "7:23: layer[2].rotation.follow is \"tilt-z\""
        ),
        (layer("rotation = { on = \"tapp\", steps = [1, 2] }"), "7:19: layer[2].rotation.on is"),
        (
            layer("rotation = { follow = \"front\", values = [1, 2], curve = \"eas\" }"),
            "7:57: layer[2].rotation.curve is \"eas\""
        ),
        (
            layer("rotation = { follow = \"tilt\", values = [1, 2] }"),
            "7:12: layer[2].rotation needs range"
        ),
        (
            layer("rotation = { on = \"shown\", track = [{ to = 1 }], loop = true }"),
            "7:57: layer[2].rotation.loop is true, but its track lasts no time"
        ),
        (
            layer(
                "rotation = { on = \"shown\", phases = [1, 2], animation = \"none\", loop = true }"),
            "7:72: layer[2].rotation.loop is true, but its phases last no time"
        ),
        (
            layer("rotation = { follow = \"tilt\", range = [0, 1], track = [{ to = 1 }] }"),
            "7:12: layer[2].rotation has a track that lasts no time"
        ),
        (layer("rotation = { on = \"tap\", track = [{ to = 1, linear = 0 }] }"), "7:54: "),
        (layer("rotation = { on = \"tap\", track = [{ to = 1, linear = inf }] }"), "7:54: "),
        (layer("rotation = { on = \"tap\", track = [{ to = 1, cubic = 1e300 }] }"), "7:53: "),
        (
            layer("rotation = { on = \"tap\", track = [{ to = 1, spring = { bounce = 1 } }] }"),
            "7:54: layer[2].rotation.track[1].spring does not come to rest within a day"
        ),
        (
            layer(
                "rotation = { on = \"shown\", phases = [0, 1], animation = { spring = { bounce = 1 } }, loop = true }"
            ),
            "7:68: layer[2].rotation.animation.spring does not come to rest within a day"
        ),
        (layer("opacity = nan"), "7:11: layer[2].opacity is nan"),
        (layer("rotation = { follow = \"front\", values = [nan, 1] }"), "7:42: "),
        (layer("rotation = { follow = \"tilt\", range = [nan, 1], values = [0, 1] }"), "7:40: "),
        (layer("rotation = { on = \"tap\", steps = [0, inf] }"), "7:38: "),
        (layer("scale = 1e9"), "7:9: layer[2].scale is 1000000000.0, but must be from 0 to 100"),
        (layer("scale = -1"), "7:9: layer[2].scale is -1"),
        (layer("at = [50, 50]"), "7:7: layer[2].at[1] is 50, but counts in parts of the box"),
        (layer("size = [1e9, 1]"), "7:9: layer[2].size[1] is 1000000000, but counts in parts"),
        (layer("rotation = { follow = \"tilt\", range = [1, 1], values = [0, 1] }"), "7:39: "),
        (groups(17), "74:6: layer[19].in puts it into 17 groups"),
        (groups(100), "74:6: layer \"g17\".in puts it into 17 groups"),
        (groups(5, "clip = true"), "22:6: layer \"g4\".in puts 5 groups with clip"),
        (groups(5, "rotation-y = 3"), "22:6: layer \"g4\".in puts 5 layers that are turned"),
        (layer("perspective = 0"), "7:15: layer[2].perspective is 0, but must be from 1 to"),
        (layer("perspective = -5"), "7:15: layer[2].perspective is -5"),
        (layer("perspective = inf"), "7:15: layer[2].perspective is inf"),
        (layer("rotation-x = nan"), "7:14: layer[2].rotation-x is nan"),
        (layer("blur = -1"), "7:8: layer[2].blur is -1, but must be from 0 to 250"),
        (layer("blur = 1e6"), "7:8: layer[2].blur is 1000000.0"),
        (layer("shadow-radius = nan"), "7:17: layer[2].shadow-radius is nan"),
        (layer("blend = \"dodge\""), "7:9: layer[2].blend is \"dodge\""),
        (layer("mask = \"gone\""), "7:8: layer[2].mask is \"gone\", and no layer has this name"),
        (gradient("from = [nan, 0]"), "6:39: layer[2].gradient.from[1] is nan"),
        (gradient("to = [0, inf]"), "6:40: layer[2].gradient.to[2] is inf"),
        (gradient("from = [1e300, 0]"), "6:39: layer[2].gradient.from[1] is"),
        (gradient("centre = [0, 0]"), "6:40: layer[2].gradient.centre does not go with kind"),
        (gradient("kind = \"conic\""), "6:"),
        (gradient("mix = \"lab\""), "6:37: layer[2].gradient.mix is \"lab\""),
        (
            "[[layer]]\ngradient = { kind = \"linear\", colours = \(list(33, "\"#fff\"")) }\n",
            "6:41: layer[2].gradient.colours has 33 colours, and may have from 2 to 32"
        ),
        (
            "[[layer]]\ngradient = { kind = \"linear\", colours = [\"#fff\"] }\n",
            "6:41: layer[2].gradient.colours has 1 colours"
        ),
        (
            "[[layer]]\ngradient = { kind = \"radial\", radii = [-1, 2], colours = [\"#fff\", \"#000\"] }\n",
            "6:40: layer[2].gradient.radii[1] is -1"
        ),
        ("[[layer]]\nmesh = 3\n", "6:8: layer[2].mesh must be a table, not 3"),
        (mesh("width = 2"), "6:8: layer[2].mesh needs height"),
        (mesh("width = 1, height = 4"), "6:18: layer[2].mesh.width is 1, but must be from 2 to 32"),
        (mesh("width = 2, height = 33"), "6:30: layer[2].mesh.height is 33"),
        (mesh("width = 2.5, height = 2"), "6:18: layer[2].mesh.width must be a whole number"),
        (
            mesh("width = 3, height = 2"),
            "6:44: layer[2].mesh.vertices has 4 vertices, but width times height is 3 x 2 = 6"
        ),
        (
            mesh("width = 2, height = 2", list(10_000, "\"#fff\"")),
            "6:44: layer[2].mesh.vertices has 10000 vertices"
        ),
        (mesh("width = 2, height = 2, smoth = true"), "6:33: unknown key \"layer[2].mesh.smoth\""),
        (mesh("width = 2, height = 2, mix = \"lab\""), "6:39: layer[2].mesh.mix is \"lab\""),
        (mesh("width = 2, height = 2, background = 3"), "6:46: layer[2].mesh.background must be"),
        (
            mesh("width = 2, height = 2", vertices("at = [nan, 0]")),
            "6:77: layer[2].mesh.vertices[4].at[1] is nan"
        ),
        (
            mesh("width = 2, height = 2", vertices("at = [0, inf]")),
            "6:80: layer[2].mesh.vertices[4].at[2] is inf"
        ),
        (
            mesh("width = 2, height = 2", vertices("trailing = [1e9, 0]")),
            "6:83: layer[2].mesh.vertices[4].trailing[1] is"
        ),
        (
            mesh("width = 2, height = 2", vertices("left = [0, 0]")),
            "6:71: unknown key \"layer[2].mesh.vertices[4].left\""
        ),
        (
            mesh("width = 2, height = 2", "[\"#fff\", \"red\", \"#fff\", \"#fff\"]"),
            "6:53: layer[2].mesh.vertices[2] is \"red\", but must be as \"#rgb\""
        ),
        (
            mesh("width = 2, height = 2", "[\"#fff\", { at = [0, 0] }, \"#fff\", \"#fff\"]"),
            "6:53: layer[2].mesh.vertices[2] needs colour"
        ),
        (
            "[[layer]]\npicture = \"a.svg\"\nmesh = {}\n",
            "7:8: layer[2].mesh does not go with picture: make two layers of it"
        ),
        (lens("", 1), "6:21: layer[2].lens.pictures has 1 picture, and a lens shows from 2 to 64"),
        (lens("", 65), "6:21: layer[2].lens.pictures has 65 pictures"),
        (lens("thickness = 0, "), "6:22: layer[2].lens.thickness is 0, but must be from 0.05"),
        (lens("index = 1, "), "6:18: layer[2].lens.index is 1, but must be from 1.1 to 3"),
        (lens("distance = -300, "), "6:21: layer[2].lens.distance is -300, but must be from 10"),
        (lens("distance = nan, "), "6:21: layer[2].lens.distance is nan"),
        (lens("distance = \"far\", "), "6:21: layer[2].lens.distance must be a number"),
        (lens("width = inf, "), "6:18: layer[2].lens.width is inf"),
        (lens("tilt-x = nan, "), "6:19: layer[2].lens.tilt-x is nan"),
        (lens("lenses-per-inch = 0, "), "6:28: layer[2].lens.lenses-per-inch is 0"),
        (lens("preset = \"61\", "), "6:19: layer[2].lens.preset is \"61\""),
        (lens("slant = 90, "), "6:18: layer[2].lens.slant is 90"),
        (lens("lpi = 60, "), "6:10: unknown key \"layer[2].lens.lpi\""),
        ("[[layer]]\nlens = { preset = \"60\" }\n", "6:8: layer[2].lens needs pictures"),
        (
            "[[layer]]\nlens = { pictures = \"../other\" }\n",
            "6:21: layer[2].lens.pictures must be a file in the card's folder"
        ),
        (
            "[[layer]]\nlens = { pictures = \"gone\" }\n",
            "6:21: layer[2].lens.pictures is \"gone\", and the card has no such folder"
        ),
        (
            "[[layer]]\nlens = { pictures = \"a.svg\" }\n",
            "6:21: layer[2].lens.pictures is a file of one picture, and must be a list of pictures"
        ),
        ("[[layer]]\nname = \"a\"\nin = \"a\"\n", "7:6: "),
        (
            "[[layer]]\nname = \"a\"\nin = \"b\"\n[[layer]]\nname = \"b\"\nin = \"a\"\n",
            "7:6: layer \"a\".in puts a group into itself: \"a\" in \"b\" in \"a\""
        ),
        (
            String(repeating: layer(""), count: 1000),
            "3:1: layer has 1001 tables; 1000 are the most"
        ),
        (
            String(
                repeating: layer("opacity = \(list(100, "{ follow = \"front\" }"))"), count: 51),
            ": layer[52] is too much: with it the card has more than 5000 drivers"
        ),
        (layer("rotation = \(list(1001, "1"))"), "7:12: layer[2].rotation has 1001 values"),
        (layer("rotation = \(list(60, "[1"))\(list(60, "]"))"), "7:"),
        (
            "[[layer]]\npicture = \"../a.svg\"\n",
            "6:11: layer[2].picture must be a file in the card's folder"
        ),
        ("[[layer]]\npicture = \"/etc/passwd\"\n", "6:11: "),
        ("[[layer]]\npicture = \"none.svg\"\n", "6:11: "),
        ("[parallax]\ndegrees = 0\n", "6:11: parallax.degrees is 0"),
    ]

    @Test(arguments: mistakes)
    func `a mistake is one line with its place`(text: String, words: String) throws {
        let card = makeCard(text)
        for result in try runAll(card) {
            #expect(result.status == 65 || result.status == 66, "\(result.status)")
            let line = result.errors.split(separator: "\n").first ?? ""
            let place = "lenticule: \(card)/card.toml:" + (words.hasPrefix(":") ? "" : words)
            #expect(line.hasPrefix(place) && line.contains(words), "\(line)")
            #expect(line.count < 400)
        }
        let render = try run(["render", "--card", card, "-o", folder.file("out.png").path])
        #expect(render.errors.split(separator: "\n").count == 1, "\(render.errors)")
    }

    private static let ground = [0, 128, 0]

    /// Cards that look odd but are none the worse, and the colour in their centre.
    private static let pictures: [(String, [Int]?)] = [
        (layer("scale = 0"), ground), (layer("scale-x = 0\nrotation = 30"), ground),
        (layer("size = [0, 0.5]"), ground), (layer("size = [1, 0]\nradius = 10"), ground),
        ("[[layer]]\npicture = \"a.svg\"\nscale = 0\n", ground),
        ("[[layer]]\npicture = \"a.svg\"\nsize = [0, 0.5]\n", ground),
        ("[[layer]]\npicture = \"a.svg\"\nsize = [0.5, 0]\nfit = \"cover\"\n", ground),
        ("[[layer]]\npicture = \"a.svg\"\nsize = \"natural\"\nscale = 0\n", ground),
        ("[[layer]]\npicture = \"a.svg\"\ncrop = [0.5, 0.5, 0, 0]\n", ground),
        ("[[layer]]\npicture = \"a.svg\"\nfit = \"contain\"\ncrop = [0.5, 0.5, 0, 0.2]\n", ground),
        ("[[layer]]\npicture = \"a.svg\"\nsize = \"natural\"\ncrop = [1, 1, 0, 0]\n", ground),
        ("[[layer]]\npicture = \"a.svg\"\ncrop-x = [0.8, 0.8]\n", ground),
        (groups(1, "clip = true\nsize = [0, 1]"), ground),
        (groups(1, "clip = true\nscale = 0"), ground),
        (groups(16), [255, 255, 255]), (groups(4, "clip = true\nradius = 9"), [255, 255, 255]),
        (groups(16, "scale = 100"), [255, 255, 255]),
        (groups(16, "scale = 100\nrotation = 45\nradius = 100000"), [255, 255, 255]),
        // Of no length, all at one place, and stops that drivers bring out of order.
        (gradient("from = [0.5, 0.5], to = [0.5, 0.5]"), [0, 0, 0]),
        (gradient("from = [-20, -20], to = [20, 20]"), nil),
        (
            "[[layer]]\ngradient = { kind = \"radial\", radii = [0, 0], colours = [\"#fff\", \"#00f\"] }\n",
            [0, 0, 255]
        ),
        (
            "[[layer]]\ngradient = { kind = \"angular\", angles = [100000, -100000], colours = [\"#fff\", \"#f00\"] }\n",
            nil
        ),
        (
            "[[layer]]\ngradient = { kind = \"linear\", colours = \(list(32, "{ at = 0.1, colour = \"#00f\" }")) }\n",
            [0, 0, 255]
        ),
        (
            "[[layer]]\ngradient = { kind = \"linear\", colours = [{ at = { follow = \"front\", values = [-20, 20] }, "
                + "colour = \"#f00\" }, { at = -10, colour = \"#00f\" }, { at = -9, colour = \"#00f\" }] }\n",
            [255, 0, 0]
        ),
        // As many vertices as there may be, all at one place, far away, and folded without an end.
        (mesh(), [255, 255, 255]),
        (mesh("width = 32, height = 32", list(1024, "\"#fff\"")), [255, 255, 255]),
        (
            mesh("width = 32, height = 32", list(1024, "{ at = [0.5, 0.5], colour = \"#fff\" }")),
            ground
        ),
        (mesh("width = 2, height = 2", vertices("at = [20, 20]")), [255, 255, 255]),
        (mesh("width = 2, height = 2", vertices("at = [-20, -20]")), nil),
        (
            mesh("width = 2, height = 2", vertices("leading = [-20, 20], top = [20, -20]")), nil
        ),
        (
            mesh(
                "width = 3, height = 3",
                list(
                    9, "{ at = [{ follow = \"front\", values = [-20, 20] }, 0], colour = \"#fff\" }"
                )),
            ground
        ),
        (mesh() + "rotation-y = 89\nscale = 100\nperspective = 1\n", nil),
        (mesh() + "size = [0, 1]\n", ground),
        (mesh() + "size = [20, 20]\nscale = 100\n", [255, 255, 255]),
        (String(repeating: mesh() + "blur = 2\n", count: 20), [255, 255, 255]),
        // Blurs, shadows, plates and masks without an end, in each other, and of nothing.
        (layer("blur = 250\nscale = 100"), [255, 255, 255]), (layer("blur = 250"), nil),
        (layer("blur = 250\nopaque-blur = true\nscale = 100"), [255, 255, 255]),
        (layer("blur = 3\nscale = 0"), ground), (layer("blur = 9\nat = [15, 15]"), ground),
        (groups(16, "blur = 250"), nil),
        (groups(16, "blur = 2\nopaque-blur = true"), [255, 255, 255]),
        (
            layer("shadow-radius = 250\nshadow-offset = [100000, -100000]\nshadow-spread = 0.99"),
            [255, 255, 255]
        ),
        (groups(8, "shadow-radius = 9\nshadow-colour = \"#f00\""), [255, 255, 255]),
        (groups(16, "blend = \"color-burn\"\nisolated = true"), nil),
        ("[[layer]]\nmaterial = \"clear\"\nscale = 100\nbackdrop-blur = 250\n", ground),
        ("[[layer]]\nmaterial = \"clear\"\nsize = [0, 1]\n", ground),
        (
            String(repeating: "[[layer]]\nmaterial = \"clear\"\nrotation-y = 50\n", count: 100),
            ground
        ),
        (
            "[[layer]]\nname = \"m\"\ncolour = \"#fff\"\nscale = 0\n"
                + String(repeating: layer("mask = \"m\""), count: 500), ground
        ),
        (
            "[[layer]]\nname = \"m\"\ncolour = \"#fff\"\n"
                + String(repeating: layer("luminance-mask = \"m\""), count: 200),
            [255, 255, 255]
        ),
        (layer("at = [15, 15]"), ground), (layer("offset = [-100000, 100000]"), ground),
        ("[[layer]]\npicture = \"a.svg\"\nat = [-20, 0]\nscale = 10\nrotation = 33\n", ground),
        (layer("size = [20, 20]\nradius = 100000\nrotation = 100000"), [255, 255, 255]),
        ("[[layer]]\npicture = \"a.svg\"\nsize = [20, 20]\nscale = 100\n", [255, 0, 0]),
        (layer("depth = 1\n[parallax]\npoints = -10000"), [255, 255, 255]),
        (
            layer("scale = \(list(900, "{ follow = \"front\", values = [100, 100] }"))"),
            [255, 255, 255]
        ),
        (
            layer("width = 0\nscale = \(list(900, "{ follow = \"front\", values = [100, 100] }"))"),
            ground
        ),
        (
            "[[layer]]\npicture = \"a.svg\"\nscale = \(list(900, "{ follow = \"front\", values = [100, 100] }"))\n",
            [255, 0, 0]
        ),
        // Edge-on, from behind, through the eye's plane, and scaled to nothing or without an end there.
        (layer("rotation-y = 90"), ground), (layer("rotation-x = -90\nrotation = 45"), ground),
        (layer("rotation-y = 180"), [255, 255, 255]),
        (layer("rotation-x = 89.9999\nscale = 100\nperspective = 1"), nil),
        (layer("offset-z = 72"), ground), (layer("offset-z = 71.9\nradius = 9"), ground),
        (layer("offset-z = 68"), [255, 255, 255]), (layer("offset-z = 100000"), ground),
        (layer("offset-z = -100000"), nil),
        (layer("rotation-y = 60\nperspective = 5\nscale = 100"), [255, 255, 255]),
        (layer("rotation-y = 60\nperspective = 5\nscale = 0"), ground),
        ("[[layer]]\npicture = \"a.svg\"\nrotation-x = 75\nscale = 100\n", [255, 0, 0]),
        ("[[layer]]\npicture = \"a.svg\"\nrotation-y = 85\nperspective = 1\n", nil),
        (groups(3, "rotation-x = 70\nperspective = 9\nanchor-z = 100000"), nil),
        // A spring that goes beyond 0 does not turn the picture over.
        (
            layer(
                "scale = { on = \"shown\", track = [{ to = 1 }, { to = 0, spring = { bounce = 0.9 }, duration = 9 }] }"
            ), nil
        ),
        (
            layer(
                "rotation = { on = \"shown\", track = [{ to = 1, linear = 86400 }], loop = true }"),
            [255, 255, 255]
        ),
        (
            layer(
                "rotation = { on = \"tap\", track = [{ to = 9, spring = { bounce = 1 }, duration = 3 }] }"
            ), [255, 255, 255]
        ),
        (
            layer(
                "opacity = { on = \"shown\", phases = [0, 0], animation = { linear = 0.001 }, loop = true }"
            ), ground
        ),
    ]

    @Test(
        .enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"),
        arguments: pictures)
    func `what looks odd is drawn as it is said`(text: String, colour: [Int]?) throws {
        for result in try runAll(makeCard(text)) {
            let mistakes = result.errors.split(separator: "\n").filter {
                !$0.contains("materials lie in")
            }
            #expect(result.status == 0 && mistakes.isEmpty, "\(result.errors.prefix(300))")
        }
        let pixels = try Stranger.pixels(folder.file("out.png").path)
        let centre = (15 * 48 + 24) * 3
        let pixel = pixels[centre..<centre + 3].map(Int.init)
        if let colour { #expect(pixel == colour) }
    }

    @Test func `a thousand layers are drawn`() throws {
        let moving = """
            size = [0.3, 0.3]
            opacity = { follow = "front", values = [0.1, 1], spring = "bouncy" }
            rotation = { follow = "tilt", range = [-30, 30], values = [-90, 90] }
            at-x = { on = "shown", phases = [0.1, 0.9], loop = true }
            """
        for count in [500, 999] {
            let card = makeCard(String(repeating: Self.layer(moving), count: count))
            for result in try runAll(card) {
                #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors.prefix(300))")
            }
        }
    }

    @Test func `five thousand drivers are evaluated`() throws {
        let driver =
            "{ on = \"tap\", track = [{ to = 0.5, spring = \"bouncy\" }, { to = 1, cubic = 1 }] }"
        let card = makeCard(
            String(repeating: Self.layer("opacity = \(Self.list(100, driver))"), count: 50))
        for result in try runAll(card) {
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors.prefix(300))")
        }
    }

    @Test func `a picture of 30,000 pixels a side is drawn, or is one line`() throws {
        let side: [UInt8] = [0, 0, 0x75, 0x30]
        let header: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
        folder.write(
            "card/a.png",
            Data(header + Array("IHDR".utf8) + side + side + [8, 6, 0, 0, 0, 0, 0, 0, 0]))
        folder.write(
            "card/b.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"30000\" height=\"30000\"/>")
        let drawing =
            "[[layer]]\npicture = \"b.svg\"\nfit = \"cover\"\n[[layer]]\npicture = \"b.svg\"\nsize = \"natural\"\n"
        for result in try runAll(makeCard(drawing)) {
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        }
        let card = makeCard("[[layer]]\npicture = \"a.png\"\n")
        let output = folder.file("out.png").path
        for command in [["check", card], ["render", "--card", card, "-o", output]] {
            let result = try run(command)
            #expect(result.status == 65 && result.errors.split(separator: "\n").count == 1)
            #expect(result.errors.contains("a.png: too large with 30000 x 30000 pixels"))
        }
    }

    @Test(.enabled(if: geteuid() == 0, "needs root"))
    func `a lens's folder that may not be read is named`() throws {
        let others = TemporaryFolder()
        for name in ["s/1.svg", "s/2.svg"] { others.write("card/\(name)", "<svg/>") }
        others.write("card/card.toml", "format = 2\nsize = [4, 3]\n[lens]\npictures = \"s\"\n")
        chmod(others.path, 0o755)
        chmod(others.file("card/s").path, 0o711)
        let result = try Program.run(
            script: """
                cp "$0" '\(others.path)/lenticule' && cd / && HOME=/nonexistent XDG_CONFIG_HOME= \
                    setpriv --reuid 12345 --regid 12345 --clear-groups \
                    '\(others.path)/lenticule' check '\(others.path)/card'
                """)
        #expect(result.status == 77)
        #expect(
            result.errors.hasSuffix(":4:12: cannot read \(others.path)/card/s: Permission denied\n")
        )
    }
}
