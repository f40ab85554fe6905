import Motion

extension MotionState: Decodable {
    /// Reads a state line.
    public init(parsing line: some Sequence<UInt8>) throws(LineError) { self = try decode(line) }

    /// Ignores roll, pitch and yaw, because they follow from the quaternion.
    public init(from decoder: any Decoder) throws {
        let content = try Content(from: decoder)
        guard let q = content.q else {
            self.init(sensorState: content.sensorState)
            return
        }
        guard let values = try Values(content, q) else { throw LineError("not a whole state line") }
        self.init(sensorState: content.sensorState, values: values)
    }

    /// The keys of a line; all except `restarts` and `device` are present, or none of them.
    fileprivate struct Content: Decodable {
        let timestamp: Int64?
        let q: [Double]?
        let rate: [Double]?
        let tilt: Double?
        let state: String?
        let back: Double?
        let middle: Double?
        let front: Double?
        let restarts: Int?
        let sensorState: SensorState

        enum CodingKeys: String, CodingKey {
            case q, rate, state, back, middle, front, restarts
            case sensorState = "device"
            case timestamp = "timestamp_ns"
            case tilt = "tilt_deg"
        }
    }
}

extension MotionState.Values {
    /// Nil if a value is missing, or if the state has an unknown name.
    fileprivate init?(_ line: MotionState.Content, _ q: [Double]) throws(LineError) {
        guard let timestamp = line.timestamp, let rate = line.rate, let tilt = line.tilt,
            let state = line.state.flatMap({ TiltState(name: $0, distance: tilt.magnitude) }),
            let back = line.back, let middle = line.middle, let front = line.front
        else { return nil }
        guard let quaternion = Quaternion(unit: q) else {
            throw LineError("q is no unit quaternion")
        }
        guard let rate = Vector3(finite: rate) else { throw LineError("rate is no vector") }
        guard (-180...180).contains(tilt), [back, middle, front].allSatisfy((0...1).contains)
        else { throw LineError("tilt_deg must be from -180 to 180, and opacities from 0 to 1") }
        var opacities = LayerOpacities(.flat)
        (opacities.back, opacities.middle, opacities.front) = (back, middle, front)
        self.init(
            attitude: Attitude(timestamp: timestamp, quaternion: quaternion, rate: rate),
            tilt: tilt, state: state, opacities: opacities, restarts: line.restarts ?? 0)
    }
}

extension TiltState {
    fileprivate init?(name: String, distance: Double) {
        switch name {
        case "flat": self = .flat
        case "forward": self = .forward(distance)
        case "backward": self = .backward(distance)
        default: return nil
        }
    }
}

extension Quaternion {
    /// w, x, y, z; nil unless they are four numbers with a norm of 1, within 0.001.
    fileprivate init?(unit numbers: [Double]) {
        guard numbers.count == 4 else { return nil }
        self.init(numbers[0], numbers[1], numbers[2], numbers[3])
        guard isFinite, abs(norm - 1) < 1e-3 else { return nil }
    }
}

extension Vector3 {
    /// x, y, z; nil unless they are three numbers.
    init?(finite numbers: [Double]) {
        guard numbers.count == 3 else { return nil }
        self.init(numbers[0], numbers[1], numbers[2])
        guard isFinite else { return nil }
    }
}
