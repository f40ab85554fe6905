import CIIO
import Glibc

/// A device or trigger of an `IIOContext`, which must outlive it.
struct IIODevice {
    let pointer: OpaquePointer

    /// "iio:device0"; the number changes when the device is plugged again.
    var id: String { String(cString: iio_device_get_id(pointer)) }
    /// The chip's or driver's name, as in "bmi160".
    var name: String? { iio_device_get_name(pointer).map { String(cString: $0) } }
    /// Where it sits, as in "accel-display".
    var label: String? { iio_device_get_label(pointer).map { String(cString: $0) } }
    /// Whether it starts other devices' scans instead of measuring.
    var isTrigger: Bool { iio_device_is_trigger(pointer) }
    /// What a person would call it.
    var title: String { name ?? id }

    /// Its input channel of that name, as in "accel_x".
    func channel(_ name: String) -> IIOChannel? {
        iio_device_find_channel(pointer, name, false).map(IIOChannel.init)
    }

    /// All its channels.
    var channels: [IIOChannel] {
        (0..<iio_device_get_channels_count(pointer)).compactMap { index in
            iio_device_get_channel(pointer, index).map(IIOChannel.init)
        }
    }

    /// Whether there is an attribute of that name: `iio_device_find_attr`.
    func hasAttribute(_ name: String) -> Bool { iio_device_find_attr(pointer, name) != nil }

    /// An attribute's text, trimmed: `iio_device_attr_read`.
    func attribute(_ name: String) throws(IIOError) -> String {
        try readText("read \(name) of \(title)") { iio_device_attr_read(pointer, name, $0, $1) }
    }

    /// An attribute of the buffer, trimmed: `iio_device_buffer_attr_read`.
    func bufferAttribute(_ name: String) throws(IIOError) -> String {
        try readText("read buffer/\(name) of \(title)") {
            iio_device_buffer_attr_read(pointer, name, $0, $1)
        }
    }

    /// Sets an attribute: `iio_device_attr_write`.
    func setAttribute(_ name: String, to value: String) throws(IIOError) {
        try check(
            iio_device_attr_write(pointer, name, value), "write \(value) to \(name) of \(title)")
    }

    /// The name of the trigger that is bound; nil where there is none: `iio_device_get_trigger`.
    func trigger() throws(IIOError) -> String? {
        var trigger: OpaquePointer?
        let result = quietly { iio_device_get_trigger(pointer, &trigger) }
        // The local backend answers an empty current_trigger with EIO.
        if result == -EIO { return nil }
        try check(result, "read the trigger of \(title)")
        return trigger.flatMap { IIODevice(pointer: $0).name }
    }

    /// Lets `trigger` start its scans: `iio_device_set_trigger`.
    func setTrigger(_ trigger: IIODevice) throws(IIOError) {
        try check(
            iio_device_set_trigger(pointer, trigger.pointer),
            "bind the trigger \(trigger.title) to \(title)")
    }
}

/// Reads text that libiio writes into a buffer of its page's size.
func readText(
    _ operation: @autoclosure () -> String,
    _ read: (UnsafeMutablePointer<CChar>, Int) -> Int
) throws(IIOError) -> String {
    var text = ""
    // An IIO attribute is at most one page long.
    let length = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4097) { space in
        space.initialize(repeating: 0)
        let length = read(space.baseAddress!, 4096)  // The capacity above is not zero.
        if length >= 0 { text = String(cString: space.baseAddress!) }
        return length
    }
    try check(length, operation())
    return text.trimmed
}

extension StringProtocol {
    /// Without white space at its ends, whatever the locale.
    var trimmed: String {
        let start = drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
