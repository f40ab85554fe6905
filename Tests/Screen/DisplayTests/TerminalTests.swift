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
        _ = painter.paint(Bitmap(width: 4, height: 4, pixels: black), hud: [])
        var changed = black
        changed[15] = 0xFFFF_FFFF
        let text = painter.paint(Bitmap(width: 4, height: 4, pixels: changed), hud: [])
        #expect(text.contains("\u{1B}[2;1H") && !text.contains("\u{1B}[1;1H"))
    }

    @Test func `without colours a picture is made of shades`() {
        let pixels: [UInt32] = [0xFF00_0000, 0xFF80_8080, 0xFFFF_FFFF, 0xFF00_0000]
        let bitmap = Bitmap(width: 4, height: 2, pixels: pixels + pixels)
        #expect(HalfBlockPainter.lines(bitmap, colours: .shades) == " +@ \n")
    }

    @Test func `a line longer than the terminal is broken between words`() {
        var painter = HalfBlockPainter()
        let bitmap = Bitmap(width: 20, height: 8, pixels: Array(repeating: 0xFF00_0000, count: 160))
        let line = HUDText.Line("", "Waiting for the service: it is full")
        let text = painter.paint(bitmap, hud: [HUDText(.bottom, [line])])
        #expect(text.contains("\u{1B}[3;2H\u{1B}[0m Waiting for the "))
        #expect(text.contains("\u{1B}[4;3H\u{1B}[0m service: it is "))
        #expect(text.contains("\u{1B}[5;8H\u{1B}[0m full "))
    }

    @Test(arguments: [
        ("lake", 8), ("湖の月", 7), ("🌊🌙", 8), ("e\u{301}te\u{301}", 8), ("한글", 8),
    ])
    func `a line is centred by its columns, not by its characters`(line: String, column: Int) {
        var painter = HalfBlockPainter()
        let bitmap = Bitmap(width: 20, height: 8, pixels: Array(repeating: 0xFF00_0000, count: 160))
        let text = painter.paint(bitmap, hud: [HUDText(.bottom, [HUDText.Line("", line)])])
        #expect(text.contains("\u{1B}[5;\(column)H\u{1B}[0m \(line) "))
    }

    @Test func `a wide line is broken before it is wider than the terminal`() {
        var painter = HalfBlockPainter()
        let bitmap = Bitmap(width: 8, height: 8, pixels: Array(repeating: 0xFF00_0000, count: 64))
        let text = painter.paint(bitmap, hud: [HUDText(.bottom, [HUDText.Line("", "湖の月と海 波")])])
        #expect(text.contains("\u{1B}[3;1H\u{1B}[0m 湖の月 "))
        #expect(text.contains("\u{1B}[4;2H\u{1B}[0m と海 "))
        #expect(text.contains("\u{1B}[5;3H\u{1B}[0m 波 "))
    }

    @Test func `a line at the top left ends before the terminal does`() {
        var painter = HalfBlockPainter()
        let bitmap = Bitmap(width: 20, height: 8, pixels: Array(repeating: 0xFF00_0000, count: 160))
        let line = HUDText.Line("", "Waiting for one 5 for it now 7 8 9")
        let text = painter.paint(bitmap, hud: [HUDText(.topLeft, [line])])
        // From column 3 on a blank, 16 columns at most, and a blank: 20 columns.
        #expect(text.contains("\u{1B}[2;3H\u{1B}[0m Waiting for one "))
        #expect(text.contains("\u{1B}[3;3H\u{1B}[0m 5 for it now 7 8 "))
        #expect(text.contains("\u{1B}[4;3H\u{1B}[0m 9 "))
    }

    @Test func `lines for which the terminal has no rows are left out`() {
        var painter = HalfBlockPainter()
        let bitmap = Bitmap(width: 20, height: 8, pixels: Array(repeating: 0xFF00_0000, count: 160))
        let lines = (0..<10).map { HUDText.Line("", "line \($0)") }
        let text = painter.paint(bitmap, hud: [HUDText(.topLeft, lines)])
        #expect(text.contains("\u{1B}[2;3H\u{1B}[0m line 6 "))
        #expect(text.contains("\u{1B}[5;3H\u{1B}[0m line 9 "))
        #expect(!text.contains("line 5"))
    }

    @Test(arguments: [
        (0, "0.0"), (-0.04, "0.0"), (12.34, "+12.3"), (-1.17, "−1.2"), (-179.96, "−180.0"),
        (.nan, "0.0"), (.infinity, "+922337203685477580.7"),
        (-1e300, "−922337203685477580.8"),
    ])
    func `angles are written with a sign and one digit`(value: Double, text: String) {
        #expect(tenths(value) == text)
    }
}
