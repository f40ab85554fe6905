import ArgumentParser
import Doctor
import Glibc
import Platform

/// `lenticule doctor`: finds what prevents a live card, with the commands that correct it.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find out what is missing for a live card, and which command solves it.",
        discussion: """
            Looks at the source of motion that source.from of the configuration names, and if that is \
            a sensor, at its rate, who else uses it and permissions; then at the service, the display, \
            the configuration, the card and how safely pictures are decoded. Ends with 0 if a live \
            card would work, else with 69.
            """)

    @Flag(help: "Print JSON, for programs.")
    var json = false

    @Flag(
        help: """
            Print text for a bug report: versions, machine, sensors, findings and changed settings, \
            without the names of this machine and its user, addresses and serial numbers. Read it \
            before you send it.
            """)
    var report = false

    @OptionGroup var configFile: ConfigOption

    func validate() throws {
        if json, report { throw ValidationError("give --json or --report, not both") }
    }

    func run() throws {
        let facts = Facts.gathered(explicitConfiguration: configFile.path)
        let findings = facts.findings
        let isGood = findings.allowLiveCard
        if report {
            printReport(facts)
        } else {
            print(
                json
                    ? try DoctorReport(liveCard: isGood, findings: findings).json()
                    : findings.text(inColour: hasColour))
        }
        guard !isGood else { return }
        // In one pipe with the error, the problems come first.
        fflush(nil)
        throw Failure(.unavailable, "a live card does not work yet: solve the problems above")
    }

    /// The report; a driver that ends the program takes only its last line with it.
    private func printReport(_ facts: Facts) {
        print(BugReport(facts, files: configFile.files).text)
        fflush(nil)
        print("renderer: \(VersionReport.renderer.printable)")
    }

    /// Only on a terminal, and not if the user disabled colours (no-color.org).
    private var hasColour: Bool {
        isatty(STDOUT_FILENO) == 1 && environmentVariable("NO_COLOR") == nil
    }
}

/// The output of `--json`.
private struct DoctorReport: Encodable {
    let liveCard: Bool
    let findings: [Finding]
}

extension [Finding] {
    /// A line per finding, with its remedies below it.
    func text(inColour: Bool) -> String {
        let width = map(\.topic.count).max() ?? 0
        let indent = String(repeating: " ", count: 9 + width + 2)
        return flatMap { finding in
            let mark = finding.severity.text(inColour: inColour)
            let line = "\(mark)\(finding.topic.padded(to: width + 2))\(finding.text.printable)"
            return [line] + finding.remedies.map { indent + $0.printable }
        }.joined(separator: "\n")
    }
}

extension Finding.Severity {
    /// The severity's name, padded to nine characters, in its colour if `inColour`.
    fileprivate func text(inColour: Bool) -> String {
        let word = rawValue.padded(to: 9)
        return inColour ? "\u{1B}[\(colour)m\(word)\u{1B}[0m" : word
    }

    /// The colour's number in ECMA-48: green, yellow, red.
    private var colour: Int {
        switch self {
        case .ok: 32
        case .note: 33
        case .problem: 31
        }
    }
}
