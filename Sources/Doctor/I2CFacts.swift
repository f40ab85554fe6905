import Glibc

/// What is known of the I2C bus at the Raspberry Pi's pins 3 and 5.
struct I2CFacts: Sendable, Equatable {
    /// How far programs get at the bus.
    enum Access: Sendable, Equatable {
        /// The kernel has no such bus.
        case noBus
        /// It has, but its node is not there.
        case noNode
        case forbidden
        case open
    }

    /// Where motion sensors sit.
    static let addresses: ClosedRange<UInt8> = 0x68...0x6B

    var access = Access.noBus
    /// What is at which address; nothing without access.
    var answers: [UInt8: I2CAnswer] = [:]
    /// What the kernel was told is at which address, by the device tree or by hand.
    var declared: [UInt8: String] = [:]

    init(
        access: Access = .noBus, answers: [UInt8: I2CAnswer] = [:], declared: [UInt8: String] = [:]
    ) {
        (self.access, self.answers, self.declared) = (access, answers, declared)
    }

    /// Looks, and reads the identity of what no driver has.
    init(_ root: Root) {
        let devices = "/sys/bus/i2c/devices"
        guard root.has("\(devices)/i2c-1") else { return }
        for address in Self.addresses {
            declared[address] = root.text("\(devices)/1-00\(address.hexadecimal.dropFirst(2))/name")
        }
        guard let bus = I2CBus(node: root.place("/dev/i2c-1")) else {
            access = errno == ENOENT ? .noNode : .forbidden
            return
        }
        access = .open
        for address in Self.addresses {
            let folder = "\(devices)/1-00\(address.hexadecimal.dropFirst(2))"
            answers[address] = Self.answer(
                of: bus, at: address, driver: root.linkName("\(folder)/driver"))
        }
    }

    private static func answer(
        of bus: borrowing I2CBus, at address: UInt8, driver: String?
    ) -> I2CAnswer {
        guard driver == nil, let values = bus.read(IMUChip.registers(at: address), at: address)
        else { return .held(driver: driver ?? "a driver") }
        return values.isEmpty ? .silence : .registers(values)
    }
}
