internal import CLinux
import Glibc

/// A device of the kernel's input layer, as a keyboard.
public struct InputDevice: Sendable {
    /// What a device may have: a type of events, and the code of one of them (linux/input-event-codes.h).
    public enum Control: Sendable {
        /// The switch of a lid, on while it is closed; that of a tablet, on while its keys are away.
        case lid, tabletMode
        /// The letter q of a keyboard.
        case letterQ

        /// The name of the type in sysfs, and the code, which is below 32.
        var event: (type: String, code: UInt32) {
            switch self {
            case .lid: ("sw", 0)
            case .tabletMode: ("sw", 1)
            case .letterQ: ("key", 16)
            }
        }
    }

    /// Where events are read, as "/dev/input/event0".
    public let path: String
    private let attributes: String

    /// The devices of this machine; `root` is a folder used as `/` in tests.
    public static func all(root: String = "") -> [InputDevice] {
        let folder = "\(root)/sys/class/input"
        return ((try? names(inFolder: folder)) ?? []).filter { $0.hasPrefix("event") }.map {
            InputDevice(
                path: "\(root)/dev/input/\($0)", attributes: "\(folder)/\($0)/device")
        }
    }

    /// Whether a keyboard of this machine can be read.
    public static var canReadKeyboard: Bool {
        all().contains { $0.has(.letterQ) && access($0.path, R_OK) == 0 }
    }

    /// Whether the device has this control. It is not opened, which would wake it.
    public func has(_ control: Control) -> Bool {
        // Hexadecimal words; the last one has the lowest bits.
        let words = readText("\(attributes)/capabilities/\(control.event.type)")?.split(
            separator: " ")
        guard let bits = words?.last.flatMap({ UInt64($0, radix: 16) }) else { return false }
        return bits >> control.event.code & 1 == 1
    }
}

/// An input device whose switches can be read.
public final class SwitchDevice: Sendable {
    private let file: OpenFile

    /// Nil where the device may not be opened.
    public init?(_ device: InputDevice) {
        guard let file = try? OpenFile(device.path, O_RDONLY | O_NONBLOCK) else { return nil }
        self.file = file
    }

    /// Whether a switch is on; nil if the device has none, or has gone.
    public func isOn(_ control: InputDevice.Control) -> Bool? {
        let state = lenticule_input_switch(file.descriptor, UInt32(control.event.code))
        return state < 0 ? nil : state == 1
    }
}
