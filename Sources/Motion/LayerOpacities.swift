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

    /// The opacities of any number of pictures, back first, in a tilt state.
    public static func of(
        _ count: Int, in state: TiltState, _ settings: TiltStateSettings = TiltStateSettings()
    ) -> [Double] {
        let classic = LayerOpacities(state, settings)
        switch count {
        case ...0: return []
        case 1: return [1]
        case 2: return [1, classic.front]
        case 3: return [classic.back, classic.middle, classic.front]
        default: break
        }
        // The sum is 0 at the base angle backward, 1 when flat, 2 at the base angle forward.
        let place = (classic.middle + classic.front) * Double(count - 1) / 2
        return (0..<count).map { $0 == 0 ? 1 : min(max(place - Double($0 - 1), 0), 1) }
    }
}
