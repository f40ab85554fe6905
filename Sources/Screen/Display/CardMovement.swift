internal import Motion
public import Scene

/// Tells movements of the card from the noise of a sensor at rest.
public struct CardMovement {
    /// Degrees, by which one of the tilts has to change.
    private static let least = 1.0
    /// The tilts of the last movement; nil before the first tilts.
    private var last: Tilts?

    public init() {}

    /// Whether this event moves the card.
    public mutating func isBegun(by event: Input.Event) -> Bool {
        guard case .tilts(let tilts) = event else { return event == .shake }
        guard let last else {
            self.last = tilts
            return false
        }
        let changes = [
            tilts.card - last.card, tilts.aboutVertical - last.aboutVertical,
            tilts.aboutHorizontal - last.aboutHorizontal,
        ]
        guard changes.contains(where: { abs($0) >= Self.least }) else { return false }
        self.last = tilts
        return true
    }
}
