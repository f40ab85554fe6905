internal import Platform

/// Lines of text that change in place and fill the terminal; until deinit on its alternate screen.
public final class TerminalText {
    private let terminal: Terminal
    private let endRegistration: Ending.Registration
    private var keys = TerminalKeys()
    /// The lines on the screen; nil if it has to be drawn completely.
    private var shown: [String]?

    /// Takes over the terminal until deinit.
    public init() throws(DisplayError) {
        terminal = try Terminal()
        endRegistration = Ending.asking(terminal.wake)
    }

    /// Whether this program has a terminal for text and keys.
    public static var isThere: Bool { Terminal.isThere }

    /// Columns and rows of characters.
    public var size: (columns: Int, rows: Int) { Terminal.size }

    /// Shows lines from the top. What does not fit is cut off; control characters are escaped.
    public func show(_ lines: [String]) throws(DisplayError) {
        let size = size
        let lines = lines.prefix(size.rows).map { $0.printable.cut(toColumns: size.columns) }
        guard lines != shown else { return }
        var text = "\u{1B}[?2026h"  // Synchronized output, if supported.
        if shown == nil { text += "\u{1B}[0m\u{1B}[2J" }
        for row in 0..<max(lines.count, shown?.count ?? 0) where lines.at(row) != shown?.at(row) {
            text += "\u{1B}[\(row + 1);1H\(lines.at(row) ?? "")\u{1B}[K"
        }
        try terminal.write(text + "\u{1B}[?2026l")
        shown = lines
    }

    /// Waits until a time of CLOCK_MONOTONIC, seconds. Returns false as soon as the user, by the key
    /// of `ScreenEvent.Key.quit`, Escape or Ctrl-C, or a signal asks for the end. Returns early if
    /// the lines have to be shown again.
    public func wait(until time: Double) -> Bool {
        while !Ending.isAsked {
            let now = monotonicSeconds()
            guard now < time else { return true }
            let due = min(time, keys.due ?? time)
            let result = terminal.wait(seconds: due - now)
            if result.isGone || typed(result.bytes).contains(.quit) { return false }
            if result.needsRepaint {
                shown = nil
                return true
            }
        }
        return false
    }

    private func typed(_ bytes: [UInt8]) -> [ScreenEvent.Key] {
        let now = monotonicSeconds()
        return bytes.isEmpty ? keys.keys(at: now) : keys.keys(in: bytes, at: now)
    }
}

extension String {
    /// The beginning that fits into so many columns of a terminal.
    fileprivate func cut(toColumns limit: Int) -> String {
        var columns = 0
        let fitting = unicodeScalars.prefix { scalar in
            columns += CollectionOfOne(scalar).columns
            return columns <= limit
        }
        return String(fitting)
    }
}

extension Array {
    fileprivate func at(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
