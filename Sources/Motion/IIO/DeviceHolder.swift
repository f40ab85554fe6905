import Glibc
import Platform

/// A program that has a device's node open.
public struct DeviceHolder: Sendable, Equatable {
    public let pid: Int32
    /// Its name, as in "iio-sensor-proxy".
    public let name: String
}

/// The other programs that have the node of the device `id` open, as far as this user may see them.
///
/// iio-sensor-proxy keeps the buffer on, but opens the node only from time to time.
public func holders(of id: String) -> [DeviceHolder] {
    var node = stat()
    guard SysfsDevice(id: id) != nil, stat("/dev/\(id)", &node) == 0 else { return [] }
    return ((try? names(inFolder: "/proc")) ?? []).compactMap { Int32($0) }.sorted()
        .filter { $0 != getpid() && hasOpen(node, named: id, pid: $0) }
        .map { DeviceHolder(pid: $0, name: programName(of: $0)) }
}

/// "iio-sensor-proxy", or "iio-sensor-proxy and 1 more"; nil if no holder is known.
func holderWords(of id: String) -> String? {
    let holders = holders(of: id)
    guard let first = holders.first else { return nil }
    return holders.count == 1 ? first.name : "\(first.name) and \(holders.count - 1) more"
}

private func hasOpen(_ node: stat, named id: String, pid: Int32) -> Bool {
    let folder = "/proc/\(pid)/fd"
    return ((try? names(inFolder: folder)) ?? []).contains { name in
        // The name is compared first, because `stat` is slow for some files, as on a network.
        guard linkTarget("\(folder)/\(name)")?.hasSuffix("/\(id)") == true else { return false }
        var file = stat()
        return stat("\(folder)/\(name)", &file) == 0
            && (file.st_dev, file.st_ino) == (node.st_dev, node.st_ino)
    }
}

/// The kernel keeps 15 bytes of a program's name; its command line may have the whole name.
private func programName(of pid: Int32) -> String {
    let short = readText("/proc/\(pid)/comm")?.printable ?? "process \(pid)"
    let command = readText("/proc/\(pid)/cmdline")?.prefix { $0 != "\0" } ?? ""
    let name = command.split(separator: "/").last?.printable ?? ""
    return name.hasPrefix(short) ? name : short
}
