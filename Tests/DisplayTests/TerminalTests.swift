import Picture
import Testing

@testable import Display

@Suite struct TerminalTests {
    @Test func `two pixels make one character`() {
        let bitmap = Bitmap(
            width: 2, height: 2, pixels: [0xFFFF_0000, 0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF])
        let escape = "\u{1B}["
        #expect(
            HalfBlockPainter.lines(bitmap)
                == "\(escape)48;2;255;0;0m\(escape)38;2;0;255;0m▄\(escape)38;2;0;0;255m▄\(escape)0m\n"
        )
    }

    @Test func `only rows that changed are painted again`() {
        var painter = HalfBlockPainter()
        let black = [UInt32](repeating: 0xFF00_0000, count: 16)
        _ = painter.paint(Bitmap(width: 4, height: 4, pixels: black), words: [])
        var changed = black
        changed[15] = 0xFFFF_FFFF
        let text = painter.paint(Bitmap(width: 4, height: 4, pixels: changed), words: [])
        #expect(text.contains("\u{1B}[2;1H") && !text.contains("\u{1B}[1;1H"))
    }

    @Test(
        arguments: [
            ("q", [.quit]), ("\u{1B}", [.quit]), ("\u{3}", [.quit]), ("\u{1B}[C", [.next]),
            ("\u{1B}[D\u{1B}[C", [.previous, .next]), ("hx ", [.help, .recenter]),
        ] as [(String, [ScreenEvent.Key])])
    func `bytes are keys`(text: String, keys: [ScreenEvent.Key]) {
        #expect(TerminalScreen.keys(in: Array(text.utf8)[...]) == keys)
    }

    @Test(arguments: [
        (0, "0.0"), (-0.04, "0.0"), (12.34, "+12.3"), (-1.17, "−1.2"), (-179.96, "−180.0"),
    ])
    func `angles are written with a sign and one digit`(value: Double, text: String) {
        #expect(tenths(value) == text)
    }
}
