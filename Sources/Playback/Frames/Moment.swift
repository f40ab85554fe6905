public import Motion
public import Scene

/// A scene at one moment: its state after all inputs until then.
public struct Moment {
    public var state: SceneState
    /// The scene's time, seconds.
    public var time: Double
    /// The tilts that the newest sample predicts for this time; nil without a log, and after its
    /// end.
    public var expected: Tilts?

    /// The tilts that the scene is drawn with.
    public var tilts: Tilts { expected ?? state.tilts }
}

extension Moment {
    /// The scene in one pose, after these events, which are in order of time.
    public init(of scene: Scene, at time: Double, _ tilts: Tilts, events: [Input]) {
        (state, self.time) = (SceneState(of: scene), time)
        state.advance(by: Input(.tilts(tilts), at: 0), in: scene)
        for event in events where event.time <= time { state.advance(by: event, in: scene) }
    }
}

extension Scene {
    /// What is visible at a moment.
    public func evaluate(_ moment: Moment) -> Snapshot {
        evaluate(moment.state, at: moment.time, expecting: moment.expected)
    }
}
