internal import CSystemd
internal import Dispatch
internal import Glibc
import Synchronization

/// What the person has chosen in the settings of the desktop, as its portal gives it.
///
/// xdg-desktop-portal's interface org.freedesktop.portal.Settings, on the bus of the session. It is
/// listened to until the program ends.
public final class DesktopSettings: Sendable {
    private struct State {
        /// Whether each place reduces movement; without those that say nothing.
        var reduces: [MotionSetting: Bool] = [:]
        /// Takes each change, after `told`.
        var take: (@Sendable (Bool) -> Void)?
        var told = false

        var reducesMotion: Bool { reduces.values.contains(true) }
    }

    private let state = Mutex(State())

    /// Waits for the portal's first answer, a second at most; a later one is a change.
    public init() {
        let answered = DispatchSemaphore(value: 0)
        // Without a bus, or when it has gone, what is known stays.
        DispatchQueue(label: "settings").async { [self] in
            try? SessionBus().follow(groups: MotionSetting.allCases.map(\.group)) { settings in
                add(settings)
                answered.signal()
            }
            answered.signal()
        }
        _ = answered.wait(timeout: .now() + 1)
    }

    /// Whether movement is to be reduced; false where there is no desktop, or it does not say.
    public var reducesMotion: Bool { state.withLock(\.reducesMotion) }

    /// Gives `take` whether movement is to be reduced, each time that it changes, on another thread; also
    /// if it is not `known` any more.
    public func follow(from known: Bool, _ take: @escaping @Sendable (Bool) -> Void) {
        state.withLock { state in
            (state.told, state.take) = (known, take)
            tell(&state)
        }
    }

    private func add(_ settings: [DesktopSetting]) {
        state.withLock { state in
            for setting in settings {
                guard let place = MotionSetting(setting) else { continue }
                state.reduces[place] = place.reduces(setting.value)
            }
            tell(&state)
        }
    }

    private func tell(_ state: inout State) {
        guard let take = state.take, state.told != state.reducesMotion else { return }
        state.told = state.reducesMotion
        take(state.told)
    }
}

/// Where desktops keep whether movement is reduced.
private enum MotionSetting: CaseIterable {
    /// The setting that all desktops share, GNOME's own, and KDE's.
    case shared, gnome, kde

    /// Nil for another setting.
    init?(_ setting: DesktopSetting) {
        let place = Self.allCases.first {
            $0.group == setting.group && $0.key == setting.key
        }
        guard let place else { return nil }
        self = place
    }

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
    private static let portal = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Settings"
    private static let change = "SettingChanged"

    private let bus: OpaquePointer

    init() throws(BusError) {
        var bus: OpaquePointer?
        try BusError.check(sd_bus_open_user(&bus))
        guard let bus else { throw BusError() }
        self.bus = bus
    }

    deinit { sd_bus_flush_close_unref(bus) }

    /// Gives `take` the desktop's settings of some groups, then each that changes, of any group; it ends
    /// only by throwing.
    func follow(groups: [String], _ take: ([DesktopSetting]) -> Void) throws(BusError) {
        // Before the settings are read, so that no change is missed.
        let changes =
            "type='signal',path='\(Self.path)',interface='\(Self.interface)',member='\(Self.change)'"
        try BusError.check(sd_bus_add_match(bus, nil, changes, nil, nil))
        take(try settings(inGroups: groups))
        while true {
            if let message = try next() {
                if message.isSignal(Self.change, of: Self.interface) {
                    take([try message.setting()])
                }
            } else {
                try BusError.check(sd_bus_wait(bus, .max))
            }
        }
    }

    private func settings(inGroups groups: [String]) throws(BusError) -> [DesktopSetting] {
        var message: OpaquePointer?
        try BusError.check(
            sd_bus_message_new_method_call(
                bus, &message, Self.portal, Self.path, Self.interface, "ReadAll"))
        guard let message else { throw BusError() }
        let call = BusMessage(message)
        try call.append(groups)
        var answer: OpaquePointer?
        // A portal that is started by the call may need seconds.
        try BusError.check(sd_bus_call(bus, call.message, 0, nil, &answer))
        guard let answer else { throw BusError() }
        return try BusMessage(answer).settings()
    }

    /// The next message that has come; nil if none has.
    private func next() throws(BusError) -> BusMessage? {
        while true {
            var message: OpaquePointer?
            let hasWorked = try BusError.check(sd_bus_process(bus, &message)) > 0
            if let message { return BusMessage(message) }
            guard hasWorked else { return nil }
        }
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

    func isSignal(_ member: String, of interface: String) -> Bool {
        sd_bus_message_is_signal(message, interface, member) > 0
    }

    /// Reads ssv: a setting.
    func setting() throws(BusError) -> DesktopSetting {
        DesktopSetting(group: try text(), key: try text(), value: try value())
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
