import TOML
import Testing

@Suite struct TOMLDocumentTests {
    private let table = "[device.\"a, b\"]\nscale = 2\n"

    private func replaced(_ text: String) throws(TOMLError) -> String {
        var document = try TOMLDocument(Array(text.utf8), file: "config.toml")
        try document.replace(["device", "a, b"], by: table)
        return String(decoding: document.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("", ""), ("x = 1\n", "x = 1\n\n"), ("x = 1", "x = 1\n\n"), ("x = 1\n\n\n", "x = 1\n\n"),
        ("[device.other]\nscale = 1\n", "[device.other]\nscale = 1\n\n"),
        ("# Only words.\r\n", "# Only words.\r\n\n"),
    ])
    func `a table that is not there comes at the end`(before: String, kept: String) throws {
        #expect(try replaced(before) == kept + table)
    }

    @Test(arguments: [
        "[device.\"a, b\"]\n", "[device.\"a, b\"]\nscale = 1 # one\n# in it\nother = 3\n",
        "  [ device . 'a, b' ]  # mine\nscale = 1\n",
        "[device.\"a, b\"]\nlist = [\n[1],\n[2],\n]\n",
        "[device.\"a, b\"]\ntext = '''\n[device.c]\n'''\n",
    ])
    func `a table that is there is replaced, and only that`(old: String) throws {
        let (before, after) = ("x = [ # list\n[1]]\n\n# Above it.\n", "\n# Next.\n[next]\ny = 1")
        #expect(try replaced(before + old + after) == before + table + after)
        #expect(try replaced(before + old) == before + table)
    }

    @Test func `a table is found where lines end in carriage return and newline`() throws {
        let (before, after) = ("x = [\r\n1]\r\n# Above it.\r\n", "\r\n[next]\r\ny = 1\r\n")
        let old = "[device.\"a, b\"]\r\nscale = 1\r\n"
        #expect(try replaced(before + old + after) == before + table + after)
    }

    @Test func `what looks like the header in a text is none`() throws {
        let before = "text = \"\"\"\n[device.\"a, b\"]\nscale = 1\n\"\"\"\n"
        #expect(try replaced(before) == before + "\n" + table)
    }

    @Test func `what was replaced once is replaced again`() throws {
        let once = try replaced("x = 1\n")
        #expect(try replaced(once) == once)
    }

    @Test(arguments: [
        (
            "device.\"a, b\" = 1",
            "1:17: must be written as a table [device.\"a, b\"] to be replaced"
        ),
        ("device = { \"a, b\" = { scale = 1 } }", "1:21: must be written as a table"),
        ("device = { c = 1 }", "1:10: device is an inline table"), ("x = ", "1:5: "),
    ])
    func `what cannot be replaced is said`(text: String, message: String) {
        let error = #expect(throws: TOMLError.self) { try replaced(text) }
        #expect(error?.description.hasPrefix("config.toml:\(message)") == true, "\(error!)")
    }
}
