import TOML
import Testing

@Suite struct TOMLBadInputTests {
    private func failure(_ bytes: [UInt8]) -> TOMLError? {
        do {
            _ = try TOMLTable(parsing: bytes, file: "bad.toml")
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("a = ", 1, 5), ("a = 1\nb = @", 2, 5), ("a = 1\na = 2", 2, 6), ("[tilt", 1, 6),
        ("a = \"open", 1, 10), ("a = 1 b = 2", 1, 7), ("= 1", 1, 1), ("a = \u{1}", 1, 5),
        ("a = 99999999999999999999", 1, 25), ("a.b = 1\na = 2", 2, 6), ("a = 1\n[[[b]]]\n", 2, 1),
    ])
    func `a mistake is an error with its line and column`(text: String, line: Int, column: Int) {
        let location = failure(Array(text.utf8))?.location
        #expect(location?.line == line)
        // Parsers differ by a character in what they call the location of what is missing.
        #expect(abs((location?.column ?? .max) - column) <= 1)
    }

    @Test(arguments: ["u", "\u{FC}", "\u{1F600}"])
    func `columns count Unicode scalars, also for a key of too many parts`(letter: String) {
        let key = Array(repeating: "a", count: 17).joined(separator: ".")
        let location = failure(
            Array("x = \"\(letter)\"\ny = { \"\(letter)\" = 1, \(key) = 2 }".utf8))?
            .location
        #expect(location?.line == 2)
        // The seventeenth part.
        #expect(location?.column == 48)
    }

    @Test(arguments: [
        (
            "axis = horizontal",
            "this is no value: a text stands in quotes, yes and no are true and false"
        ),
        ("a = yes", "this is no value: a text stands in quotes, yes and no are true and false"),
        ("mode = 0660", "a number does not begin with 0; a mode stands in quotes, as in \"0660\""),
        ("degrees = 30,5", "a number has a decimal point, not a comma"),
        (
            "a = \"M\u{1F319}\", b = 2",
            "a list stands in brackets, and each key has a line of its own, without a comma"
        ),
        (
            "x = 1\na = 3, b = 2",
            "a list stands in brackets, and each key has a line of its own, without a comma"
        ),
        (
            "x = 1\na = [1],",
            "a list stands in brackets, and each key has a line of its own, without a comma"
        ),
    ])
    func `a common mistake is told with what mends it`(text: String, words: String) {
        #expect(failure(Array(text.utf8))?.message == words)
    }

    @Test(arguments: [
        [0x61, 0x3D, 0x22, 0xFF, 0xFE, 0x22] as [UInt8], [0xC3], [0x61, 0x20, 0x3D, 0x20, 0x00],
        [0xED, 0xA0],
    ])
    func `bytes that are no UTF-8 are an error`(bytes: [UInt8]) {
        #expect(failure(bytes) != nil)
    }

    @Test(arguments: ["[", "{a=", "[[", "a.", "\"a\"."], [100, 100_000])
    func `depth without end is an error, not a crash`(piece: String, count: Int) {
        let pieces = String(repeating: piece, count: count)
        #expect(failure(Array("x = \(pieces)".utf8)) != nil)
        #expect(failure(Array("\(pieces)b = 1".utf8)) != nil)
        #expect(failure(Array("[\(pieces)b]".utf8)) != nil)
    }

    @Test func `dots in strings and comments are no depth`() throws {
        let dots = String(repeating: ".", count: 100)
        let text = """
            a = "\(dots)\\"\(dots)"   # \(dots)
            b = '\(dots)'
            c = \"""
            \(dots)""\(dots)\"""
            'x\(dots)' = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6]
            """
        #expect(try TOMLTable(parsing: text, file: "a").entries.count == 4)
    }

    @Test func `a file larger than any configuration is refused`() {
        let bytes = [UInt8](repeating: 0x0A, count: TOMLTable.largestFile + 1)
        let message = "bad.toml: is larger than 1 MiB, the limit for such a file"
        #expect(failure(bytes)?.description == message)
    }

    @Test func `an empty file, a byte order mark and Windows's line ends are fine`() throws {
        #expect(try TOMLTable(parsing: "", file: "a").entries.isEmpty)
        #expect(try TOMLTable(parsing: "\u{FEFF}a = 1\r\nb = 2\r\n", file: "a").entries.count == 2)
    }
}
