import Testing

@testable import Display

@Suite struct TerminalKeysTests {
    /// What a terminal sends, and the keys that it means.
    static let cases: [(String, [ScreenEvent.Key])] = [
        ("q", [.quit]), ("\u{3}", [.quit]), ("hx ", [.help, .recenter]),
        ("\u{1B}[C", [.next]), ("\u{1B}[D\u{1B}[C", [.previous, .next]),
        // Application mode, with Ctrl, and as of an old xterm.
        ("\u{1B}OC\u{1B}OD", [.next, .previous]), ("\u{1B}[1;5C", [.next]),
        ("\u{1B}O5D", [.previous]),
        // F1 of xterm, of rxvt and of the console; Delete; Shift-Tab; the focus.
        ("\u{1B}OPx", [.help]), ("\u{1B}[11~x", [.help]), ("\u{1B}[[Ax", [.help]),
        ("\u{1B}[12~\u{1B}OQ\u{1B}[[B", []),
        ("\u{1B}[3~\u{1B}[Z\u{1B}[I", []),
        // With Alt.
        ("\u{1B}x\u{1B}q\u{1B}h", []), ("\u{1B}\u{1B}[C", [.next]),
        // Answers of a terminal: its colours, its name.
        ("\u{1B}]11;rgb:q/q/q\u{7}h", [.help]), ("\u{1B}P>|q\u{1B}\\h", [.help]),
        ("Grüße", []),
    ]

    @Test(arguments: cases)
    func `bytes are keys, in whatever pieces they come`(text: String, wanted: [ScreenEvent.Key]) {
        let bytes = Array(text.utf8)
        for place in bytes.indices {
            var keys = TerminalKeys()
            let first = keys.keys(in: bytes[..<place], at: 0)
            #expect(first + keys.keys(in: bytes[place...], at: 0.2) == wanted)
            #expect(keys.keys(at: 10) == [])
        }
    }

    @Test func `many arrows at once are all arrows, and no end`() {
        var keys = TerminalKeys()
        let bytes = Array(String(repeating: "\u{1B}[C", count: 60).utf8)
        let pieces = stride(from: 0, to: bytes.count, by: 64).map { bytes[$0...].prefix(64) }
        let all = pieces.flatMap { keys.keys(in: $0, at: 0) }
        #expect(all == Array(repeating: .next, count: 60))
    }

    @Test func `Escape alone quits, when no sequence has come of it`() throws {
        var keys = TerminalKeys()
        #expect(keys.due == nil)
        #expect(keys.keys(in: [0x1B], at: 5) == [])
        let due = try #require(keys.due)
        #expect(due > 5 && due < 6)
        #expect(keys.keys(at: due - 0.01) == [])
        #expect(keys.keys(at: due) == [.quit])
        #expect(keys.due == nil)
    }

    @Test func `a sequence that never ends is forgotten, and quits nothing`() throws {
        var keys = TerminalKeys()
        #expect(keys.keys(in: Array("\u{1B}[1;".utf8), at: 0) == [])
        #expect(keys.keys(at: 1) == [])
        #expect(keys.keys(in: Array("h".utf8), at: 1) == [.help])
    }
}
