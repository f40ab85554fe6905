import Card
import Motion
import MotionLog

extension TextBuffer {
    /// Writes what the service says: each line is a JSON object, numbers as the shortest text.
    mutating func appendState(_ state: MotionState) {
        append("{")
        if let pose = state.pose { appendPose(pose) }
        append("\"device\":")
        appendJSON(state.device.rawValue)
        append("}\n")
    }

    private mutating func appendPose(_ pose: MotionState.Pose) {
        let (attitude, q) = (pose.attitude, pose.attitude.orientation)
        append("\"timestamp_ns\":")
        append(attitude.timestamp)
        append(",\"q\":")
        appendArray([q.w, q.x, q.y, q.z])
        append(",\"rate\":")
        appendArray(attitude.rate)
        let angles = EulerAngles(q)
        appendDegrees(",\"roll_deg\":", angles.roll)
        appendDegrees(",\"pitch_deg\":", angles.pitch)
        appendDegrees(",\"yaw_deg\":", angles.yaw)
        append(",\"tilt_deg\":")
        append(pose.tilt)
        append(",\"state\":")
        appendJSON(pose.state.name)
        append(",\"back\":")
        append(pose.opacities.back)
        append(",\"middle\":")
        append(pose.opacities.middle)
        append(",\"front\":")
        append(pose.opacities.front)
        append(",")
    }

    /// A sample; a sensor that gave none is left out.
    mutating func appendSample(_ sample: ImuSample) {
        append("{\"timestamp_ns\":")
        append(sample.timestamp)
        if let acceleration = sample.acceleration, acceleration.isFinite {
            append(",\"accel\":")
            appendArray(acceleration)
        }
        if let rate = sample.rotationRate, rate.isFinite {
            append(",\"gyro\":")
            appendArray(rate)
        }
        append("}\n")
    }

    /// The first line for a client: the protocol's version, what is read, the program's version.
    mutating func appendHello(device: String, version: String) {
        append("{\"lenticule\":1,\"device\":")
        appendJSON(device)
        append(",\"version\":")
        appendJSON(version)
        append("}\n")
    }

    /// The last line for a client that is dropped.
    mutating func appendError(_ reason: String) {
        append("{\"error\":")
        appendJSON(reason)
        append("}\n")
    }

    private mutating func appendDegrees(_ name: StaticString, _ radians: Double) {
        append(name)
        // The sum makes -0, which is nothing to a reader, to 0.
        append(radians * 180 / .pi + 0)
    }

    private mutating func appendArray(_ vector: Vector3) {
        appendArray([vector.x, vector.y, vector.z])
    }

    private mutating func appendArray(_ numbers: [Double]) {
        append("[")
        for (index, number) in numbers.enumerated() {
            if index > 0 { append(",") }
            append(number)
        }
        append("]")
    }

    /// A text in quotes; what JSON does not take as it is becomes a blank, quotes aside.
    private mutating func appendJSON(_ text: String) {
        append("\"")
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                append(UInt8(ascii: "\\"))
            }
            append(byte < 0x20 ? UInt8(ascii: " ") : byte)
        }
        append("\"")
    }
}
