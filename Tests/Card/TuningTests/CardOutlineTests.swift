import Foundation
import TOML
import TestSupport
import Testing
import Tuning

@Suite struct CardOutlineTests {
    private func outline(_ text: String) throws -> CardOutline {
        CardOutline(try TOMLTable(parsing: text, file: "card.toml"), TOMLExpectations())
    }

    @Test func `layers have their values, and those of their style`() throws {
        let outline = try outline(
            """
            size = [4, 3]
            [style.far]
            blur = 3
            opacity = 0.5
            [[layer]]
            name = "sky"
            [[layer]]
            name = "sun"
            in = "sky"
            style = "far"
            opacity = [1, { follow = "tilt-x" }]
            """)
        #expect(outline.fields.map(\.label) == ["size[1]", "size[2]"])
        #expect(outline.layers.map(\.name) == ["sky", "sun"])
        #expect(outline.layers.map(\.group) == [nil, 0])
        let sun = outline.layers[1]
        #expect(sun.keys == ["name", "in", "style", "opacity"])
        #expect(
            sun.fields.map(\.label)
                == ["name", "in", "style", "opacity[1]", "opacity[2].follow", "blur"])
        #expect(sun.fields.map(\.style) == [nil, nil, nil, nil, nil, "far"])
        #expect(sun.fields[4].path == ["layer", 1, "opacity", 1, "follow"])
        #expect(sun.fields[5].path == ["style", "far", "blur"])
        #expect(outline.layers(withStyle: "far") == [1])
    }

    @Test(arguments: Repository.cardFiles) func `all values of a card are listed`(path: String)
        throws
    {
        let document = try TOMLDocument(file: path)
        let table = try document.table()
        let outline = CardOutline(table, TOMLExpectations())
        let listed = Set((outline.fields + outline.layers.flatMap(\.fields)).map(\.path))
        let values = table.paths.filter { path in
            switch table[path]?.content {
            case .array, .table, nil: false
            default: path.steps.first != "style"
            }
        }
        #expect(!values.isEmpty && listed.isSuperset(of: values))
        for path in listed { #expect(try document.text(at: path) != nil) }
    }
}
