import CIIO
import Glibc

/// A device's buffer, running; it stops when this value's life ends.
struct IIOBuffer: ~Copyable {
    private let pointer: OpaquePointer
    private let title: String

    /// Starts the capture of the enabled channels: `iio_device_create_buffer`.
    ///
    /// `scans` is the kernel's watermark and so the latency; `depth` is how many times that it keeps.
    init(device: IIODevice, scans: Int, depth: UInt32) throws(IIOError) {
        title = device.title
        // Not every backend has a depth to set; its own is then good enough.
        _ = iio_device_set_kernel_buffers_count(device.pointer, depth)
        errno = 0
        let pointer = quietly { iio_device_create_buffer(device.pointer, scans, false) }
        guard let pointer else {
            throw IIOError(operation: "capture from \(device.title)", code: errno)
        }
        self.pointer = pointer
    }

    deinit { quietly { iio_buffer_destroy(pointer) } }

    /// Lets `refill` return at once, and gives the descriptor to poll; only local buffers can.
    func pollDescriptor() throws(IIOError) -> Int32 {
        try check(iio_buffer_set_blocking_mode(pointer, false), "read \(title) without waiting")
        return try check(iio_buffer_get_poll_fd(pointer), "poll \(title)")
    }

    /// Takes what has come; false if that is nothing: `iio_buffer_refill`.
    func refill() throws(IIOError) -> Bool {
        let count = iio_buffer_refill(pointer)
        if count == -Int(EAGAIN) || count == -Int(EINTR) { return false }
        return try check(count, "read from \(title)") > 0
    }

    /// Calls `body` with each scan of the last refill: the place of `channel`'s bytes is
    /// `scan + offset(of: channel)`.
    func forEachScan(_ body: (UnsafeRawPointer) -> Void) {
        guard let start = iio_buffer_start(pointer), let end = iio_buffer_end(pointer) else {
            return
        }
        let step = iio_buffer_step(pointer)
        guard step > 0 else { return }
        for offset in stride(from: 0, through: end - start - step, by: step) {
            body(UnsafeRawPointer(start + offset))
        }
    }

    /// How far into each scan the channel lies, in bytes: `iio_buffer_first`.
    func offset(of channel: IIOChannel) -> Int {
        guard let start = iio_buffer_start(pointer) else { return 0 }
        return iio_buffer_first(pointer, channel.pointer) - start
    }
}
