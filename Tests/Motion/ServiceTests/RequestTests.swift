import Testing

@testable import Service

@Suite struct RequestTests {
    @Test(arguments: [
        (#"{"subscribe":"state","hz":60}"#, Request.state(hz: 60)),
        (#"{"subscribe":"state"}"#, .state(hz: 60)),
        (#" { "hz" : 0.5e2 , "subscribe" : "state" } "#, .state(hz: 50)),
        (#"{"subscribe":"state","hz":1}"#, .state(hz: 1)),
        (#"{"subscribe":"state","hz":1000}"#, .state(hz: 1000)),
        (#"{"subscribe":"samples"}"#, .samples),
        (#"{"recenter":true}"#, .recenter),
    ])
    func `a request is understood`(line: String, request: Request) throws {
        #expect(try Request(parsing: line.utf8) == request)
    }

    @Test(arguments: [
        "", " ", "hello", "{}", "[]", "null", "60", "{", #"{"subscribe"}"#, "\u{0}",
        #"{"subscribe":"everything"}"#, #"{"subscribe":1}"#, #"{"subscribe":null}"#,
        #"{"subscribe":"state","hz":0}"#, #"{"subscribe":"state","hz":0.99}"#,
        #"{"subscribe":"state","hz":-5}"#, #"{"subscribe":"state","hz":1000.1}"#,
        #"{"subscribe":"state","hz":1e999}"#, #"{"subscribe":"state","hz":NaN}"#,
        #"{"subscribe":"state","hz":"60"}"#, #"{"subscribe":"samples","hz":60}"#,
        #"{"hz":60}"#, #"{"recenter":false}"#, #"{"recenter":1}"#,
        #"{"recenter":true,"subscribe":"state"}"#, #"{"recenter":true,"please":1}"#,
        #"{"recenter":true}{"recenter":true}"#, #"{"subscribe":"state","hz":60,"rate":5}"#,
    ])
    func `nonsense is refused in words`(line: String) throws {
        let error = try #require(throws: LineError.self) { try Request(parsing: line.utf8) }
        #expect(!error.description.isEmpty)
    }

    @Test(arguments: [
        (#"{"subscribe":"state","hz":"60"}"#, "hz must be a number from 1 to 1000"),
        (#"{"subscribe":1}"#, #"subscribe must be "state" or "samples""#),
        (#"{"recenter":1}"#, "recenter must be true"),
        (#"{"subscribe":"state","hz":0}"#, "hz must be from 1 to 1000"),
        (#"{"subscribe":"state","hz":1e999}"#, "hz must be a number from 1 to 1000"),
        (#"{"subscribe":"state","hz":-1e999}"#, "hz must be a number from 1 to 1000"),
        ("hello", "not a line of this protocol: not a JSON object"),
    ])
    func `the field that is wrong is named, and what it must be`(line: String, words: String) throws
    {
        let error = try #require(throws: LineError.self) { try Request(parsing: line.utf8) }
        #expect(error.description == words)
    }

    @Test func `what is no text is refused`() {
        #expect(throws: LineError.self) { try Request(parsing: [0xFF, 0xFE, 0x00]) }
        #expect(throws: LineError.self) {
            try Request(parsing: [UInt8](repeating: UInt8(ascii: "["), count: 1024))
        }
    }
}
