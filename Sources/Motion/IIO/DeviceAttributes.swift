import Platform

/// The attributes of a local device that a capture may change.
///
/// All readers of the device share the attributes of the sensor. Only the reader that uses the
/// buffer changes the attributes of the buffer.
struct DeviceAttributes: Codable {
    /// The attributes' texts, by their path in the device's folder.
    private(set) var texts: [String: String] = [:]

    /// Reads the current attributes of the sensor, or of the buffer if `isOfBuffer`.
    init(of device: SysfsDevice, isOfBuffer: Bool) {
        for path in Self.paths(on: device, isOfBuffer: isOfBuffer) {
            texts[path] = device.text(of: path)
        }
    }

    /// The attributes that a buffer of `length` scans of `channels`, such as "accel_x", has while
    /// it runs; only those that `device` has.
    init(ofRunningBufferOn device: SysfsDevice, length: Int, channels: [String]) {
        texts = ["buffer/enable": "1", "buffer/length": "\(length)"]
        for name in device.names(in: "scan_elements") where name.hasSuffix("_en") {
            let isCaptured = channels.contains { name == "in_\($0)_en" }
            texts["scan_elements/\(name)"] = isCaptured ? "1" : "0"
        }
        texts = texts.filter { device.text(of: $0.key) != nil }
    }

    /// Whether this user may change one of the sensor's or of the buffer's attributes.
    static func mayChange(_ device: SysfsDevice, isOfBuffer: Bool) -> Bool {
        paths(on: device, isOfBuffer: isOfBuffer).contains(where: device.mayWrite)
    }

    private static func paths(on device: SysfsDevice, isOfBuffer: Bool) -> [String] {
        guard isOfBuffer else {
            return device.names().filter { order(of: $0) != nil && $0 != clock }
        }
        let scans = device.names(in: "scan_elements").map { "scan_elements/\($0)" }
        return scans.filter { order(of: $0) != nil } + [
            clock, "buffer/enable", "buffer/length", "buffer/watermark", "trigger/current_trigger",
        ]
    }

    /// Only a capture by the buffer needs it, and it cannot be written while the buffer runs.
    private static let clock = "current_timestamp_clock"

    /// Whether `device` has other texts.
    func differs(from device: SysfsDevice) -> Bool { !changed(on: device).isEmpty }

    private func changed(on device: SysfsDevice) -> [String: String] {
        texts.filter { path, text in
            // At the end of the program all of them are read and restored, which takes its time on a slow bus.
            Ending.noteProgress()
            return Self.order(of: path) != nil && Self.isValid(text, for: path)
                && device.text(of: path) != text
        }
    }

    /// Restores the attributes that differ; errors are ignored.
    func restore(to device: SysfsDevice) {
        let changed = changed(on: device)
        // The attributes of a buffer cannot be written while it runs.
        if changed["buffer/enable"] == "0" { try? device.set("buffer/enable", to: "0") }
        let inOrder = changed.sorted {
            (Self.order(of: $0.key) ?? 0) < (Self.order(of: $1.key) ?? 0)
        }
        for (path, text) in inOrder {
            try? device.set(path, to: text)
            Ending.noteProgress()
        }
    }

    /// The rank of an attribute in the order of restoring, `buffer/enable` last; nil for one that
    /// must never be written.
    static func order(of path: String) -> Int? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        switch (parts.count, parts[0], parts.last ?? "") {
        case (1, "sampling_frequency", _), (1, "current_timestamp_clock", _): return 0
        case (1, let name, _) where name.hasPrefix("in_"):
            return name.hasSuffix("_sampling_frequency") || name.hasSuffix("_hysteresis") ? 0 : nil
        case (2, "trigger", "current_trigger"): return 1
        case (2, "scan_elements", let name) where name.hasPrefix("in_") && name.hasSuffix("_en"):
            return 1
        case (2, "buffer", "length"): return 2
        case (2, "buffer", "watermark"): return 3
        case (2, "buffer", "enable"): return 4
        default: return nil
        }
    }

    /// A rate of 0 is invalid: a HID sensor accepts it, and then gives no program any readings.
    private static func isValid(_ text: String, for path: String) -> Bool {
        guard text.utf8.count < 128, !text.contains(where: \.isNewline) else { return false }
        return !path.hasSuffix("sampling_frequency") || Double(text).map { $0 > 0 } ?? false
    }
}
