/// The opacities of the classic card's three pictures, each in [0, 1].
public struct LayerOpacities: Sendable, Equatable {
    public var back: Double
    public var middle: Double
    public var front: Double

    /// The opacities in a tilt state.
    public init(_ state: TiltState, _ settings: TiltStateSettings = TiltStateSettings()) {
        let base = settings.baseDegrees
        (back, middle, front) = (1, 1, 0)
        switch state {
        case .flat: break
        case .forward(let distance):
            front = min(settings.effective(distance) / base, 1)
        case .backward(let distance):
            middle = max((base - settings.effective(distance)) / base, 0)
        }
    }
}
