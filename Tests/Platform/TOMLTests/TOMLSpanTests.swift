import TOML
import Testing

@Suite struct TOMLSpanTests {
    private static let text = #"""
        name = "a \"b\" ü😀"  # after it
        literal = 'c:\d'
        lines = """
        one
        two"""
        numbers = [1_000, -2.5e-3, 0x1F,
          inf,   # the last
        ]
        inline = { x = 1, deep = { y = [true, false] } }
        day = 1979-05-27T07:32:00Z
        dotted.key = 4
        [table]
        "quoted key" = '''x'''
        [[list]]
        z = [ [ 1 ], [ ] ]
        """#

    /// The text between a value's places, whose columns count Unicode scalars.
    private func text(of value: TOMLValue) -> String {
        let scalars = Array(Self.text.unicodeScalars)
        let lines = scalars.split(separator: "\n", omittingEmptySubsequences: false)
        func offset(_ location: TOMLLocation) -> Int {
            lines[location.line - 1].startIndex + location.column - 1
        }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars[offset(value.location)..<offset(value.end)])
        return text
    }

    /// The value and those in it that have a text of their own: a table under a header has none, and
    /// neither has one that a dotted key makes.
    private func written(_ value: TOMLValue) -> [TOMLValue] {
        switch value.content {
        case .table(let table):
            let isInline = text(of: value).hasPrefix("{")
            return (isInline ? [value] : []) + table.entries.flatMap { written($0.value) }
        case .array(let values):
            let isInline = text(of: value).hasPrefix("[") && value.name != "list"
            return (isInline ? [value] : []) + values.flatMap(written)
        default: return [value]
        }
    }

    @Test func `a value's text between its places is the value again`() throws {
        let table = try TOMLTable(parsing: Self.text, file: "f")
        let values = table.entries.flatMap { written($0.value) }
        #expect(values.count == 21)
        for value in values {
            let again = try TOMLTable(parsing: "v = " + text(of: value), file: "f")["v"]
            #expect(again?.content.plain == value.content.plain)
        }
    }
}

extension TOMLValue.Content {
    /// The value without places and names.
    fileprivate var plain: String {
        switch self {
        case .array(let values): "\(values.map(\.content.plain))"
        case .table(let table):
            "\(table.entries.map { "\($0.key) = \($0.value.content.plain)" })"
        default: "\(self)"
        }
    }
}
