public import Geometry
public import Motion

/// Something that happened to a scene, at a scene time in seconds.
public struct Input: Sendable, Equatable {
    public var time: Double
    public var event: Event

    public init(_ event: Event, at time: Double) { (self.event, self.time) = (event, time) }

    public enum Event: Sendable, Equatable {
        /// The card was tilted.
        case tilts(Tilts)
        /// The pointer moved to this place of the card: x right and y up, -1 to 1.
        case pointer(Point)
        /// A short touch or click, at this place of the card in points.
        case tap(Point)
        /// A finger, or the pointer while a button is held, begins to move, at this place of the
        /// card in points.
        case drag(Point)
        /// A number key, 1 to 9.
        case key(Int)
        case shake
    }
}
