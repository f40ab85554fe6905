/// Detects knocks on the housing. A knock is shorter than the step between two samples, so that
/// both sensors measure too much or too little, and the housing vibrates for a moment.
struct KnockDetector: Sendable {
    /// s: how long ago the newest knock was.
    private var age = Double.infinity
    private var newest: Vector3?
    private var older: Vector3?

    var isKnocked: Bool { age < Self.duration }

    /// Takes the acceleration `a`, m/s², `dt` seconds after the one before.
    mutating func add(_ a: Vector3, dt: Double) {
        age += dt
        if let newest, let older {
            let bend = a - 2 * newest + older
            if bend.dot(bend) > Self.bound * Self.bound { age = 0 }
        }
        (older, newest) = (newest, a)
    }

    /// m/s²: distance of a sample from the straight line through the two samples before it; a
    /// hand's motion stays below.
    private static let bound = 30.0
    /// s: a housing rings for about that long.
    private static let duration = 0.02
}
