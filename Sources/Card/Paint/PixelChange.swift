/// What moves or changes the pixels of a layer or a group, in points of its box.
public enum PixelChange: Sendable, Equatable {
    case ripple(Ripple)
    case shader(Shader)

    /// How far from a place it may read.
    public var reach: Double {
        switch self {
        case .ripple(let ripple): ripple.reach
        case .shader(let shader): shader.reach
        }
    }
}
