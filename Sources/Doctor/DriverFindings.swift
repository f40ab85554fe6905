// Why a chip that was found has no driver.

private let noDriver =
    "Linux has no driver for it: docs/pi.md lists chips with one; or pipe what a program of yours reads "
    + "into lenticule show --from -, as docs/logs.md says"

/// The finding about a chip that answers on I2C.
func driverFinding(
    _ machine: MachineFacts, _ bus: I2CFacts, _ address: UInt8, _ chip: IMUChip
) -> Finding {
    guard let driver = chip.driver else { return Finding(.problem, "driver", noDriver) }
    if let lack = lackFinding(machine, driver, driver.module) { return lack }
    if bus.declared[address] != nil { return unboundFinding(driver.module) }
    if bus.number == 1, let boot = machine.boot, let overlay = chip.overlay,
        let line = chip.line(at: address)
    {
        return configFinding(machine, boot, overlay, line)
    }
    return declarationFinding(machine, bus, address, chip, driver)
}

/// The finding about a kernel without the driver, or with one that does not know the chip yet.
private func lackFinding(
    _ machine: MachineFacts, _ driver: IMUChip.Driver, _ module: String
) -> Finding? {
    if machine.modules.has(module) == false {
        return Finding(
            .problem, "driver",
            "this kernel has no driver \(module) for it: use another kernel (\(driver.whereToFind)) "
                + "or an MPU6050, which every Raspberry Pi has a driver for; see docs/pi.md")
    }
    guard let since = driver.since, let version = machine.modules.version, version < since else {
        return nil
    }
    return Finding(
        .problem, "driver",
        "Linux \(since) knows it, 6.1 does not, and this is \(version): use another kernel "
            + "(\(driver.whereToFind)) or another chip; see docs/pi.md")
}

private func unboundFinding(_ module: String) -> Finding {
    Finding(
        .problem, "driver", "the kernel knows the chip, but no driver is bound to it",
        ["sudo modprobe \(module)", "sudo dmesg | tail"])
}

/// The finding for the bus at a Raspberry Pi's pins: the lines of config.txt.
private func configFinding(
    _ machine: MachineFacts, _ boot: BootConfiguration, _ overlay: IMUChip.Overlay, _ line: String
) -> Finding {
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

/// The finding for other buses: a command that lasts until a restart, and on boards that are no
/// Raspberry Pi what declares the chip for good.
private func declarationFinding(
    _ machine: MachineFacts, _ bus: I2CFacts, _ address: UInt8, _ chip: IMUChip,
    _ driver: IMUChip.Driver
) -> Finding {
    let lack = "the device tree does not declare the chip"
    let naming =
        driver.takesNames
        ? [
            "echo \(chip.id) \(address.hexadecimal) | sudo tee "
                + "/sys/bus/i2c/devices/\(bus.name)/new_device"
        ] : []
    guard !machine.isRaspberryPi, !driver.needsWire, let treePath = bus.treePath else {
        return Finding(
            .problem, "driver",
            driver.takesNames
                ? "\(lack); this command binds the driver until a restart:"
                : "\(lack), as its driver needs\(driver.needsWire ? ", with the interrupt wire" : ""): "
                    + "write an overlay after \(machine.overlayFolder)/lenticule-imu.dts", naming)
    }
    return Finding(
        .problem, "driver",
        driver.takesNames
            ? "\(lack); the first command binds the driver until a restart; after it, "
                + machine.overlays.words
            : "\(lack); \(machine.overlays.words)",
        naming
            + machine.overlays.remedies(
                for: chip, at: address, of: treePath, from: machine.overlayFolder))
}

extension IMUChip.Overlay {
    /// The command that compiles it into the firmware's folder.
    fileprivate func installation(from sources: String, to folder: String) -> String {
        "dtc -@ -W no-unit_address_vs_reg -I dts -O dtb \(sources)/\(name).dts "
            + "| sudo tee \(folder)/\(name).dtbo > /dev/null"
    }
}

/// The findings about motion sensors that the device tree declares on SPI.
func spiFindings(_ machine: MachineFacts) -> [Finding] {
    machine.spi.flatMap { device -> [Finding] in
        guard let chip = device.chip else { return [] }
        let place = "the device tree declares \(chip.name) at \(device.name)"
        if let driver = device.driver {
            return [
                Finding(
                    .problem, "SPI",
                    "\(place), and \(driver) uses it, but there is no IIO device of it",
                    ["sudo dmesg | grep -i \(device.name)"])
            ]
        }
        let found = Finding(.ok, "SPI", place)
        guard let driver = chip.driver, let module = driver.spiModule else {
            return [found, Finding(.problem, "driver", noDriver)]
        }
        return [found, lackFinding(machine, driver, module) ?? unboundFinding(module)]
    }
}
