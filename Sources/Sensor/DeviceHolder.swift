import Glibc

/// A program that has a device's node open.
public struct DeviceHolder: Sendable, Equatable {
    public let pid: Int32
    /// Its name, as in "iio-sensor-proxy".
    public let name: String
}

/// The other programs that have the node of the device `id` open, as far as this user may see them.
///
/// iio-sensor-proxy opens its node now and then only, though it keeps the buffer on.
public func holders(of id: String) -> [DeviceHolder] {
    var node = stat()
    guard SysfsDevice(id: id) != nil, stat("/dev/\(id)", &node) == 0,
        let directory = opendir("/proc")
    else { return [] }
    defer { closedir(directory) }
    return names(of: directory).compactMap { Int32($0) }.sorted()
        .filter { $0 != getpid() && hasOpen(node, named: id, pid: $0) }
        .map { DeviceHolder(pid: $0, name: programName(of: $0)) }
}

/// "iio-sensor-proxy", or "iio-sensor-proxy and one more"; nil if nobody is known.
func holderWords(of id: String) -> String? {
    let holders = holders(of: id)
    guard let first = holders.first else { return nil }
    return holders.count == 1 ? first.name : "\(first.name) and \(holders.count - 1) more"
}

private func hasOpen(_ node: stat, named id: String, pid: Int32) -> Bool {
    let folder = "/proc/\(pid)/fd"
    guard let directory = opendir(folder) else { return false }
    defer { closedir(directory) }
    return names(of: directory).contains { name in
        // Looking at the name first spares files that are slow to ask, as on a network.
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("\(folder)/\(name)", &target, target.count)
        guard count > 0, String(decoding: target.prefix(count), as: UTF8.self).hasSuffix("/\(id)")
        else { return false }
        var file = stat()
        return stat("\(folder)/\(name)", &file) == 0
            && (file.st_dev, file.st_ino) == (node.st_dev, node.st_ino)
    }
}

/// The kernel keeps 15 letters of a program's name; its command line may have all of them.
private func programName(of pid: Int32) -> String {
    let short = readFile("/proc/\(pid)/comm")?.trimmed ?? "process \(pid)"
    let command = readFile("/proc/\(pid)/cmdline")?.prefix { $0 != "\0" } ?? ""
    let name = command.split(separator: "/").last.map(String.init) ?? ""
    return name.hasPrefix(short) ? name : short
}
