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

    /// Knows it again, as `IIODeviceReport.identity` does.
    var identity: String {
        IIODeviceReport(
            id: id, name: text(of: "name"), label: text(of: "label"),
            location: text(of: "location"), parent: parent
        ).identity
    }

    /// The text of the attribute at `path` in its folder, trimmed; nil if it cannot be read.
    func text(of path: String) -> String? { readFile("\(folder)/\(path)")?.trimmed }

    /// Whether this user may write the attribute at `path` in its folder.
    func mayWrite(_ path: String) -> Bool { access("\(folder)/\(path)", W_OK) == 0 }

    /// Writes the attribute at `path` in its folder.
    func set(_ path: String, to text: String) throws(IIOError) {
        let operation = "write \(text) to \(path) of \(id)"
        let descriptor = Glibc.open("\(folder)/\(path)", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw IIOError(operation: operation, code: errno) }
        defer { close(descriptor) }
        // Without the end of line, an empty text would not reach the driver at all.
        let line = Array("\(text)\n".utf8)
        guard write(descriptor, line, line.count) == line.count else {
            throw IIOError(operation: operation, code: errno)
        }
    }

    /// The names of what lies in its folder, or in that at `path` below it.
    func names(in path: String = ".") -> [String] {
        guard let directory = opendir("\(folder)/\(path)") else { return [] }
        defer { closedir(directory) }
        return Sensor.names(of: directory)
    }

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

/// The start of a small text file; nil if it cannot be read.
func readFile(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return readText(of: descriptor)
}

/// The start of the small text that lies behind a descriptor; nil if it cannot be read.
func readText(of descriptor: CInt) -> String? {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = read(descriptor, &bytes, bytes.count)
    // The kernel's current_timestamp_clock ends in a NUL.
    return count < 0 ? nil : String(decoding: bytes.prefix(count).prefix { $0 != 0 }, as: UTF8.self)
}

/// The names of what lies in an open folder, in order, but for itself and the one above.
func names(of directory: OpaquePointer) -> [String] {
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
}
