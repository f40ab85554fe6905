import Platform

/// The kind of machine and its hardware for sensors, to find why there is no sensor.
public struct MachineFacts: Sendable, Equatable {
    /// The board's model, as in "Raspberry Pi 4 Model B Rev 1.4".
    var model: String?
    /// The firmware's chassis type, as numbered in SMBIOS.
    var chassis: Int?
    var modules: KernelModules
    var boot: BootConfiguration?
    /// How device tree overlays are loaded, where that is not done by `boot`.
    var overlays = BoardOverlays.unknown
    var buses: [I2CFacts] = []
    var spi: [SPIFacts] = []
    /// The folder with the sources of Lenticule's overlays.
    var overlayFolder: String
    /// Whether a HID sensor hub is connected, as for the sensors of most laptops.
    var hasSensorHub = false
    /// Whether iio-sensor-proxy, the desktop's screen rotation, is installed.
    var hasSensorProxy = false

    /// Collects the facts. Uses I2C only on boards with a device tree: on others a sensor is not wired by
    /// hand, and what else is there may not bear to be asked.
    public init(_ root: Root = .machine) { self.init(root, prefix: programPrefix) }

    /// `prefix` is where the program is installed.
    init(_ root: Root, prefix: String?) {
        model = root.text("/proc/device-tree/model")
        chassis = root.text("/sys/class/dmi/id/chassis_type").flatMap { Int($0) }
        modules = KernelModules(root)
        let installed = [prefix, "/usr/local", "/usr"].compactMap { $0 }
            .map { "\($0)/share/lenticule/overlays" }
        overlayFolder = installed.first(where: root.has) ?? "udev/overlays"
        hasSensorHub = root.names(in: "/sys/bus/hid/drivers/hid-sensor-hub").contains {
            $0.contains(":")
        }
        hasSensorProxy = ["/usr/libexec", "/usr/sbin", "/usr/lib"].contains {
            root.has("\($0)/iio-sensor-proxy")
        }
        guard isBoard else { return }
        if isRaspberryPi { boot = BootConfiguration(root) } else { overlays = BoardOverlays(root) }
        buses = I2CFacts.all(root)
        spi = SPIFacts.all(root)
    }

    /// Whether it is a board with a device tree.
    var isBoard: Bool { model != nil }

    /// The bus at a Raspberry Pi's pins 3 and 5.
    var pins: I2CFacts { buses.first { $0.number == 1 } ?? I2CFacts() }

    var isRaspberryPi: Bool { model?.hasPrefix("Raspberry Pi") ?? false }
}
