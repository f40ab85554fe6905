import Glibc

/// Follows the tilt: one signed angle in degrees about the card's axis, from neutral.
///
/// Time is taken from the attitudes alone, so the same attitudes always give the same tilt.
public struct TiltTracker: Sendable {
    /// Longer steps are gaps, over which the newest rate says nothing. Seconds.
    private static let longestStep = 0.5
    /// Time constant with which a tilt that only the gyroscope knows is drawn back at rest, seconds:
    /// slow enough not to be seen, fast enough to outrun the drift of a gyroscope's bias.
    private static let drawBack = 10.0
    /// Time constant with which gravity takes over from the gyroscope, seconds.
    private static let takeOver = 0.3

    public let settings: TiltSettings
    /// The angle about the axis, radians from lying flat; nil until it was seen.
    private var angle: Double?
    /// The angle that counts as 0, radians.
    private var neutral = 0.0
    /// The mean that becomes neutral, while it is being taken.
    private var start: DirectionMean?
    private var rest = TiltRest()
    private var newest: Attitude?

    /// `isLive` decides what neutral `auto` means.
    public init(settings: TiltSettings, isLive: Bool = false) {
        self.settings = settings
        switch settings.neutral.resolved(isLive: isLive) {
        case .degrees(let degrees): neutral = degrees * .pi / 180
        case .start: start = DirectionMean()
        case .gravity, .auto: break
        }
    }

    /// The tilt in degrees, in (-180, 180]; nil until an attitude showed it.
    public var tilt: Double? { angle.map { fromNeutral($0) } }

    /// Takes the next good attitude and gives the tilt.
    ///
    /// Where the attitude has no angle about the axis, the last tilt holds.
    public mutating func update(with attitude: Attitude, hasGyroscope: Bool = true) -> Double? {
        guard attitude.orientation.isFinite, attitude.rate.isFinite else { return tilt }
        let seconds = newest.map { Double(attitude.timestamp &- $0.timestamp) * 1e-9 } ?? 0
        let step = min(max(seconds, 0), Self.longestStep)
        let isResting = rest.update(with: attitude)
        if settings.axis == .vertical {
            let rate = hasGyroscope && seconds <= Self.longestStep ? screenRate(attitude) : 0
            angle = blended(attitude, carriedBy: rate * step, step: step)
            if isResting && hasGyroscope { drawBack(attitude, step: step) }
        } else {
            angle = seen(attitude) ?? angle
        }
        newest = attitude
        moveNeutral(at: attitude.timestamp, step: isResting ? step : 0)
        return tilt
    }

    /// The tilt in degrees of an attitude carried forward from the newest one; changes nothing.
    public func tilt(of attitude: Attitude) -> Double {
        guard attitude.orientation.isFinite, let angle, let newest else { return tilt ?? 0 }
        guard settings.axis == .vertical else { return fromNeutral(seen(attitude) ?? angle) }
        let turn = settings.orientation.screen(rotation(from: newest, to: attitude)).y
        return fromNeutral(angle + turned(from: newest, to: attitude, carriedBy: turn))
    }

    /// Takes the present pose as neutral; before the first attitude, the first 0.5 s.
    public mutating func recenter() {
        if let angle {
            neutral = angle
            start = nil
        } else {
            start = DirectionMean()
        }
    }

    private func fromNeutral(_ angle: Double) -> Double {
        wrappedDegrees((angle - neutral) * 180 / .pi)
    }

    /// Neutral is taken from the start, or follows slowly while the device rests.
    private mutating func moveNeutral(at timestamp: Int64, step: Double) {
        guard let angle else { return }
        if start?.add(angle, at: timestamp) == true, let mean = start?.direction {
            neutral = mean
        } else if start != nil {
            start = nil
        } else if settings.recenterSeconds > 0 {
            neutral += wrapped(angle - neutral) * approach(step, settings.recenterSeconds)
        }
    }
}

// The angle about the axis.
extension TiltTracker {
    private func screenUp(_ attitude: Attitude) -> Vector3 {
        settings.orientation.screen(attitude.up)
    }

    /// The rate about the screen's y axis, rad/s.
    private func screenRate(_ attitude: Attitude) -> Double {
        settings.orientation.screen(attitude.rate).y
    }

    private func axisAngle(_ attitude: Attitude) -> Double {
        settings.axis.angle(screenUp(attitude))
    }

    /// The angle as gravity shows it; nil where it has no meaning.
    private func seen(_ attitude: Attitude) -> Double? {
        let up = screenUp(attitude)
        let isVisible = settings.axis.visibility(up) >= TiltAxis.leastVisible
        return isVisible ? settings.axis.angle(up) : nil
    }

    /// 0 where gravity says nothing about the vertical axis, 1 from 20 degrees off upright on.
    private func gravityWeight(_ attitude: Attitude) -> Double {
        let visibility = settings.axis.visibility(screenUp(attitude))
        let x = (visibility - TiltAxis.leastVisible) / (0.35 - TiltAxis.leastVisible)
        return x >= 1 ? 1 : x <= 0 ? 0 : x * x * (3 - 2 * x)
    }

    /// The angle about the vertical axis: moved on by the gyroscope and by what gravity shows, each as
    /// far as it is to be trusted, then drawn to gravity's angle in a time that nobody takes for a
    /// jump.
    private func blended(
        _ attitude: Attitude, carriedBy turn: Double, step: Double
    ) -> Double {
        guard let angle, let newest else { return seen(attitude) ?? neutral }
        let moved = angle + turned(from: newest, to: attitude, carriedBy: turn)
        let weight = gravityWeight(attitude)
        let shown = axisAngle(attitude)
        let rest = wrapped(moved - shown) * (1 - approach(step * weight, Self.takeOver))
        // Beyond any picture's notice: from here on the angle is gravity's own.
        return weight == 1 && abs(rest) < 1e-6 ? shown : shown + rest
    }

    /// How far the angle turned: as the gyroscope has it, and as far as gravity saw it, as that.
    private func turned(
        from start: Attitude, to end: Attitude, carriedBy carried: Double
    ) -> Double {
        let weight = min(gravityWeight(start), gravityWeight(end))
        let seen = wrapped(axisAngle(end) - axisAngle(start))
        return (1 - weight) * carried + weight * seen
    }

    /// Draws what only the gyroscope knows slowly back to neutral.
    private mutating func drawBack(_ attitude: Attitude, step: Double) {
        guard let angle else { return }
        let share = (1 - gravityWeight(attitude)) * approach(step, Self.drawBack)
        self.angle = angle - share * wrapped(angle - neutral)
    }
}

/// The share of the way that is gone after `step` with the time constant `seconds`.
private func approach(_ step: Double, _ seconds: Double) -> Double { -expm1(-step / seconds) }

/// The rotation vector from one attitude to another, radians, device frame.
private func rotation(from start: Attitude, to end: Attitude) -> Vector3 {
    let rotation = start.orientation.conjugate * end.orientation
    let sine = rotation.vector.length
    guard sine > 0 else { return .zero }
    // q and -q are the same rotation; the one with w >= 0 is the shorter way.
    let half = rotation.w < 0 ? atan2(-sine, -rotation.w) : atan2(sine, rotation.w)
    return rotation.vector * (2 * half / sine)
}

/// The mean direction of the first 0.5 s.
private struct DirectionMean: Sendable {
    private static let duration: Int64 = 500_000_000
    private var first: Int64?
    private var sine = 0.0
    private var cosine = 0.0

    /// In radians: a mean of directions, for a mean of angles would break where they wrap.
    var direction: Double { atan2(sine, cosine) }

    /// Adds an angle; false once the time is over.
    mutating func add(_ angle: Double, at timestamp: Int64) -> Bool {
        let first = first ?? timestamp
        self.first = first
        guard timestamp >= first, timestamp &- first <= Self.duration else { return false }
        sine += sin(angle)
        cosine += cos(angle)
        return true
    }
}
