/// A chip that can be identified on I2C.
struct IMUChip: Sendable, Equatable {
    /// Its name for the user.
    let name: String
    /// Its name in the kernel.
    let id: String
    /// The kernel's driver.
    let module: String
    /// The overlay that declares it to the kernel; nil if there is none.
    var overlay: Overlay?
    /// The address that the overlay assumes without its parameter `addr`.
    var usualAddress: UInt8

    /// A device tree overlay, and the parameters that select the chip.
    struct Overlay: Sendable, Equatable {
        let name: String
        /// Each names a chip. The driver treats these chips as the same, so the line for config.txt
        /// gets the first one. Empty if the overlay knows only one chip.
        var parameters: [String] = []
        /// Whether the overlay declares the chip also without a parameter.
        var isDefault = false
        /// Whether it comes with the system; Lenticule has the sources of the others.
        var isStock = false
    }

    /// The line of config.txt for a chip at `address`; nil if there is no overlay.
    func line(at address: UInt8) -> String? {
        overlay.map { overlay in
            let parameter = overlay.parameters.first.map { ",\($0)" } ?? ""
            let suffix = address == usualAddress ? "" : ",addr=\(address.hexadecimal)"
            return "dtoverlay=\(overlay.name)\(parameter)\(suffix)"
        }
    }
}

extension IMUChip {
    /// The identity registers to read at an address, in this order.
    ///
    /// MPU: WHO_AM_I 0x75. BMI: CHIP_ID 0x00. LSM: WHO_AM_I 0x0F, at addresses of their own.
    static func registers(at address: UInt8) -> [UInt8] {
        address < 0x6A ? [0x75, 0x00] : [0x0F]
    }

    /// The chip with these register values; nil if it is unknown. The identities are those in the
    /// kernel's drivers.
    init?(registers: [UInt8: UInt8]) {
        let found = registers.sorted { $0.key > $1.key }.compactMap { register, value in
            Self.known[Identity(register: register, value: value)]
        }
        guard let chip = found.first else { return nil }
        self = chip
    }

    private struct Identity: Hashable {
        let register: UInt8
        let value: UInt8
    }

    private static let known: [Identity: IMUChip] = [
        Identity(register: 0x75, value: 0x68): .invensense("MPU6050", .stock("mpu6050")),
        Identity(register: 0x75, value: 0x70): .invensense("MPU6500", nil),
        Identity(register: 0x75, value: 0x71): .invensense("MPU9250", .stock("mpu9250")),
        Identity(register: 0x75, value: 0x73): .invensense("MPU9255", nil),
        Identity(register: 0x00, value: 0xD1): IMUChip(
            name: "BMI160", id: "bmi160", module: "bmi160_i2c",
            overlay: Overlay(name: "lenticule-bmi160", isDefault: true), usualAddress: 0x69),
        Identity(register: 0x0F, value: 0x69): .lsm("LSM6DS3", ["lsm6ds3"]),
        Identity(register: 0x0F, value: 0x6A): .lsm(
            "LSM6DSL or LSM6DS3TR-C", ["lsm6dsl", "lsm6dsm", "lsm6ds3tr-c"]),
        Identity(register: 0x0F, value: 0x6B): .lsm("ISM330DHCX or LSM6DSR", ["ism330dhcx"]),
        Identity(register: 0x0F, value: 0x6C): .lsm(
            "LSM6DSO or LSM6DSOX", ["lsm6dso", "lsm6dsox"]),
    ]

    private static func invensense(_ name: String, _ overlay: Overlay?) -> IMUChip {
        IMUChip(
            name: name, id: name.lowercased(), module: "inv_mpu6050_i2c", overlay: overlay,
            usualAddress: 0x68)
    }

    /// A chip of the LSM6DS family; `ids` are the kernel's names of the chips with its identity.
    private static func lsm(_ name: String, _ ids: [String]) -> IMUChip {
        IMUChip(
            name: name, id: ids[0], module: "st_lsm6dsx_i2c",
            overlay: Overlay(
                name: "lenticule-lsm6ds", parameters: ids, isDefault: ids.contains("lsm6dso")),
            usualAddress: 0x6A)
    }
}

extension IMUChip.Overlay {
    /// A chip in the system's own overlay for sensors.
    fileprivate static func stock(_ chip: String) -> Self {
        Self(name: "i2c-sensor", parameters: [chip], isStock: true)
    }
}

extension UInt8 {
    /// "0x68".
    var hexadecimal: String { (self < 16 ? "0x0" : "0x") + String(self, radix: 16) }
}
