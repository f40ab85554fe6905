/// What of a scene is visible at one moment.
public struct Snapshot: Sendable, Equatable {
    /// The opacity of each layer, in [0, 1], from the lowest to the topmost.
    public internal(set) var opacities: [Double] = []
    /// The scene time in seconds until which this holds without a further input.
    public internal(set) var until = Double.infinity

    /// Of no scene: to be filled by `Scene.evaluate`.
    public init() {}

    /// Half a step of a screen's 255.
    private static let unseen = 1.0 / 510

    /// Whether nobody can see the difference.
    public func looksLike(_ other: Snapshot) -> Bool {
        guard opacities.count == other.opacities.count else { return false }
        for index in opacities.indices
        where abs(opacities[index] - other.opacities[index]) >= Self.unseen {
            return false
        }
        return true
    }
}

extension Scene {
    /// Writes into `snapshot` what is visible in this state, without an allocation if `snapshot` is
    /// of this scene already.
    ///
    /// `expected` is an input that is predicted for the moment, and that the state does not keep.
    public func evaluate(
        _ state: SceneState, expecting expected: Input? = nil, into snapshot: inout Snapshot
    ) {
        var state = state
        if let expected { state.advance(by: expected, in: self) }
        let drivers = Drivers(state, tiltStates)
        if snapshot.opacities.count != layers.count {
            snapshot.opacities = Array(repeating: 0, count: layers.count)
        }
        for index in layers.indices {
            snapshot.opacities[index] = layers[index].opacity.value(drivers)
        }
    }

    /// What is visible in this state.
    public func evaluate(_ state: SceneState, expecting expected: Input? = nil) -> Snapshot {
        var snapshot = Snapshot()
        evaluate(state, expecting: expected, into: &snapshot)
        return snapshot
    }
}
