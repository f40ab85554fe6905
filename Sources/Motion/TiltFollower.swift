/// Follows the tilt from attitude to attitude. A doubtful attitude does not change it.
public struct TiltFollower: Sendable {
    private var trackers: [TiltTracker]
    /// The index of the tracker of the card's axis.
    private var active: Int
    /// The displayed tilt; nil if it is not needed.
    private var display: DisplayTilt?

    /// `isLive` determines what neutral `auto` means. A window also needs the displayed tilt, and the
    /// tilts about the other axes: the next card needs the neutral of its axis.
    public init(_ settings: TiltSettings, isLive: Bool = false, forWindow: Bool = false) {
        let axes = forWindow ? TiltAxis.allCases : [settings.axis]
        trackers = axes.map { axis in
            var settings = settings
            settings.axis = axis
            return TiltTracker(settings: settings, isLive: isLive)
        }
        active = axes.firstIndex(of: settings.axis) ?? 0
        display = forWindow ? DisplayTilt() : nil
    }

    /// The tilt in degrees, in (-180, 180]; nil before the first attitude with an angle.
    public var tilt: Double? { trackers[active].tilt }

    /// The displayed tilt in degrees: constant at rest. Nil before the first attitude with an angle.
    public var displayed: Double? { display?.value }

    /// Takes the next attitude of an estimator with this status.
    public mutating func update(with attitude: Attitude?, _ status: AttitudeFilter.Status) {
        guard let attitude, status != .doubtful else { return }
        for index in trackers.indices {
            _ = trackers[index].update(with: attitude, hasGyroscope: status != .noGyroscope)
        }
        if let tilt { _ = display?.update(tilt: tilt, with: attitude) }
    }

    /// The tilt in degrees of `predicted`, an attitude carried forward from the newest one; the newest
    /// tilt if that is doubtful.
    public func tilt(of predicted: Attitude?, _ status: AttitudeFilter.Status) -> Double? {
        guard let predicted, tilt != nil, status != .doubtful else { return tilt }
        return trackers[active].tilt(of: predicted)
    }

    /// The displayed tilt in degrees of `predicted`, as above.
    public func displayed(of predicted: Attitude?, _ status: AttitudeFilter.Status) -> Double? {
        guard var display, let predicted, tilt != nil, status != .doubtful else { return displayed }
        return display.update(tilt: trackers[active].tilt(of: predicted), with: predicted)
    }

    /// Selects the axis; only the follower of a window has more than one.
    public mutating func select(_ axis: TiltAxis) {
        active = trackers.firstIndex { $0.settings.axis == axis } ?? active
        display?.reset()
    }

    /// Takes the present pose as neutral, about every axis.
    public mutating func recenter() {
        for index in trackers.indices { trackers[index].recenter() }
        display?.reset()
    }
}

extension DisplayTilt {
    /// Takes a tilt in degrees; the rate about all axes determines the dead band.
    fileprivate mutating func update(tilt: Double, with attitude: Attitude) -> Double? {
        update(
            tilt: tilt, rate: attitude.rate.length * 180 / .pi, timestamp: attitude.timestamp)
    }
}
