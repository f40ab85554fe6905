/// How a card is tilted at one moment, in degrees in (-180, 180] from neutral, and its device's own
/// angles.
public struct Tilts: Sendable, Equatable {
    /// About the card's own axis.
    public var card: Double
    /// About the vertical axis: positive when the right edge goes down.
    public var aboutVertical: Double
    /// About the horizontal axis: positive when the top edge rises.
    public var aboutHorizontal: Double
    /// The device's roll and pitch, degrees, from lying flat.
    public var roll = 0.0
    public var pitch = 0.0
    /// Degrees a second about any axis; 0 at rest.
    public var turnRate = 0.0
    /// The upward direction in the plane of the screen, x right and y up: (0, 1) if the screen stands
    /// upright, (0, 0) if it lies.
    public var upX = 0.0
    public var upY = 1.0

    public init(card: Double, aboutVertical: Double, aboutHorizontal: Double) {
        self.card = card
        (self.aboutVertical, self.aboutHorizontal) = (aboutVertical, aboutHorizontal)
    }

    /// Tilted about one axis only, which is the card's.
    public init(_ degrees: Double, about axis: TiltAxis) {
        self.init(
            card: degrees, aboutVertical: axis == .vertical ? degrees : 0,
            aboutHorizontal: axis == .horizontal ? degrees : 0)
    }
}
