extension IMUChip {
    /// The addresses of motion sensors.
    static let addresses: [UInt8] = [
        0x1C, 0x1D, 0x1E, 0x28, 0x29, 0x4A, 0x4B, 0x53, 0x68, 0x69, 0x6A, 0x6B,
    ]

    /// The identity registers to read at an address, in this order.
    ///
    /// MPU and ICM-426xx: WHO_AM_I 0x75. ICM-20948: WHO_AM_I 0x00. Bosch's and Analog Devices': an id at
    /// 0x00. ST's: WHO_AM_I 0x0F, at addresses of their own. At 0x4A and 0x4B no chip has an identity.
    static func registers(at address: UInt8) -> [UInt8] {
        switch address {
        case 0x1C...0x1E: [0x0F, 0x00]
        case 0x68, 0x69: [0x75, 0x00]
        case 0x6A, 0x6B: [0x0F]
        default: [0x00]
        }
    }

    /// The register in which a BMI270 and a clock differ whose seconds are the BMI270's identity: its
    /// status, which says that it takes commands, or the day of the week, from 1 to 7.
    static let status: (register: UInt8, isReady: UInt8) = (0x03, 0x10)

    /// Whether these registers do not tell a BMI270 from a clock.
    static func needsStatus(_ registers: [UInt8: UInt8]) -> Bool {
        IMUChip(registers: registers)?.id == "bmi270"
    }

    /// The chip with these register values; nil if it is unknown. The identities are those in the
    /// kernel's drivers.
    init?(registers: [UInt8: UInt8]) {
        let found = registers.sorted { $0.key > $1.key }.compactMap { register, value in
            Self.known[Identity(register: register, value: value)]
        }
        guard let chip = found.first else { return nil }
        let status = registers[Self.status.register]
        if chip.id == "bmi270", let status, status & Self.status.isReady == 0 { return nil }
        self = chip
    }

    /// The chip that a device tree calls so.
    init?(compatible: String) {
        let names = compatible.split(separator: ",")
        guard names.count == 2,
            let chip = Self.known.values.first(where: { chip in
                chip.vendor == names[0]
                    && (chip.id == names[1]
                        || chip.overlay?.parameters.contains(String(names[1])) == true)
            })
        else { return nil }
        self = chip
    }

    /// The names of the kernel's drivers.
    static let drivers = Set(
        known.values.compactMap(\.driver).flatMap { [$0.module, $0.spiModule].compactMap { $0 } }
            .map(KernelModules.canonical))

    /// The value of a register that a magnetometer beside an accelerometer has: LSM9DS1, LIS3MDL.
    static func isMagnetometer(_ registers: [UInt8: UInt8]) -> Bool { registers[0x0F] == 0x3D }

    private struct Identity: Hashable {
        let register: UInt8
        let value: UInt8
    }

    private static let known: [Identity: IMUChip] = [
        Identity(register: 0x75, value: 0x68): .mpu("MPU6050", isStock: true),
        Identity(register: 0x75, value: 0x70): .mpu("MPU6500", isStock: false),
        Identity(register: 0x75, value: 0x71): .mpu("MPU9250", isStock: true),
        Identity(register: 0x75, value: 0x73): .mpu("MPU9255", isStock: false),
        Identity(register: 0x75, value: 0x47): IMUChip(
            name: "ICM-42688", id: "icm42688", vendor: "invensense",
            driver: Driver(
                module: "inv_icm42600_i2c", spiModule: "inv_icm42600_spi",
                since: KernelVersion(6, 12), whereToFind: debian13, takesNames: false,
                needsWire: true),
            overlay: .ours("icm42688")),
        Identity(register: 0x00, value: 0xEA): IMUChip(
            name: "ICM-20948", id: "icm20948", vendor: "invensense"),
        Identity(register: 0x00, value: 0xD1): IMUChip(
            name: "BMI160", id: "bmi160", vendor: "bosch",
            driver: Driver(
                module: "bmi160_i2c", spiModule: "bmi160_spi", whereToFind: debian),
            overlay: Overlay(name: "lenticule-bmi160", isDefault: true), usualAddress: 0x69),
        Identity(register: 0x00, value: 0x24): IMUChip(
            name: "BMI270", id: "bmi270", vendor: "bosch",
            driver: Driver(
                module: "bmi270_i2c", spiModule: "bmi270_spi",
                whereToFind: "Linux has it since a version after 6.12, and it needs Bosch's file "
                    + "bmi270-init-data.fw in /lib/firmware"),
            overlay: .ours("bmi270")),
        Identity(register: 0x00, value: 0xA0): IMUChip(
            name: "BNO055", id: "bno055", vendor: "bosch",
            driver: Driver(
                module: "bno055_i2c", whereToFind: "Raspberry Pi OS has it, Debian has not"),
            overlay: .stock("bno055"), usualAddress: 0x29),
        Identity(register: 0x00, value: 0xE5): IMUChip(
            name: "ADXL345", id: "adxl345", vendor: "adi",
            driver: Driver(
                module: "adxl345_i2c", spiModule: "adxl345_spi", whereToFind: debian,
                takesNames: false),
            overlay: .ours("adxl345")),
        Identity(register: 0x0F, value: 0x68): .st("LSM9DS1", ["lsm9ds1-imu"], .ours("lsm9ds1")),
        Identity(register: 0x0F, value: 0x69): .lsm6ds("LSM6DS3", ["lsm6ds3"]),
        Identity(register: 0x0F, value: 0x6A): .lsm6ds(
            "LSM6DSL or LSM6DS3TR-C", ["lsm6dsl", "lsm6dsm", "lsm6ds3tr-c"]),
        Identity(register: 0x0F, value: 0x6B): .lsm6ds("ISM330DHCX or LSM6DSR", ["ism330dhcx"]),
        Identity(register: 0x0F, value: 0x6C): .lsm6ds(
            "LSM6DSO or LSM6DSOX", ["lsm6dso", "lsm6dsox"]),
        Identity(register: 0x0F, value: 0x70): .st(
            "LSM6DSV or LSM6DSV16X", ["lsm6dsv", "lsm6dsv16x"], .ours("lsm6dsv"),
            since: KernelVersion(6, 12), whereToFind: debian13),
    ]

    private static let debian = "Debian's kernels have it"
    private static let debian13 = "Debian 13's kernel has it"

    private static func mpu(_ name: String, isStock: Bool) -> IMUChip {
        IMUChip(
            name: name, id: name.lowercased(), vendor: "invensense",
            driver: Driver(
                module: "inv_mpu6050_i2c", spiModule: "inv_mpu6050_spi",
                whereToFind: "Debian's and Raspberry Pi OS's kernels have it"),
            overlay: isStock ? .stock(name.lowercased()) : nil)
    }

    /// A chip of ST's; `ids` are the kernel's names of the chips with its identity.
    private static func st(
        _ name: String, _ ids: [String], _ overlay: Overlay, since: KernelVersion? = nil,
        whereToFind: String = debian
    ) -> IMUChip {
        IMUChip(
            name: name, id: ids[0], vendor: "st",
            driver: Driver(
                module: "st_lsm6dsx_i2c", spiModule: "st_lsm6dsx_spi", since: since,
                whereToFind: whereToFind),
            overlay: overlay)
    }

    private static func lsm6ds(_ name: String, _ ids: [String]) -> IMUChip {
        var chip = st(
            name, ids,
            Overlay(name: "lenticule-lsm6ds", parameters: ids, isDefault: ids.contains("lsm6dso")))
        chip.usualAddress = 0x6A
        return chip
    }
}

extension IMUChip.Overlay {
    /// A chip in the system's own overlay for sensors.
    fileprivate static func stock(_ chip: String) -> Self {
        Self(name: "i2c-sensor", parameters: [chip], isStock: true)
    }

    /// A chip in Lenticule's overlay for several kinds.
    fileprivate static func ours(_ chip: String) -> Self {
        Self(name: "lenticule-imu", parameters: [chip])
    }
}
