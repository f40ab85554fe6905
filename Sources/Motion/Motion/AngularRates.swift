/// Computes the angular rates of successive attitudes.
public struct AngularRates: Sendable {
    private var newest: Attitude?

    /// Rates before the first attitude.
    public init() {}

    /// Sets the rate of the next attitude: the mean rate since the previous one. It is 0 for the
    /// first one, and over a step that is longer than `longestStep` or not positive.
    public mutating func setRate(of attitude: inout Attitude) {
        attitude.rate = rate(to: attitude)
        newest = attitude
    }

    /// Sets the rate of a reading that is an attitude.
    public mutating func setRate(of reading: inout Reading) {
        guard case .attitude(var attitude) = reading else { return }
        setRate(of: &attitude)
        reading = .attitude(attitude)
    }

    private func rate(to attitude: Attitude) -> Vector3 {
        guard let newest else { return .zero }
        let step = attitude.timestamp &- newest.timestamp
        guard (1...longestStepNanoseconds).contains(step) else { return .zero }
        let rotation = newest.quaternion.conjugate * attitude.quaternion
        return rotation.rotationVector / (Double(step) * 1e-9)
    }
}
