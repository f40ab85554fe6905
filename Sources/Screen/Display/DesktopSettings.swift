internal import CSystemd
internal import Glibc

/// What the person has chosen in the settings of the desktop, as its portal gives it.
///
/// xdg-desktop-portal's interface org.freedesktop.portal.Settings, on the bus of the session.
public enum DesktopSettings {
    /// Whether movement is to be reduced; false where there is no desktop, or it does not say.
    ///
    /// Waits for the portal's answer, a second at most.
    public static func reducesMotion() -> Bool {
        let settings = try? SessionBus().settings(inGroups: MotionSetting.allCases.map(\.group))
        return settings?.contains { setting in
            MotionSetting.allCases.contains {
                $0.group == setting.group && $0.key == setting.key && $0.reduces(setting.value)
            }
        } ?? false
    }
}

/// Where desktops keep whether movement is reduced.
private enum MotionSetting: CaseIterable {
    /// The setting that all desktops share, GNOME's own, and KDE's.
    case shared, gnome, kde

    var group: String {
        switch self {
        case .shared: "org.freedesktop.appearance"
        case .gnome: "org.gnome.desktop.interface"
        case .kde: "org.kde.kdeglobals.KDE"
        }
    }

    var key: String {
        switch self {
        case .shared: "reduced-motion"
        case .gnome: "enable-animations"
        case .kde: "AnimationDurationFactor"
        }
    }

    func reduces(_ value: DesktopSetting.Value) -> Bool {
        switch (self, value) {
        case (.shared, .number(let number)): number == 1
        case (.gnome, .boolean(let isOn)): !isOn
        case (.kde, .text(let factor)): Double(factor) == 0
        default: false
        }
    }
}

/// A setting of the desktop.
private struct DesktopSetting {
    enum Value {
        case boolean(Bool)
        case number(UInt32)
        case text(String)
        case other
    }

    var group, key: String
    var value: Value
}

/// A call of sd-bus that has failed.
private struct BusError: Error {
    /// Throws if a call of sd-bus gave an error; else gives what it gave.
    @discardableResult
    static func check(_ result: CInt) throws(BusError) -> CInt {
        if result < 0 { throw BusError() }
        return result
    }
}

/// A connection to the bus of the session.
private struct SessionBus: ~Copyable {
    /// How long an answer is waited for, microseconds: a window opens after that.
    private static let patience: UInt64 = 1_000_000

    private let bus: OpaquePointer

    init() throws(BusError) {
        var bus: OpaquePointer?
        try BusError.check(sd_bus_open_user(&bus))
        guard let bus else { throw BusError() }
        self.bus = bus
    }

    deinit { sd_bus_flush_close_unref(bus) }

    /// The desktop's settings of some groups.
    func settings(inGroups groups: [String]) throws(BusError) -> [DesktopSetting] {
        var call: OpaquePointer?
        try BusError.check(
            sd_bus_message_new_method_call(
                bus, &call, "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
                "org.freedesktop.portal.Settings", "ReadAll"))
        guard let call else { throw BusError() }
        return try settings(calling: BusMessage(call), groups)
    }

    private func settings(
        calling call: consuming BusMessage, _ groups: [String]
    ) throws(BusError) -> [DesktopSetting] {
        try call.append(groups)
        var answer: OpaquePointer?
        try BusError.check(sd_bus_call(bus, call.message, Self.patience, nil, &answer))
        guard let answer else { throw BusError() }
        return try BusMessage(answer).settings()
    }
}

private struct BusMessage: ~Copyable {
    let message: OpaquePointer

    init(_ message: OpaquePointer) { self.message = message }

    deinit { sd_bus_message_unref(message) }

    func append(_ texts: [String]) throws(BusError) {
        try BusError.check(sd_bus_message_open_container(message, Self.array, "s"))
        for text in texts {
            try BusError.check(sd_bus_message_append_basic(message, Self.string, text))
        }
        try BusError.check(sd_bus_message_close_container(message))
    }

    /// Reads a{sa{sv}}: the settings of each group.
    func settings() throws(BusError) -> [DesktopSetting] {
        var settings: [DesktopSetting] = []
        try forEachEntry("sa{sv}") { () throws(BusError) in
            let group = try text()
            try forEachEntry("sv") { () throws(BusError) in
                let key = try text()
                settings.append(DesktopSetting(group: group, key: key, value: try value()))
            }
        }
        return settings
    }

    /// Reads a dictionary whose entries have these types.
    private func forEachEntry(
        _ types: String, _ body: () throws(BusError) -> Void
    ) throws(BusError) {
        try BusError.check(sd_bus_message_enter_container(message, Self.array, "{\(types)}"))
        while try BusError.check(sd_bus_message_enter_container(message, Self.entry, types)) > 0 {
            try body()
            try BusError.check(sd_bus_message_exit_container(message))
        }
        try BusError.check(sd_bus_message_exit_container(message))
    }

    private func text() throws(BusError) -> String {
        var text: UnsafePointer<CChar>?
        try BusError.check(sd_bus_message_read_basic(message, Self.string, &text))
        guard let text else { throw BusError() }
        return String(cString: text)
    }

    /// Reads a value of any type.
    private func value() throws(BusError) -> DesktopSetting.Value {
        var types: UnsafePointer<CChar>?
        try BusError.check(sd_bus_message_peek_type(message, nil, &types))
        guard let types else { throw BusError() }
        try BusError.check(sd_bus_message_enter_container(message, Self.variant, types))
        let value = try value(ofType: String(cString: types))
        try BusError.check(sd_bus_message_exit_container(message))
        return value
    }

    private func value(ofType type: String) throws(BusError) -> DesktopSetting.Value {
        switch type {
        case "s": return .text(try text())
        case "b", "u":
            // A boolean of the bus has 32 bits, too.
            var number = UInt32(0)
            let letter = CChar(bitPattern: type.utf8.first ?? 0)
            try BusError.check(sd_bus_message_read_basic(message, letter, &number))
            return type == "b" ? .boolean(number != 0) : .number(number)
        default:
            try BusError.check(sd_bus_message_skip(message, type))
            return .other
        }
    }

    /// The letters of the types.
    private static let string = CChar(bitPattern: UInt8(ascii: "s"))
    private static let array = CChar(bitPattern: UInt8(ascii: "a"))
    private static let entry = CChar(bitPattern: UInt8(ascii: "e"))
    private static let variant = CChar(bitPattern: UInt8(ascii: "v"))
}
