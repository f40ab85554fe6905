/// Why a machine has no accelerometer among its IIO devices, and the remedies.
func missingSensor(_ machine: MachineFacts) -> [Finding] {
    machine.isRaspberryPi ? missingOnPi(machine) : missingElsewhere(machine) + [otherSources]
}

private let otherSources = Finding(
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

/// The findings for a Raspberry Pi: its model and the first missing step.
private func missingOnPi(_ machine: MachineFacts) -> [Finding] {
    let board = Finding(.note, "machine", machine.model ?? "")
    let obstacle: Finding? =
        switch machine.i2c.access {
        case .noBus: busOffFinding(machine)
        case .noNode:
            Finding(
                .problem, "I2C",
                "the bus is on, but programs cannot use it without the module i2c-dev",
                ["sudo modprobe i2c-dev"])
        case .forbidden:
            Finding(
                .problem, "I2C", "this user may not open /dev/i2c-1 to look for the sensor; run:",
                ["sudo lenticule doctor"])
        case .failed(let reason):
            Finding(
                .problem, "I2C", "cannot open /dev/i2c-1 to look for the sensor: \(reason)",
                ["sudo dmesg | grep -i i2c"])
        case .open: nil
        }
    return [board] + (obstacle.map { [$0] } ?? answerFindings(machine))
}

private func busOffFinding(_ machine: MachineFacts) -> Finding {
    guard let boot = machine.boot else {
        return Finding(
            .problem, "I2C",
            "there is no bus /dev/i2c-1, and no config.txt in which to switch it on")
    }
    if boot.turnsI2COn {
        return Finding(
            .problem, "I2C", "\(boot.path) switches the bus on, but only after a restart:",
            ["sudo reboot"])
    }
    return Finding(
        .problem, "I2C",
        "the bus is off; write these lines for an MPU6050 into \(boot.path), then restart "
            + "(docs/pi.md lists the lines of other chips)",
        busLines + ["dtoverlay=i2c-sensor,mpu6050"])
}

/// Lines of config.txt that switch the bus on. All motion sensors support 400 kHz, which 1,000
/// samples a second need.
private let busLines = ["dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000"]

private func answerFindings(_ machine: MachineFacts) -> [Finding] {
    let findings = machine.i2c.answers.sorted { $0.key < $1.key }.flatMap {
        address, answer -> [Finding] in
        switch answer {
        case .silence: []
        case .held(let driver): [heldFinding(address, driver)]
        case .registers(let values): chipFindings(machine, address, IMUChip(registers: values))
        }
    }
    if !findings.isEmpty { return findings }
    return [
        Finding(
            .problem, "I2C",
            "nothing answers at 0x68 to 0x6b: is the sensor wired to pin 1 (3.3 V), 3 (SDA), 5 (SCL) "
                + "and 6 (ground)? docs/pi.md shows how")
    ]
}

private func heldFinding(_ address: UInt8, _ driver: String) -> Finding {
    Finding(
        .problem, "I2C",
        "\(driver) uses the chip at \(address.hexadecimal), but there is no IIO device of it",
        ["sudo dmesg | grep -i 1-00\(address.hexadecimal.dropFirst(2))"])
}

private func chipFindings(
    _ machine: MachineFacts, _ address: UInt8, _ chip: IMUChip?
) -> [Finding] {
    let text = address.hexadecimal
    guard let chip else {
        let problem = "the chip at \(text) is not a known sensor; it may be a clock"
        return [Finding(.problem, "I2C", problem)]
    }
    let found = Finding(.ok, "I2C", "\(chip.name) answers at \(text)")
    return [found, driverFinding(machine, address, chip)]
}

private func driverFinding(
    _ machine: MachineFacts, _ address: UInt8, _ chip: IMUChip
) -> Finding {
    if machine.modules.has(chip.module) == false {
        return Finding(
            .problem, "driver",
            "this kernel has no driver \(chip.module) for it: use another kernel (Debian's has it) "
                + "or an MPU6050, which every Raspberry Pi has a driver for; see docs/pi.md")
    }
    if machine.i2c.declared[address] != nil {
        return Finding(
            .problem, "driver", "the kernel knows the chip, but no driver is bound to it",
            ["sudo modprobe \(chip.module)", "sudo dmesg | tail"])
    }
    guard let overlay = chip.overlay, let line = chip.line(at: address), let boot = machine.boot
    else {
        return Finding(
            .problem, "driver",
            "the device tree does not declare the chip; this command binds the driver until a restart:",
            [
                "echo \(chip.id) \(address.hexadecimal) | sudo tee /sys/bus/i2c/devices/i2c-1/new_device"
            ])
    }
    if boot.loads(overlay) {
        return Finding(
            .problem, "driver",
            "\(boot.path) names it, but the driver did not bind: restart; if that does not help, compare with this line:",
            [line])
    }
    let lines = (boot.turnsI2COn ? [] : busLines) + [line]
    if overlay.isStock {
        return Finding(
            .problem, "driver",
            "the device tree does not declare the chip; write into \(boot.path), then restart:",
            lines)
    }
    return Finding(
        .problem, "driver",
        "the device tree does not declare the chip; run the first line as a command, write what "
            + "follows it into \(boot.path), then restart:",
        [overlay.installation(from: machine.overlayFolder, to: boot.overlayFolder)] + lines)
}

extension IMUChip.Overlay {
    /// The command that compiles it into the firmware's folder.
    fileprivate func installation(from sources: String, to folder: String) -> String {
        "dtc -@ -W no-unit_address_vs_reg -I dts -O dtb \(sources)/\(name).dts "
            + "| sudo tee \(folder)/\(name).dtbo > /dev/null"
    }
}
