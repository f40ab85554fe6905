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
            try? MessageBus(.session).follow(groups: MotionSetting.allCases.map(\.group)) {
                settings in
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

// The desktop's portal.
extension MessageBus {
    private static let program = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Settings"
    private static let change = "SettingChanged"

    /// Gives `take` the desktop's settings of some groups, then each that changes, of any group; it ends
    /// only by throwing.
    fileprivate func follow(
        groups: [String], _ take: ([DesktopSetting]) -> Void
    ) throws(BusError) {
        // Before the settings are read, so that no change is missed.
        try match(
            "type='signal',path='\(Self.path)',interface='\(Self.interface)',member='\(Self.change)'"
        )
        take(try settings(inGroups: groups))
        while true {
            if let message = try next() {
                if message.isSignal(Self.change, of: Self.interface) {
                    take([try message.setting()])
                }
            } else {
                try wait()
            }
        }
    }

    private func settings(inGroups groups: [String]) throws(BusError) -> [DesktopSetting] {
        let method = BusMethod(
            program: Self.program, path: Self.path, interface: Self.interface, name: "ReadAll")
        // A portal that is started by the call may need seconds.
        return try call(method) { (call) throws(BusError) in try call.append(groups) }.settings()
    }
}

extension BusMessage {
    /// Reads ssv: a setting.
    fileprivate func setting() throws(BusError) -> DesktopSetting {
        DesktopSetting(group: try text(), key: try text(), value: try value())
    }

    /// Reads a{sa{sv}}: the settings of each group.
    fileprivate func settings() throws(BusError) -> [DesktopSetting] {
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

    private func value() throws(BusError) -> DesktopSetting.Value {
        try variant { (types) throws(BusError) in
            switch types {
            case "s": return .text(try text())
            case "b": return .boolean(try boolean())
            case "u": return .number(try number())
            default:
                try skip(types)
                return .other
            }
        }
    }
}
