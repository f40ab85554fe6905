import Doctor
import Glibc
import IIO
import Platform
import Playback
import Service

/// The text of `doctor --report`: what helps to find a mistake, without names of this machine and its user.
struct BugReport {
    private let facts: Facts
    private let files: [Config.File]

    init(_ facts: Facts, files: [Config.File]) { (self.facts, self.files) = (facts, files) }

    var text: String {
        let words = PrivateWords(of: files)
        return (systemLines + lines.map(words.removed)).map(\.printable).joined(separator: "\n")
    }

    /// What comes from the distribution, in which nothing is left out.
    private var systemLines: [String] {
        let system = SystemFacts()
        let (distribution, kernel) = (system.distribution ?? "Linux", system.kernel ?? "unknown")
        let desktop = ["XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE"].compactMap(environmentVariable)
        return [
            "lenticule: \(programVersion), \(architecture)",
            "libraries: \(VersionReport.libraries)",
            "system: \(distribution), kernel \(kernel)",
            "desktop: \(desktop.isEmpty ? "none" : desktop.joined(separator: ", "))",
        ]
    }

    private var architecture: String {
        #if arch(arm64)
            "arm64"
        #else
            "x86_64"
        #endif
    }

    private var lines: [String] {
        let sensors = (facts.sensor.inventory?.devices ?? []).map(\.paragraph)
        return ["machine: \(SystemFacts().machine ?? "unknown")"]
            + section("sensors", sensors)
            + section("findings", [facts.findings.text(inColour: false)])
            + section("settings that are not the defaults", Config.changes(in: files))
    }

    private func section(_ title: String, _ texts: [String]) -> [String] {
        let lines = texts.flatMap { $0.split(separator: "\n") }
        return ["\(title):\(lines.isEmpty ? " none" : "")"] + lines.map { "    \($0)" }
    }
}

extension PrivateWords {
    /// The names of this machine and its user, and those that these files of configuration hold.
    fileprivate init(of files: [Config.File]) {
        let user = getpwuid(getuid())?.pointee
        let home = environmentVariable("HOME") ?? user.map { String(cString: $0.pw_dir) }
        self.init(home: home)
        let login = user.map { String(cString: $0.pw_name) }
        let variables = ["USER", "LOGNAME", "SUDO_USER"].map(environmentVariable)
        // The first field of these is the person's name.
        let person = user.map {
            String(cString: $0.pw_gecos).split(separator: ",").first.map(String.init) ?? ""
        }
        let config = (try? Config.load(files) { _ in }) ?? Config()
        add(variables + [login, person, home?.lastPathPart, config.mqtt.user], as: "<user>")
        add((person ?? "").split(separator: " ").map(String.init), as: "<user>")
        add(Self.hostNames + config.hosts, as: "<host>")
        add(config.topics, as: "<topic>")
        addNumbers()
    }

    /// This machine's name, whole and without its domain.
    private static var hostNames: [String?] {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return [] }
        let name = bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { String(cString: $0) }
        }
        return [name, name?.split(separator: ".").first.map(String.init)]
    }
}

extension Config {
    private var brokers: [MQTTAddress] {
        var brokers = [serve.mqtt].compactMap(\.self)
        if case .mqtt(let address) = source.from { brokers.append(address) }
        return brokers
    }

    fileprivate var topics: [String] { brokers.map(\.topic) }

    /// The machines that it names.
    fileprivate var hosts: [String] {
        guard case .iio(let uri) = source.from, uri.hasPrefix("ip:") else {
            return brokers.map(\.host)
        }
        let host = uri.dropFirst("ip:".count).split(separator: ":").first.map(String.init)
        return brokers.map(\.host) + [host].compactMap(\.self)
    }
}
