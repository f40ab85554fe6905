import ArgumentParser
import Doctor
import FoundationEssentials
import Glibc

/// `lenticule doctor`: says what is missing for a live card, and the command that mends it.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Say what is missing for a live card, and the command that mends it.",
        discussion: """
            Looks at the sensor, its rate and who else uses it, permissions, the service, the display, \
            the configuration and the card. Ends with 0 if a live card would work, else with 69.
            """)

    @Flag(help: "Print JSON, for programs.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "A configuration read after the system's and the user's.", valueName: "file"),
        completion: .file())
    var config: String?

    func run() throws {
        let findings = Facts.gathered(explicitConfiguration: config).findings
        print(json ? try DoctorReport(findings).json : findings.text(inColour: hasColour))
        guard !findings.allowLiveCard else { return }
        throw Failure(.unavailable, "a live card does not work yet: mend the problems above")
    }

    /// On a terminal only, and not where the person has said no (no-color.org).
    private var hasColour: Bool {
        let isUnwanted = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        return isatty(STDOUT_FILENO) == 1 && !isUnwanted
    }
}

/// What `--json` prints.
private struct DoctorReport: Encodable {
    let liveCard: Bool
    let findings: [Finding]

    init(_ findings: [Finding]) {
        (liveCard, self.findings) = (findings.allowLiveCard, findings)
    }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            encoder.keyEncodingStrategy = .convertToSnakeCase
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}

extension [Finding] {
    /// A line each, the remedies below it.
    func text(inColour: Bool) -> String {
        let width = map(\.topic.count).max() ?? 0
        let indent = String(repeating: " ", count: 9 + width + 2)
        return flatMap { finding in
            let mark = finding.mark.text(inColour: inColour)
            let line = "\(mark)\(finding.topic.padded(to: width + 2))\(finding.text)"
            return [line] + finding.remedies.map { indent + $0 }
        }.joined(separator: "\n")
    }
}

extension Finding.Mark {
    /// The word, nine characters wide.
    fileprivate func text(inColour: Bool) -> String {
        let word = rawValue.padded(to: 9)
        return inColour ? "\u{1B}[\(colour)m\(word)\u{1B}[0m" : word
    }

    /// ECMA-48's number: green, yellow, red.
    private var colour: Int {
        switch self {
        case .ok: 32
        case .note: 33
        case .problem: 31
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
