import Platform

/// What the switches at a laptop's hinge report.
struct HingeState: Equatable {
    var isLidClosed = false
    /// Whether the keys are behind the display or away.
    var isTablet = false

    /// Whether the laptop's own display cannot be seen, and the base's sensor tilts a card on another one.
    /// Some laptops that are folded round report a closed lid, too.
    var hidesDisplay: Bool { isLidClosed && !isTablet }
}

/// The switches of lid and tablet mode, those of them that this process may read.
///
/// Their state is asked for, which needs no queue of events. Without a switch of the lid the kernel's file
/// for it is read, which everybody may.
struct HingeSwitches {
    /// Nanoseconds between two searches for switches.
    private static let interval: Int64 = 2_000_000_000
    private let root: String
    private var switches: [(device: InputDevice, file: SwitchDevice)] = []
    private var isLidFileClosed = false
    /// The time of the next search, in nanoseconds of `monotonicNow`.
    private var due: Int64 = 0

    /// `root` is a folder used as `/` in tests.
    init(root: String = "") { self.root = root }

    /// The state now.
    mutating func state(now: Int64 = monotonicNow()) -> HingeState {
        if now >= due {
            search()
            due = now + Self.interval
        }
        return HingeState(
            isLidClosed: isOn(.lid) ?? isLidFileClosed, isTablet: isOn(.tabletMode) ?? false)
    }

    /// Whether one of the switches is on; nil if there is none.
    private func isOn(_ control: InputDevice.Control) -> Bool? {
        let states = switches.compactMap { $0.file.isOn(control) }
        return states.isEmpty ? nil : states.contains(true)
    }

    private mutating func search() {
        isLidFileClosed = LidFile.isClosed(root: root)
        // Another device may have got the name of one that has gone.
        switches.removeAll { $0.file.isOn(.lid) == nil }
        let known = Set(switches.map(\.device.path))
        for device in InputDevice.all(root: root)
        where !known.contains(device.path) && (device.has(.lid) || device.has(.tabletMode)) {
            if let file = SwitchDevice(device) { switches.append((device, file)) }
        }
    }
}

/// The state of a lid in the files of drivers/acpi/button.c.
enum LidFile {
    /// Whether a lid is closed; false where there is none. `root` is used as `/`.
    static func isClosed(root: String) -> Bool {
        let folder = "\(root)/proc/acpi/button/lid"
        return ((try? names(inFolder: folder)) ?? []).contains {
            readText("\(folder)/\($0)/state")?.hasSuffix("closed") == true
        }
    }
}
