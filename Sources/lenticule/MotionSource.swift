import Motion

/// An open source: one that measures, or one that gives attitudes ready-made.
enum MotionSource {
    case samples(any SampleSource)
    case attitudes(any AttitudeSource)

    /// What a person would call it.
    var name: String {
        switch self {
        case .samples(let source): source.name
        case .attitudes(let source): source.name
        }
    }

    /// rad/s, device frame: the gyroscope's bias as it was calibrated.
    var rotationBias: Vector3 {
        switch self {
        case .samples(let source): source.rotationBias
        case .attitudes: .zero
        }
    }

    /// Whether a device is being held now.
    var isLive: Bool {
        switch self {
        case .samples(let source): source.isLive
        case .attitudes(let source): source.isLive
        }
    }
}
