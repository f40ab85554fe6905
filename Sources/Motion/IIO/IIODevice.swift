import CIIO
import Glibc
import Platform

/// A device or trigger of an `IIOContext`. The context must outlive it.
struct IIODevice: AttributeOwner {
    let pointer: OpaquePointer

    /// "iio:device0"; the number may change when the device is reconnected.
    var id: String { IIO.name(iio_device_get_id(pointer)) ?? "a device" }
    var name: String? { IIO.name(iio_device_get_name(pointer)) }
    var label: String? { IIO.name(iio_device_get_label(pointer)) }
    /// Whether it starts other devices' scans, and measures nothing.
    var isTrigger: Bool { iio_device_is_trigger(pointer) }
    /// Its name; its id if it has no name. The driver's own trigger is named after it.
    var nameOrID: String { name ?? id }

    /// Its input channel of that name, as in "accel_x".
    func channel(_ name: String) -> IIOChannel? {
        iio_device_find_channel(pointer, name, false).map(IIOChannel.init)
    }

    var channels: [IIOChannel] {
        (0..<iio_device_get_channels_count(pointer)).compactMap { index in
            iio_device_get_channel(pointer, index).map(IIOChannel.init)
        }
    }

    /// Whether there is an attribute of that name: `iio_device_find_attr`.
    func hasAttribute(_ name: String) -> Bool { iio_device_find_attr(pointer, name) != nil }

    /// An attribute's text, trimmed: `iio_device_attr_read`.
    func attribute(_ name: String) throws(IIOError) -> String {
        try attributeText("read \(name) of \(nameOrID)") {
            iio_device_attr_read(pointer, name, $0, $1)
        }
    }

    /// An attribute of the buffer, trimmed: `iio_device_buffer_attr_read`.
    func bufferAttribute(_ name: String) throws(IIOError) -> String {
        try attributeText("read buffer/\(name) of \(nameOrID)") {
            iio_device_buffer_attr_read(pointer, name, $0, $1)
        }
    }

    /// Sets an attribute: `iio_device_attr_write`.
    func setAttribute(_ name: String, to value: String) throws(IIOError) {
        try check(
            iio_device_attr_write(pointer, name, value), "write \(value) to \(name) of \(nameOrID)")
    }

    /// The name of the trigger that is bound; nil where there is none: `iio_device_get_trigger`.
    func trigger() throws(IIOError) -> String? {
        var trigger: OpaquePointer?
        let result = StandardError.muted { iio_device_get_trigger(pointer, &trigger) }
        // The local backend answers an empty current_trigger with EIO.
        if result == -EIO { return nil }
        try check(result, "read the trigger of \(nameOrID)")
        return trigger.flatMap { IIODevice(pointer: $0).name }
    }

    /// Makes `trigger` start its scans: `iio_device_set_trigger`.
    func setTrigger(_ trigger: IIODevice) throws(IIOError) {
        try check(
            iio_device_set_trigger(pointer, trigger.pointer),
            "bind the trigger \(trigger.nameOrID) to \(nameOrID)")
    }
}

/// The trimmed text that `read` writes into a buffer of the given size.
func attributeText(
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
    return text.plain
}

/// At most 256 bytes of a name from libiio; nil if it is absent or empty.
func name(_ text: UnsafePointer<CChar>?) -> String? {
    guard let text else { return nil }
    let bytes = UnsafeRawBufferPointer(start: text, count: strnlen(text, 256))
    let name = String(decoding: bytes, as: UTF8.self).plain
    return name.isEmpty ? nil : name
}

extension StringProtocol {
    /// The text as one trimmed line: each run of white space becomes a space, and characters that
    /// control a terminal are escaped.
    var plain: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ").printable
    }
}
