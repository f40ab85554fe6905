/// What a device of this machine is set to, as far as reading its sensors may change that.
struct DeviceState: Codable, Equatable {
    /// The attributes' texts, by their path in the device's folder.
    private(set) var texts: [String: String] = [:]

    /// Reads what the device is set to now, or what concerns its buffer alone.
    ///
    /// Each of the others may take a HID hub some milliseconds.
    init(of device: SysfsDevice, bufferOnly: Bool = false) {
        let paths = [
            "buffer/enable", "buffer/length", "buffer/watermark", "trigger/current_trigger",
        ]
        let scans = device.names(in: "scan_elements").map { "scan_elements/\($0)" }
        let others = bufferOnly ? [] : device.names()
        for path in others + scans + paths where Self.turn(of: path) != nil {
            texts[path] = device.text(of: path)
        }
    }

    /// Whether the buffer runs.
    var isBufferOn: Bool { texts["buffer/enable"].map { $0 != "0" } ?? false }

    /// Whether this user may change any of it.
    func isChangeable(on device: SysfsDevice) -> Bool {
        texts.keys.contains(where: device.mayWrite)
    }

    /// What concerns the buffer alone.
    var buffer: DeviceState {
        var state = self
        state.texts = texts.filter { $0.key.contains("/") }
        return state
    }

    /// What does not concern the buffer.
    var withoutBuffer: DeviceState {
        var state = self
        state.texts = texts.filter { !$0.key.contains("/") }
        return state
    }

    /// Puts it back as far as it differs; what fails is left.
    func restore(to device: SysfsDevice) {
        let now = DeviceState(of: device)
        let changed = texts.filter { path, text in
            now.texts[path] != text && Self.turn(of: path) != nil && Self.isFit(text, for: path)
        }
        guard !changed.isEmpty else { return }
        // Whatever concerns a buffer cannot be written while it runs.
        if now.isBufferOn, changed.keys.contains(where: { $0.contains("/") }) {
            try? device.set("buffer/enable", to: "0")
        }
        let inTurn = changed.sorted { (Self.turn(of: $0.key) ?? 0) < (Self.turn(of: $1.key) ?? 0) }
        for (path, text) in inTurn { try? device.set(path, to: text) }
        if isBufferOn, changed["buffer/enable"] == nil {
            try? device.set("buffer/enable", to: "1")
        }
    }

    /// When it is an attribute's turn to be put back, the buffer's switch last; nil for what is never
    /// to be written, whoever asks.
    static func turn(of path: String) -> Int? {
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

    /// A HID sensor takes a rate of 0, and then gives nothing to anyone.
    private static func isFit(_ text: String, for path: String) -> Bool {
        guard text.utf8.count < 128, !text.contains(where: \.isNewline) else { return false }
        return !path.hasSuffix("sampling_frequency") || Double(text).map { $0 > 0 } ?? false
    }
}
