import CIIO
import Glibc
import Platform

/// A running buffer of a device; it stops in `deinit`.
struct IIOBuffer: ~Copyable {
    private let pointer: OpaquePointer
    private let title: String

    /// Starts the capture of the enabled channels: `iio_device_create_buffer`.
    ///
    /// `scans` is the kernel's watermark, thus the latency; the buffer holds `depth` times as many.
    init(device: IIODevice, scans: Int, depth: UInt32) throws(IIOError) {
        title = device.nameOrID
        // A backend may not support this; its default depth is sufficient.
        _ = iio_device_set_kernel_buffers_count(device.pointer, depth)
        errno = 0
        let pointer = StandardError.muted { iio_device_create_buffer(device.pointer, scans, false) }
        guard let pointer else {
            throw IIOError(operation: "capture from \(device.nameOrID)", code: errno)
        }
        self.pointer = pointer
    }

    deinit { StandardError.muted { iio_buffer_destroy(pointer) } }

    /// Makes `refill` non-blocking, and gives the descriptor to poll; only for local buffers.
    func pollDescriptor() throws(IIOError) -> Int32 {
        try check(iio_buffer_set_blocking_mode(pointer, false), "read \(title) without waiting")
        return try check(iio_buffer_get_poll_fd(pointer), "poll \(title)")
    }

    /// Takes the available scans; false if there are none: `iio_buffer_refill`.
    func refill() throws(IIOError) -> Bool {
        let count = iio_buffer_refill(pointer)
        if count == -Int(EAGAIN) || count == -Int(EINTR) { return false }
        return try check(count, "read from \(title)") > 0
    }

    /// Calls `body` with the bytes of each scan of the last refill.
    func forEachScan(_ body: (UnsafeRawBufferPointer) -> Void) {
        guard let start = iio_buffer_start(pointer), let end = iio_buffer_end(pointer) else {
            return
        }
        let step = iio_buffer_step(pointer)
        guard step > 0, end - start >= step else { return }
        for offset in stride(from: 0, through: end - start - step, by: step) {
            body(UnsafeRawBufferPointer(start: start + offset, count: step))
        }
    }

    /// The channel's offset in each scan of the last refill, in bytes: `iio_buffer_first`.
    ///
    /// A server may change it with any refill.
    func offset(of channel: IIOChannel) -> Int {
        guard let start = iio_buffer_start(pointer) else { return 0 }
        return iio_buffer_first(pointer, channel.pointer) - start
    }
}
