import CUdev
import Glibc

/// Tells when an IIO device of this machine comes or goes, once udev's rules have run.
///
/// Where there is no udev, as in a container, it tells nothing.
struct HotplugMonitor: ~Copyable {
    private let udev: OpaquePointer?
    private let monitor: OpaquePointer?

    /// Listens from now on, if that is wanted: `udev_monitor_new_from_netlink`.
    init(isWanted: Bool) {
        udev = isWanted ? udev_new() : nil
        monitor = udev.flatMap { udev_monitor_new_from_netlink($0, "udev") }
        guard let monitor else { return }
        udev_monitor_filter_add_match_subsystem_devtype(monitor, "iio", "iio_device")
        udev_monitor_enable_receiving(monitor)
    }

    deinit {
        if let monitor { udev_monitor_unref(monitor) }
        if let udev { udev_unref(udev) }
    }

    /// Becomes readable when there is something to take; -1, which poll passes over, if never.
    var descriptor: CInt { monitor.map { udev_monitor_get_fd($0) } ?? -1 }

    /// Takes all that has been told; whether that is anything.
    func take() -> Bool {
        guard let monitor else { return false }
        var isAny = false
        while let device = udev_monitor_receive_device(monitor) {
            udev_device_unref(device)
            isAny = true
        }
        return isAny
    }

    /// Waits until something is told, or `deadline`, in nanoseconds of `monotonicNow`; whether it was.
    func wait(until deadline: Int64) -> Bool {
        var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        poll(&descriptors, until: deadline)
        return take()
    }
}

/// Waits until one of the descriptors is ready, or `deadline`, in nanoseconds of `monotonicNow`.
func poll(_ descriptors: inout [pollfd], until deadline: Int64) {
    let pause = max(0, deadline - monotonicNow())
    Glibc.poll(&descriptors, nfds_t(descriptors.count), Int32((pause + 999_999) / 1_000_000))
}
