import CLinux
import Glibc

/// What is to be found at an address of an I2C bus.
enum I2CAnswer: Sendable, Equatable {
    case silence
    /// A driver of the kernel talks to the chip: nobody else should.
    case held(driver: String)
    /// The values of the registers that were read.
    case registers([UInt8: UInt8])
}

/// An I2C bus, open for reading registers; it closes when this value's life ends.
///
/// SMBus requests serve on every adapter; plain I2C messages do not on all.
struct I2CBus: ~Copyable {
    private let descriptor: CInt

    /// Opens the node; errno says why that fails.
    init?(node: String) {
        let descriptor = open(node, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The registers' values at an address; nil where a driver has it, nothing where nobody answers.
    func read(_ registers: [UInt8], at address: UInt8) -> [UInt8: UInt8]? {
        guard lenticule_i2c_choose(descriptor, UInt32(address)) == 0 else { return nil }
        var values: [UInt8: UInt8] = [:]
        for register in registers {
            let value = lenticule_i2c_read(descriptor, register)
            guard value >= 0 else { break }
            values[register] = UInt8(value)
        }
        return values
    }
}
