/// What a bug report tells of the system; none of it is this machine's alone.
public struct SystemFacts: Sendable, Equatable {
    /// As in "Debian GNU/Linux 12 (bookworm)".
    public var distribution: String?
    /// The kernel's release, as in "6.1.0-18-amd64".
    public var kernel: String?
    /// The board's model, or the firmware's names of vendor and product.
    public var machine: String?

    public init(_ root: Root = .machine) {
        let files = ["/etc/os-release", "/usr/lib/os-release"]
        let lines = files.lazy.compactMap(root.text).first?.split(separator: "\n") ?? []
        let key = "PRETTY_NAME="
        distribution = lines.first { $0.hasPrefix(key) }.map {
            $0.dropFirst(key.count).filter { $0 != "\"" }
        }
        kernel = root.text("/proc/sys/kernel/osrelease")
        let names = ["sys_vendor", "product_name", "product_version"].compactMap {
            root.text("/sys/class/dmi/id/\($0)")
        }.filter { !$0.isEmpty }
        machine =
            root.text("/proc/device-tree/model")
            ?? (names.isEmpty ? nil : names.joined(separator: " "))
    }
}
