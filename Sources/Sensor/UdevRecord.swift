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
