import SystemPackage

/// Facts about an I2C bus; number 1 is at a Raspberry Pi's pins 3 and 5.
struct I2CFacts: Sendable, Equatable {
    enum Access: Sendable, Equatable {
        /// The kernel has no such bus.
        case noBus
        /// The kernel has the bus, but there is no device node.
        case noNode
        /// This user has no permission to open the node.
        case forbidden
        /// The node cannot be opened for this other reason.
        case failed(String)
        case open
    }

    var number = 1
    /// Its place in the device tree, as in "/soc/i2c@7e804000"; nil if it has none.
    var treePath: String?
    var access = Access.noBus
    /// The answer by address; empty without access.
    var answers: [UInt8: I2CAnswer] = [:]
    /// The names of the chips that the device tree or the user has declared to the kernel, by their
    /// addresses.
    var declared: [UInt8: String] = [:]

    /// "i2c-1".
    var name: String { "i2c-\(number)" }

    /// The name of the device at `address` in the kernel, as in "1-0068".
    func device(at address: UInt8) -> String { "\(number)-00\(address.hexadecimal.dropFirst(2))" }
}

extension I2CFacts {
    private static let devices = "/sys/bus/i2c/devices"
    /// Of a bus that takes longer nothing more is asked: each question would take as long.
    private static let longestAnswer = Duration.milliseconds(500)

    /// The buses, by number, without those of displays: nothing but a display is there.
    static func all(_ root: Root) -> [I2CFacts] {
        let ofDisplays = Set(
            root.names(in: "/sys/class/drm").compactMap {
                root.linkName("/sys/class/drm/\($0)/ddc")
            })
        return root.names(in: devices).filter { $0.hasPrefix("i2c-") && !ofDisplays.contains($0) }
            .compactMap { Int($0.dropFirst(4)) }.sorted()
            .filter { !isOfDisplay(root.text("\(devices)/i2c-\($0)/name") ?? "") }
            .map { I2CFacts(root, number: $0) }
    }

    private static func isOfDisplay(_ name: String) -> Bool {
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        return ["ddc", "hdmi", "aux", "dpaux", "edid"].contains { words.contains($0[...]) }
    }

    /// Checks access, and reads the identity of chips without a driver.
    init(_ root: Root, number: Int = 1) {
        self.number = number
        guard root.has("\(Self.devices)/\(name)") else { return }
        treePath = root.link("\(Self.devices)/\(name)/of_node")?
            .split(separator: "devicetree/base", maxSplits: 1).last.map(String.init)
        for address in IMUChip.addresses {
            declared[address] = root.text("\(folder(of: address))/name")
        }
        do throws(Errno) {
            let bus = try I2CBus(node: root.located("/dev/\(name)"))
            access = .open
            for address in IMUChip.addresses {
                let start = ContinuousClock.now
                answers[address] = Self.answer(
                    of: bus, at: address, driver: root.linkName("\(folder(of: address))/driver"))
                guard ContinuousClock.now - start < Self.longestAnswer else {
                    access = .failed(
                        "it does not become free: SDA or SCL is at ground, or not pulled up")
                    break
                }
            }
        } catch {
            access =
                switch error {
                case .noSuchFileOrDirectory: .noNode
                case .permissionDenied, .notPermitted: .forbidden
                default: .failed(error.description)
                }
        }
    }

    private func folder(of address: UInt8) -> String {
        "\(Self.devices)/\(device(at: address))"
    }

    private static func answer(
        of bus: borrowing I2CBus, at address: UInt8, driver: String?
    ) -> I2CAnswer {
        guard driver == nil, var values = bus.read(IMUChip.registers(at: address), at: address)
        else { return .held(driver: driver ?? "a driver") }
        if IMUChip.needsStatus(values) {
            let status = bus.read([IMUChip.status.register], at: address) ?? [:]
            values.merge(status) { $1 }
        }
        return values.isEmpty ? .silence : .registers(values)
    }
}
