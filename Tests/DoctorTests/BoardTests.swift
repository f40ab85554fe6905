import Testing

@testable import Doctor

/// Boards with a device tree that are no Raspberry Pi, buses and SPI.
@Suite struct BoardTests {
    private static let modules = [
        "proc/device-tree/model": "Radxa ROCK 4C+\0",
        "proc/sys/kernel/osrelease": "6.12.5-current\n",
        "lib/modules/6.12.5-current/modules.dep":
            "kernel/bmi160_i2c.ko:\nkernel/bmi160_spi.ko:\nkernel/inv-icm42600-i2c.ko:\n",
        "usr/local/share/lenticule/overlays/any-board.dts": "",
    ]

    /// A board with a bus 7 on which chips answer.
    private func machine(
        _ files: [String: String] = [:], _ answers: [UInt8: [UInt8: UInt8]] = [:]
    ) throws -> MachineFacts {
        let fake = try FakeRoot(Self.modules.merging(files) { $1 })
        var machine = fake.look { MachineFacts($0, prefix: nil) }
        if !answers.isEmpty {
            machine.buses = [
                I2CFacts(
                    number: 7, treePath: "/i2c@ff3d0000", access: .open,
                    answers: answers.mapValues { .registers($0) })
            ]
        }
        return machine
    }

    private let bmi160: [UInt8: [UInt8: UInt8]] = [0x69: [0x75: 0, 0: 0xD1]]

    @Test func `a chip is bound at once by a command, and for good as its system does it`() throws {
        let found = missingSensor(try machine(["boot/armbianEnv.txt": "overlays=i2c7"], bmi160))
        #expect(found[0].text == "Radxa ROCK 4C+")
        #expect(found[1] == Finding(.ok, "I2C", "BMI160 answers at 0x69 of i2c-7"))
        #expect(
            found[2].remedies == [
                "echo bmi160 0x69 | sudo tee /sys/bus/i2c/devices/i2c-7/new_device",
                "sed -e 's|BUS|/i2c@ff3d0000|' -e 's|COMPATIBLE|bosch,bmi160|' -e 's|ADDRESS|0x69|' "
                    + "/usr/local/share/lenticule/overlays/any-board.dts > lenticule-bmi160.dts",
                "sudo armbian-add-overlay lenticule-bmi160.dts", "sudo reboot",
            ])
        let other = missingSensor(
            try machine(["boot/extlinux/extlinux.conf": "label l0"], bmi160))[2]
        #expect(other.remedies.last == "fdtoverlays /boot/lenticule.dtbo")
        #expect(other.text.contains("/boot/extlinux/extlinux.conf"))
        let unknown = missingSensor(try machine([:], bmi160))[2]
        #expect(unknown.remedies.last?.hasSuffix("> lenticule.dtbo") == true)
    }

    @Test func `a driver that wants the device tree, or the wire too, is not bound by a command`()
        throws
    {
        let found = missingSensor(try machine([:], [0x68: [0x75: 0x47, 0: 0]]))[2]
        #expect(found.remedies.isEmpty)
        #expect(found.text.contains("interrupt wire"))
        let other = missingSensor(try machine([:], [0x53: [0: 0xE5]]))[2]
        #expect(other.text.contains("no driver adxl345_i2c"))
        let files = ["lib/modules/6.12.5-current/modules.dep": "kernel/adxl345_i2c.ko:\n"]
        let declared = missingSensor(try machine(files, [0x53: [0: 0xE5]]))[2]
        #expect(declared.remedies.first?.contains("COMPATIBLE|adi,adxl345|") == true)
    }

    @Test func `a board without a bus, or on whose buses nothing answers, says so`() throws {
        #expect(missingSensor(try machine())[1].text.hasPrefix("no I2C bus is on"))
        var silent = try machine()
        silent.buses = [I2CFacts(number: 2, access: .open), I2CFacts(number: 7, access: .open)]
        #expect(
            missingSensor(silent)[1].text.hasPrefix("no motion sensor answers on i2c-2, i2c-7:"))
        silent.buses = [I2CFacts(number: 2, access: .forbidden)]
        #expect(missingSensor(silent)[1].remedies == ["sudo lenticule doctor"])
        #expect(missingSensor(silent).last?.topic == "instead")
    }

    @Test func `the buses of displays are left alone, and others have their place in the tree`()
        throws
    {
        let tree = "-> ../../../firmware/devicetree/base/i2c@ff3d0000"
        let buses = try machine([
            "sys/bus/i2c/devices/i2c-7/name": "rk3x-i2c", "sys/bus/i2c/devices/i2c-7/of_node": tree,
            "sys/bus/i2c/devices/7-0069/name": "bmi160", "dev/i2c-7/a": "",
            "sys/bus/i2c/devices/i2c-9/name": "DesignWare HDMI",
            "sys/bus/i2c/devices/i2c-10/name": "fef04500.i2c",
            "sys/class/drm/card0-HDMI-A-1/ddc": "-> ../../i2c-10",
            "sys/bus/i2c/devices/i2c-0/name": "rk3x-i2c",
        ]).buses
        #expect(buses.map(\.number) == [0, 7])
        #expect(buses.map(\.treePath) == [nil, "/i2c@ff3d0000"])
        #expect(buses[1].declared == [0x69: "bmi160"])
        #expect(buses[1].access == .failed("Is a directory"))
    }

    @Test func `a sensor that is declared on SPI lacks its driver, and a free place is no sensor`()
        throws
    {
        let declared = [
            "sys/bus/spi/devices/spi1.0/of_node/compatible": "bosch,bmi160\0",
            "sys/bus/spi/devices/spi1.1/of_node/compatible": "rohm,dh2228fv\0",
            "sys/bus/spi/devices/spi1.1/driver": "-> ../../../bus/spi/drivers/spidev",
            "sys/bus/spi/devices/spi2.0/of_node/compatible": "st,lsm6dsl\0",
        ]
        let found = missingSensor(try machine(declared, [0x29: [0: 1]]))
        #expect(found[1] == Finding(.ok, "SPI", "the device tree declares BMI160 at spi1.0"))
        #expect(found[2].remedies.first == "sudo modprobe bmi160_spi")
        #expect(found[3].text.hasPrefix("the device tree declares LSM6DSL"))
        #expect(found[4].text.contains("no driver st_lsm6dsx_spi"))
        #expect(found.contains { $0.topic == "SPI" && $0.text.contains("wired to spi1.1") })
    }

    @Test func `without a device tree nothing is asked`() throws {
        let fake = try FakeRoot([
            "sys/class/dmi/id/chassis_type": "10", "sys/bus/i2c/devices/i2c-0/name": "SMBus I801",
            "sys/bus/spi/devices/spi0.0/driver": "-> spidev",
        ])
        let machine = fake.look { MachineFacts($0) }
        #expect(machine.buses.isEmpty && machine.spi.isEmpty)
    }
}
