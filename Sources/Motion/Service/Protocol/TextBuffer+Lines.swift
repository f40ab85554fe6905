import Motion
import MotionLog
import Platform

extension TextBuffer {
    /// Writes a state line. Each line is a JSON object; numbers are the shortest text that reads
    /// back exactly.
    mutating func appendState(_ state: MotionState) {
        append("{")
        if let values = state.values { appendValues(values) }
        append("\"device\":")
        appendJSON(state.sensorState.rawValue)
        append("}\n")
    }

    private mutating func appendValues(_ values: MotionState.Values) {
        let (attitude, q) = (values.attitude, values.attitude.quaternion)
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
        append(values.tilt)
        append(",\"state\":")
        appendJSON(values.state.name)
        append(",\"back\":")
        append(values.opacities.back)
        append(",\"middle\":")
        append(values.opacities.middle)
        append(",\"front\":")
        append(values.opacities.front)
        if values.restarts > 0 {
            append(",\"restarts\":")
            append(Int64(values.restarts))
        }
        append(",")
    }

    /// Writes a sample. Leaves out a quantity that was not measured or is not finite.
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
        if sample.startsAgain { append(",\"restart\":true") }
        append("}\n")
    }

    /// Writes a hello: the protocol's version, the sensor or null while it is absent, the program's
    /// version, the sensor's clock and what it measures.
    mutating func appendHello(_ hello: Hello) {
        append("{\"lenticule\":1,\"device\":")
        if let sensor = hello.sensor { appendJSON(sensor.name) } else { append("null") }
        if let version = hello.version {
            append(",\"version\":")
            appendJSON(version)
        }
        if let sensor = hello.sensor { appendProperties(of: sensor) }
        append("}\n")
    }

    private mutating func appendProperties(of sensor: ServedSensor) {
        if let clock = sensor.clock {
            append(",\"clock\":{\"name\":")
            appendJSON(clock.rawValue)
            if clock == .boottime {
                append(",\"zero_unix_ns\":")
                append(wallTimeOfBoot())
            }
            append("}")
        }
        append(",\"sensors\":[")
        for (index, name) in sensor.quantities.names.enumerated() {
            if index > 0 { append(",") }
            appendJSON(name)
        }
        append("]")
    }

    /// Writes the answer to a request to recenter.
    mutating func appendRecentered() { append("{\"recenter\":true}\n") }

    /// Writes the number of samples that were dropped because the client reads too slowly.
    mutating func appendLost(_ count: Int) {
        append("{\"lost\":")
        append(Int64(count))
        append("}\n")
    }

    /// Writes the last line for a client whose connection is closed because of an error.
    mutating func appendError(_ reason: String) {
        append("{\"error\":")
        appendJSON(reason)
        append("}\n")
    }

    private mutating func appendDegrees(_ name: StaticString, _ radians: Double) {
        append(name)
        // The sum turns -0 into 0.
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

    /// Writes a text in quotes; escapes quotes and backslashes; control characters become blanks.
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
