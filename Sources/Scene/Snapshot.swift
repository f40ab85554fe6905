public import Motion

/// What of a scene is visible at one moment.
public struct Snapshot: Sendable, Equatable {
    /// The look of one layer.
    public struct Layer: Sendable, Equatable {
        /// In [0, 1].
        public internal(set) var opacity = 0.0
    }

    /// From the lowest to the topmost.
    public internal(set) var layers: [Layer] = []
    /// The scene time in seconds until which this holds without a further input.
    public internal(set) var until = Double.infinity

    /// An empty snapshot; `Scene.evaluate` fills it.
    public init() {}

    /// Half a step of a screen's 255.
    private static let unseen = 1.0 / 510

    /// Whether nobody can see the difference.
    public func looksLike(_ other: Snapshot) -> Bool {
        guard layers.count == other.layers.count else { return false }
        for index in layers.indices
        where abs(layers[index].opacity - other.layers[index].opacity) >= Self.unseen {
            return false
        }
        return true
    }
}

extension Scene {
    /// Writes into `snapshot` what is visible at a scene time in seconds, without an allocation if
    /// `snapshot` is of this scene already.
    ///
    /// `expected` are the tilts that are predicted for that time, which the state does not keep.
    public func evaluate(
        _ state: SceneState, at time: Double, expecting expected: Tilts? = nil,
        into snapshot: inout Snapshot
    ) {
        var state = state
        if let expected { state.advance(by: Input(.tilts(expected), at: time), in: self) }
        let drivers = Drivers(state, tiltStates)
        if snapshot.layers.count != layers.count {
            snapshot.layers = Array(repeating: Snapshot.Layer(), count: layers.count)
        }
        for index in layers.indices {
            snapshot.layers[index].opacity = layers[index].opacity.value(drivers)
        }
        // Only inputs change what drivers give.
        snapshot.until = .infinity
    }

    /// What is visible at a scene time in seconds.
    public func evaluate(
        _ state: SceneState, at time: Double, expecting expected: Tilts? = nil
    ) -> Snapshot {
        var snapshot = Snapshot()
        evaluate(state, at: time, expecting: expected, into: &snapshot)
        return snapshot
    }
}
