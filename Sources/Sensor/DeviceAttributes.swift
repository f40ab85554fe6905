/// The attributes of a local device that a capture may change.
struct DeviceAttributes: Codable, Equatable {
    /// The attributes' texts, by their path in the device's folder.
    private(set) var texts: [String: String] = [:]

    /// Reads the current attributes; with `bufferOnly`, only those of the buffer.
    ///
    /// A HID hub may take some milliseconds for each of the others.
    init(of device: SysfsDevice, bufferOnly: Bool = false) {
        let paths = [
            "buffer/enable", "buffer/length", "buffer/watermark", "trigger/current_trigger",
        ]
        let scans = device.names(in: "scan_elements").map { "scan_elements/\($0)" }
        let others = bufferOnly ? [] : device.names()
        for path in others + scans + paths where Self.order(of: path) != nil {
            texts[path] = device.text(of: path)
        }
    }

    /// Whether the buffer runs.
    var isBufferOn: Bool { texts["buffer/enable"].map { $0 != "0" } ?? false }

    /// Whether this user may write any of the attributes.
    func isChangeable(on device: SysfsDevice) -> Bool {
        texts.keys.contains(where: device.mayWrite)
    }

    /// Whether one of the attributes has another text in `now`, or is absent there.
    func differs(from now: DeviceAttributes) -> Bool {
        texts.contains { path, text in now.texts[path] != text }
    }

    /// Only the attributes of the buffer.
    var buffer: DeviceAttributes {
        var copy = self
        copy.texts = texts.filter { $0.key.contains("/") }
        return copy
    }

    /// All attributes except those of the buffer.
    var withoutBuffer: DeviceAttributes {
        var copy = self
        copy.texts = texts.filter { !$0.key.contains("/") }
        return copy
    }

    /// Restores the attributes that differ; errors are ignored.
    func restore(to device: SysfsDevice) { restore(to: device, from: DeviceAttributes(of: device)) }

    /// Restores the attributes that differ from `now`, or that `now` lacks.
    func restore(to device: SysfsDevice, from now: DeviceAttributes) {
        let changed = texts.filter { path, text in
            now.texts[path] != text && Self.order(of: path) != nil && Self.isValid(text, for: path)
        }
        guard !changed.isEmpty else { return }
        // The attributes of a buffer cannot be written while it runs.
        if now.isBufferOn, changed.keys.contains(where: { $0.contains("/") }) {
            try? device.set("buffer/enable", to: "0")
        }
        let inOrder = changed.sorted {
            (Self.order(of: $0.key) ?? 0) < (Self.order(of: $1.key) ?? 0)
        }
        for (path, text) in inOrder { try? device.set(path, to: text) }
        if isBufferOn, changed["buffer/enable"] == nil {
            try? device.set("buffer/enable", to: "1")
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
