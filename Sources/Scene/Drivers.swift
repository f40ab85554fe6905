import Motion

/// The drivers' values in one state of a scene.
struct Drivers {
    private let opacities: LayerOpacities

    init(_ state: SceneState, _ settings: TiltStateSettings) {
        opacities = LayerOpacities(state.tiltState, settings)
    }

    subscript(driver: Driver) -> Double {
        switch driver {
        case .front: opacities.front
        case .middle: opacities.middle
        case .sweep: opacities.middle + opacities.front
        }
    }
}

extension Property {
    /// The property's value.
    func value(_ drivers: Drivers) -> Double {
        switch self {
        case .constant(let value): value
        case .follows(let driver, let gain, let offset):
            min(max(drivers[driver] * gain - offset, 0), 1)
        }
    }
}
