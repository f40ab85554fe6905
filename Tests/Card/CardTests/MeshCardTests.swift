import Geometry
import Paint
import Scene
import Testing

@testable import Card

@Suite struct MeshCardTests {
    private let folder = CardFolder()

    private func card(_ mesh: String) throws -> Card {
        try folder.scene("size = [4, 3]\n[[layer]]\nmesh = \(mesh)")
    }

    private func mesh(_ text: String) throws -> Mesh? {
        guard let mesh = try card(text).layers[0].content as? Mesh else { return nil }
        return mesh
    }

    private let black = Colour(red: 0, green: 0, blue: 0)
    private let white = Colour(red: 1, green: 1, blue: 1)

    @Test func `vertices lie evenly, row by row, and colours go over smoothly`() throws {
        let found = try mesh(
            "{ width = 3, height = 2, vertices = [\"#000\", \"#fff\", \"#000\", \"#fff\", \"#000\", \"#fff\"] }"
        )
        let places = [(0.0, 0.0), (0.5, 0), (1, 0), (0, 1), (0.5, 1), (1, 1)]
        let vertices = places.enumerated().map { index, place in
            Mesh.Vertex(Point(x: place.0, y: place.1), index % 2 == 0 ? black : white)
        }
        #expect(found == Mesh(width: 3, vertices))
    }

    @Test func `a vertex may have a place and control points`() throws {
        let found = try mesh(
            """
            { width = 2, height = 2, smooth = false, mix = "linear", background = "#fff", vertices = ["#000", "#000", \
            { at = [-0.5, 1.25], colour = "#fff", trailing = [0.2, 3], top = [0, [0.25, 0.5]] }, { colour = "#000" }] }
            """)
        let point = Point(x: -0.5, y: 1.25)
        let controls = Mesh.Controls([
            .trailing: Point(x: 0.2, y: 3), .top: Point(x: 0, y: 0.75),
        ])
        #expect(found?.vertices[2] == Mesh.Vertex(point, white, controls: controls))
        #expect(found?.vertices[3] == Mesh.Vertex(Point(x: 1, y: 1), black))
        #expect(
            found?.isSmooth == false && found?.colourSpace == .linear && found?.background == white)
    }

    @Test func `every number and colour may have drivers`() throws {
        let card = try card(
            """
            { width = 2, height = 2, background = { on = "tap", steps = ["#000", "#fff"] }, vertices = ["#000", \
            { follow = "front", values = ["#000", "#fff"] }, { at = [{ follow = "front" }, 1], colour = "#000", \
            leading = [0, { follow = "middle" }] }, "#000"] }
            """)
        let kinds = card.layers[0].content.parameterKinds
        #expect(
            card.drivers.map(\.parameter)
                == [0, 1, 2, 3, 12, 13, 14, 15, 16, 23].map { .content($0, kinds[$0]) })
        #expect(card.layerTextRanges[0].content.count == kinds.count)
        #expect(kinds[16] == .coordinate && kinds[23] == .coordinate && kinds[12] == .red)
    }

    private static let four = "vertices = [\"#000\", \"#000\", \"#000\", \"#000\"]"

    private static let mistakes: [(String, String)] = [
        ("3", "4:8: layer[1].mesh must be a table, not 3"),
        ("{ height = 2 }", "4:8: layer[1].mesh needs width"),
        ("{ width = 2, height = 2 }", "4:8: layer[1].mesh needs vertices = [\"#rgb\", ...]"),
        (
            "{ width = 2, height = 1, \(four) }",
            "4:30: layer[1].mesh.height is 1, but must be from 2 to 32"
        ),
        (
            "{ width = 2, height = 3, \(four) }",
            "4:44: layer[1].mesh.vertices has 4 vertices, but width times height is 2 x 3 = 6"
        ),
        (
            "{ width = 2, height = 2, smooth = 1, \(four) }",
            "4:42: layer[1].mesh.smooth must be true or false"
        ),
        (
            "{ width = 2, height = 2, vertices = [\"#000\", { at = [0.5, 21], colour = \"#000\" }, \"#000\", \"#000\"] }",
            "4:66: layer[1].mesh.vertices[2].at[2] is 21, but must be from -20 to 20"
        ),
        (
            "{ width = 2, height = 2, vertices = [\"#000\", { colour = \"#000\", top = 3 }, \"#000\", \"#000\"] }",
            "4:78: layer[1].mesh.vertices[2].top must be a list of two, [x, y]"
        ),
        (
            "{ width = 2, height = 2, vertices = [\"#000\", { colour = \"#000\", botom = [0, 0] }, \"#000\", \"#000\"] }",
            "4:72: unknown key \"layer[1].mesh.vertices[2].botom\"; the nearest is"
        ),
    ]

    @Test(arguments: mistakes)
    func `a mistake has its place`(text: String, words: String) {
        let error = #expect(throws: CardError.self) { try card(text) }
        #expect(
            error?.description.contains("card.toml:" + words) == true, "\(error?.description ?? "")"
        )
    }
}
