public import Glibc

/// This user's permissions for a device, and the reasons for missing ones.
public struct AccessFacts: Sendable, Equatable {
    /// "iio:device0".
    var device: String
    /// Whether this process may open its node.
    var mayOpenNode = false
    /// Whether this process may write the attributes that start its buffer.
    var mayWriteAttributes = false
    /// Whether the udev rule is installed.
    var hasRule = false
    /// Whether the group is in /etc/group.
    var hasGroup = false
    /// Whether the user is in the group according to /etc/group.
    var isListed = false
    /// Whether this process is in the group.
    var isMember = false

    /// The udev rule, and the group that it gives access to.
    static let (rule, group) = ("60-lenticule.rules", "lenticule")

    init(device: String) { self.device = device }

    /// Checks access by this process, and the group's list for `user`.
    public init(_ root: Root = .machine, device: String, user: String, groups: [gid_t]) {
        self.init(device: device)
        let folder = "/sys/bus/iio/devices/\(device)"
        mayOpenNode = root.allows(R_OK | W_OK, at: "/dev/\(device)")
        mayWriteAttributes = root.allows(W_OK, at: "\(folder)/buffer/enable")
        let folders = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"]
        hasRule = folders.contains { root.has("\($0)/udev/rules.d/\(Self.rule)") }
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

    /// The finding for a device that has a buffer.
    var finding: Finding {
        if mayOpenNode && mayWriteAttributes {
            return Finding(.ok, "permission", "\(device) may be read at its full rate")
        }
        let loss = "\(device) is polled, which is slower, because permission is missing"
        let (text, remedies) = reason
        return Finding(.note, "permission", "\(loss): \(text)", remedies)
    }

    /// The first missing condition, and its remedies.
    private var reason: (String, [String]) {
        if !hasRule {
            return ("the udev rule is not installed; in Lenticule's folder:", ["make install"])
        }
        if !hasGroup { return ("there is no group \(Self.group)", ["sudo systemd-sysusers"]) }
        if isMember {
            return (
                "the udev rule is installed, but was not applied to it",
                ["sudo udevadm control --reload && sudo udevadm trigger -s iio"]
            )
        }
        if isListed {
            return ("you are a member of the group, but not in this session: log in again", [])
        }
        return (
            "you are not in the group \(Self.group); run this, then log in again:",
            ["sudo usermod -aG \(Self.group) $USER"]
        )
    }
}
