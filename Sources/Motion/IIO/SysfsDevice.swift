import Glibc
import Platform
import SystemPackage

struct SysfsDevice {
    /// "iio:device0".
    let id: String
    /// Its folder, through the link of the bus.
    var folder: String { "/sys/bus/iio/devices/\(id)" }

    /// Takes the id of a device or trigger; nil for other texts, which could be other paths.
    init?(id: String) {
        let number = id.drop { !$0.isNumber }
        guard ["iio:device", "trigger"].contains(String(id.prefix(id.count - number.count))),
            !number.isEmpty,
            number.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        else { return nil }
        self.id = id
    }

    var isPresent: Bool { access(folder, F_OK) == 0 }

    var isBufferOn: Bool { text(of: "buffer/enable").map { $0 != "0" } ?? false }

    /// As in `IIODeviceReport.identity`.
    var identity: String {
        IIODeviceReport(
            id: id, name: text(of: "name"), label: text(of: "label"),
            location: text(of: "location"), parent: parent
        ).identity
    }

    /// The text of the attribute at `path` in its folder, trimmed; nil if it cannot be read.
    func text(of path: String) -> String? { readText("\(folder)/\(path)")?.plain }

    /// Whether this user may write the attribute at `path` in its folder.
    func mayWrite(_ path: String) -> Bool { access("\(folder)/\(path)", W_OK) == 0 }

    /// Writes the attribute at `path` in its folder.
    func set(_ path: String, to text: String) throws(IIOError) {
        do {
            // Without the newline, an empty text would not reach the driver.
            try OpenFile("\(folder)/\(path)", O_WRONLY).write(Array("\(text)\n".utf8))
        } catch {
            throw IIOError(operation: "write \(text) to \(path) of \(id)", code: error.rawValue)
        }
    }

    /// The names in its folder, or in the folder at `path` below it.
    func names(in path: String = ".") -> [String] {
        (try? Platform.names(inFolder: "\(folder)/\(path)")) ?? []
    }

    /// The name of its parent, the same after reconnecting; nil without access to sysfs.
    var parent: String? { linkTarget(folder).flatMap { Self.parent(ofPath: $0) } }

    /// The last but one part of a device's path, without numbers that the kernel assigns each time:
    /// "3" in "HID-SENSOR-200073.3.auto", and the bus 7 of "7-0068" below a USB adapter.
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
