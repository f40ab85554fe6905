/// Whether the display stays on although nobody uses keys or pointer.
public enum Awake: String, Sendable, CaseIterable {
    /// `auto`: while the card fills the display, or was moved in the last ten minutes.
    case auto, always, never
}

/// Decides whether the desktop may blank the display; a window that is not seen never prevents it.
///
/// Times are seconds of one clock.
struct Wakefulness {
    /// Seconds after a movement of the card for which the display stays on.
    private static let duration = 600.0
    private let choice: Awake
    private var lastMoved: Double

    /// A window that opens counts as a movement.
    init(_ choice: Awake, at now: Double) { (self.choice, lastMoved) = (choice, now) }

    mutating func moved(at now: Double) { lastMoved = now }

    /// Whether the display stays on.
    func isAwake(_ window: (isVisible: Bool, isFullscreen: Bool), at now: Double) -> Bool {
        guard window.isVisible else { return false }
        return switch choice {
        case .auto: window.isFullscreen || now < lastMoved + Self.duration
        case .always: true
        case .never: false
        }
    }

    /// Seconds until the display may be blanked without another event; nil if that does not come.
    func remaining(at now: Double) -> Double? {
        guard choice == .auto, now < lastMoved + Self.duration else { return nil }
        return lastMoved + Self.duration - now
    }
}
