import Display
import Motion
import Scene

/// Tilt from a motion source, such as a sensor or a log.
final class SensorTilt: TiltFeed {
    private let reader: MotionReader
    let hint: String

    init(_ reader: MotionReader, hint: String) {
        self.reader = reader
        self.hint = hint
    }

    func inputs(until time: Double) -> [Input] { reader.inputs() }
    func expected(at time: Double) -> Tilts? { reader.pollTilts(at: time) }
    func isMoving(at time: Double) -> Bool { false }
    func select(_ axis: TiltAxis, baseDegrees: Double, following signals: Set<Signal>) {
        reader.select(axis, following: signals)
    }
    var sceneStart: Double? { reader.sceneStart }
    func recenter() -> Bool {
        reader.recenter()
        return reader.attitude != nil
    }
    func pointer(_ place: (x: Double, y: Double)?, at time: Double) {}
    func age(at time: Double) -> Double? {
        hasEnded || waitsFor != nil ? nil : reader.arrival.map { time - $0 }
    }
    var hasEnded: Bool { reader.hasEnded }
    var failure: (any Error)? { reader.failure }
    var waitsFor: String? { reader.waitsFor }

    func helpValues(at time: Double) -> [(name: String, value: String)] {
        guard let attitude = reader.attitude else { return [("Sensor", "starting")] }
        let angles = EulerAngles(attitude.quaternion)
        return [
            ("Roll", degrees(angles.roll)), ("Pitch", degrees(angles.pitch)),
            ("Yaw", degrees(angles.yaw)), ("Sensor", reader.status.words),
        ]
    }

    private func degrees(_ radians: Double) -> String { "\(tenths(radians * 180 / .pi))°" }
}

extension AttitudeFilter.Status {
    /// For the help panel.
    var words: String {
        switch self {
        case .starting: "starting"
        case .moving: "moving"
        case .resting: "at rest"
        case .noGyroscope: "no gyroscope"
        case .doubtful: "doubtful"
        }
    }
}
