/// A device that the device tree declares on SPI.
///
/// Nothing is sent to it: on SPI, unlike on I2C, what is asked of one chip may be an order to another.
struct SPIFacts: Sendable, Equatable {
    /// Its name in the kernel: "spi0.0".
    let name: String
    /// Its names in the device tree, the most exact one first; for a Raspberry Pi's free places
    /// "spidev".
    let compatible: [String]
    /// Nil if no driver is bound to it.
    let driver: String?

    static func all(_ root: Root) -> [SPIFacts] {
        let devices = "/sys/bus/spi/devices"
        return root.names(in: devices).map { name in
            let names = root.text("\(devices)/\(name)/of_node/compatible") ?? ""
            return SPIFacts(
                name: name, compatible: names.split(separator: "\0").map(String.init),
                driver: root.linkName("\(devices)/\(name)/driver"))
        }
    }

    /// The motion sensor that the device tree says it is.
    var chip: IMUChip? { compatible.lazy.compactMap { IMUChip(compatible: $0) }.first }

    /// Whether only programs use it.
    var isFree: Bool { driver == "spidev" }
}
