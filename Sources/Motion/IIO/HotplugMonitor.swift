import CUdev
import Glibc
import Platform

/// Reports when a local IIO device is connected or disconnected, after udev's rules have run.
///
/// Without udev, as in a container, it reports nothing.
struct HotplugMonitor: ~Copyable {
    private let udev: OpaquePointer?
    private let monitor: OpaquePointer?

    /// Starts to receive events if `isWanted`, through `udev_monitor_new_from_netlink`.
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

    /// Becomes readable when there is an event; -1, which poll ignores, if there are never any.
    var descriptor: CInt { monitor.map { udev_monitor_get_fd($0) } ?? -1 }

    /// Takes all events; returns whether there were any.
    func take() -> Bool {
        guard let monitor else { return false }
        var isAny = false
        while let device = udev_monitor_receive_device(monitor) {
            udev_device_unref(device)
            isAny = true
        }
        return isAny
    }

    /// Waits for an event until `deadline`, in nanoseconds of `monotonicNow`; whether one came.
    func wait(until deadline: Int64) -> Bool {
        var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        poll(&descriptors, until: deadline)
        return take()
    }
}

/// Waits until one of the descriptors is ready, or `deadline`, in nanoseconds of `monotonicNow`.
func poll(_ descriptors: inout [pollfd], until deadline: Int64) {
    let pause = max(0, deadline - monotonicNow())
    Glibc.poll(
        &descriptors, nfds_t(descriptors.count), Int32(clamping: (pause + 999_999) / 1_000_000))
}

extension Backoff {
    /// Nanoseconds to wait, after one device, for another one of the same hub.
    private static let hubDelay: Int64 = 100_000_000

    /// Waits until the next try or `deadline`, in nanoseconds of `monotonicNow`, whichever is
    /// first; begins a try that is due, and returns whether it is.
    ///
    /// A device that is connected or disconnected may make the next try earlier.
    mutating func waitForTry(
        until deadline: Int64, _ hotplug: borrowing HotplugMonitor
    ) -> Bool {
        while hotplug.wait(until: min(due, deadline)) { hurry(delay: Self.hubDelay) }
        return beginTryIfDue()
    }
}

/// Detects new IIO devices of this machine, with or without udev.
struct NewDevices {
    /// Nanoseconds between two searches.
    private static let interval: Int64 = 2_000_000_000
    private var known = Self.present
    /// The time of the next search, in nanoseconds of `monotonicNow`.
    private var due = monotonicNow() + interval

    /// Whether there are new devices since the last search.
    mutating func haveCome(now: Int64 = monotonicNow()) -> Bool {
        guard now >= due else { return false }
        due = now + Self.interval
        let present = Self.present
        defer { known = present }
        return !present.isSubset(of: known)
    }

    private static var present: Set<String> {
        Set((try? names(inFolder: "/sys/bus/iio/devices")) ?? [])
    }
}

/// A local device's entry in udev's database.
struct UdevDevice: ~Copyable {
    private let udev: OpaquePointer
    private let device: OpaquePointer

    /// Looks up the IIO device `id`, as in "iio:device0"; nil where there is none:
    /// `udev_device_new_from_subsystem_sysname`.
    init?(id: String) {
        guard let udev = udev_new() else { return nil }
        guard let device = udev_device_new_from_subsystem_sysname(udev, "iio", id) else {
            udev_unref(udev)
            return nil
        }
        (self.udev, self.device) = (udev, device)
    }

    deinit {
        udev_device_unref(device)
        udev_unref(udev)
    }

    /// The value of a property: `udev_device_get_property_value`.
    subscript(name: String) -> String? {
        udev_device_get_property_value(device, name).map { String(cString: $0) }
    }
}
