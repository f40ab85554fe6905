public import Motion

/// Something that happened to a scene, at a scene time in seconds.
public struct Input: Sendable, Equatable {
    public var time: Double
    public var event: Event

    public init(_ event: Event, at time: Double) { (self.event, self.time) = (event, time) }

    public enum Event: Sendable, Equatable {
        /// The card was tilted.
        case tilts(Tilts)
    }
}

/// What a scene remembers of its inputs.
///
/// The same inputs give the same state, however often it was looked at in between.
public struct SceneState: Sendable, Equatable {
    /// Degrees; 0 before the first tilt.
    public private(set) var tilts = Tilts(card: 0, x: 0, y: 0)
    /// Depends on the tilts before only with hysteresis.
    public private(set) var tiltState = TiltState.flat

    /// The state before the first input.
    public init() {}

    /// Takes the next input, in order of time.
    public mutating func advance(by input: Input, in scene: Scene) {
        switch input.event {
        case .tilts(let tilts):
            self.tilts = tilts
            tiltState = TiltState(tilts.card, scene.tiltStates, previous: tiltState)
        }
    }
}
