public import Display
import Motion
public import Scene

/// A scene that a feed tilts without a screen. Times are seconds of CLOCK_MONOTONIC.
public struct FollowedScene {
    private let scene: Scene
    private let feed: any TiltFeed
    private var state: SceneState
    /// When the scene's time is 0.
    private var start: Double
    private var hasTakenFeedStart = false

    /// The scene begins at `start`, or with a log or a simulation.
    public init(_ scene: Scene, tiltedBy feed: any TiltFeed, from start: Double) {
        (self.scene, self.feed, self.start) = (scene, feed, start)
        state = SceneState(of: scene)
    }

    /// The scene at `time`, after all that has happened until now.
    public mutating func moment(at time: Double) -> Moment {
        if !hasTakenFeedStart, let start = feed.sceneStart {
            (hasTakenFeedStart, self.start) = (true, start)
            state = SceneState(of: scene)
        }
        for input in feed.inputs(until: time) {
            state.advance(by: Input(input.event, at: max(0, input.time - start)), in: scene)
        }
        return Moment(
            state: state, time: max(0, time - start), expected: feed.expected(at: time))
    }
}
