/// Why a machine has no accelerometer among its IIO devices, and the remedies.
func missingSensor(_ machine: MachineFacts) -> [Finding] {
    machine.isBoard ? missingOnBoard(machine) : missingElsewhere(machine) + [otherSources]
}

/// What tilts a card without a sensor.
let otherSources = Finding(
    .note, "instead",
    "the pointer, a log that a phone recorded, or another machine's sensor tilt the card as well",
    [
        "lenticule show --from pointer:", "lenticule replay LOG",
        "lenticule show --from ip:raspberrypi.local",
    ])

/// The findings for a laptop or a desktop computer.
private func missingElsewhere(_ machine: MachineFacts) -> [Finding] {
    var findings = [Finding(.note, "machine", machine.likelihood)]
    if machine.hasSensorHub {
        findings.append(
            Finding(
                .note, "driver", "a sensor hub is connected, but gives no accelerometer",
                [
                    "sudo modprobe -a hid-sensor-accel-3d hid-sensor-gyro-3d",
                    "sudo dmesg | grep -i hid-sensor",
                ]))
    } else if machine.modules.has("hid_sensor_hub") == false {
        findings.append(
            Finding(
                .note, "driver",
                "this kernel has no driver for the sensor hubs of laptops (hid-sensor-hub); "
                    + "the standard kernel of a distribution has it"))
    }
    if machine.hasSensorProxy {
        findings.append(
            Finding(
                .note, "screen rotation", "iio-sensor-proxy is installed; to see its readings:",
                ["monitor-sensor"]))
    }
    return findings
}

extension MachineFacts {
    /// Whether a machine with this chassis has a motion sensor; the numbers are those of SMBIOS
    /// 7.4.1.
    fileprivate var likelihood: String {
        switch chassis ?? 0 {
        case 11, 30, 31, 32:
            "tablets, convertibles and hand-held devices like this usually have a sensor"
        case 8, 9, 10, 14: "laptops that are not convertible usually have no sensor"
        case 3...7, 13, 15...17, 23...25, 35, 36: "desktop computers and servers have no sensor"
        default: "machines of this kind, and virtual ones, rarely have a sensor"
        }
    }
}
