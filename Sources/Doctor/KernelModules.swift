/// The running kernel's drivers, as modules or built in.
public struct KernelModules: Sendable, Equatable {
    /// The kernel's version; nil if it is unknown.
    let version: KernelVersion?
    private let names: Set<String>?

    /// Reads `modules.dep` and `modules.builtin` of the running kernel.
    init(_ root: Root) {
        let release = root.text("/proc/sys/kernel/osrelease") ?? ""
        version = KernelVersion(release)
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
    static func canonical(_ name: some StringProtocol) -> String {
        String(name.map { $0 == "-" ? "_" : $0 })
    }
}

/// The first two numbers of a kernel's version.
struct KernelVersion: Sendable, Equatable, Comparable, CustomStringConvertible {
    let major, minor: Int

    init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }

    /// Of a release such as "6.1.0-28-arm64"; nil if that is none.
    init?(_ release: String) {
        let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
        guard numbers.count == 2, release.first?.isNumber == true else { return nil }
        self.init(numbers[0], numbers[1])
    }

    var description: String { "\(major).\(minor)" }

    static func < (one: Self, other: Self) -> Bool {
        (one.major, one.minor) < (other.major, other.minor)
    }
}
