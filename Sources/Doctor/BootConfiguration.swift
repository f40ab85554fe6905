/// A Raspberry Pi's config.txt.
///
/// Section headers such as [pi4] are ignored: a line counts in any section.
struct BootConfiguration: Sendable, Equatable {
    /// In /boot/firmware, or on older systems in /boot.
    let path: String
    private var settings: [(key: String, value: String)] = []

    /// The folder of the overlays.
    var overlayFolder: String { String(path.dropLast("config.txt".count)) + "overlays" }

    /// Reads the file; nil if the system has none.
    init?(_ root: Root) {
        let paths = ["/boot/firmware/config.txt", "/boot/config.txt"]
        guard let path = paths.first(where: root.has), let text = root.text(path) else {
            return nil
        }
        self.init(path: path, text: text)
    }

    init(path: String, text: String) {
        self.path = path
        settings = text.split(whereSeparator: \.isNewline).compactMap { line in
            let setting = line.prefix { $0 != "#" }.filter { !$0.isWhitespace }
            guard let equals = setting.firstIndex(of: "=") else { return nil }
            return (String(setting[..<equals]), String(setting[setting.index(after: equals)...]))
        }
    }

    /// Whether the I2C bus of the pins is enabled; the last line counts.
    var turnsI2COn: Bool {
        let values = parameters.compactMap { parameter -> Bool? in
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard ["i2c_arm", "i2c", "i2c1"].contains(parts.first) else { return nil }
            return parts.count == 1
                || ["on", "true", "yes", "y", "1", "ok", "okay"].contains(parts[1])
        }
        return values.last ?? false
    }

    /// Whether a line loads the overlay for its chip: with one of `overlay.parameters`, or without
    /// a parameter for a chip if `overlay.isDefault`.
    func loads(_ overlay: IMUChip.Overlay) -> Bool {
        settings.contains { key, value in
            let words = value.split { $0 == "," || $0 == ":" }.map(String.init)
            guard key == "dtoverlay", words.first == overlay.name else { return false }
            // A parameter with a value, such as `addr=0x69`, selects no chip.
            let chips = words.dropFirst().filter { !$0.contains("=") }
            return chips.isEmpty
                ? overlay.isDefault : chips.contains { overlay.parameters.contains($0) }
        }
    }

    private var parameters: [Substring] {
        settings.filter { $0.key == "dtparam" }.flatMap { $0.value.split(separator: ",") }
    }

    static func == (one: Self, other: Self) -> Bool {
        one.path == other.path && one.settings.elementsEqual(other.settings, by: ==)
    }
}
