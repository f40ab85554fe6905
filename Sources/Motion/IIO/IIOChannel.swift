import CIIO
import Glibc
import Motion

/// A channel of an `IIODevice`: one axis, the fused attitude, or the timestamp.
struct IIOChannel: AttributeOwner {
    let pointer: OpaquePointer

    /// "accel_x".
    var id: String { name(iio_channel_get_id(pointer)) ?? "a channel" }
    /// Whether it can be part of a buffer's scans.
    var isScanElement: Bool { iio_channel_is_scan_element(pointer) }

    /// Whether there is an attribute of that name: `iio_channel_find_attr`.
    func hasAttribute(_ name: String) -> Bool { iio_channel_find_attr(pointer, name) != nil }

    /// An attribute's text, trimmed: `iio_channel_attr_read`.
    func attribute(_ name: String) throws(IIOError) -> String {
        try attributeText("read \(name) of \(id)") { iio_channel_attr_read(pointer, name, $0, $1) }
    }

    /// An attribute's number, read without regard to the locale.
    ///
    /// Throws if the text is no number in `range`: no sensor has a number outside it, and results
    /// computed from such a number might be infinite.
    func number(
        _ name: String, in range: ClosedRange<Double> = -1e19...1e19
    ) throws(IIOError) -> Double {
        let text = try attribute(name)
        guard let number = Double(text), range.contains(number) else {
            throw IIOError(
                operation: "read \(name) of \(id)", code: 0,
                reason: "\"\(text)\" is no number between \(range.lowerBound.short) and "
                    + range.upperBound.short)
        }
        return number
    }

    /// Sets an attribute: `iio_channel_attr_write`.
    func setAttribute(_ name: String, to value: String) throws(IIOError) {
        try check(
            iio_channel_attr_write(pointer, name, value), "write \(value) to \(name) of \(id)")
    }

    /// Includes the channel in the scans, or excludes it; only while no buffer is open.
    func setEnabled(_ isEnabled: Bool) {
        if isEnabled { iio_channel_enable(pointer) } else { iio_channel_disable(pointer) }
    }

    /// The channel's scan format in the kernel's notation: "le:s12/16>>4".
    var format: String? {
        guard isScanElement, let format = iio_channel_get_data_format(pointer)?.pointee else {
            return nil
        }
        return "\(format.is_be ? "be" : "le"):\(format.is_signed ? "s" : "u")"
            + "\(format.bits)/\(format.length)"
            + (format.repeat > 1 ? "X\(format.repeat)" : "") + ">>\(format.shift)"
    }

    /// The channel's field in a scan; throws if its format is invalid or does not hold `count`
    /// numbers.
    func field(count: Int) throws(IIOError) -> ScanField {
        guard let format = scanFormat, format.count == count else {
            let reason = self.format.map { "it has the scan format \($0), which no sensor has" }
            throw IIOError(
                operation: "capture \(id)", code: EINVAL,
                reason: reason ?? "it is not part of the device's scans")
        }
        return ScanField(channel: self, format: format)
    }

    /// The channel's scan format; nil if it is invalid.
    var scanFormat: ScanFormat? {
        iio_channel_get_data_format(pointer).flatMap { ScanFormat($0.pointee) }
    }
}
