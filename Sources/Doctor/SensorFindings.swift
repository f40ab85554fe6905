import IIO
import Motion

extension SensorFacts {
    /// The sensor's findings; empty if there is neither an accelerometer nor a fused attitude to use.
    var findings: [Finding] {
        guard let inventory,
            let used = inventory.accelerometerDevice ?? inventory.fusedAttitudeDevice
        else { return [] }
        let shared = sharingFinding(inventory).map { [$0] } ?? []
        return [deviceFinding(inventory, used)] + access.map(\.finding) + shared + rateFindings
            + clockFindings + mountFindings(used) + gravityFindings
    }

    /// The finding if the configured source is no sensor; empty if there is no sensor.
    var unusedSensorFindings: [Finding] {
        guard let device = inventory?.accelerometerDevice ?? inventory?.fusedAttitudeDevice
        else { return [] }
        let text = "\(device.title) is not read, because source.from names another source"
        return [Finding(.ok, "sensor", text)]
    }

    private func deviceFinding(_ inventory: IIOInventory, _ used: IIODeviceReport) -> Finding {
        let title = inventory.accelerometerDevice == nil ? used.title : inventory.sensorsTitle
        let text = "\(title)\(uri == "local:" ? "" : " on \(uri)"): \(used.reason)"
        if inventory.fusedAttitudeDevice != nil || inventory.gyroscopeDevice != nil {
            return Finding(.ok, "sensor", text)
        }
        return Finding(.note, "sensor", text + "; without a gyroscope the card follows more slowly")
    }

    private func sharingFinding(_ inventory: IIOInventory) -> Finding? {
        if !holders.isEmpty {
            let names = holders.joined(separator: ", ")
            return Finding(.note, "others", "the sensor is also read by \(names); both work")
        }
        if inventory.devices.contains(where: { $0.isUsed && $0.isBufferOn == true }) {
            return Finding(
                .note, "others",
                "another program uses the buffer, as screen rotation does; both work")
        }
        // The programs of another machine are not seen from here.
        guard uri == "local:" else { return nil }
        return Finding(.ok, "others", "no other program uses the sensor")
    }

    private var rateFindings: [Finding] {
        guard let measurement else {
            return [
                Finding(
                    .problem, "rate", failure ?? "the sensor gives nothing", ["lenticule devices"])
            ]
        }
        let sensors: [(String, Measurement.Timing?, IIODeviceReport?)] = [
            ("accelerometer", measurement.accelerometer, inventory?.accelerometerDevice),
            ("gyroscope", measurement.gyroscope, inventory?.gyroscopeDevice),
            // The attitude is measured only where there is no accelerometer.
            (
                "attitude", measurement.fusedAttitude,
                inventory?.accelerometerDevice == nil ? inventory?.fusedAttitudeDevice : nil
            ),
        ]
        let losses = Finding(
            .note, "rate",
            (lost == 1 ? "1 sample was" : "\(lost) samples were")
                + " lost: this machine is too busy to take them in time")
        return sensors.compactMap { name, timing, device in
            timing.map { finding(name, $0) } ?? device.map { silenceFinding(name, $0) }
        }
            + (lost > 0 ? [losses] : [])
            + descriptions.map { Finding(.ok, "reading", $0) }
            + notices.map { Finding(.note, "reading", $0) }
    }

    /// The finding about a sensor's rate. A rate below half of the wanted one is only a note: the
    /// card lags, but works.
    private func finding(_ name: String, _ timing: Measurement.Timing) -> Finding {
        let text =
            "\(name): \(timing.rate.rounded(toAtMost: 1)) Hz of the wanted \(wantedRate.rounded(toAtMost: 1)), "
            + "jitter \(timing.jitter.rounded(toAtMost: 2)) ms"
        return Finding(timing.rate < wantedRate / 2 ? .note : .ok, "rate", text)
    }

    private func silenceFinding(_ name: String, _ device: IIODeviceReport) -> Finding {
        Finding(
            .note, "rate", "\(name): \(device.title) gives no samples, or too few to tell its rate",
            ["lenticule devices"])
    }

    private var clockFindings: [Finding] {
        Set(clocks).sorted().map { clock in
            ["monotonic", "monotonic_raw", "monotonic_coarse", "boottime"].contains(clock)
                ? Finding(
                    .ok, "clock", "timestamps come from the clock \(clock), which never jumps")
                : Finding(
                    .note, "clock",
                    "timestamps come from the clock \(clock), which may jump; jumps are corrected")
        }
    }

    /// The finding about the mount matrix of the accelerometer, or of a chip's own attitude; none for a
    /// hub's.
    private func mountFindings(_ used: IIODeviceReport) -> [Finding] {
        guard let found = used.accelerometer?.mount ?? used.fusedAttitude?.mount else { return [] }
        let text =
            found.origin == .none
            ? "none: the sensor's axes are taken for the display's"
            : "\(found.matrix) (\(found.origin.words))"
        if found.origin != .none, found.remark == nil {
            return [Finding(.ok, "mount matrix", text)]
        }
        let remark = found.remark.map { "; \($0)" } ?? ""
        return [Finding(.note, "mount matrix", text + remark, ["lenticule calibrate"])]
    }
}

extension SensorFacts {
    /// m/s²: a larger deviation means that the device was moved.
    private static let largestDeviation = 0.5

    fileprivate var gravityFindings: [Finding] {
        guard let measurement, let mean = measurement.meanAcceleration else { return [] }
        guard measurement.largestDeviation < Self.largestDeviation else {
            let reason = "not measured, because the device moved: lay it down and try again"
            return [Finding(.note, "gravity", reason)]
        }
        let text = "\(mean.length.rounded(toAtMost: 2)) m/s² at rest"
        let isOff = abs(mean.length / standardGravity - 1) > 0.03
        let finding =
            isOff
            ? Finding(
                .note, "gravity", "\(text) is more than 3 % off 9.81", ["lenticule calibrate"])
            : Finding(.ok, "gravity", text)
        let isReversed = !isSignSet && seemsToFaceFloor(resting: mean)
        return [finding] + (isReversed ? [reversedFinding] : [])
    }

    private var reversedFinding: Finding {
        Finding(
            .note, "gravity",
            "the display seems to face the floor: if it does not, the driver reports the opposite "
                + "sign; set in config.toml:",
            ["source.reversed = true"])
    }
}
