import CIIO
import Motion

/// A channel that gives a rotation which the device has fused itself: `rot_quaternion`.
struct RotationChannel {
    let channel: IIOChannel
    /// The kernel's ABI has x, y, z, w. The driver of the BNO055 hands on its registers, w first.
    let isWFirst: Bool

    /// The rotation of `device`; nil where it gives none.
    init?(of device: IIODevice) {
        guard let channel = device.channel("rot_quaternion") else { return nil }
        self.channel = channel
        isWFirst = device.name == "bno055"
    }

    /// Device to Earth (x east or anywhere, y across, z up) from the four numbers, in any scale.
    ///
    /// Nil for what is no rotation: HID sensors give zeros until they have measured.
    func orientation(_ raw: [Double]) -> Quaternion? {
        guard raw.count == 4 else { return nil }
        let q =
            isWFirst
            ? Quaternion(raw[0], raw[1], raw[2], raw[3])
            : Quaternion(raw[3], raw[0], raw[1], raw[2])
        return q.norm > 0 && q.isFinite ? q.normalized : nil
    }

    /// The rotation that lies at `bytes` in a scan: four numbers of the channel's format.
    func orientation(at bytes: UnsafeRawPointer) -> Quaternion? {
        guard let format = iio_channel_get_data_format(channel.pointer)?.pointee,
            format.repeat == 4
        else { return nil }
        switch format.length {
        case 16: return orientation(converted(bytes, as: Int16.self))
        case 32: return orientation(converted(bytes, as: Int32.self))
        default: return nil
        }
    }

    /// Byte order, shift, junk bits and sign are `iio_channel_convert`'s work, for all four.
    private func converted<Number: FixedWidthInteger>(
        _ bytes: UnsafeRawPointer, as type: Number.Type
    ) -> [Double] {
        var numbers = [Number](repeating: 0, count: 4)
        iio_channel_convert(channel.pointer, &numbers, bytes)
        return numbers.map { Double($0) }
    }

    /// Reads the rotation as it is now: "x y z w".
    func read() throws(IIOError) -> Quaternion? {
        orientation(try channel.attribute("raw").split(separator: " ").compactMap { Double($0) })
    }
}
