public import Compositor
public import Geometry
internal import Platform

/// Shows cards in a terminal, two pixels per character: in 24-bit colour, or by characters that are
/// larger where the picture is brighter.
public final class TerminalScreen: Screen {
    public let renderer = "terminal"
    public let frameInterval = 1.0 / 20
    public var drawCounts: DrawCounts { compositor.counts }
    public var cachedBytes: Int { compositor.cachedBytes }
    private let terminal: Terminal
    private let endRegistration: Ending.Registration
    private var compositor: any Compositor = CPUCompositor()
    private var painter: HalfBlockPainter
    private var keys = TerminalKeys()
    private var title: String?

    /// Takes over the terminal until deinit.
    public init() throws(DisplayError) {
        painter = HalfBlockPainter(colours: try TerminalColours.ofTerminal())
        terminal = try Terminal()
        endRegistration = Ending.asking(terminal.wake)
    }

    /// Whether this program has a terminal.
    public static var isThere: Bool { Terminal.isThere }

    /// Whether a program whose output is not redirected would have a terminal.
    public static var isBehindOutput: Bool { Terminal.hasKeys }

    /// Two pixels per character, without the last line, which is for text.
    public var size: PixelSize {
        let size = Terminal.size
        return PixelSize(width: max(4, size.columns), height: max(2, 2 * (size.rows - 1)))
    }

    public var wake: @Sendable () -> Void { terminal.wake }

    public func present(_ frame: Frame, hud: [HUDText]) throws {
        try terminal.write(painter.paint(try compositor.bitmap(frame), hud: hud))
    }

    public func toggleFullscreen() {}

    public func setTitle(_ title: String) {
        self.title = title
        try? terminal.write("\u{1B}]0;\(title.printable)\u{7}")
    }

    public func events(timeout: Double?) -> [ScreenEvent] {
        let untilKey = keys.due.map { max(0, $0 - monotonicSeconds()) }
        let result = terminal.wait(seconds: [timeout, untilKey].compactMap { $0 }.min())
        var events = typed(result.bytes).map { ScreenEvent.key($0) }
        if result.needsRepaint {
            painter.forget()
            if let title { setTitle(title) }
            events.append(.redraw)
        }
        if result.isGone || Ending.isAsked { events.append(.quit) }
        return events
    }

    private func typed(_ bytes: [UInt8]) -> [ScreenEvent.Key] {
        let now = monotonicSeconds()
        return bytes.isEmpty ? keys.keys(at: now) : keys.keys(in: bytes, at: now)
    }
}
