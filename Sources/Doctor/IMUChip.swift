/// A chip that can be identified on I2C, or by its name in a device tree.
struct IMUChip: Sendable, Equatable {
    /// Its name for the user.
    let name: String
    /// Its name in the kernel.
    let id: String
    /// Its maker's name in device trees.
    let vendor: String
    /// The kernel's driver; nil if Linux has none.
    var driver: Driver?
    /// The overlay of the Raspberry Pi that declares it to the kernel; nil if there is none.
    var overlay: Overlay?
    /// The address that the overlay assumes without its parameter `addr`.
    var usualAddress: UInt8 = 0x68

    /// A driver of the kernel.
    struct Driver: Sendable, Equatable {
        /// The module for I2C.
        let module: String
        /// The module for SPI; nil if there is none.
        var spiModule: String?
        /// The oldest kernel of those that were looked at whose driver knows the chip; nil if all of
        /// them do: Linux 6.1 and later.
        var since: KernelVersion?
        /// What people need to know where the kernel lacks it.
        let whereToFind: String
        /// Whether it takes a chip that `new_device` names. If not, only the device tree may name it.
        var takesNames = true
        /// Whether it needs the interrupt wire.
        var needsWire = false
    }

    /// A device tree overlay, and the parameters that select the chip.
    struct Overlay: Sendable, Equatable {
        let name: String
        /// Each names a chip. The driver treats these chips as the same, so the line for config.txt
        /// gets the first one. Empty if the overlay knows only one chip.
        var parameters: [String] = []
        /// Whether the overlay declares the chip also without a parameter.
        var isDefault = false
        /// Whether it comes with the system; Lenticule has the sources of the others.
        var isStock = false
    }

    /// Its name in device trees.
    var compatible: String { "\(vendor),\(id)" }

    /// The line of config.txt for a chip at `address`; nil if there is no overlay.
    func line(at address: UInt8) -> String? {
        overlay.map { overlay in
            let parameter = overlay.parameters.first.map { ",\($0)" } ?? ""
            let suffix = address == usualAddress ? "" : ",addr=\(address.hexadecimal)"
            let wire = driver?.needsWire == true ? ",int_pin=4" : ""
            return "dtoverlay=\(overlay.name)\(parameter)\(suffix)\(wire)"
        }
    }
}

extension UInt8 {
    /// "0x68".
    var hexadecimal: String { (self < 16 ? "0x0" : "0x") + String(self, radix: 16) }
}
