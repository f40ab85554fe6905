import Motion

/// The tilt about every axis at once, so that a card with another axis finds its neutral taken.
struct AxisTilts {
    /// The axis of the card that is shown.
    var axis: TiltAxis
    private var trackers: [TiltAxis: TiltTracker]

    /// `isLive` decides what neutral `auto` means.
    init(settings: TiltSettings, isLive: Bool) {
        axis = settings.axis
        let trackers = TiltAxis.allCases.map { axis in
            var settings = settings
            settings.axis = axis
            return (axis, TiltTracker(settings: settings, isLive: isLive))
        }
        self.trackers = Dictionary(uniqueKeysWithValues: trackers)
    }

    /// The tilt about the card's axis, in degrees; nil until an attitude showed it.
    var tilt: Double? { trackers[axis]?.tilt }

    /// Takes the next good attitude.
    mutating func update(with attitude: Attitude, hasGyroscope: Bool) {
        for axis in TiltAxis.allCases {
            _ = trackers[axis]?.update(with: attitude, hasGyroscope: hasGyroscope)
        }
    }

    /// The tilt in degrees of an attitude carried forward from the newest one; nil as for `tilt`.
    func tilt(of attitude: Attitude) -> Double? {
        tilt == nil ? nil : trackers[axis]?.tilt(of: attitude)
    }

    /// Takes the present pose as neutral.
    mutating func recenter() {
        for axis in TiltAxis.allCases { trackers[axis]?.recenter() }
    }
}
