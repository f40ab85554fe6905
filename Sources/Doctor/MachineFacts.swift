/// What kind of machine this is, and what it has for sensors; to find out why there is none.
public struct MachineFacts: Sendable, Equatable {
    /// What a board calls itself, as in "Raspberry Pi 4 Model B Rev 1.4".
    var model: String?
    /// What the firmware calls the case, by the numbers of SMBIOS.
    var chassis: Int?
    var modules: KernelModules
    var boot: BootConfiguration?
    var i2c = I2CFacts()
    /// Where the sources of Lenticule's overlays lie.
    var overlays: String
    /// Whether a HID sensor hub is connected, which most laptops' sensors are behind.
    var hasSensorHub = false
    /// Whether the desktop's screen rotation is installed.
    var hasSensorProxy = false

    /// Looks at the machine; the I2C bus is touched on a Raspberry Pi only.
    public init(_ root: Root = .machine) {
        model = root.text("/proc/device-tree/model")
        chassis = root.text("/sys/class/dmi/id/chassis_type").flatMap { Int($0) }
        modules = KernelModules(root)
        let installed = ["/usr/local/share", "/usr/share"].map { "\($0)/lenticule/overlays" }
        overlays = installed.first(where: root.has) ?? "udev/overlays"
        hasSensorHub = root.names(in: "/sys/bus/hid/drivers/hid-sensor-hub").contains {
            $0.contains(":")
        }
        hasSensorProxy = ["/usr/libexec", "/usr/sbin", "/usr/lib"].contains {
            root.has("\($0)/iio-sensor-proxy")
        }
        guard isRaspberryPi else { return }
        boot = BootConfiguration(root)
        i2c = I2CFacts(root)
    }

    var isRaspberryPi: Bool { model?.hasPrefix("Raspberry Pi") ?? false }
}
