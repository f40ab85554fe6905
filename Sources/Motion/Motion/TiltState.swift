/// Whether a card is tilted forward or backward, and how far: degrees from neutral.
public enum TiltState: Sendable, Equatable {
    case flat
    /// The tilt is positive, with this magnitude.
    case forward(Double)
    /// The tilt is negative, with this magnitude.
    case backward(Double)

    /// The state for a tilt in degrees.
    ///
    /// `previous` has an effect only with hysteresis, which delays the return to flat.
    public init(
        _ tilt: Double, _ settings: TiltStateSettings = TiltStateSettings(),
        previous: TiltState = .flat
    ) {
        let limits = settings.limits(after: previous)
        if tilt >= limits.forward, tilt <= 180 {
            self = .forward(tilt)
        } else if tilt <= -limits.backward, tilt >= -180 {
            self = .backward(-tilt)
        } else {  // Also if not finite or beyond ±180.
            self = .flat
        }
    }

    /// The state's name.
    public var name: String {
        switch self {
        case .flat: "flat"
        case .forward: "forward"
        case .backward: "backward"
        }
    }
}

/// The parameters of the tilt state machine.
public struct TiltStateSettings: Sendable, Equatable {
    /// The opacities beyond the base angle.
    public enum Beyond: String, Sendable, CaseIterable {
        /// Stay as at the base angle.
        case hold
        /// Return, so that a card turned over shows its start again.
        case `return`
    }

    /// The range of `flatDegrees`.
    public static let flatRange = 0.0...90
    /// The range of `baseDegrees`.
    public static let baseRange = 1.0...180
    /// The range of `hysteresisDegrees`.
    public static let hysteresisRange = 0.0...90

    /// Degrees: smaller tilts are flat.
    public var flatDegrees: Double
    /// Degrees: at this distance from neutral the front picture is opaque, or the middle one is
    /// invisible.
    public var baseDegrees: Double
    public var beyond: Beyond
    /// Degrees below `flatDegrees` to which a tilt must return to be flat again.
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

    /// The limits of forward and backward, degrees from neutral.
    fileprivate func limits(after previous: TiltState) -> (forward: Double, backward: Double) {
        let back = max(flatDegrees - hysteresisDegrees, Double.leastNonzeroMagnitude)
        switch previous {
        case .flat: return (flatDegrees, flatDegrees)
        case .forward: return (min(back, flatDegrees), flatDegrees)
        case .backward: return (flatDegrees, min(back, flatDegrees))
        }
    }

    /// The distance that determines the opacities, degrees: `beyond` applied.
    func effective(_ distance: Double) -> Double {
        guard beyond == .return, distance > baseDegrees else { return distance }
        return baseDegrees * (180 - distance) / (180 - baseDegrees)
    }
}
