import Glibc

/// What udev's database says of a device on this machine.
struct UdevRecord {
    private let lines: [Substring]

    /// The record of a device's node; nil without udev, as in a container.
    init?(of device: IIODevice) {
        guard let number = try? device.attribute("dev"),
            let text = readFile("/run/udev/data/c\(number)")
        else { return nil }
        self.init(text: text)
    }

    /// Reads a record's own notation: a property is a line "E:NAME=value".
    init(text: String) { lines = text.split(separator: "\n") }

    /// The value of a property.
    subscript(name: String) -> String? {
        let prefix = "E:\(name)="
        return lines.first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }
}

/// The start of a small text file; nil if it cannot be read.
private func readFile(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = read(descriptor, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
}
