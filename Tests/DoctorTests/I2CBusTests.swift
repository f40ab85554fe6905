import Foundation
import Testing

@testable import Doctor

/// The bus of the kernel's i2c-stub, as root sets it up on a machine that has the module:
///
///     modprobe -a i2c-dev && modprobe i2c-stub chip_addr=0x68,0x69
///     i2cset -y BUS 0x68 0x75 0x68 b
///     echo dummy 0x69 > /sys/bus/i2c/devices/i2c-BUS/new_device
@Suite(.enabled(if: I2CStub.number != nil, "there is no i2c-stub in this kernel"))
struct I2CBusTests {
    @Test func `registers are read where no driver is, and only there`() throws {
        let number = try #require(I2CStub.number)
        let device = "/sys/bus/i2c/devices/\(number)-0069"
        let fake = try FakeRoot([
            "dev/i2c-1": "-> /dev/i2c-\(number)",
            "sys/bus/i2c/devices/i2c-1": "-> /sys/bus/i2c/devices/i2c-\(number)",
            "sys/bus/i2c/devices/1-0069": "-> \(device)",
        ])
        let facts = fake.look { I2CFacts($0) }
        #expect(facts.access == .open)
        #expect(facts.answers[0x68] == .registers([0x75: 0x68, 0x00: 0x00]))
        #expect(facts.answers[0x69] == .held(driver: "dummy"))
        #expect(facts.answers[0x6A] == .silence)
        #expect(facts.declared == [0x69: "dummy"])
    }
}

private enum I2CStub {
    /// The number of its bus.
    static let number = (0..<32).first { number in
        let path = "/sys/class/i2c-dev/i2c-\(number)/name"
        return (try? String(contentsOfFile: path, encoding: .utf8))?.hasPrefix("SMBus stub")
            ?? false
    }
}
