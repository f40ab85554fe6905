import Geometry
import Motion

/// The signals' values at one moment.
struct Signals {
    let tilts: Tilts
    let pointer: Point
    let time: Double
    private let opacities: LayerOpacities

    /// The signals of a state at a scene time in seconds; `expected`, if not nil, takes the place
    /// of the state's tilts.
    init(_ state: SceneState, at time: Double, expecting expected: Tilts?, in scene: Scene) {
        (self.time, pointer) = (time, state.pointer)
        tilts = expected ?? state.tilts
        opacities = LayerOpacities(
            state.tiltState(expecting: expected, in: scene), scene.tiltStates)
    }

    subscript(signal: Signal) -> Double {
        switch signal {
        case .tilt: tilts.card
        case .front, .forward: opacities.front
        case .middle: opacities.middle
        case .backward: 1 - opacities.middle
        case .sweep: opacities.middle + opacities.front
        case .tiltX: tilts.aboutVertical
        case .tiltY: tilts.aboutHorizontal
        case .roll: tilts.roll
        case .pitch: tilts.pitch
        case .turnRate: tilts.turnRate
        case .pointerX: pointer.x
        case .pointerY: pointer.y
        case .time: time
        }
    }
}
