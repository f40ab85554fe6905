/// Where a desktop keeps whether it turns the display when the device is turned.
enum RotationSetting: String, CaseIterable, Sendable {
    case gnome, cinnamon, kde

    /// Whether the desktop turns the display.
    enum Value: String {
        case locked, unlocked
        /// Nothing is chosen, and the desktop turns the display.
        case unset
    }

    /// The setting of the desktop that XDG_CURRENT_DESKTOP names; nil for one whose rotation no other
    /// program can lock, such as sway or Xfce.
    init?(ofDesktop names: String) {
        let names = Set(names.split(separator: ":"))
        // Budgie, Pantheon and Phosh read GNOME's.
        if !names.isDisjoint(with: ["GNOME", "Budgie", "Pantheon", "Phosh"]) {
            self = .gnome
        } else if names.contains("X-Cinnamon") {
            self = .cinnamon
        } else if names.contains("KDE") {
            self = .kde
        } else {
            return nil
        }
    }

    /// Its value now; nil where the desktop does not have it, or does not answer.
    var value: Value? {
        switch self {
        case .gnome, .cinnamon: TouchscreenSettings(self)?.value
        case .kde: try? KScreen().value
        }
    }

    /// Sets it; returns whether it has the value then.
    func set(_ value: Value) -> Bool {
        switch self {
        case .gnome, .cinnamon: TouchscreenSettings(self)?.set(value)
        case .kde: try? KScreen().set(value)
        }
        let present = self.value
        return present != nil && (present == .locked) == (value == .locked)
    }
}

/// KDE's, by the module kscreen of its daemon (kscreen, kded/daemon.cpp and kded/daemon.h). Plasma 6
/// has the module on X11 alone; on Wayland its compositor turns the display, and offers no lock.
private struct KScreen: ~Copyable {
    private let bus: MessageBus
    private let program: String

    /// Throws where neither Plasma 6 nor 5 answers.
    init() throws(BusError) {
        let bus = try MessageBus(.session)
        program = try Self.daemon(on: bus)
        self.bus = bus
    }

    private static func daemon(on bus: borrowing MessageBus) throws(BusError) -> String {
        for name in ["org.kde.kded6", "org.kde.kded5"] {
            if try bus.has(name) { return name }
        }
        throw BusError()
    }

    /// Throws also where nothing turns the display.
    var value: RotationSetting.Value {
        get throws(BusError) {
            guard try call("isAutoRotateAvailable").boolean() else { throw BusError() }
            return try call("getAutoRotate").boolean() ? .unlocked : .locked
        }
    }

    func set(_ value: RotationSetting.Value) throws(BusError) {
        _ = try call("setAutoRotate") { (call) throws(BusError) in
            try call.append(value != .locked)
        }
    }

    private func call(
        _ name: String,
        _ write: (borrowing BusMessage) throws(BusError) -> Void = { (_: borrowing BusMessage) in }
    ) throws(BusError) -> BusMessage {
        let method = BusMethod(
            program: program, path: "/modules/kscreen", interface: "org.kde.KScreen", name: name)
        return try bus.call(method, timeout: Self.patience, starts: false, write)
    }

    /// Microseconds: a daemon that needs longer hangs.
    private static let patience: UInt64 = 2_000_000
}
