import Glibc

/// A device of this machine, as sysfs shows it.
struct SysfsDevice {
    /// "iio:device0".
    let id: String
    /// Its folder, through the link that the bus has.
    var folder: String { "/sys/bus/iio/devices/\(id)" }

    /// Takes the id of a device or trigger, and nothing that could lead elsewhere.
    init?(id: String) {
        let number = id.drop { !$0.isNumber }
        guard ["iio:device", "trigger"].contains(String(id.prefix(id.count - number.count))),
            !number.isEmpty,
            number.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        else { return nil }
        self.id = id
    }

    /// Whether it is there now.
    var isPresent: Bool { access(folder, F_OK) == 0 }

    /// What it hangs on, known again when it is plugged anew; nil where that cannot be seen.
    var parent: String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(folder, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return Self.parent(ofPath: String(decoding: bytes.prefix(count), as: UTF8.self))
    }

    /// The last but one part of a device's path, without the numbers that the kernel gives anew each
    /// time: "HID-SENSOR-200073.3.auto", and the bus of "7-0068" below a USB adapter.
    static func parent(ofPath path: String) -> String? {
        let parts = path.split(separator: "/")
        guard parts.count > 1 else { return nil }
        var name = parts[parts.count - 2]
        if name.hasSuffix(".auto") {
            name = name.dropLast(5)
            name = name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex)
        }
        if parts.contains(where: { $0.hasPrefix("usb") }), name.first?.isNumber == true {
            name = name.drop { $0.isNumber }
        }
        return String(name)
    }
}
