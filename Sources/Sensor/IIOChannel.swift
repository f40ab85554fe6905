import CIIO

/// A channel of an `IIODevice`: one axis, or the timestamp.
struct IIOChannel {
    let pointer: OpaquePointer

    /// "accel_x".
    var id: String { String(cString: iio_channel_get_id(pointer)) }
    /// Whether it can be part of a buffer's scans.
    var isScanElement: Bool { iio_channel_is_scan_element(pointer) }

    /// Whether there is an attribute of that name: `iio_channel_find_attr`.
    func hasAttribute(_ name: String) -> Bool { iio_channel_find_attr(pointer, name) != nil }

    /// An attribute's text, trimmed: `iio_channel_attr_read`.
    func attribute(_ name: String) throws(IIOError) -> String {
        try readText("read \(name) of \(id)") { iio_channel_attr_read(pointer, name, $0, $1) }
    }

    /// An attribute's number, read without regard to the locale.
    func number(_ name: String) throws(IIOError) -> Double {
        let text = try attribute(name)
        guard let number = Double(text), number.isFinite else {
            throw IIOError(
                operation: "read \(name) of \(id)", code: 0, reason: "\"\(text)\" is no number")
        }
        return number
    }

    /// Sets an attribute: `iio_channel_attr_write`.
    func setAttribute(_ name: String, to value: String) throws(IIOError) {
        try check(
            iio_channel_attr_write(pointer, name, value), "write \(value) to \(name) of \(id)")
    }

    /// Makes it part of the scans, or not; only while no buffer is open.
    func setEnabled(_ isEnabled: Bool) {
        if isEnabled { iio_channel_enable(pointer) } else { iio_channel_disable(pointer) }
    }

    /// How a scan holds it, in the kernel's words: "le:s12/16>>4".
    var format: String? {
        guard isScanElement, let format = iio_channel_get_data_format(pointer)?.pointee else {
            return nil
        }
        return "\(format.is_be ? "be" : "le"):\(format.is_signed ? "s" : "u")"
            + "\(format.bits)/\(format.length)"
            + (format.repeat > 1 ? "X\(format.repeat)" : "") + ">>\(format.shift)"
    }

    /// How many bytes a scan has for it.
    var size: Int {
        guard let format = iio_channel_get_data_format(pointer)?.pointee else { return 0 }
        return Int(format.length / 8 * format.repeat)
    }

    /// The number that `bytes` hold in the scan's format: byte order, shift, junk bits and sign are
    /// `iio_channel_convert`'s work.
    func raw(at bytes: UnsafeRawPointer) -> Int64 {
        var value: Int64 = 0
        withUnsafeMutableBytes(of: &value) { iio_channel_convert(pointer, $0.baseAddress, bytes) }
        guard let format = iio_channel_get_data_format(pointer)?.pointee else { return value }
        // What was written are the lowest bytes of a little-endian number, its sign not extended.
        let unused = 64 - min(64, max(8, format.length))
        let high = value << unused
        return format.is_signed ? high >> unused : Int64(UInt64(bitPattern: high) >> unused)
    }
}
