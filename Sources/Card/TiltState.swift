/// What a tilt means to the default card; distances from neutral in degrees.
public enum TiltState: Sendable, Equatable {
    case flat
    /// The tilt is positive and this large.
    case forward(Double)
    /// The tilt is negative and this large.
    case backward(Double)

    /// The state for a tilt in degrees.
    ///
    /// `previous` matters only with hysteresis, which delays the way back to flat.
    public init(
        _ tilt: Double, _ settings: TiltStateSettings = TiltStateSettings(),
        previous: TiltState = .flat
    ) {
        let edges = settings.edges(after: previous)
        if tilt >= edges.forward, tilt <= 180 {
            self = .forward(tilt)
        } else if tilt <= -edges.backward, tilt >= -180 {
            self = .backward(-tilt)
        } else {  // Also what is not finite or beyond ±180.
            self = .flat
        }
    }

    /// The bare word of the state.
    public var name: String {
        switch self {
        case .flat: "flat"
        case .forward: "forward"
        case .backward: "backward"
        }
    }
}

/// The numbers of the tilt state machine.
public struct TiltStateSettings: Sendable, Equatable {
    /// What happens beyond the base angle.
    public enum Beyond: String, Sendable, CaseIterable {
        /// The opacities stay as they are at the base angle.
        case hold
        /// They go back, so that a card turned right over shows its start again.
        case `return`
    }

    /// Tilts smaller than this are flat, degrees.
    public var flatDegrees: Double
    /// The tilt at which a picture is fully there, degrees.
    public var baseDegrees: Double
    public var beyond: Beyond
    /// How far below `flatDegrees` a tilt must come back to be flat again, degrees.
    public var hysteresisDegrees: Double

    public init(
        flatDegrees: Double = 1, baseDegrees: Double = 60, beyond: Beyond = .hold,
        hysteresisDegrees: Double = 0
    ) {
        self.flatDegrees = flatDegrees
        self.baseDegrees = baseDegrees
        self.beyond = beyond
        self.hysteresisDegrees = hysteresisDegrees
    }

    /// Where forward and backward begin, degrees from neutral.
    fileprivate func edges(after previous: TiltState) -> (forward: Double, backward: Double) {
        let back = max(flatDegrees - hysteresisDegrees, Double.leastNonzeroMagnitude)
        switch previous {
        case .flat: return (flatDegrees, flatDegrees)
        case .forward: return (min(back, flatDegrees), flatDegrees)
        case .backward: return (flatDegrees, min(back, flatDegrees))
        }
    }

    /// The distance that decides the opacities, degrees: `beyond` folds what lies past the base.
    func effective(_ distance: Double) -> Double {
        guard beyond == .return, distance > baseDegrees else { return distance }
        return baseDegrees * (180 - distance) / (180 - baseDegrees)
    }
}
