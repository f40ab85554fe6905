/// Whether a sensor service is available.
public struct ServiceFacts: Sendable, Equatable {
    /// The result of connecting to a socket.
    public enum Answer: Sendable, Equatable {
        /// A service, and its sensor; nil while the sensor is absent.
        case serves(sensor: String?)
        /// No program listens at the socket.
        case absent
        case forbidden(String)
        /// Connecting failed otherwise, this user should not connect, or the program that listens
        /// there does not answer as the service does.
        case failed(String)
    }

    /// The result for each socket, in the order in which clients try.
    public var answers: [Answer] = []
    /// Whether the system's unit is installed.
    public var hasUnit = false

    /// Checks the unit; `answers` are the results of the sockets.
    public init(_ root: Root = .machine, answers: [Answer]) {
        self.answers = answers
        let folders = ["/etc", "/usr/local/lib", "/usr/lib", "/lib"]
        hasUnit = folders.contains { root.has("\($0)/systemd/system/lenticule.service") }
    }

    /// The sensor of the first service that has one, which `auto` takes; nil if none has.
    var sensor: String? {
        for case .serves(let sensor?) in answers { return sensor }
        return nil
    }

    var finding: Finding {
        if let sensor { return Finding(.ok, "service", "a service is running and reads \(sensor)") }
        switch answers.first(where: { $0 != .absent }) {
        case .forbidden(let reason):
            return Finding(
                .note, "service",
                "\(reason); to use the system's service, run this, then log in again:",
                ["sudo usermod -aG \(AccessFacts.group) $USER"])
        case .serves:
            return Finding(.note, "service", "a service is running, and waits for its sensor")
        case .failed(let reason):
            return Finding(
                .note, "service", reason, ["systemctl status lenticule", "journalctl -u lenticule"])
        default:
            return Finding(
                .note, "service", "no service is running: each program reads the source itself",
                [hasUnit ? "sudo systemctl enable --now lenticule.socket" : "lenticule serve"])
        }
    }
}
