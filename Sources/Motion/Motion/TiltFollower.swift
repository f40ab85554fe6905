import Glibc

/// Computes the tilts from the attitudes so far: about all axes for a card, else about one axis. A
/// doubtful attitude does not change them.
public struct TiltFollower: Sendable {
    private var axes: [AxisFollower]
    /// The index of the card's axis.
    private var active: Int
    private var angles: DeviceAngles

    /// The tilt about one axis.
    fileprivate struct AxisFollower {
        var axisTilt: AxisTilt
        /// Nil where the tilt is shown as it is.
        var calm: TiltDeadBand?
    }

    /// `isSensor` is the source's: whether a corrected sign of the accelerometer is noticed. A
    /// neutral in degrees is that of the card's axis; the other axes have `auto`. With `forCard` the
    /// follower computes the tilts about all axes; of a sensor, the tilts to show are then constant at
    /// rest.
    public init(_ settings: TiltSettings, isSensor: Bool = false, forCard: Bool = false) {
        let needed = forCard ? TiltAxis.allCases : [settings.axis]
        axes = needed.map { axis in
            var own = settings
            own.axis = axis
            if axis != settings.axis, case .degrees = settings.neutral { own.neutral = .auto }
            return AxisFollower(
                axisTilt: AxisTilt(settings: own, isSensor: isSensor),
                calm: forCard && isSensor ? TiltDeadBand() : nil)
        }
        active = needed.firstIndex(of: settings.axis) ?? 0
        angles = DeviceAngles(settings.resolvedOrientation, isCalmed: forCard && isSensor)
    }

    /// The tilt in degrees, in (-180, 180]; nil before the first attitude with an angle.
    public var tilt: Double? { axes[active].axisTilt.tilt }

    /// The tilts to show; for a card they are constant at rest if a sensor measures.
    /// Nil before the first attitude with an angle. If the follower is not for a card, only the
    /// tilts about its one axis are set; all other values are those of an upright screen at rest.
    public var tilts: Tilts? { tilts(angles, \.shown) }

    /// Takes the next attitude of an estimator with this status.
    public mutating func update(with attitude: Attitude?, _ status: AttitudeFilter.Status) {
        guard let attitude, status != .doubtful else { return }
        for index in axes.indices {
            axes[index].update(with: attitude, hasGyroscope: status != .noGyroscope)
        }
        if axes.count > 1 { angles.update(with: attitude, isResting: status == .resting) }
    }

    /// The tilt in degrees at `predicted`, an attitude predicted from the newest one. The newest
    /// tilt if `status` is doubtful or `predicted` is nil.
    public func tilt(of predicted: Attitude?, _ status: AttitudeFilter.Status) -> Double? {
        guard let predicted, tilt != nil, status != .doubtful else { return tilt }
        return axes[active].axisTilt.tilt(of: predicted)
    }

    /// The tilts to show at `predicted`; the newest ones if `status` is doubtful or `predicted` is
    /// nil.
    public func tilts(of predicted: Attitude?, _ status: AttitudeFilter.Status) -> Tilts? {
        guard let predicted, status != .doubtful else { return tilts }
        var angles = angles
        if axes.count > 1 { angles.update(with: predicted, isResting: status == .resting) }
        return tilts(angles) { $0.shown(predicted) }
    }

    /// Selects the card's axis, which takes over a neutral in degrees from the axis before. Only the
    /// follower of a card has more than one axis.
    public mutating func select(_ axis: TiltAxis) {
        let before = active
        active = axes.firstIndex { $0.axisTilt.settings.axis == axis } ?? active
        let neutral = axes[before].axisTilt.settings.neutral
        guard active != before, case .degrees = neutral else { return }
        axes[before].setNeutral(.auto)
        axes[active].setNeutral(neutral)
    }

    /// Forgets the motion so far, which the next attitude does not continue; a pose that was taken
    /// by `recenter` stays neutral.
    mutating func startAgain() {
        for index in axes.indices {
            axes[index].axisTilt.startAgain()
            axes[index].calm?.reset()
        }
        angles.startAgain()
    }

    /// The display is turned against the device in another way: the axes turn with it. A pose that was
    /// taken as neutral was one of the old axes, so the next one is taken.
    mutating func turn(to orientation: DisplayOrientation) {
        for index in axes.indices {
            axes[index].axisTilt.turn(to: orientation)
            axes[index].calm?.reset()
        }
        angles.orientation = axes[active].axisTilt.settings.resolvedOrientation
    }

    /// Takes the present pose as neutral, about every axis.
    public mutating func recenter() {
        for index in axes.indices {
            axes[index].axisTilt.recenter()
            axes[index].calm?.reset()
        }
    }

    private func tilts(_ angles: DeviceAngles, _ shown: (AxisFollower) -> Double?) -> Tilts? {
        guard let card = shown(axes[active]) else { return nil }
        func about(_ axis: TiltAxis) -> Double {
            axes.first { $0.axisTilt.settings.axis == axis }.flatMap(shown) ?? 0
        }
        var tilts = Tilts(
            card: card, aboutVertical: about(.vertical), aboutHorizontal: about(.horizontal))
        (tilts.roll, tilts.pitch, tilts.turnRate) = (angles.roll, angles.pitch, angles.turnRate)
        let up = angles.up
        (tilts.upX, tilts.upY) = (up.x, up.y)
        return tilts
    }
}

/// The device's own angles and rate in degrees, as a card gets them.
private struct DeviceAngles: Sendable {
    var orientation: DisplayOrientation
    private(set) var roll = 0.0
    private(set) var pitch = 0.0
    private(set) var turnRate = 0.0
    private var isKnown = false
    /// The filters that keep roll and pitch constant at rest; nil if roll and pitch are not
    /// filtered.
    private var calm: (roll: TiltDeadBand, pitch: TiltDeadBand)?

    init(_ orientation: DisplayOrientation, isCalmed: Bool) {
        self.orientation = orientation
        calm = isCalmed ? (TiltDeadBand(), TiltDeadBand()) : nil
    }

    /// The upward direction in the screen's frame; that of a screen that stands upright before the first
    /// attitude and for a follower of one axis.
    var up: Vector3 {
        guard isKnown else { return Vector3(0, 1, 0) }
        let (roll, pitch) = (roll * .pi / 180, pitch * .pi / 180)
        return orientation.screen(
            Vector3(-cos(pitch) * sin(roll), sin(pitch), cos(pitch) * cos(roll)))
    }

    /// The next attitude does not continue those before.
    mutating func startAgain() { if calm != nil { calm = (TiltDeadBand(), TiltDeadBand()) } }

    mutating func update(with attitude: Attitude, isResting: Bool) {
        guard attitude.quaternion.isFinite, attitude.rate.isFinite else { return }
        isKnown = true
        let angles = EulerAngles(attitude.quaternion)
        (roll, pitch) = (angles.roll * 180 / .pi, angles.pitch * 180 / .pi)
        turnRate = isResting ? 0 : attitude.rate.length * 180 / .pi
        roll = calm?.roll.update(tilt: roll, with: attitude) ?? roll
        pitch = calm?.pitch.update(tilt: pitch, with: attitude) ?? pitch
    }
}

extension TiltFollower.AxisFollower {
    fileprivate mutating func setNeutral(_ neutral: Neutral) {
        axisTilt.setNeutral(neutral)
        calm?.reset()
    }

    fileprivate mutating func update(with attitude: Attitude, hasGyroscope: Bool) {
        let tilt = axisTilt.update(with: attitude, hasGyroscope: hasGyroscope)
        if let tilt { _ = calm?.update(tilt: tilt, with: attitude) }
    }

    /// The tilt to show; nil before the first.
    fileprivate var shown: Double? { calm == nil ? axisTilt.tilt : calm?.value }

    /// The tilt to show of a predicted attitude.
    fileprivate func shown(_ predicted: Attitude) -> Double? {
        guard axisTilt.tilt != nil else { return shown }
        let tilt = axisTilt.tilt(of: predicted)
        guard var calm else { return tilt }
        return calm.update(tilt: tilt, with: predicted)
    }
}

extension TiltDeadBand {
    /// Takes a tilt in degrees; the rate about all axes determines the dead band.
    fileprivate mutating func update(tilt: Double, with attitude: Attitude) -> Double? {
        update(
            tilt: tilt, rate: attitude.rate.length * 180 / .pi, timestamp: attitude.timestamp)
    }
}
