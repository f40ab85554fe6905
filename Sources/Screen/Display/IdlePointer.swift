/// Hides the pointer while the card fills the display and the pointer does not move.
///
/// Times are seconds of one clock.
struct IdlePointer {
    /// Seconds without a movement.
    private static let delay = 2.0
    private var lastMoved: Double

    init(at now: Double) { lastMoved = now }

    mutating func moved(at now: Double) { lastMoved = now }

    func isHidden(isFullscreen: Bool, at now: Double) -> Bool {
        isFullscreen && now >= lastMoved + Self.delay
    }

    /// Seconds until it is hidden; nil if it is, or will not be.
    func remaining(isFullscreen: Bool, at now: Double) -> Double? {
        guard isFullscreen, now < lastMoved + Self.delay else { return nil }
        return lastMoved + Self.delay - now
    }
}
