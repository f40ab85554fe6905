/// Whether a sensor service can be reached.
public struct ServiceFacts: Sendable, Equatable {
    /// What came of connecting to a socket.
    public enum Answer: Sendable, Equatable {
        /// A service, and what is read there.
        case serves(device: String)
        /// Nobody is there.
        case absent
        /// This user may not, or should not.
        case forbidden(String)
        /// Somebody is there, but it is no service, or one in need.
        case failed(String)
    }

    /// What came of each socket, in the order in which clients try.
    public var answers: [Answer] = []
    /// Whether the system's unit is installed.
    public var hasUnit = false

    /// Looks for the unit; the sockets were tried elsewhere.
    public init(_ root: Root = .machine, answers: [Answer]) {
        self.answers = answers
        let folders = ["/etc", "/usr/local/lib", "/usr/lib", "/lib"]
        hasUnit = folders.contains { root.has("\($0)/systemd/system/lenticule.service") }
    }

    /// What is read at the first service.
    var device: String? {
        answers.lazy.compactMap { if case .serves(let device) = $0 { device } else { nil } }.first
    }

    var finding: Finding {
        if let device { return Finding(.ok, "service", "a service answers and reads \(device)") }
        switch answers.first(where: { $0 != .absent }) {
        case .forbidden(let reason):
            return Finding(
                .note, "service", "\(reason); for the system's service, and then log in again:",
                ["sudo usermod -aG \(AccessFacts.group) $USER"])
        case .failed(let reason):
            return Finding(
                .note, "service", reason, ["systemctl status lenticule", "journalctl -u lenticule"])
        default:
            return Finding(
                .note, "service", "no service runs: each window reads the sensor itself",
                [hasUnit ? "sudo systemctl enable --now lenticule.socket" : "lenticule serve"])
        }
    }
}
