import CLinux
import Glibc
import Platform
import SystemPackage

/// The result of a read at an address of an I2C bus.
enum I2CAnswer: Sendable, Equatable {
    case silence
    /// A kernel driver uses the chip: nothing else may access it.
    case held(driver: String)
    /// The values of the registers that were read.
    case registers([UInt8: UInt8])
}

/// An I2C bus opened for reading registers; closed in deinit.
///
/// Uses SMBus requests, because some adapters do not support plain I2C messages.
struct I2CBus: ~Copyable {
    private let file: OpenFile

    /// Opens the bus by its device node, as in "/dev/i2c-1".
    init(node: String) throws(Errno) { file = try OpenFile(node, O_RDWR) }

    /// The values of the registers of the chip at `address`, up to the first that gives none; nil
    /// if a driver uses the chip, empty if no chip answers.
    func read(_ registers: [UInt8], at address: UInt8) -> [UInt8: UInt8]? {
        guard lenticule_i2c_choose(file.descriptor, UInt32(address)) == 0 else { return nil }
        var values: [UInt8: UInt8] = [:]
        for register in registers {
            let value = lenticule_i2c_read(file.descriptor, register)
            guard value >= 0 else { break }
            values[register] = UInt8(value)
        }
        return values
    }
}
