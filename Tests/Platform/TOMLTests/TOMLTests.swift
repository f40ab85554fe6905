import Testing

@testable import TOML

private func parse(_ text: String) throws(TOMLError) -> TOMLTable {
    try TOMLTable(parsing: text, file: "a.toml")
}

private func message(of body: () throws -> Void) -> String {
    do { try body() } catch { return "\(error)" }
    return "no error"
}

@Suite struct TOMLTests {
    @Test func `values of every kind are read`() throws {
        let table = try parse(
            """
            text = "a\\tb"
            whole = -3
            real = 2.5
            yes = true
            day = 1979-05-27
            list = [1, "two", [3]]
            [tilt]
            base_degrees = 60
            """)
        #expect(try table["text"]?.string() == "a\tb")
        #expect(try table["whole"]?.integer(in: -9...9) == -3)
        #expect(try table["real"]?.number(in: 0...9) == 2.5)
        #expect(try table["yes"]?.boolean() == true)
        #expect(table["day"]?.content == .date("1979-05-27"))
        #expect(try table["list"]?.array().count == 3)
        #expect(table["nothing"] == nil)
        #expect(try table["tilt"]?.table()["base_degrees"]?.number(in: 1...180) == 60)
    }

    @Test func `entries keep the file's order, and every key and value its location`() throws {
        let table = try parse("zebra = 1\n  apple = [ 2,\n 3 ]\n")
        #expect(table.entries.map(\.key) == ["zebra", "apple"])
        #expect(table.entries[1].location == TOMLLocation(file: "a.toml", line: 2, column: 3))
        #expect(
            table.entries[1].value.location == TOMLLocation(file: "a.toml", line: 2, column: 11))
        #expect(try table.entries[1].value.array()[1].location.line == 3)
    }

    @Test func `columns count characters, not bytes`() throws {
        let table = try parse("\"größe\" = 1")
        #expect(table.entries[0].value.location.column == 11)
    }

    @Test func `a layer of an array of tables is named by its number`() throws {
        let layers = try parse("[[layer]]\n[[layer]]\npicture = 1")["layer"]?.array() ?? []
        #expect(layers.count == 2)
        let found = message { _ = try layers[1].table()["picture"]?.string() }
        #expect(found == "a.toml:3:11: layer[2].picture must be a text in quotes, not 1")
    }

    private enum Beyond: String, CaseIterable { case hold, `return` }

    @Test(arguments: [
        ("a = 1", "a.toml:1:5: a must be a text in quotes, not 1"),
        ("a = []", "a.toml:1:5: a must be a text in quotes, not a list"),
        ("a = true", "a.toml:1:5: a must be a text in quotes, not true"),
    ])
    func `a wrong type says what is wanted and what is there`(text: String, expected: String) {
        #expect(message { _ = try parse(text)["a"]?.string() } == expected)
    }

    @Test(arguments: [
        ("a = 200", "a.toml:1:5: a is 200, but must be from 0 to 180"),
        ("a = 1e300", "a.toml:1:5: a is 1e+300, but must be from 0 to 180"),
        ("a = nan", "a.toml:1:5: a is nan, but must be from 0 to 180"),
        ("a = -inf", "a.toml:1:5: a is -inf, but must be from 0 to 180"),
        ("a = \"1\"", "a.toml:1:5: a must be a number, not the text \"1\""),
    ])
    func `a number must be one, and in range`(text: String, expected: String) {
        #expect(message { _ = try parse(text)["a"]?.number(in: 0...180) } == expected)
    }

    @Test func `a wrong word is answered with the right ones`() throws {
        let table = try parse("a = \"stop\"\nb = 2\nc = \"return\"")
        #expect(
            message { _ = try table["a"]?.choice(Beyond.self) }
                == "a.toml:1:5: a is \"stop\", but must be one of \"hold\", \"return\"")
        #expect(
            message { _ = try table["b"]?.choice(Beyond.self) }
                == "a.toml:2:5: b must be one of \"hold\", \"return\" in quotes, not 2")
        #expect(try table["c"]?.choice(Beyond.self) == .return)
    }

    @Test func `an unknown key is named with the nearest known one`() throws {
        let table = try parse("[tilt]\nbase_degrese = 3\naxis = 1\nx = 0").entries[0].value.table()
        let errors = table.unknownKeys(known: ["axis", "base_degrees", "flat_degrees"])
        #expect(
            errors.map(\.description) == [
                "a.toml:2:1: unknown key \"tilt.base_degrese\"; the nearest is \"tilt.base_degrees\"",
                "a.toml:4:1: unknown key \"tilt.x\"; known are axis, base_degrees, flat_degrees",
            ])
    }

    @Test(arguments: [
        ("a = 1.0", "a must be a whole number without a decimal point, not 1.0"),
        ("a = 10", "a is 10, but must be from 1 to 9"),
        ("a = \"1\"", "a must be a whole number without a decimal point, not the text \"1\""),
    ])
    func `a whole number must be one, and in range`(text: String, expected: String) {
        let found = message { _ = try parse(text)["a"]?.integer(in: 1...9) }
        #expect(found == "a.toml:1:5: \(expected)")
    }

    @Test func `where true, false and auto are allowed, the error says so`() throws {
        let table = try parse("a = \"auto\"\nb = true\nc = \"no\"")
        #expect(try table["a"]?.booleanOrAuto() == .some(nil))
        #expect(try table["b"]?.booleanOrAuto() == true)
        let found = message { _ = try table["c"]?.booleanOrAuto() }
        #expect(found == "a.toml:3:5: c must be true, false or \"auto\", not the text \"no\"")
    }

    @Test(arguments: ["\\u001B]52;c;aGk=\\u0007", "a\\nb", "\\u009B31m", "a\\u202Eb", "\\u2066x"])
    func `a text that is shown may not hold control characters`(text: String) {
        let found = message { _ = try parse("\n  a = \"\(text)\"")["a"]?.plainString() }
        #expect(found.hasPrefix("a.toml:2:7: a holds a control character: \""))
        #expect(!found.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x9B })
    }

    @Test(arguments: [
        ("axsi", "axis"), ("pic", "picture"), ("base", "base_degrees"), ("dispaly", "display"),
        ("x", nil), ("", nil), ("colour", nil), ("pi", nil), ("fat", "fit"),
        (String(repeating: "axis", count: 50_000), nil),
    ])
    func `the nearest word is close, or there is none`(word: String, found: String?) {
        let known = ["axis", "picture", "fit", "base_degrees", "display"]
        #expect(nearest(to: word, of: known) == found)
    }

    @Test(arguments: ["a\"b\\c", "\u{1B}]52;c;aGk=\u{7}", "line\nline", "größe", "a\u{202E}b", ""])
    func `a text that is written is read back, and is safe to show`(text: String) throws {
        let quoted = text.quotedForTOML
        #expect(try parse("a = \(quoted)")["a"]?.string() == text)
        #expect(quoted.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
    }

    @Test(arguments: [
        ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "acb", 1),
        ("axsi", "axis", 1), ("kitten", "sitting", 3), ("ca", "abc", 3), ("flat", "flta_", 2),
    ])
    func `typing errors are counted`(a: String, b: String, count: Int) {
        #expect(editDistance(from: Array(a.unicodeScalars), to: Array(b.unicodeScalars)) == count)
    }
}
