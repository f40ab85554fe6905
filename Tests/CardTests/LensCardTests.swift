import Geometry
import Motion
import Scene
import Testing

@testable import Card

@Suite struct LensCardTests {
    private let folder = CardFolder()

    init() {
        for name in ["a.svg", "b.svg", "c.svg", "views/10.svg", "views/9.svg", "views/notes.txt"] {
            folder.write(name)
        }
    }

    private func card(_ keys: String, _ more: String = "") throws -> Card {
        try folder.scene("size = [4, 3]\n[lens]\n\(keys)\n\(more)")
    }

    private func lens(_ keys: String) throws -> LensContent {
        let card = try card("pictures = [\"a.svg\", \"b.svg\"]\n" + keys)
        guard case .lens(let lens) = card.layers[0].content else {
            Issue.record("no lens")
            return LensContent(pictures: [])
        }
        return lens
    }

    @Test func `a lens is the lowest layer and has its defaults`() throws {
        let card = try card(
            "pictures = [\"a.svg\", \"b.svg\", \"a.svg\"]", "[[layer]]\npicture = \"c.svg\"")
        #expect(card.layers.count == 2 && card.pictures.count == 3)
        #expect(card.layers[0].content == .lens(LensContent(pictures: [0, 1, 0])))
        #expect(
            card.drivers == [
                LensContent.Number.tiltX.follower(layer: 0),
                LensContent.Number.tiltY.follower(layer: 0),
                LensContent.Number.sweep.follower(layer: 0),
            ])
        #expect(card.layerSources[0].content.count == LensContent.Number.allCases.count)
    }

    @Test func `a card may have a lens alone`() throws {
        #expect(try card("pictures = [\"a.svg\", \"b.svg\"]").layers.count == 1)
    }

    @Test(arguments: [
        ("20", 20.0, 3.0), ("40", 40, 0.838), ("60", 60, 0.457), ("75", 75, 0.457),
        ("100", 100, 0.356),
    ])
    func `a preset is a sheet that is sold`(name: String, lenses: Double, thickness: Double) throws
    {
        let lens = try lens("preset = \"\(name)\"")
        #expect(lens[.lensesPerInch] == lenses && lens[.thickness] == thickness)
        #expect(lens[.index] == 1.56)
        #expect(try self.lens("preset = \"\(name)\"\nthickness = 1.5")[.thickness] == 1.5)
    }

    @Test func `every number and word is read`() throws {
        let lens = try lens(
            """
            lenses-per-inch = 50
            thickness = 0.6
            index = 1.5
            slant = -7
            width = 148
            distance = "infinite"
            cross-talk = 0.1
            phase = 0.25
            relief = 0.1
            gloss = 0.2
            blend = 0.3
            tilt-x = 4
            tilt-y = 5
            sweep = 1.5
            axis = "horizontal"
            order = "reversed"
            flip-back = false
            """)
        #expect(
            lens.numbers == [50, 0.6, 1.5, -7, 148, .infinity, 0.1, 0.25, 0.1, 0.2, 0.3, 4, 5, 1.5])
        #expect(lens.axis == .horizontal && lens.order == .reversed && !lens.flipsBack)
    }

    @Test func `a number that is given follows nothing by itself, and may be driven`() throws {
        let card = try card(
            """
            pictures = ["a.svg", "b.svg"]
            tilt-x = 3
            blend = { follow = "front" }
            """)
        let targets = card.drivers.map(\.target)
        #expect(
            targets == [
                .content(LensContent.Number.blend.rawValue, .share),
                .content(LensContent.Number.tiltY.rawValue, .angle),
                .content(LensContent.Number.sweep.rawValue, .sweep),
            ])
    }

    @Test(arguments: [("", TiltAxis.vertical), ("axis = \"horizontal\"", .horizontal)])
    func `the lenses decide the tilt's axis, unless the card does`(
        keys: String, axis: TiltAxis
    ) throws {
        let text = "pictures = [\"a.svg\", \"b.svg\"]\n" + keys
        #expect(try card(text).tilt.axis == axis)
        #expect(try card(text, "[tilt]\naxis = \"steering\"").tilt.axis == .steering)
    }

    @Test func `pictures of a folder are in natural order`() throws {
        let card = try card("pictures = \"views\"")
        #expect(card.pictures.map { $0.path.split(separator: "/").last } == ["9.svg", "10.svg"])
        #expect(
            ["a10", "a9", "b1", "a009", "a"].sorted(by: precedesNaturally) == [
                "a", "a9", "a009", "a10", "b1",
            ])
    }

    @Test func `a layer of a group may have a lens`() throws {
        let card = try folder.scene(
            """
            size = [4, 3]
            [[layer]]
            name = "group"
            [[layer]]
            in = "group"
            lens = { pictures = ["a.svg", "b.svg"], preset = "40" }
            """)
        guard case .lens = card.layers[1].content else {
            Issue.record("no lens")
            return
        }
        #expect(card.drivers.allSatisfy { $0.layer == 1 } && card.drivers.count == 3)
    }
}
