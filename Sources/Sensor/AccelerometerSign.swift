public import Motion

/// Which sign an accelerometer's readings are given.
public enum AccelerometerSign: String, Sendable, Codable {
    /// The driver's own: lying face up it is taken to read (0, 0, +g).
    case asReported
    /// The opposite one: lying face up the driver reads (0, 0, -g).
    case reversed
    /// The opposite one if the display rests at the start and seems to face the floor; a line says so.
    case decidedAtStart
}

/// Whether a display that rests seems to face the floor, which hardly one does: then the driver
/// reports the accelerometer with the opposite sign.
///
/// `acceleration` is a mean over a rest, in m/s², device frame. A display that stands nearly upright
/// says nothing.
public func seemsToFaceFloor(resting acceleration: Vector3) -> Bool {
    let length = acceleration.length
    guard length > 8, length < 12 else { return false }
    return acceleration.z < -0.5 * length
}

/// Gives samples the sign that is wanted, and decides on it where that is wanted.
struct SignChooser {
    /// How long the start is looked at, in nanoseconds of sample time; no sample comes before.
    private static let span: Int64 = 200_000_000
    /// How far a resting sensor's readings may be from their mean, in m/s².
    private static let unrest = 0.5

    /// Whether the sign is turned; nil while that is open.
    private(set) var isReversed: Bool?
    private var held: [ImuSample] = []

    /// Decides at once where the sign is set.
    init(_ sign: AccelerometerSign) {
        isReversed = sign == .decidedAtStart ? nil : sign == .reversed
    }

    /// Turns the samples from `start` on, or keeps them back while the sign is open.
    mutating func apply(to samples: inout [ImuSample], from start: Int) {
        if isReversed == nil {
            held += samples[start...]
            samples.removeSubrange(start...)
            guard let first = held.first, let last = held.last,
                last.timestamp - first.timestamp >= Self.span
            else { return }
            isReversed = Self.isReversed(held)
            samples += held
            held = []
        }
        guard isReversed == true else { return }
        for index in start..<samples.count { samples[index].acceleration?.negate() }
    }

    private static func isReversed(_ samples: [ImuSample]) -> Bool {
        let readings = samples.compactMap(\.acceleration)
        guard !readings.isEmpty else { return false }
        let mean = readings.reduce(.zero, +) / Double(readings.count)
        let isResting = readings.allSatisfy { ($0 - mean).length < unrest }
        return isResting && seemsToFaceFloor(resting: mean)
    }
}

extension Vector3 {
    fileprivate mutating func negate() { self = -self }
}
