import IIO
import Motion
import Platform

/// All facts about a machine, without a judgement.
public struct Facts: Sendable {
    public var machine: MachineFacts
    public var source = SourceFacts.automatic
    public var sensor: SensorFacts
    public var service: ServiceFacts
    public var display: DisplayFacts
    /// The configuration files that exist, with their mistakes.
    public var configuration: [FileFacts] = []
    public var card: FileFacts
    /// The decoder process; nil if it was not examined.
    public var decoder: DecoderFacts?

    public init(
        machine: MachineFacts, sensor: SensorFacts, service: ServiceFacts, display: DisplayFacts,
        card: FileFacts
    ) {
        (self.machine, self.sensor, self.service) = (machine, sensor, service)
        (self.display, self.card) = (display, card)
    }

    /// All findings: the source first, as most problems are there.
    public var findings: [Finding] {
        sourceFindings + [service.finding, display.finding] + configurationFindings
            + [cardFinding] + [decoder?.finding].compactMap { $0 }
    }

    /// The findings about the source; if it is no sensor, a sensor of this machine is mentioned.
    private var sourceFindings: [Finding] {
        switch source {
        case .automatic, .sensor: sensorFindings
        case .works(let name):
            [Finding(.ok, "source", "\(name), as source.from says")] + sensor.unusedSensorFindings
        case .failure(let reason):
            [Finding(.problem, "source", "source.from: \(reason)")] + sensor.unusedSensorFindings
        }
    }

    private var sensorFindings: [Finding] {
        let found = sensor.findings
        if !found.isEmpty { return found }
        // If this is true, the configuration names another device, or allows no fused attitude.
        let hasOther = sensor.inventory?.devices.contains {
            $0.accelerometer != nil || $0.fusedAttitude != nil
        }
        let failure = Finding(
            .problem, "sensor", sensor.failure ?? "no accelerometer on \(sensor.uri)",
            hasOther == true ? ["lenticule devices"] : [])
        let isMissing = sensor.uri == "local:" && hasOther != true
        let all = [failure] + (isMissing ? missingSensor(machine) : [])
        return source == .automatic && service.sensor != nil ? all.map(\.asNote) : all
    }

    /// The card's finding. If the demo card cannot be found, the remedy is to install the program.
    private var cardFinding: Finding {
        guard card.name == "demo", let failure = card.failure else {
            return card.finding(as: "card")
        }
        return Finding(.problem, "card", "\(failure); in Lenticule's folder:", ["make install"])
    }

    private var configurationFindings: [Finding] {
        guard configuration.isEmpty else {
            return configuration.map { $0.finding(as: "configuration") }
        }
        return [Finding(.ok, "configuration", "no file: the built-in defaults are used")]
    }
}

extension Finding {
    /// The finding as a note, because a service replaces the sensor.
    fileprivate var asNote: Finding {
        var finding = self
        if severity == .problem { finding.severity = .note }
        return finding
    }
}

/// A configuration file or a card's folder, and its mistakes.
public struct FileFacts: Sendable, Equatable {
    /// What messages call it: its path; of a card that works, the words `the card "NAME"`, of one
    /// that cannot be found, its name.
    public var name: String
    /// Mistakes with which the file still works.
    public var remarks: [String] = []
    /// The mistake because of which the file does not work.
    public var failure: String?

    public init(name: String, remarks: [String] = [], failure: String? = nil) {
        (self.name, self.remarks, self.failure) = (name, remarks, failure)
    }

    fileprivate func finding(as topic: String) -> Finding {
        let remedy = "lenticule check \(name.shellWord)"
        if let failure { return Finding(.problem, topic, failure, [remedy]) }
        if remarks.isEmpty { return Finding(.ok, topic, name) }
        return Finding(.note, topic, remarks.joined(separator: "; "), [remedy])
    }
}

/// The card's display and renderer.
public enum DisplayFacts: Sendable, Equatable {
    /// A window: SDL's driver, the display's pixels and frames a second, and the renderer that the
    /// configured choice gives, `gl` or `cpu`.
    case window(driver: String, width: Int, height: Int, refresh: Double, renderer: String)
    /// The terminal; `isChosen` by the configuration, else because there is no display.
    case terminal(isChosen: Bool)
    /// The display does not work; the reason.
    case failure(String)

    fileprivate var finding: Finding {
        switch self {
        case .window(let driver, let width, let height, let refresh, let renderer):
            Finding(
                .ok, "display",
                "\(width) x \(height), \(refresh.rounded(toAtMost: 1)) Hz, through \(driver); "
                    + "\(renderer) draws")
        case .terminal(isChosen: true):
            Finding(
                .ok, "display", "the card appears in the terminal, as show.display says")
        case .terminal(isChosen: false):
            Finding(
                .note, "display", "this session has no display: the card appears in the terminal",
                ["lenticule show --display terminal"])
        case .failure(let text):
            Finding(.problem, "display", text, ["lenticule show --display terminal"])
        }
    }
}

/// How far the rights of the decoder process are limited on this machine.
public enum DecoderFacts: Sendable, Equatable {
    /// The version of Landlock, 0 without it; and whether the system calls of the process are
    /// filtered.
    case confined(landlock: Int, hasFilter: Bool)
    /// It cannot be started; the reason.
    case failure(String)

    var finding: Finding {
        switch self {
        case .confined(let landlock, true) where landlock > 0:
            Finding(
                .ok, "pictures",
                "decoded by a process that can read its card and write nothing (Landlock "
                    + "\(landlock), seccomp)")
        case .confined(let landlock, let hasFilter):
            Finding(.note, "pictures", Self.lack(hasLandlock: landlock > 0, hasFilter: hasFilter))
        case .failure(let text): Finding(.problem, "pictures", text)
        }
    }

    private static func lack(hasLandlock: Bool, hasFilter: Bool) -> String {
        let lacks = [hasLandlock ? nil : "Landlock", hasFilter ? nil : "seccomp"].compactMap { $0 }
        let consequence =
            hasFilter
            ? "a picture that takes over the process that decodes it could read your files, but send "
                + "them nowhere"
            : "show only pictures that you trust"
        return "this kernel has no \(lacks.joined(separator: " and no ")): \(consequence)"
    }
}
