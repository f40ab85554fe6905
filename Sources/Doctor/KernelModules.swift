/// The running kernel's drivers, as modules or built in.
public struct KernelModules: Sendable, Equatable {
    private let names: Set<String>?

    /// Reads `modules.dep` and `modules.builtin` of the running kernel.
    init(_ root: Root) {
        let release = root.text("/proc/sys/kernel/osrelease") ?? ""
        let lists = ["modules.dep", "modules.builtin"].compactMap {
            root.text("/lib/modules/\(release)/\($0)")
        }
        names = lists.isEmpty ? nil : Set(lists.flatMap(Self.names(in:)))
    }

    /// Whether this driver exists; nil without the lists, as in a container.
    func has(_ name: String) -> Bool? { names?.contains(Self.canonical(name)) }

    /// A line is "kernel/drivers/iio/imu/bmi160/bmi160_i2c.ko.xz: its dependencies".
    private static func names(in list: String) -> [String] {
        list.split(separator: "\n").compactMap { line in
            let path = line.prefix { $0 != ":" }
            guard let file = path.split(separator: "/").last else { return nil }
            return canonical(file.prefix { $0 != "." })
        }
    }

    /// The kernel treats "-" and "_" as equal.
    private static func canonical(_ name: some StringProtocol) -> String {
        String(name.map { $0 == "-" ? "_" : $0 })
    }
}
