import Testing

@testable import Doctor

/// Why a Raspberry Pi has no IIO device.
@Suite struct RaspberryPiTests {
    private static let on = "dtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=400000\n"

    private static let modules = "lib/modules/6.12.25+rpt-rpi-v8/modules.dep"

    /// The last finding for a Raspberry Pi whose bus is as in `i2c`.
    private func finding(
        _ i2c: I2CFacts, config: String = on, files: [String: String] = [:]
    ) throws -> Finding {
        let files = files.merging(["boot/firmware/config.txt": config]) { $1 }
        let fake = try FakeRoot.pi(files)
        var machine = fake.look { MachineFacts($0) }
        machine.buses = i2c.access == .noBus ? [] : [i2c]
        return try #require(missingSensor(machine).last)
    }

    private func bus(_ address: UInt8, _ registers: [UInt8: UInt8]) -> I2CFacts {
        I2CFacts(access: .open, answers: [address: .registers(registers)])
    }

    @Test func `a bus that is off is switched on by the lines of config.txt`() throws {
        let found = missingSensor(try FakeRoot.pi().look { MachineFacts($0) })
        #expect(found[0].text == "Raspberry Pi 4 Model B Rev 1.4")
        #expect(found[1].severity == .problem)
        #expect(found[1].text.contains("/boot/firmware/config.txt"))
        #expect(
            found[1].remedies == [
                "dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000",
                "dtoverlay=i2c-sensor,mpu6050",
            ])
    }

    @Test func `an older system has its config.txt elsewhere`() throws {
        let fake = try FakeRoot([
            "proc/device-tree/model": "Raspberry Pi 3 Model B", "boot/config.txt": "",
        ])
        #expect(
            missingSensor(fake.look { MachineFacts($0) })[1].text.contains("into /boot/config.txt"))
    }

    @Test func `what config.txt has switched on needs a restart`() throws {
        #expect(try finding(I2CFacts()).remedies == ["sudo reboot"])
    }

    @Test func `a bus without a node needs i2c-dev`() throws {
        let fake = try FakeRoot.pi(["sys/bus/i2c/devices/i2c-1/name": "bcm2835 (i2c@7e804000)"])
        let machine = fake.look { MachineFacts($0) }
        #expect(machine.pins.access == .noNode)
        #expect(missingSensor(machine)[1].remedies == ["sudo modprobe i2c-dev"])
    }

    @Test func `a bus that cannot be opened says why`() throws {
        // A folder cannot be opened for writing, not even by root.
        let fake = try FakeRoot.pi([
            "sys/bus/i2c/devices/i2c-1/name": "bcm2835 (i2c@7e804000)", "dev/i2c-1/a": "",
        ])
        let machine = fake.look { MachineFacts($0) }
        #expect(machine.pins.access == .failed("Is a directory"))
        #expect(missingSensor(machine)[1].text.hasSuffix("the sensor: Is a directory"))
        #expect(try finding(I2CFacts(access: .forbidden)).remedies == ["sudo lenticule doctor"])
    }

    @Test func `a bus on which nobody answers asks for the wires`() throws {
        let silence = I2CFacts(access: .open, answers: [0x68: .silence, 0x69: .silence])
        #expect(try finding(silence).text.contains("pin 1 (3.3 V), 3 (SDA), 5 (SCL)"))
    }

    @Test(arguments: [
        (UInt8(0x68), [UInt8(0x75): UInt8(0x68), 0: 0], "dtoverlay=i2c-sensor,mpu6050"),
        (0x69, [0x75: 0x68, 0: 0], "dtoverlay=i2c-sensor,mpu6050,addr=0x69"),
        (0x68, [0x75: 0x71, 0: 0], "dtoverlay=i2c-sensor,mpu9250"),
        (0x29, [0: 0xA0], "dtoverlay=i2c-sensor,bno055"),
        (0x28, [0: 0xA0], "dtoverlay=i2c-sensor,bno055,addr=0x28"),
    ])
    func `a chip of the system's overlay needs one line`(
        address: UInt8, registers: [UInt8: UInt8], line: String
    ) throws {
        let files = [Self.modules: "kernel/inv-mpu6050-i2c.ko:\nkernel/bno055_i2c.ko.xz:\n"]
        #expect(try finding(bus(address, registers), files: files).remedies == [line])
    }

    @Test(arguments: [
        (UInt8(0x69), [UInt8(0x75): UInt8(0), 0: 0xD1], "lenticule-bmi160", ""),
        (0x68, [0x75: 0, 0: 0xD1], "lenticule-bmi160", ",addr=0x68"),
        (0x6A, [0x0F: 0x6C], "lenticule-lsm6ds", ",lsm6dso"),
        (0x6B, [0x0F: 0x69], "lenticule-lsm6ds", ",lsm6ds3,addr=0x6b"),
        (0x6A, [0x0F: 0x70], "lenticule-imu", ",lsm6dsv,addr=0x6a"),
        (0x6B, [0x0F: 0x68], "lenticule-imu", ",lsm9ds1,addr=0x6b"),
        (0x68, [0x75: 0x00, 0: 0x24, 3: 0xD0], "lenticule-imu", ",bmi270"),
        (0x69, [0x75: 0x47, 0: 0], "lenticule-imu", ",icm42688,addr=0x69,int_pin=4"),
        (0x53, [0: 0xE5], "lenticule-imu", ",adxl345,addr=0x53"),
        (0x1D, [0x0F: 0, 0: 0xE5], "lenticule-imu", ",adxl345,addr=0x1d"),
    ])
    func `another chip needs an overlay and a line`(
        address: UInt8, registers: [UInt8: UInt8], overlay: String, parameters: String
    ) throws {
        let drivers = [
            "bmi160_i2c", "st_lsm6dsx_i2c", "bmi270_i2c", "inv-icm42600-i2c", "adxl345_i2c",
        ].map { "kernel/\($0).ko.zst: kernel/iio.ko\n" }
        let found = try finding(
            bus(address, registers), files: [Self.modules: drivers.joined()])
        #expect(found.remedies.last == "dtoverlay=\(overlay)\(parameters)")
        #expect(found.remedies[0].contains("udev/overlays/\(overlay).dts"))
        #expect(found.remedies[0].hasSuffix("/boot/firmware/overlays/\(overlay).dtbo > /dev/null"))
    }

    @Test func `the overlays are looked for where the program is installed`() throws {
        let folders = ["opt/lenticule", "usr/local"].map { "\($0)/share/lenticule/overlays" }
        let fake = try FakeRoot(["\(folders[0])/a.dts": "", "\(folders[1])/a.dts": ""])
        for (prefix, folder) in zip(["/opt/lenticule", "/elsewhere"], folders) {
            #expect(fake.look { MachineFacts($0, prefix: prefix) }.overlayFolder == "/\(folder)")
        }
    }

    @Test func `a kernel without the driver says so`() throws {
        let found = try finding(bus(0x69, [0x75: 0, 0: 0xD1]))
        #expect(found.severity == .problem)
        #expect(found.text.contains("no driver bmi160_i2c"))
    }

    @Test(arguments: [
        (UInt8(0x6A), [UInt8(0x0F): UInt8(0x70)], "st_lsm6dsx_i2c"),
        (0x68, [0x75: 0x47, 0: 0], "inv_icm42600_i2c"),
    ])
    func `a driver that does not know the chip yet says so`(
        address: UInt8, registers: [UInt8: UInt8], driver: String
    ) throws {
        let found = try finding(
            bus(address, registers),
            files: [
                "proc/sys/kernel/osrelease": "6.1.0-28-arm64",
                "lib/modules/6.1.0-28-arm64/modules.dep": "kernel/\(driver).ko: kernel/iio.ko\n",
            ])
        #expect(found.text.hasPrefix("Linux 6.12 knows it, 6.1 does not, and this is 6.1: "))
        #expect(found.remedies.isEmpty)
    }

    @Test(arguments: [0x68, 0x69] as [UInt8])
    func `a chip without any driver is named, with what to do`(address: UInt8) throws {
        let found = try finding(bus(address, [0x75: 0, 0: 0xEA]))
        #expect(found.text.hasPrefix("Linux has no driver for it: "))
    }

    @Test func `a clock whose seconds are a sensor's identity is no sensor`() throws {
        let found = try finding(bus(0x68, [0x75: 0x24, 0: 0x24, 3: 0x05]))
        #expect(found.text.contains("may be a clock"))
    }

    @Test func `chips that are no motion sensors are told of, and not taken for one`() throws {
        var facts = bus(0x4A, [0: 0x14])
        facts.answers[0x1E] = .registers([0x0F: 0x3D, 0: 0])
        facts.answers[0x29] = .registers([0: 0xEE])
        // A regulator, which its driver uses.
        facts.answers[0x1C] = .held(driver: "fan53555-regulator")
        let fake = try FakeRoot.pi(["boot/firmware/config.txt": Self.on])
        var machine = fake.look { MachineFacts($0) }
        machine.buses = [facts]
        let found = missingSensor(machine).dropFirst()
        #expect(found.map(\.severity) == [.note, .note, .note, .problem])
        #expect(found.map(\.text).contains { $0.contains("BNO085") })
        #expect(found.map(\.text).contains { $0.contains("LSM9DS1") })
        #expect(found.last?.text.hasPrefix("no motion sensor answers on i2c-1") == true)
        facts.answers[0x1D] = .held(driver: "adxl345_i2c")
        machine.buses = [facts]
        let held = missingSensor(machine).filter { $0.severity == .problem }
        #expect(held.map(\.remedies) == [["sudo dmesg | grep -i 1-001d"]])
    }

    @Test func `a sensor on another bus is found, also where that of the pins is off`() throws {
        let fake = try FakeRoot.pi()
        var machine = fake.look { MachineFacts($0) }
        var facts = bus(0x68, [0x75: 0x68])
        facts.number = 3
        machine.buses = [facts]
        let found = missingSensor(machine)
        #expect(found.map(\.text).contains("MPU6050 answers at 0x68 of i2c-3"))
        #expect(
            found.last?.remedies
                == ["echo mpu6050 0x68 | sudo tee /sys/bus/i2c/devices/i2c-3/new_device"])
    }

    @Test func `a chip that no overlay knows is named by hand`() throws {
        #expect(
            try finding(bus(0x68, [0x75: 0x70, 0: 0])).remedies
                == ["echo mpu6500 0x68 | sudo tee /sys/bus/i2c/devices/i2c-1/new_device"])
    }

    @Test func `a clock at a sensor's address is no sensor`() throws {
        #expect(try finding(bus(0x68, [0x75: 0x15, 0: 0x23])).text.contains("may be a clock"))
    }

    @Test func `a chip that a driver holds is left alone`() throws {
        let held = I2CFacts(access: .open, answers: [0x68: .held(driver: "rtc-ds1307")])
        let found = try finding(held)
        #expect(found.text.hasPrefix("rtc-ds1307 uses the chip at 0x68"))
    }

    @Test func `a line that is there already is compared`() throws {
        let found = try finding(
            bus(0x68, [0x75: 0x68]), config: Self.on + "dtoverlay=i2c-sensor,mpu6050 # mine\n")
        #expect(found.text.contains("the driver did not bind"))
    }

    @Test func `a chip that the kernel was told of lacks its driver`() throws {
        var facts = bus(0x68, [0x75: 0x68])
        facts.declared = [0x68: "mpu6050"]
        #expect(try finding(facts).remedies.first == "sudo modprobe inv_mpu6050_i2c")
    }
}

@Suite struct BootConfigurationTests {
    @Test(arguments: [
        ("dtparam=i2c_arm=on", true), (" dtparam = i2c_arm ", true), ("dtparam=i2c=on", true),
        ("dtparam=audio=on,i2c_arm=on", true), ("#dtparam=i2c_arm=on", false),
        ("dtparam=i2c_arm=on\ndtparam=i2c_arm=off", false),
        ("dtparam=i2c_arm_baudrate=400000", false),
        ("", false),
    ])
    func `the bus is on if the last word says so`(text: String, isOn: Bool) {
        #expect(BootConfiguration(path: "config.txt", text: text).turnsI2COn == isOn)
    }

    @Test func `overlays are known by name and parameter`() {
        let boot = BootConfiguration(
            path: "/boot/config.txt", text: "dtoverlay=i2c-sensor,addr=0x69,mpu6050\r\n")
        func loads(_ name: String, _ chip: String) -> Bool {
            boot.loads(IMUChip.Overlay(name: name, parameters: [chip]))
        }
        #expect(loads("i2c-sensor", "mpu6050"))
        #expect(!loads("i2c-sensor", "mpu9250"))
        #expect(!loads("i2c", "mpu6050"))
        #expect(boot.overlayFolder == "/boot/overlays")
    }

    /// A line of config.txt, and the identity of the chip that it is for, or is not.
    @Test(
        arguments: [
            ("lenticule-lsm6ds", 0x6C, true), ("lenticule-lsm6ds,addr=0x6b", 0x6C, true),
            ("lenticule-lsm6ds,lsm6dsox", 0x6C, true), ("lenticule-lsm6ds,lsm6dsl", 0x6C, false),
            ("lenticule-lsm6ds", 0x6A, false), ("lenticule-lsm6ds:lsm6ds3tr-c", 0x6A, true),
        ] as [(String, UInt8, Bool)])
    func `an overlay has a usual chip, and names for chips that are alike`(
        line: String, identity: UInt8, isLoaded: Bool
    ) throws {
        let boot = BootConfiguration(path: "config.txt", text: "dtoverlay=\(line)")
        let overlay = try #require(IMUChip(registers: [0x0F: identity])?.overlay)
        #expect(boot.loads(overlay) == isLoaded)
    }
}
