import Animation
import Geometry
import Paint
import Scene
import Testing

@testable import Card

@Suite struct GradientCardTests {
    private let folder = CardFolder()

    private func card(_ gradient: String) throws -> Card {
        try folder.scene("size = [4, 3]\n[[layer]]\ngradient = \(gradient)")
    }

    private func gradient(_ text: String) throws -> Gradient? {
        guard let gradient = try card(text).layers[0].content as? Gradient else { return nil }
        return gradient
    }

    private let black = Colour(red: 0, green: 0, blue: 0)
    private let white = Colour(red: 1, green: 1, blue: 1)

    @Test func `each kind has its places, and its own defaults`() throws {
        let colours = "colours = [\"#000\", \"#fff\"]"
        let stops = [Gradient.Stop(0, black), Gradient.Stop(1, white)]
        let middle = Point(x: 0.5, y: 0.5)
        let wanted: [(String, Gradient.Shape)] = [
            ("kind = \"linear\"", .linear(from: Point(x: 0.5, y: 0), to: Point(x: 0.5, y: 1))),
            (
                "kind = \"linear\", from = [0, -1], to = [2, [0.5, 0.25]]",
                .linear(from: Point(x: 0, y: -1), to: Point(x: 2, y: 0.75))
            ),
            ("kind = \"radial\"", .radial(centre: middle, from: 0, to: 1)),
            (
                "kind = \"radial\", centre = [0, 1], radii = [0.5, 2]",
                .radial(centre: Point(x: 0, y: 1), from: 0.5, to: 2)
            ),
            ("kind = \"angular\"", .angular(centre: middle, from: 0, to: 360)),
            (
                "kind = \"angular\", angles = [90, -90]",
                .angular(centre: middle, from: 90, to: -90)
            ),
        ]
        for (text, shape) in wanted {
            #expect(try gradient("{ \(text), \(colours) }") == Gradient(shape, stops))
        }
    }

    @Test func `colours lie evenly where they have no place`() throws {
        let found = try gradient(
            """
            { kind = "linear", mix = "oklab", colours = ["#000", { at = 0.9, colour = "#fff" }, "#000", \
            { colour = "#ffffff00" }, { at = -1, colour = "#000" }] }
            """)
        let clear = Colour(red: 1, green: 1, blue: 1, alpha: 0)
        #expect(
            found?.stops == [
                .init(0, black), .init(0.9, white), .init(0.5, black), .init(0.75, clear),
                .init(-1, black),
            ])
        #expect(found?.colourSpace == .oklab)
    }

    @Test func `numbers and colours may have drivers`() throws {
        let card = try card(
            """
            { kind = "radial", centre = [{ follow = "front" }, 0.2], colours = [
                "#000",
                { on = "tap", steps = ["#102030", "#ffffff80"], animation = "bouncy" },
                { at = [0.5, { follow = "middle" }], colour = ["#fff", { transition = ["#f00", "#0f0", "#00f"] }] },
            ] }
            """)
        func content(_ index: Int, _ kind: ParameterKind) -> Driver.Parameter {
            .content(index, kind)
        }
        #expect(
            card.drivers.map(\.parameter) == [
                content(0, .coordinate), content(10, .red), content(11, .green), content(12, .blue),
                content(13, .alpha), content(14, .coordinate), content(15, .red),
                content(16, .green), content(17, .blue), content(18, .alpha),
            ])
        let ends: [[Double]] = [[16, 255], [32, 255], [48, 255], [255, 128]]
        for (driver, ends) in zip(card.drivers[1...4], ends) {
            let values = ends.map { $0 / 255 }
            #expect(driver.kind == .steps(.tap, values, .spring(.bouncy)))
        }
        let red = TransitionValues(before: 1, inPlace: 0, after: 0)
        #expect(card.drivers[6].kind == .transition(red, .standard))
        // A driver alone replaces what it drives, and one in a list is added to the rest.
        let numbers = card.layers[0].content.parameters
        #expect(numbers[0] == 0 && numbers[1] == 0.2 && numbers[14] == 0.5)
        #expect(numbers[10...13].allSatisfy { $0 == 0 } && numbers[15...18].allSatisfy { $0 == 1 })
        #expect(card.driverTextRanges[1...4].allSatisfy { $0 == card.driverTextRanges[1] })
        #expect(card.layerTextRanges[0].content.count == numbers.count)
    }

    @Test func `every form of driver takes colours for values`() throws {
        let forms = [
            "{ follow = \"front\", values = [\"#000\", \"#fff\"] }",
            "{ follow = \"tilt\", keys = [[-30, \"#123\"], [30, \"#456\"]], smooth = 0.2 }",
            "{ follow = \"tilt\", range = [0, 9], track = [{ to = \"#fff\", linear = 1 }] }",
            "{ on = \"tap\", track = [{ to = \"#fff\", cubic = 1 }, { to = \"#000\", spring = \"bouncy\" }] }",
            "{ on = \"shown\", phases = [\"#000\", \"#fff\"], animation = \"smooth\", loop = true }",
            "{ on = \"tap\", steps = [\"#000\", \"#fff\"] }",
            "{ transition = [\"#000\", \"#fff\", \"#000\"] }",
        ]
        for form in forms {
            let card = try card("{ kind = \"linear\", colours = [\"#000\", \(form)] }")
            #expect(card.drivers.count == 4, "\(form)")
        }
    }

    @Test func `tracks of the numbers and of the layer run in one timeline`() throws {
        let card = try folder.scene(
            """
            size = [4, 3]
            [[layer]]
            rotation = { on = "tap", track = [{ to = 9, linear = 3 }] }
            gradient = { kind = "linear", colours = ["#000", { on = "tap", track = [{ to = "#fff", linear = 1 }] }] }
            """)
        let timelines = card.drivers.compactMap { driver -> Double? in
            if case .run(_, _, let timeline, _) = driver.kind { timeline } else { nil }
        }
        #expect(timelines == [3, 3, 3, 3, 3])
    }

    @Test func `a style gives a gradient, which a layer's own replaces`() throws {
        let card = try folder.scene(
            """
            size = [4, 3]
            [style.dusk]
            gradient = { kind = "radial", colours = ["#000", "#fff"] }
            [[layer]]
            style = "dusk"
            [[layer]]
            style = "dusk"
            colour = "#fff"
            """)
        #expect(card.layers[0].content.parameters.count == 14)
        #expect(card.layers[1].content as? Colour == white)
    }

    private static let mistakes: [(String, String)] = [
        ("3", "4:12: layer[1].gradient must be a table, not 3"),
        ("{ colours = [\"#000\", \"#fff\"] }", "4:12: layer[1].gradient needs kind: "),
        ("{ kind = \"linear\" }", "4:12: layer[1].gradient needs colours = [\"#rgb\", ...]"),
        (
            "{ kind = \"liner\", colours = [] }",
            "4:21: layer[1].gradient.kind is \"liner\"; the nearest is \"linear\""
        ),
        (
            "{ kind = \"linear\", colurs = [] }",
            "4:31: unknown key \"layer[1].gradient.colurs\"; the nearest is \"layer[1].gradient.colours\""
        ),
        (
            "{ kind = \"linear\", radii = [0, 1], colours = [] }",
            "4:39: layer[1].gradient.radii does not go with kind = \"linear\""
        ),
        (
            "{ kind = \"linear\", from = 3, colours = [] }",
            "4:38: layer[1].gradient.from must be a list of two, [x, y], each a number or a driver's table"
        ),
        (
            "{ kind = \"radial\", radii = [0, 21], colours = [] }",
            "4:43: layer[1].gradient.radii[2] is 21, but must be from 0 to 20"
        ),
        (
            "{ kind = \"linear\", colours = [] }",
            "4:41: layer[1].gradient.colours has 0 colours, and may have from 2 to 32"
        ),
        (
            "{ kind = \"linear\", colours = [\"#000\", \"red\"] }",
            "4:50: layer[1].gradient.colours[2] is \"red\", but must be as \"#rgb\""
        ),
        (
            "{ kind = \"linear\", colours = [\"#000\", { at = 0.5 }] }",
            "4:50: layer[1].gradient.colours[2] needs colour"
        ),
        (
            "{ kind = \"linear\", colours = [\"#000\", { at = nan, colour = \"#fff\" }] }",
            "4:57: layer[1].gradient.colours[2].at is nan, but must be from -20 to 20"
        ),
        (
            "{ kind = \"linear\", colours = [\"#000\", { at = 1, colour = \"#fff\", follow = \"front\" }] }",
            "4:77: unknown key \"layer[1].gradient.colours[2].follow\""
        ),
        (
            "{ kind = \"linear\", colours = [\"#000\", { follow = \"front\" }] }",
            "4:50: layer[1].gradient.colours[2] needs values beside follow = \"front\""
        ),
        (
            "{ kind = \"linear\", colours = [\"#000\", { follow = \"front\", values = [0, 1] }] }",
            "4:80: layer[1].gradient.colours[2].values[1] must be a text in quotes"
        ),
        (
            "{ kind = \"linear\", colours = [\"#000\", { on = \"tap\", track = [{ to = \"#fff\", cubic = 1, end-velocity = 2 }] }] }",
            "4:114: layer[1].gradient.colours[2].track[1].end-velocity does not go with a colour"
        ),
    ]

    @Test(arguments: mistakes)
    func `a mistake has its place`(text: String, words: String) {
        let error = #expect(throws: CardError.self) { try card(text) }
        #expect(
            error?.description.contains("card.toml:" + words) == true, "\(error?.description ?? "")"
        )
    }

    @Test func `a layer shows one thing`() {
        let text = "size = [4, 3]\n[[layer]]\ncolour = \"#fff\"\ngradient = 3"
        let error = #expect(throws: CardError.self) { try folder.scene(text) }
        #expect(
            error?.description.contains(
                "layer[1].gradient does not go with colour: make two layers")
                == true)
    }
}
