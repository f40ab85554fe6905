/// How a board that is no Raspberry Pi loads device tree overlays.
enum BoardOverlays: Sendable, Equatable {
    /// By Armbian's own program, which compiles them and names them in armbianEnv.txt.
    case armbian
    /// By the line `fdtoverlays` of this extlinux.conf.
    case extlinux(String)
    /// In another way, which is not known here.
    case unknown

    init(_ root: Root) {
        let paths = ["/boot/extlinux/extlinux.conf", "/boot/firmware/extlinux/extlinux.conf"]
        if root.has("/boot/armbianEnv.txt") {
            self = .armbian
        } else if let path = paths.first(where: root.has) {
            self = .extlinux(path)
        } else {
            self = .unknown
        }
    }

    /// The commands that declare `chip` at `address` of a bus from the next start on, or what makes an
    /// overlay of it; `folder` has the sources of the overlays.
    func remedies(
        for chip: IMUChip, at address: UInt8, of treePath: String, from folder: String
    ) -> [String] {
        let source = "lenticule-\(chip.id).dts"
        let filled =
            "sed -e 's|BUS|\(treePath)|' -e 's|COMPATIBLE|\(chip.compatible)|' "
            + "-e 's|ADDRESS|\(address.hexadecimal)|' \(folder)/any-board.dts > \(source)"
        let compiled = "dtc -@ -W no-unit_address_vs_reg -I dts -O dtb \(source)"
        switch self {
        case .armbian: return [filled, "sudo armbian-add-overlay \(source)", "sudo reboot"]
        case .extlinux:
            return [
                filled, "\(compiled) | sudo tee /boot/lenticule.dtbo > /dev/null",
                "fdtoverlays /boot/lenticule.dtbo",
            ]
        case .unknown: return [filled, "\(compiled) > lenticule.dtbo"]
        }
    }

    /// What is done with the last line of `remedies`.
    var words: String {
        switch self {
        case .armbian: "these commands declare it for good:"
        case .extlinux(let path):
            "the first two lines make an overlay for good; write the third one into \(path), below the "
                + "line fdt or fdtdir, and restart:"
        case .unknown:
            "these commands make an overlay for good, which the board's manual says how to load:"
        }
    }
}
