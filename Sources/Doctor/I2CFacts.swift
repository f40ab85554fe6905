import SystemPackage

/// Facts about the I2C bus at the Raspberry Pi's pins 3 and 5.
struct I2CFacts: Sendable, Equatable {
    enum Access: Sendable, Equatable {
        /// The kernel has no such bus.
        case noBus
        /// The kernel has the bus, but there is no device node.
        case noNode
        /// This user has no permission to open the node.
        case forbidden
        /// The node cannot be opened for this other reason.
        case failed(String)
        case open
    }

    /// The addresses of motion sensors.
    static let addresses: ClosedRange<UInt8> = 0x68...0x6B

    var access = Access.noBus
    /// The answer by address; empty without access.
    var answers: [UInt8: I2CAnswer] = [:]
    /// The names of the chips that the device tree or the user has declared to the kernel, by their
    /// addresses.
    var declared: [UInt8: String] = [:]
}

extension I2CFacts {
    /// Checks access, and reads the identity of chips without a driver.
    init(_ root: Root) {
        guard root.has("\(Self.devices)/i2c-1") else { return }
        for address in Self.addresses {
            declared[address] = root.text("\(Self.folder(of: address))/name")
        }
        do throws(Errno) {
            let bus = try I2CBus(node: root.located("/dev/i2c-1"))
            access = .open
            for address in Self.addresses {
                answers[address] = Self.answer(
                    of: bus, at: address,
                    driver: root.linkName("\(Self.folder(of: address))/driver"))
            }
        } catch {
            access =
                switch error {
                case .noSuchFileOrDirectory: .noNode
                case .permissionDenied, .notPermitted: .forbidden
                default: .failed(error.description)
                }
        }
    }

    private static let devices = "/sys/bus/i2c/devices"

    private static func folder(of address: UInt8) -> String {
        "\(devices)/1-00\(address.hexadecimal.dropFirst(2))"
    }

    private static func answer(
        of bus: borrowing I2CBus, at address: UInt8, driver: String?
    ) -> I2CAnswer {
        guard driver == nil, let values = bus.read(IMUChip.registers(at: address), at: address)
        else { return .held(driver: driver ?? "a driver") }
        return values.isEmpty ? .silence : .registers(values)
    }
}
