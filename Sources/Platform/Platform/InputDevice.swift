import Glibc

/// A device of the kernel's input layer, as a keyboard.
public struct InputDevice: Sendable {
    /// What a device may have: a type of events, and the code of one of them (linux/input-event-codes.h).
    public enum Control: Sendable {
        /// The letter q of a keyboard.
        case letterQ

        /// The name of the type in sysfs, and the code, which is below 32.
        var event: (type: String, code: UInt32) {
            switch self {
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
