import Animation
import Geometry
import Glibc
import Motion
import Paint
import Scene
import TOML
import Testing

@testable import Card

extension CardFolder {
    /// The card of format 2 with this text, in a folder with the pictures a.png and b@2x.png.
    func scene(_ toml: String) throws(CardError) -> Card {
        for name in ["a.png", "b@2x.png", "art/c.png"] { write(name) }
        write("card.toml", "format = 2\n" + toml)
        return try Card(folder: path)
    }
}

/// The drivers of a card with one layer of colour that has these keys.
private func drivers(_ keys: String) throws -> [Driver.Kind] {
    try CardFolder().scene("size = [4, 3]\n[[layer]]\ncolour = \"#fff\"\n\(keys)\n").drivers
        .map(\.kind)
}

@Suite struct SceneCardTests {
    private let folder = CardFolder()

    @Test func `a card of format 2 has all that its file says`() throws {
        let card = try folder.scene(
            """
            name = "Lake"
            author = "A. Painter"
            size = [160, 100.5]
            tilt = { axis = "vertical", base_degrees = 30 }
            parallax = { points = 12, degrees = 20 }
            [[layer]]
            picture = "art/c.png"
            fit = "cover"
            bleed = true
            """)
        #expect(card.name == "Lake" && card.author == "A. Painter")
        #expect(card.size == Size(width: 160, height: 100.5))
        #expect(card.tilt.axis == .vertical && card.tilt.baseDegrees == 30)
        #expect(card.parallax == Scene.Parallax(points: 12, degrees: 20))
        #expect(card.pictures.map(\.path) == ["\(folder.path)/art/c.png"])
        #expect(card.shownPictures == [.picture(0, .cover)])
        #expect(card.layers[0].bleeds && !card.layers[0].clips && card.drivers.isEmpty)
        let scene = card.scene(size: Size(width: 1, height: 1), over: TiltStateSettings())
        #expect(scene.size == card.size && scene.parallax == card.parallax)
        #expect(scene.tiltStates.baseDegrees == 30)
    }

    @Test func `what a file does not say has its default`() throws {
        let card = try folder.scene("[[layer]]\npicture = \"a.png\"")
        #expect(folder.path.hasSuffix(card.name) && card.size == nil && card.author == nil)
        #expect(card.parallax == Scene.Parallax())
        #expect(card.layers == [Scene.Layer(.picture(0))])
    }

    @Test func `constants of every property are read`() throws {
        func value(_ property: Property) -> Double { max(0.25, property.range.lowerBound) }
        let ofPictures = Property.allCases.filter { $0 != .backdropBlur }
        for (content, properties) in [
            ("picture = \"a.png\"\nripple.on = \"tap\"\n", ofPictures),
            ("material = \"thin\"\n", [.backdropBlur]),
        ] {
            let keys = properties.map { "\($0.name) = \(value($0))" }.joined(separator: "\n")
            let layer = try folder.scene("size = [1, 1]\n[[layer]]\n" + content + keys).layers[0]
            for property in properties {
                #expect(layer[property] == value(property), "\(property)")
            }
        }
    }

    @Test func `lists give several properties at once, and single keys go before them`() throws {
        let layer = try folder.scene(
            """
            [[layer]]
            picture = "a.png"
            at-y = 0.3
            at = [0.1, 0.2]
            offset = [3, -4]
            anchor = [0, 1]
            size = [0.5, 0.25]
            crop = [0.1, 0.2, 0.3, 0.4]
            """
        ).layers[0]
        let wanted: [(Property, Double)] = [
            (.atX, 0.1), (.atY, 0.3), (.offsetX, 3), (.offsetY, -4), (.anchorX, 0), (.anchorY, 1),
            (.width, 0.5), (.height, 0.25), (.cropX, 0.1), (.cropY, 0.2), (.cropWidth, 0.3),
            (.cropHeight, 0.4),
        ]
        for (property, value) in wanted { #expect(layer[property] == value, "\(property)") }
    }

    @Test func `effects are kept in the file's order, those of a style first`() throws {
        let card = try folder.scene(
            """
            [style.old]
            contrast = 0.8
            grayscale = 0.5
            multiply = "#f80"
            [[layer]]
            picture = "a.png"
            brightness = { follow = "front" }
            at = [0, 1]
            multiply-green = 0.5
            hue = 30
            multiply-red = 0.25
            [[layer]]
            picture = "a.png"
            style = "old"
            invert = 1
            contrast = 2
            [[layer]]
            picture = "a.png"
            multiply = [0, 0.5, 100]
            """)
        #expect(card.layers[0].effects == [.brightness, .multiply, .hue])
        #expect(card.layers[1].effects == [.grayscale, .multiply, .invert, .contrast])
        #expect(card.layers[1][.contrast] == 2 && card.layers[1][.multiplyRed] == 1)
        #expect(card.layers[1][.multiplyGreen] == 136 / 255 && card.layers[1][.multiplyBlue] == 0)
        #expect(card.layers[2].effects == [.multiply] && card.layers[2][.multiplyBlue] == 100)
    }

    @Test(arguments: [
        ("#f80", Colour(red: 1, green: 136 / 255, blue: 0)),
        ("#FF8800", Colour(red: 1, green: 136 / 255, blue: 0)),
        ("#00000080", Colour(red: 0, green: 0, blue: 0, alpha: 128 / 255)),
        ("#F808", Colour(red: 1, green: 136 / 255, blue: 0, alpha: 136 / 255)),
        ("#fff0", Colour(red: 1, green: 1, blue: 1, alpha: 0)),
    ])
    func `a colour is written as in the web`(text: String, colour: Colour) throws {
        let card = try folder.scene("size = [1, 1]\n[[layer]]\ncolour = \"\(text)\"")
        #expect(card.layers[0].content as? Colour == colour)
    }

    @Test func `a list is a sum or a product, and begins without drivers at nothing`() throws {
        let card = try folder.scene(
            """
            [[layer]]
            picture = "a.png"
            rotation = [10, 5, { follow = "front" }]
            scale = [2, 3, { follow = "front" }, { follow = "middle" }]
            offset-x = { follow = "front" }
            opacity = { follow = "front" }
            at-x = [0.5, { follow = "front" }]
            """)
        let layer = card.layers[0]
        #expect(layer[.rotation] == 15 && layer[.scale] == 6 && layer[.atX] == 0.5)
        #expect(layer[.offsetX] == 0 && layer[.opacity] == 1)
        #expect(card.drivers.filter { $0.property == .scale }.count == 2)
        #expect(card.drivers.allSatisfy { $0.layer == 0 } && card.drivers.count == 6)
    }

    @Test(arguments: [("true", 1.0), ("false", 0), ("0.2", 0.2)])
    func `visible is true or false`(text: String, value: Double) throws {
        let layer = try folder.scene("[[layer]]\npicture = \"a.png\"\nvisible = \(text)").layers[0]
        #expect(layer[.visible] == value)
    }

    @Test func `a style has what a layer does not say itself`() throws {
        let card = try folder.scene(
            """
            [style.far]
            picture = "a.png"
            fit = "contain"
            opacity = 0.5
            at-x = 0.1
            rotation = { follow = "front" }
            size = "natural"
            order = 3
            [[layer]]
            style = "far"
            [[layer]]
            style = "far"
            colour = "#fff"
            at = [0.7, 0.8]
            rotation = 4
            size = [0.5, 0.5]
            order = -1
            [[layer]]
            style = "far"
            opacity = 1
            """)
        let layers = card.layers
        #expect(
            layers[1...].map { $0.content as? PictureContent }
                == [.picture(0, .contain), .picture(0, .contain)])
        #expect(layers[0].content as? Colour == Colour(red: 1, green: 1, blue: 1))
        #expect(layers.map { $0[.opacity] } == [0.5, 0.5, 1])
        #expect(layers.map { $0[.atX] } == [0.7, 0.1, 0.1])
        #expect(layers.map { $0[.rotation] } == [4, 0, 0])
        #expect(card.drivers.map(\.layer) == [1, 2])
        #expect(card.naturalLayers == [1, 2])
    }

    @Test func `a picture's own size replaces the size of a style`() throws {
        let card = try folder.scene(
            """
            [style.half]
            picture = "a.png"
            size = [0.5, 0.5]
            [[layer]]
            style = "half"
            size = "natural"
            [[layer]]
            style = "half"
            size = "natural"
            width = 0.25
            """)
        #expect(card.naturalLayers == [0, 1])
        #expect(card.layers.map { $0[.width] } == [1, 0.25])
        #expect(card.layers.map { $0[.height] } == [1, 1])
    }

    @Test func `shadows, materials and levels`() throws {
        let card = try folder.scene(
            """
            size = [1, 1]
            [[layer]]
            colour = "#fff"
            shadow-offset = [1, 2]
            [[layer]]
            colour = "#fff"
            shadow-colour = "#0000ff88"
            opaque-blur = true
            [[layer]]
            colour = "#fff"
            level = "tertiary"
            scheme = "dark"
            [[layer]]
            colour = "#000"
            level = "secondary"
            scheme = "light"
            opacity = 0.5
            [[layer]]
            material = "ultra-thick"
            scheme = "dark"
            """)
        let half = Colour(red: 0, green: 0, blue: 0, alpha: 0.5)
        let blue = Colour(red: 0, green: 0, blue: 1, alpha: 136 / 255)
        #expect(card.layers.map(\.shadow) == [half, blue, nil, nil, nil])
        #expect(card.layers.map(\.hasOpaqueBlur) == [false, true, false, false, false])
        #expect(
            card.layers.map(\.blend) == [.normal, .normal, .plusLighter, .multiply, .normal])
        #expect(card.layers.map { $0[.opacity] } == [1, 1, 0.25, 0.25, 1])
        #expect(card.layers[4].content as? Material == Material(.ultraThick, .dark))
    }

    @Test func `masks are found wherever they stand`() throws {
        let card = try folder.scene(
            """
            size = [1, 1]
            [[layer]]
            name = "hole"
            order = 3
            colour = "#fff"
            [[layer]]
            colour = "#f00"
            blend = "color-dodge"
            mask = "hole"
            [[layer]]
            colour = "#00f"
            order = -1
            luminance-mask = "hole"
            """)
        #expect(
            card.layers.map(\.mask) == [
                .init(layer: 2, kind: .luminance), .init(layer: 2, kind: .alpha), nil,
            ])
        #expect(card.layers.map(\.blend) == [.normal, .colorDodge, .normal])
    }

    @Test func `groups stand before their layers, and siblings in the order of order`() throws {
        let card = try folder.scene(
            """
            size = [1, 1]
            [[layer]]
            name = "moon"
            colour = "#fff"
            in = "sky"
            [[layer]]
            name = "lake"
            colour = "#00f"
            order = 1
            [[layer]]
            name = "sky"
            clip = true
            [[layer]]
            name = "stars"
            in = "sky"
            order = -1
            [[layer]]
            name = "star"
            in = "stars"
            colour = "#ff0"
            [[layer]]
            name = "back"
            colour = "#000"
            """)
        #expect(
            card.layers.map(\.name) == ["sky", "stars", "star", "moon", "back", "lake"])
        #expect(card.layers.map(\.parent) == [nil, 0, 1, 0, nil, nil])
        #expect(card.layers[0].content.memberCount == 3 && card.layers[0].clips)
        #expect(card.layers[1].content.memberCount == 1)
    }

    @Test func `a picture is measured where its size matters`() throws {
        let card = try folder.scene(
            """
            [[layer]]
            picture = "b@2x.png"
            size = "natural"
            crop = [0, 0, 0.5, 0.25]
            [[layer]]
            picture = "a.png"
            [[layer]]
            picture = "art/c.png"
            fit = "cover"
            """)
        #expect(card.measuredPictures == [0, 2])
        let (own, third) = (Size(width: 80, height: 40), Size(width: 9, height: 7))
        let scene = card.scene(
            size: Size(width: 100, height: 50), pictureSizes: [0: own, 2: third],
            over: TiltStateSettings())
        #expect(scene.layers[0].ownSize == Size(width: 20, height: 5))
        #expect(
            scene.layers.map { $0.content as? PictureContent } == [
                .picture(0, size: Size(width: 40, height: 20)), .picture(1),
                .picture(2, .cover, size: third),
            ])
        let without = card.scene(size: own, over: TiltStateSettings())
        #expect(without.layers[0].ownSize == nil)
        #expect(card.pictures[0].points(own) == Size(width: 40, height: 20))
    }

    @Test func `every layer, property and driver keeps the place of its text`() throws {
        let card = try folder.scene(
            """
            [[layer]]
            picture = "a.png"
            rotation = [10, { follow = "front" }]
            at = [0.25, 0.5]
            """)
        #expect(card.layerTextRanges.map(\.location.line) == [2])
        let rotation = try #require(card.layerTextRanges[0].properties[.rotation])
        #expect([rotation.start.line, rotation.start.column, rotation.end.column] == [4, 12, 38])
        let at = try #require(card.layerTextRanges[0].properties[.atY])
        #expect([at.start.line, at.start.column, at.end.column] == [5, 13, 16])
        #expect(card.driverTextRanges.map(\.start.column) == [17])
        #expect(card.driverTextRanges.map(\.end.column) == [37])
    }

    @Test func `a picture that two layers show is one picture`() throws {
        let text = "[[layer]]\npicture = \"a.png\"\n"
        let card = try folder.scene(text + text + "[[layer]]\npicture = \"b@2x.png\"\n")
        #expect(card.pictures.count == 2)
        #expect(card.shownPictures == [.picture(0), .picture(0), .picture(1)])
    }

    @Test func `a link within the folder is a picture`() throws {
        folder.write("a.png")
        symlink("a.png", "\(folder.path)/link.png")
        #expect(try folder.scene("[[layer]]\npicture = \"link.png\"").pictures.count == 1)
    }

    @Test func `the largest card is read`() throws {
        var text = "size = [1, 1]\n[style.s]\nrotation = ["
        text += Array(repeating: "{ follow = \"front\" }", count: 5).joined(separator: ", ") + "]\n"
        for number in 1...1000 {
            text += "[[layer]]\nname = \"\(number)\"\nstyle = \"s\"\ncolour = \"#fff\"\n"
        }
        let card = try folder.scene(text)
        #expect(card.layers.count == 1000 && card.drivers.count == 5000)
    }
}

@Suite struct DriverTests {
    @Test func `a pair of properties may have drivers`() throws {
        let card = try CardFolder().scene(
            """
            size = [4, 3]
            [[layer]]
            colour = "#fff"
            at = [[0.5, { follow = "front" }], 0.25]
            offset = [{ on = "tap", steps = [0, 9] }, { follow = "middle" }]
            """)
        let layer = try #require(card.layers.first)
        #expect(layer[.atX] == 0.5 && layer[.atY] == 0.25 && layer[.offsetX] == 0)
        #expect(card.drivers.map(\.property) == [.atX, .offsetX, .offsetY])
        let plain = Driver.Kind.follow(.front, Conversion(), nil, .atOnce)
        #expect(card.drivers[0].kind == plain)
    }

    @Test func `a driver follows a signal`() throws {
        let found = try drivers(
            """
            rotation = [
                { follow = "front" },
                { follow = "tilt-x", range = [-30, 30], values = [-10, 0, 20], curve = "ease-in" },
                { follow = "pointer-y", values = [1, 2] },
                { follow = "tilt-y", range = [-9, 9], values = [1, 0, 1], curve = ["ease-in", "ease-out"] },
                { follow = "tilt", keys = [[-60, 12], [-20, 0], [60, 0]], spring = "bouncy" },
                { follow = "time", keys = [[0, 0], [2, 90]], curve = [0.1, 0.2, 0.3, 1.4] },
                { follow = "sweep", smooth = 0.25 },
            ]
            """)
        let plain = Conversion()
        #expect(
            found == [
                .follow(.front, plain, nil, .atOnce),
                .follow(
                    .tiltX, plain,
                    try Keys(from: -30, to: 30, values: [-10, 0, 20], curves: [.easeIn, .easeIn]),
                    .atOnce),
                .follow(.pointerY, plain, try Keys(from: -1, to: 1, values: [1, 2]), .atOnce),
                .follow(
                    .tiltY, plain,
                    try Keys(from: -9, to: 9, values: [1, 0, 1], curves: [.easeIn, .easeOut]),
                    .atOnce),
                .follow(
                    .tilt, plain, try Keys([(-60, 12), (-20, 0), (60, 0)]), .spring(.bouncy)),
                .follow(
                    .time, plain,
                    try Keys([(0, 0), (2, 90)], curves: [.bezier(0.1, 0.2, 0.3, 1.4)]), .atOnce),
                .follow(.sweep, plain, nil, .smoothing(Smoothing(timeConstant: 0.25))),
            ])
    }

    @Test(arguments: [
        ("{ follow = \"front\", invert = true }", 0.25, 0.75),
        ("{ follow = \"front\", invert = false, gain = 2 }", 0.25, 0.5),
        ("{ follow = \"front\", invert = true, gain = 2 }", 0.25, 1.5),
        ("{ follow = \"pointer-x\", invert = true }", 0.25, -0.25),
        ("{ follow = \"pointer-x\", dead-band = 0.5, limit = 0.25 }", 0.6, 0.1),
        ("{ follow = \"pointer-x\", dead-band = 0.5, limit = 0.25 }", -1, -0.25),
    ])
    func `a signal is turned into another before it is followed`(
        text: String, input: Double, output: Double
    ) throws {
        guard case .follow(_, let conversion, nil, _)? = try drivers("rotation = \(text)").first
        else {
            Issue.record("no driver that follows")
            return
        }
        // A few roundings.
        #expect(abs(conversion.value(of: input) - output) < 1e-12)
    }

    @Test func `an event starts a track, phases or a step`() throws {
        let found = try drivers(
            """
            scale = [
                { on = "tap-here", track = [{ to = 2, cubic = 0.1 }, { to = 1, spring = "bouncy" }] },
                { on = "shown", phases = [1, 2], animation = { ease-in-out = 1.2 }, loop = true },
                { on = "key-3", phases = [1, 2, 3], animation = ["none", "snappy", { spring = { duration = 1, bounce = 0.2 } }] },
                { on = "state", steps = [1, 1.5] },
                { transition = [0.5, 1, 2], animation = { curve = [0, 0, 1, 1], duration = 2 } },
            ]
            """)
        let track = try Track(
            [.cubic(to: 2, duration: 0.1), .spring(to: 1, spring: .bouncy)], from: 1)
        #expect(
            found == [
                .run(.tapHere, track, timelineDuration: track.duration, repeats: false),
                .phases(
                    .shown,
                    try Phases([1, 2], animation: .curve(.easeInOut, duration: 1.2), loops: true)),
                .phases(
                    .key3,
                    try Phases(
                        [1, 2, 3],
                        animations: [
                            .immediate, .spring(.snappy),
                            .spring(Spring(duration: 1, bounce: 0.2)),
                        ], loops: false)),
                .steps(.state, [1, 1.5], .standard),
                .transition(
                    TransitionValues(before: 0.5, inPlace: 1, after: 2),
                    .curve(.bezier(0, 0, 1, 1), duration: 2)),
            ])
    }

    @Test func `keyframes have every kind`() throws {
        let found = try drivers(
            """
            rotation = { on = "tap", track = [
                { to = 1 },
                { to = 2, linear = 0.5, curve = "circular-ease-out" },
                { to = 3, cubic = 0.25, start-velocity = 4, end-velocity = -5 },
                { to = 4, spring = { response = 0.3, damping-fraction = 0.5 }, duration = 0.4, start-velocity = 6 },
                { to = 5, spring = { mass = 2, stiffness = 100, damping = 10 } },
            ] }
            """)
        let track = try Track(
            [
                .jump(to: 1), .linear(to: 2, duration: 0.5, curve: .circularEaseOut),
                .cubic(to: 3, duration: 0.25, startVelocity: 4, endVelocity: -5),
                .spring(
                    to: 4, duration: 0.4, spring: Spring(response: 0.3, dampingFraction: 0.5),
                    startVelocity: 6),
                .spring(to: 5, spring: Spring(mass: 2, stiffness: 100, damping: 10)),
            ], from: 0)
        #expect(found == [.run(.tap, track, timelineDuration: track.duration, repeats: false)])
    }

    /// How long the timelines of a layer's drivers are, in their order.
    private func timelines(_ keys: String) throws -> [Double] {
        try drivers(keys).map { kind in
            switch kind {
            case .run(_, _, let timeline, _), .scrub(_, _, _, _, let timeline): timeline
            default: -1
            }
        }
    }

    @Test func `tracks that start together are a timeline as long as the longest`() throws {
        let found = try timelines(
            """
            opacity = { on = "tap", track = [{ to = 0.5, linear = 1 }] }
            rotation = { on = "tap", track = [{ to = 1, linear = 3 }] }
            scale = { on = "tap", track = [{ to = 1, linear = 2 }], loop = true }
            radius = { on = "shake", track = [{ to = 1, linear = 4 }] }
            """)
        #expect(found == [3, 2, 3, 4])
        let scrubbed = try timelines(
            """
            opacity = { follow = "tilt", range = [0, 9], track = [{ to = 0.5, linear = 1 }] }
            rotation = { follow = "tilt", range = [0, 9], track = [{ to = 1, linear = 3 }] }
            scale = { follow = "tilt", range = [0, 8], track = [{ to = 1, linear = 2 }] }
            radius = { follow = "front", track = [{ to = 1, linear = 4 }] }
            """)
        #expect(scrubbed == [3, 2, 3, 4])
    }

    @Test func `visible follows a signal, or steps at an event`() throws {
        let found = try drivers(
            """
            visible = [{ follow = "front" }, { on = "tap", steps = [true, false] }]
            """)
        #expect(
            found == [
                .follow(.front, Conversion(), nil, .atOnce), .steps(.tap, [1, 0], .immediate),
            ])
    }

    @Test(arguments: Signal.allCases)
    func `every signal is followed`(signal: Signal) throws {
        let range = signal.range == nil ? "range = [0, 1], " : ""
        let name = signal.rawValue
        let found = try drivers("rotation = { follow = \"\(name)\", \(range)values = [0, 1] }")
        #expect(found.count == 1)
    }

    @Test(arguments: Trigger.allCases)
    func `every event starts`(trigger: Trigger) throws {
        let found = try drivers("rotation = { on = \"\(trigger.rawValue)\", steps = [0, 1] }")
        #expect(found == [.steps(trigger, [0, 1], .standard)])
    }
}
