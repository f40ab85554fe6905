import Foundation
import TestSupport

@testable import Doctor

/// A folder that stands for a machine's file system.
struct FakeRoot {
    private let folder = TemporaryFolder()

    /// What `look` finds in it.
    func look<Facts>(_ look: (Root) throws -> Facts) rethrows -> Facts {
        try withExtendedLifetime(folder) { try look(Root(folder.path)) }
    }

    /// Files with their texts; a text that begins with "-> " makes a link.
    init(_ files: [String: String] = [:]) throws {
        for (path, text) in files {
            guard text.hasPrefix("-> ") else {
                folder.write(path, text)
                continue
            }
            let link = folder.file(path)
            try FileManager.default.createDirectory(
                at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: link.path, withDestinationPath: String(text.dropFirst(3)))
        }
    }

    /// A Raspberry Pi, with more files, or others.
    static func pi(_ files: [String: String] = [:]) throws -> FakeRoot {
        let usual = [
            "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
            "proc/sys/kernel/osrelease": "6.12.25+rpt-rpi-v8\n",
            "lib/modules/6.12.25+rpt-rpi-v8/modules.dep":
                "kernel/drivers/iio/imu/inv_mpu6050/inv-mpu6050-i2c.ko.xz: kernel/a.ko.xz\n",
            "lib/modules/6.12.25+rpt-rpi-v8/modules.builtin":
                "kernel/drivers/i2c/busses/i2c-bcm2835.ko\n",
            "boot/firmware/config.txt": "# as it comes\n#dtparam=i2c_arm=on\ndtparam=audio=on\n",
        ]
        return try FakeRoot(usual.merging(files) { $1 })
    }
}
