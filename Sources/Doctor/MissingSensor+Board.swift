/// The findings for a board with a device tree: its model, and the first missing step.
func missingOnBoard(_ machine: MachineFacts) -> [Finding] {
    let board = Finding(.note, "machine", machine.model ?? "")
    let steps = machine.isRaspberryPi ? piFindings(machine) : otherBoardFindings(machine)
    let all = [board] + spiFindings(machine) + steps
    return machine.isRaspberryPi ? all : all + [otherSources]
}

private func piFindings(_ machine: MachineFacts) -> [Finding] {
    // A sensor on another bus needs nothing of the bus at the pins.
    let found = answerFindings(machine)
    if found.hasSensor { return found }
    return obstacle(to: machine.pins, on: machine).map { [$0] } ?? found + silence(machine, found)
}

private func otherBoardFindings(_ machine: MachineFacts) -> [Finding] {
    let found = answerFindings(machine)
    guard !found.hasSensor else { return found }
    if machine.buses.isEmpty {
        return [
            Finding(
                .problem, "I2C",
                "no I2C bus is on: the board's manual says which overlay switches on the bus of its "
                    + "pins")
        ]
    }
    let closed = machine.buses.filter { $0.access != .open }
    if closed.count == machine.buses.count, let obstacle = obstacle(to: closed[0], on: machine) {
        return [obstacle]
    }
    return found + silence(machine, found)
}

extension [Finding] {
    /// Whether a chip was found at which something can be mended.
    fileprivate var hasSensor: Bool { contains { $0.severity == .problem } }
}

/// Why a bus cannot be used; nil if it can.
private func obstacle(to bus: I2CFacts, on machine: MachineFacts) -> Finding? {
    let node = "/dev/\(bus.name)"
    return switch bus.access {
    case .noBus: busOffFinding(machine)
    case .noNode:
        Finding(
            .problem, "I2C",
            "the bus is on, but programs cannot use it without the module i2c-dev",
            ["sudo modprobe i2c-dev"])
    case .forbidden:
        Finding(
            .problem, "I2C", "this user may not open \(node) to look for the sensor; run:",
            ["sudo lenticule doctor"])
    case .failed(let reason):
        Finding(
            .problem, "I2C", "cannot use \(node) to look for the sensor: \(reason)",
            ["sudo dmesg | grep -i i2c"])
    case .open: nil
    }
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
let busLines = ["dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000"]

/// The finding that no sensor answers, and what free places on SPI there are.
private func silence(_ machine: MachineFacts, _ found: [Finding]) -> [Finding] {
    let names = machine.buses.filter { $0.access == .open }.map(\.name).joined(separator: ", ")
    let wires =
        machine.isRaspberryPi
        ? "pin 1 (3.3 V), 3 (SDA), 5 (SCL) and 6 (ground)"
        : "3.3 V, SDA, SCL and ground of that bus"
    let free = machine.spi.filter(\.isFree).map(\.name)
    // Raspberry Pi OS has the overlay, but not this driver.
    let isKnown = machine.isRaspberryPi && machine.modules.has("bmi160_spi") == true
    let line = "dtoverlay=anyspi,spi0-0,dev=\"bosch,bmi160\""
    let places =
        free.isEmpty
        ? []
        : [
            Finding(
                .note, "SPI",
                "nothing is sent to what is wired to \(free.joined(separator: ", ")), because no "
                    + "overlay names it"
                    + (isKnown ? "; for a BMI160 at spi0.0, into config.txt:" : ""),
                isKnown ? [line] : [])
        ]
    return places + [
        Finding(
            .problem, "I2C",
            "no motion sensor answers on \(names): is it wired to \(wires)? docs/pi.md shows how")
    ]
}

private func answerFindings(_ machine: MachineFacts) -> [Finding] {
    machine.buses.flatMap { bus in
        bus.answers.sorted { $0.key < $1.key }.flatMap { address, answer -> [Finding] in
            switch answer {
            case .silence: []
            case .held(let driver): heldFindings(bus, address, driver)
            case .registers(let values): chipFindings(machine, bus, address, values)
            }
        }
    }
}

/// The finding about a chip that a driver uses; none where the driver is for something else.
private func heldFindings(_ bus: I2CFacts, _ address: UInt8, _ driver: String) -> [Finding] {
    let isSensors = IMUChip.drivers.contains(KernelModules.canonical(driver))
    guard isSensors || address >= 0x68 else { return [] }
    return [
        Finding(
            .problem, "I2C",
            "\(driver) uses the chip at \(address.hexadecimal), but there is no IIO device of it",
            ["sudo dmesg | grep -i \(bus.device(at: address))"])
    ]
}

private func chipFindings(
    _ machine: MachineFacts, _ bus: I2CFacts, _ address: UInt8, _ values: [UInt8: UInt8]
) -> [Finding] {
    guard let chip = IMUChip(registers: values) else {
        return [unknownFinding(bus, address, values)]
    }
    let place = address.hexadecimal + (bus.number == 1 ? "" : " of \(bus.name)")
    let found = Finding(.ok, "I2C", "\(chip.name) answers at \(place)")
    return [found, driverFinding(machine, bus, address, chip)]
}

/// The finding about a chip without an identity that is known; only at the addresses that most motion
/// sensors have it is a problem.
private func unknownFinding(
    _ bus: I2CFacts, _ address: UInt8, _ values: [UInt8: UInt8]
) -> Finding {
    let text = address.hexadecimal
    switch address {
    case 0x4A, 0x4B:
        return Finding(
            .note, "I2C",
            "a chip answers at \(text) of \(bus.name): if it is a BNO080, BNO085 or BNO086, Linux has no "
                + "driver for it")
    case 0x1C...0x1E where IMUChip.isMagnetometer(values):
        return Finding(
            .note, "I2C",
            "a magnetometer answers at \(text) of \(bus.name); the accelerometer of an LSM9DS1 answers "
                + "at 0x6a or 0x6b")
    case 0x68...:
        return Finding(
            .problem, "I2C",
            "the chip at \(text) is not a known sensor; it may be a clock")
    default:
        return Finding(
            .note, "I2C", "the chip at \(text) of \(bus.name) is not a known motion sensor")
    }
}
