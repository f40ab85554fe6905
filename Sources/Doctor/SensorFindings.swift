import Motion
import Sensor

extension SensorFacts {
    /// How the sensor stands; without one, nothing.
    var findings: [Finding] {
        guard let inventory, let used = inventory.accelerometer else { return [] }
        return [deviceFinding(inventory, used)] + access.map(\.finding) + sharing
            + paceFindings + clockFindings + [mountFinding(used)] + gravityFindings
    }

    private func deviceFinding(_ inventory: IIOInventory, _ used: IIODeviceReport) -> Finding {
        let text = "\(inventory.title)\(uri == "local:" ? "" : " on \(uri)"): \(used.reason)"
        if let rotation = inventory.rotation {
            return Finding(
                .ok, "sensor", text + "; the rotation that \(rotation.title) fuses is used")
        }
        if inventory.gyroscope != nil { return Finding(.ok, "sensor", text) }
        return Finding(.note, "sensor", text + "; without a gyroscope the card follows more slowly")
    }

    private var sharing: [Finding] {
        guard let inventory else { return [] }
        if !holders.isEmpty {
            let names = holders.joined(separator: ", ")
            return [Finding(.note, "others", "\(names) reads the device too; both go on")]
        }
        let isOn = inventory.devices.contains { !$0.uses.isEmpty && $0.isBufferOn == true }
        guard isOn else { return [Finding(.ok, "others", "no other program uses the device")] }
        return [
            Finding(
                .note, "others",
                "another program has the buffer on, as screen rotation does; both go on")
        ]
    }

    private var paceFindings: [Finding] {
        guard let measurement else {
            return [
                Finding(
                    .problem, "rate", failure ?? "the sensor gives nothing", ["lenticule devices"])
            ]
        }
        let sensors = [
            ("accelerometer", measurement.accelerometer), ("gyroscope", measurement.gyroscope),
        ]
        return sensors.compactMap { name, pace in pace.map { finding(name, $0) } }
            + notes.map { Finding(.ok, "reading", $0) }
            + remarks.map { Finding(.note, "reading", $0) }
    }

    /// Twice as slow as wanted is seen as a lag.
    private func finding(_ name: String, _ pace: Measurement.Pace) -> Finding {
        let text =
            "\(name): \(pace.rate.rounded(to: 1)) Hz of the wanted \(wantedRate.rounded(to: 1)), "
            + "jitter \(pace.jitter.rounded(to: 2)) ms"
        return Finding(pace.rate < wantedRate / 2 ? .note : .ok, "rate", text)
    }

    private var clockFindings: [Finding] {
        Set(clocks).sorted().map { clock in
            ["monotonic", "boottime"].contains(clock)
                ? Finding(.ok, "clock", "timestamps are of the clock \(clock), which never jumps")
                : Finding(
                    .note, "clock",
                    "timestamps are of the clock \(clock), which may jump; jumps are taken out")
        }
    }

    private func mountFinding(_ used: IIODeviceReport) -> Finding {
        let found = used.accelerometer?.mount
        guard let found, found.home != .none else {
            return Finding(
                .note, "mount matrix", "none: the sensor's axes are taken for the display's",
                ["lenticule calibrate"])
        }
        let text = "\(found.matrix) (\(found.home.words))"
        if found.matrix.determinant > 0 { return Finding(.ok, "mount matrix", text) }
        return Finding(
            .note, "mount matrix", "\(text): a mirror, so one turn goes the wrong way",
            ["lenticule calibrate"])
    }
}

extension SensorFacts {
    /// Beyond this, in m/s², a device does not rest.
    private static let unrest = 0.5
    private static let gravity = 9.80665

    fileprivate var gravityFindings: [Finding] {
        guard let measurement else { return [] }
        let length = measurement.mean.length
        let text = "\(length.rounded(to: 2)) m/s²"
        guard measurement.unrest < Self.unrest else {
            return [Finding(.note, "gravity", "the device moved: lay it down to have it measured")]
        }
        var findings = [Finding(.ok, "gravity", "\(text) at rest")]
        if abs(length / Self.gravity - 1) > 0.03 {
            findings = [
                Finding(
                    .note, "gravity", "\(text) at rest is more than 3 % off 9.81",
                    ["lenticule calibrate"])
            ]
        }
        if !isSignSet, seemsToFaceFloor(resting: measurement.mean) { findings.append(reversed) }
        return findings
    }

    private var reversed: Finding {
        Finding(
            .note, "gravity",
            "the display seems to face the floor: if it does not, the driver reports the opposite "
                + "sign, and config.toml should say",
            ["source.reversed = true"])
    }
}

extension Double {
    /// With so many digits behind the point at most.
    func rounded(to digits: Int) -> String {
        var factor = 1.0
        for _ in 0..<digits { factor *= 10 }
        let rounded = (self * factor).rounded() / factor
        return rounded == rounded.rounded() && rounded.magnitude < 1e15
            ? "\(Int64(rounded))" : "\(rounded)"
    }
}
