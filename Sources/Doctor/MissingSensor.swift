/// Why a machine has no IIO device, and what to do about it.
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

/// A laptop's or a desktop computer's.
private func missingElsewhere(_ machine: MachineFacts) -> [Finding] {
    var findings = [Finding(.note, "machine", machine.likelihood)]
    if machine.hasSensorHub {
        findings.append(
            Finding(
                .note, "driver", "a sensor hub is connected, but shows no accelerometer",
                [
                    "sudo modprobe -a hid-sensor-accel-3d hid-sensor-gyro-3d",
                    "sudo dmesg | grep -i hid-sensor",
                ]))
    } else if machine.modules.has("hid_sensor_hub") == false {
        findings.append(
            Finding(
                .note, "driver",
                "this kernel has no driver for the sensor hubs of laptops (hid-sensor-hub); "
                    + "a distribution's usual kernel has"))
    }
    if machine.hasSensorProxy {
        findings.append(
            Finding(
                .note, "screen rotation", "iio-sensor-proxy is installed; what it sees is said by",
                ["monitor-sensor"]))
    }
    return findings
}

extension MachineFacts {
    /// Whether a machine in such a case has a motion sensor; the numbers are those of SMBIOS 7.4.1.
    fileprivate var likelihood: String {
        switch chassis ?? 0 {
        case 30, 31, 32: "a tablet or convertible like this has a sensor as a rule"
        case 8, 9, 10, 14: "laptops that do not fold over have no sensor as a rule"
        case 3...7, 13, 15...17, 23...25, 35, 36: "desktop computers and servers have no sensor"
        default: "a machine of this kind, or a virtual one, hardly ever has a sensor"
        }
    }
}

/// A Raspberry Pi's: the first step that is missing.
private func missingOnPi(_ machine: MachineFacts) -> [Finding] {
    let board = Finding(.note, "machine", machine.model ?? "")
    switch machine.i2c.access {
    case .noBus: return [board, busIsOff(machine)]
    case .noNode:
        return [
            board,
            Finding(
                .problem, "I2C", "the bus is on, but programs cannot reach it without i2c-dev",
                ["sudo modprobe i2c-dev"]),
        ]
    case .forbidden:
        return [
            board,
            Finding(
                .problem, "I2C", "/dev/i2c-1 may not be opened, so the sensor cannot be looked for",
                ["sudo lenticule doctor"]),
        ]
    case .open: return [board] + whatAnswers(machine)
    }
}

private func busIsOff(_ machine: MachineFacts) -> Finding {
    guard let boot = machine.boot else {
        return Finding(
            .problem, "I2C", "there is no bus /dev/i2c-1, and no config.txt to switch it on")
    }
    if boot.turnsI2COn {
        return Finding(
            .problem, "I2C", "\(boot.path) switches the bus on, but it is off until a restart",
            ["sudo reboot"])
    }
    return Finding(
        .problem, "I2C",
        "the bus is off; these lines in \(boot.path) and a restart switch it on, for an MPU6050 "
            + "(docs/pi.md has the other chips' lines)",
        busLines + ["dtoverlay=i2c-sensor,mpu6050"])
}

/// Motion sensors all understand 400 kHz, which 1,000 samples a second need.
private let busLines = ["dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000"]

private func whatAnswers(_ machine: MachineFacts) -> [Finding] {
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
        .problem, "I2C", "\(driver) has the chip at \(address.hexadecimal), but made no IIO device",
        ["sudo dmesg | grep -i 1-00\(address.hexadecimal.dropFirst(2))"])
}

private func chipFindings(
    _ machine: MachineFacts, _ address: UInt8, _ chip: IMUChip?
) -> [Finding] {
    let place = address.hexadecimal
    guard let chip else {
        return [
            Finding(
                .problem, "I2C",
                "what answers at \(place) is no sensor that is known here; clocks sit there as well"
            )
        ]
    }
    let answers = Finding(.ok, "I2C", "\(chip.name) answers at \(place)")
    return [answers] + driverFindings(machine, address, chip)
}

private func driverFindings(
    _ machine: MachineFacts, _ address: UInt8, _ chip: IMUChip
) -> [Finding] {
    if machine.modules.has(chip.module) == false {
        return [
            Finding(
                .problem, "driver",
                "this kernel has no driver \(chip.module) for it: another kernel (Debian's has it) "
                    + "or an MPU6050, whose driver every Raspberry Pi has; docs/pi.md says more")
        ]
    }
    if machine.i2c.declared[address] != nil {
        return [
            Finding(
                .problem, "driver", "the kernel knows of it, but no driver took it",
                ["sudo modprobe \(chip.module)", "sudo dmesg | tail"])
        ]
    }
    return [overlayFinding(machine, address, chip)]
}

private func overlayFinding(
    _ machine: MachineFacts, _ address: UInt8, _ chip: IMUChip
) -> Finding {
    guard let overlay = chip.overlay, let line = chip.line(at: address), let boot = machine.boot
    else {
        return Finding(
            .problem, "driver", "no overlay names it to the kernel; until a restart this does",
            [
                "echo \(chip.id) \(address.hexadecimal) | sudo tee /sys/bus/i2c/devices/i2c-1/new_device"
            ])
    }
    if boot.loads(overlay.name, with: overlay.parameter) {
        return Finding(
            .problem, "driver",
            "\(boot.path) names it to the kernel, but in vain: restart, and compare the line with",
            [line])
    }
    let lines = (boot.turnsI2COn ? [] : busLines) + [line]
    if overlay.isStock {
        return Finding(
            .problem, "driver", "nothing names it to the kernel; in \(boot.path), then a restart:",
            lines)
    }
    return Finding(
        .problem, "driver",
        "nothing names it to the kernel; the command installs an overlay, the line goes into "
            + "\(boot.path), then a restart:",
        [overlay.installation(from: machine.overlays, to: boot.overlays)] + lines)
}

extension IMUChip.Overlay {
    /// The command that compiles it to where the firmware looks.
    fileprivate func installation(from sources: String, to folder: String) -> String {
        "dtc -@ -W no-unit_address_vs_reg -I dts -O dtb \(sources)/\(name).dts "
            + "| sudo tee \(folder)/\(name).dtbo > /dev/null"
    }
}
