import Glibc
import Platform

/// A bar on a terminal, with the time that is left; nothing elsewhere.
struct ProgressBar: ~Copyable {
    private let label: String
    /// Nil if it is not known how much there is to do.
    private let total: Int?
    private let isShown: Bool
    private let start = monotonicSeconds()
    private var shown = -Double.infinity

    /// Seconds between two pictures of the bar.
    private static let interval = 0.1
    private static let width = 24

    init(_ label: String, of total: Int?) {
        (self.label, self.total) = (label, total)
        isShown = isatty(STDERR_FILENO) == 1 && environmentVariable("TERM") != "dumb"
    }

    deinit { if isShown, shown > -.infinity { writeToStandardError("\r\u{1B}[K") } }

    /// So much is done.
    mutating func show(_ done: Int) {
        let now = monotonicSeconds()
        guard isShown, now >= shown + Self.interval else { return }
        shown = now
        writeToStandardError("\r\(line(done, after: now - start))\u{1B}[K")
    }

    private func line(_ done: Int, after seconds: Double) -> String {
        guard let total, total > 0 else { return "\(label)  \(done) frames" }
        let share = min(1, Double(done) / Double(total))
        let full = Int((share * Double(Self.width)).rounded())
        let bar =
            String(repeating: "#", count: full) + String(repeating: "-", count: Self.width - full)
        let left = share > 0.02 ? "  \(Self.duration(seconds / share - seconds)) left" : ""
        return "\(label)  [\(bar)] \(Int(100 * share)) %\(left)"
    }

    private static func duration(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded(.up))
        return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
    }
}
