/// Everything that was found out about a machine; nothing in it is judged yet.
public struct Facts: Sendable {
    public var machine: MachineFacts
    public var sensor: SensorFacts
    public var service: ServiceFacts
    public var display: DisplayFacts
    /// Each file of the configuration that is there, with what is to be said of it.
    public var configuration: [FileFacts] = []
    public var card: FileFacts

    public init(
        machine: MachineFacts, sensor: SensorFacts, service: ServiceFacts, display: DisplayFacts,
        card: FileFacts
    ) {
        (self.machine, self.sensor, self.service) = (machine, sensor, service)
        (self.display, self.card) = (display, card)
    }

    /// How it all stands: the sensor first, for most is wrong there.
    public var findings: [Finding] {
        sensorFindings + [service.finding, display.finding] + configurationFindings
            + [cardFinding]
    }

    private var sensorFindings: [Finding] {
        let found = sensor.findings
        if !found.isEmpty { return found }
        let isElsewhere = sensor.uri != "local:"
        let failure = Finding(
            .problem, "sensor", sensor.failure ?? "no accelerometer on \(sensor.uri)")
        let all = [failure] + (isElsewhere ? [] : missingSensor(machine))
        return service.device != nil ? all.map(\.asNote) : all
    }

    /// What comes with the program is missing where that was not installed.
    private var cardFinding: Finding {
        guard card.path == "demo", let failure = card.failure else {
            return card.finding(as: "card")
        }
        return Finding(.problem, "card", "\(failure); in Lenticule's folder:", ["make install"])
    }

    private var configurationFindings: [Finding] {
        guard configuration.isEmpty else {
            return configuration.map { $0.finding(as: "configuration") }
        }
        return [Finding(.ok, "configuration", "no file: the built-in defaults are in force")]
    }
}

extension Finding {
    /// The same where a service makes up for it.
    fileprivate var asNote: Finding {
        var finding = self
        if mark == .problem { finding.mark = .note }
        return finding
    }
}

/// A file or folder that is needed, and what is wrong with it.
public struct FileFacts: Sendable, Equatable {
    public var path: String
    /// What does not stop the card.
    public var remarks: [String] = []
    /// What does.
    public var failure: String?

    public init(path: String, remarks: [String] = [], failure: String? = nil) {
        (self.path, self.remarks, self.failure) = (path, remarks, failure)
    }

    fileprivate func finding(as topic: String) -> Finding {
        if let failure { return Finding(.problem, topic, failure, ["lenticule check"]) }
        if remarks.isEmpty { return Finding(.ok, topic, path) }
        return Finding(.note, topic, remarks.joined(separator: "; "), ["lenticule check"])
    }
}

/// Where the card would be drawn, and with what.
public enum DisplayFacts: Sendable, Equatable {
    /// A window: SDL's driver, the display's pixels and frames a second, and the renderer that `auto`
    /// chooses.
    case window(driver: String, width: Int, height: Int, refresh: Double, renderer: String)
    /// The terminal, for want of a display or by wish.
    case terminal
    /// A display was expected.
    case failure(String)

    fileprivate var finding: Finding {
        switch self {
        case .window(let driver, let width, let height, let refresh, let renderer):
            Finding(
                .ok, "display",
                "\(width) x \(height), \(refresh.rounded(to: 1)) Hz, through \(driver); "
                    + "\(renderer) draws")
        case .terminal:
            Finding(
                .note, "display", "no display for this session: the card appears in the terminal",
                ["lenticule show --display terminal"])
        case .failure(let text):
            Finding(.problem, "display", text, ["lenticule show --display terminal"])
        }
    }
}
