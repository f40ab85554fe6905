public import Glibc

/// What this user may do with a device, and why not more.
public struct AccessFacts: Sendable, Equatable {
    /// "iio:device0".
    var device: String
    /// Whether its node can be opened.
    var opensNode = false
    /// Whether the attributes that start its buffer can be written.
    var writesAttributes = false
    /// Whether the udev rule is installed.
    var hasRule = false
    /// Whether there is the group.
    var hasGroup = false
    /// Whether the user belongs to it by the system's list.
    var isListed = false
    /// Whether this login does.
    var isMember = false

    /// What gives the group its rights, and the group.
    static let (rule, group) = ("60-lenticule.rules", "lenticule")

    init(device: String) { self.device = device }

    /// Looks at the device as this process, and at the lists for the user of that name.
    public init(_ root: Root = .machine, device: String, user: String, groups: [gid_t]) {
        self.init(device: device)
        let folder = "/sys/bus/iio/devices/\(device)"
        opensNode = root.allows(R_OK | W_OK, at: "/dev/\(device)")
        writesAttributes = root.allows(W_OK, at: "\(folder)/buffer/enable")
        let places = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"]
        hasRule = places.contains { root.has("\($0)/udev/rules.d/\(Self.rule)") }
        // A line is "name:password:number:members".
        let lines = (root.text("/etc/group") ?? "").split(separator: "\n").map {
            $0.split(separator: ":", omittingEmptySubsequences: false)
        }
        guard let line = lines.first(where: { $0.first == Self.group[...] && $0.count == 4 }) else {
            return
        }
        hasGroup = true
        isListed = line[3].split(separator: ",").contains(user[...])
        isMember = gid_t(line[2]).map(groups.contains) ?? false
    }

    /// How this stands for a device that has a buffer.
    var finding: Finding {
        if opensNode && writesAttributes {
            return Finding(.ok, "permission", "\(device) may be read at its full rate")
        }
        let loss = "\(device) is read value by value, slower, for want of permission"
        let (text, remedies) = reason
        return Finding(.note, "permission", "\(loss): \(text)", remedies)
    }

    /// What is missing, the first of it.
    private var reason: (String, [String]) {
        if !hasRule {
            return ("the udev rule is not installed; in Lenticule's folder:", ["make install"])
        }
        if !hasGroup { return ("there is no group \(Self.group)", ["sudo systemd-sysusers"]) }
        if isMember {
            return (
                "the udev rule has not seen it yet",
                ["sudo udevadm control --reload && sudo udevadm trigger -s iio"]
            )
        }
        if isListed { return ("you are in the group from the next login on: log in again", []) }
        return (
            "you are not in the group \(Self.group); afterwards log in again:",
            ["sudo usermod -aG \(Self.group) $USER"]
        )
    }
}
