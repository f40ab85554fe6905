import Glibc

/// Follows the tilt about one axis, a signed angle in degrees from neutral, with each attitude.
///
/// Time comes only from the attitudes, so the same attitudes always give the same tilt.
public struct AxisTilt: Sendable {
    /// Seconds: time constant with which a tilt known only from the gyroscope returns to neutral at
    /// rest; too slow to be seen, faster than the drift from the gyroscope's bias.
    private static let driftReturn = 10.0
    /// Seconds: time constant of the change from the gyroscope's angle to gravity's.
    private static let gravityTime = 0.3
    /// Seconds: time constant with which neutral returns to its fixed value.
    private static let neutralTime = 1.0

    public private(set) var settings: TiltSettings
    /// The angle about the axis, radians from lying flat, for `steering` from standing upright; nil
    /// until it is known.
    private var angle: Double?
    /// The angle that counts as 0, radians.
    private var neutral = 0.0
    /// The mean angle of the first 0.5 s; until they have passed, neutral is set to it. Nil
    /// afterwards, and if the first pose does not determine neutral.
    private var startMean: DirectionMean?
    private var rest = PoseRestDetector()
    private var newest: Attitude?
    /// Radians: the fixed value to which neutral returns slowly after the accelerometer's sign was
    /// corrected; nil while it does not move there.
    private var neutralTarget: Double?
    /// Whether `recenter` has determined neutral, and not the settings.
    private var isRecentered = false
    private let isSensor: Bool

    /// `isSensor` is the source's: whether a corrected accelerometer sign is detected.
    public init(settings: TiltSettings, isSensor: Bool = false) {
        (self.settings, self.isSensor) = (settings, isSensor)
        resetNeutral()
    }

    /// The tilt in degrees, in (-180, 180]; nil before the first attitude with an angle.
    public var tilt: Double? { angle.map { fromNeutral($0) } }

    /// Takes the next reliable attitude and returns the tilt.
    ///
    /// If the attitude has no angle about the axis, the last tilt is held; about the vertical axis the
    /// rate changes it further if `hasGyroscope`.
    public mutating func update(with attitude: Attitude, hasGyroscope: Bool = true) -> Double? {
        guard attitude.quaternion.isFinite, attitude.rate.isFinite else { return tilt }
        let seconds = newest.map { Double(attitude.timestamp &- $0.timestamp) * 1e-9 } ?? 0
        let step = min(max(seconds, 0), longestStep)
        if isSensor, let newest, attitude.isUpReversed(since: newest, seconds: seconds) {
            reverseUp()
        }
        let keepsPose = rest.update(with: attitude)
        if settings.axis == .vertical {
            let rate = hasGyroscope && seconds <= longestStep ? screenRate(attitude) : 0
            angle = angle(at: attitude, gyroscopeChange: rate * step, step: step)
            if keepsPose && hasGyroscope { returnToNeutral(attitude, step: step) }
        } else {
            angle = gravityAngle(of: attitude) ?? angle
        }
        newest = attitude
        moveNeutral(at: attitude.timestamp, step: step, keepsPose: keepsPose)
        return tilt
    }

    /// The tilt in degrees of an attitude predicted from the newest one; 0 while no angle is known.
    /// Changes nothing.
    public func tilt(of attitude: Attitude) -> Double {
        guard attitude.quaternion.isFinite, let angle, let newest else { return tilt ?? 0 }
        guard settings.axis == .vertical else {
            return fromNeutral(gravityAngle(of: attitude) ?? angle)
        }
        let turn = settings.resolvedOrientation.screen(
            (newest.quaternion.conjugate * attitude.quaternion).rotationVector
        ).y
        return fromNeutral(angle + change(from: newest, to: attitude, gyroscopeChange: turn))
    }

    /// Makes the present pose neutral. If there is no angle yet, the mean angle of the first 0.5 s
    /// becomes neutral.
    public mutating func recenter() {
        (neutralTarget, isRecentered) = (nil, true)
        if let angle {
            neutral = angle
            startMean = nil
        } else {
            startMean = DirectionMean()
        }
    }

    /// Changes the neutral of the settings; a pose that was taken by `recenter` stays neutral.
    mutating func setNeutral(_ neutral: Neutral) {
        settings.neutral = neutral
        guard !isRecentered else { return }
        resetNeutral()
        // The present angle, until the next attitude begins the mean.
        if startMean != nil, let angle { self.neutral = angle }
    }

    /// Forgets the motion so far, which the next attitude does not continue; a pose that was taken
    /// by `recenter` stays neutral.
    mutating func startAgain() {
        (angle, newest, rest) = (nil, nil, PoseRestDetector())
        if !isRecentered { resetNeutral() }
    }

    /// Follows a display that is turned: the angle begins anew in the turned frame. A pose that counted
    /// as neutral was an angle of the frame before, so the mean of the next 0.5 s is taken; a neutral
    /// that the settings fix stays.
    mutating func turn(to orientation: DisplayOrientation) {
        let before = settings.resolvedOrientation
        settings.displayOrientation = orientation
        guard settings.resolvedOrientation != before else { return }
        (angle, newest, rest) = (nil, nil, PoseRestDetector())
        resetNeutral()
        if isRecentered { recenter() }
    }

    /// Sets neutral as the settings say.
    private mutating func resetNeutral() {
        (neutral, startMean, neutralTarget) = (0, nil, nil)
        switch settings.resolvedNeutral {
        case .degrees(let degrees): neutral = degrees * .pi / 180
        case .start: startMean = DirectionMean()
        case .gravity, .auto: break
        }
    }

    private func fromNeutral(_ angle: Double) -> Double {
        wrappedDegrees((angle - neutral) * 180 / .pi)
    }

    /// Handles a corrected accelerometer sign, which exchanges up and down: every angle changes by
    /// 180°. Neutral changes too, so the tilt stays; a neutral that the settings fix then returns
    /// slowly to its value.
    private mutating func reverseUp() {
        angle = angle.map { wrapped($0 + .pi) }
        newest = newest?.withUpReversed
        if startMean != nil {
            startMean = DirectionMean()
        } else if !isRecentered, settings.resolvedNeutral != .start {
            neutralTarget = neutralTarget ?? neutral
        }
        neutral = wrapped(neutral + .pi)
    }

    /// Moves neutral: to the mean of the first 0.5 s, or slowly back to `neutralTarget`, or at rest
    /// slowly to the present angle.
    private mutating func moveNeutral(at timestamp: Int64, step: Double, keepsPose: Bool) {
        guard let angle else { return }
        if startMean?.add(angle, at: timestamp) == true, let mean = startMean?.direction {
            neutral = mean
        } else if startMean != nil {
            startMean = nil
        } else if let neutralTarget {
            let remaining =
                wrapped(neutral - neutralTarget) * (1 - approach(step, Self.neutralTime))
            neutral = neutralTarget + remaining
            if abs(remaining) < 1e-6 { self.neutralTarget = nil }
        } else if settings.recenterSeconds > 0 {
            let step = keepsPose ? step : 0
            neutral += wrapped(angle - neutral) * approach(step, settings.recenterSeconds)
        }
    }
}

// The angle about the axis.
extension AxisTilt {
    private func screenUp(_ attitude: Attitude) -> Vector3 {
        settings.resolvedOrientation.screen(attitude.up)
    }

    /// The rate about the screen's y axis, rad/s.
    private func screenRate(_ attitude: Attitude) -> Double {
        settings.resolvedOrientation.screen(attitude.rate).y
    }

    /// The angle from gravity also where it is undefined, and then arbitrary.
    private func uncheckedGravityAngle(of attitude: Attitude) -> Double {
        settings.axis.angle(screenUp(attitude))
    }

    /// The angle from gravity; nil where it is undefined.
    private func gravityAngle(of attitude: Attitude) -> Double? {
        let up = screenUp(attitude)
        let isObservable = settings.axis.observability(up) >= TiltAxis.leastObservability
        return isObservable ? settings.axis.angle(up) : nil
    }

    /// Weight of gravity's angle about the vertical axis: 0 near upright, 1 from 20 degrees off it.
    private func gravityWeight(_ attitude: Attitude) -> Double {
        let least = TiltAxis.leastObservability
        let observability = settings.axis.observability(screenUp(attitude))
        return smoothstep((observability - least) / (0.35 - least))
    }

    /// The angle about the vertical axis: changes by the weighted mean of gyroscope and gravity,
    /// then approaches gravity's angle, too slowly to look like a jump.
    private func angle(
        at attitude: Attitude, gyroscopeChange: Double, step: Double
    ) -> Double {
        guard let angle, let newest else { return gravityAngle(of: attitude) ?? neutral }
        let moved = angle + change(from: newest, to: attitude, gyroscopeChange: gyroscopeChange)
        let weight = gravityWeight(attitude)
        let byGravity = uncheckedGravityAngle(of: attitude)
        let remaining = wrapped(moved - byGravity) * (1 - approach(step * weight, Self.gravityTime))
        // The remainder is not visible: from here on the angle is gravity's own.
        return weight == 1 && abs(remaining) < 1e-6 ? byGravity : byGravity + remaining
    }

    /// The change of the angle: the mean of the gyroscope's change and gravity's change, with
    /// gravity's weight.
    private func change(
        from start: Attitude, to end: Attitude, gyroscopeChange: Double
    ) -> Double {
        let weight = min(gravityWeight(start), gravityWeight(end))
        let gravityChange = wrapped(
            uncheckedGravityAngle(of: end) - uncheckedGravityAngle(of: start))
        return (1 - weight) * gyroscopeChange + weight * gravityChange
    }

    /// Returns the angle known only from the gyroscope slowly to neutral.
    private mutating func returnToNeutral(_ attitude: Attitude, step: Double) {
        guard let angle else { return }
        let share = (1 - gravityWeight(attitude)) * approach(step, Self.driftReturn)
        self.angle = angle - share * wrapped(angle - neutral)
    }
}

/// The share of a change that is reached after `step` with the time constant `seconds`.
private func approach(_ step: Double, _ seconds: Double) -> Double { -expm1(-step / seconds) }

/// The mean direction of the first 0.5 s. If the second angle comes after a longer step, the first
/// one is dropped: it may be an old one, such as a state that a broker kept.
private struct DirectionMean: Sendable {
    private static let duration: Int64 = 500_000_000
    private var first: Int64?
    private var count = 0
    /// Whether the first angle was dropped; it is not done twice, because all steps of a slow
    /// sensor are long.
    private var hasDropped = false
    private var sine = 0.0
    private var cosine = 0.0

    /// Radians: the direction of the summed unit vectors. The mean of the angles would be wrong
    /// near ±π.
    var direction: Double { atan2(sine, cosine) }

    /// Adds an angle and returns true; after the 0.5 s adds nothing and returns false.
    mutating func add(_ angle: Double, at timestamp: Int64) -> Bool {
        dropOldAngle(at: timestamp)
        let first = first ?? timestamp
        (self.first, count) = (first, count + 1)
        guard timestamp >= first, timestamp &- first <= Self.duration else { return false }
        sine += sin(angle)
        cosine += cos(angle)
        return true
    }

    private mutating func dropOldAngle(at timestamp: Int64) {
        guard let first, count == 1, !hasDropped,
            !(0...longestStepNanoseconds).contains(timestamp &- first)
        else { return }
        self = DirectionMean()
        hasDropped = true
    }
}
