import Foundation
import TestSupport
import Testing

/// What the program says of itself for a bug report.
@Suite struct BugReportTests {
    private let folder = TemporaryFolder()

    @Test func `the version stands alone in the first line, before libraries and renderer`() throws
    {
        let result = try Program.run("--version")
        #expect(result.status == 0 && result.errors == "")
        #expect(result.lines.count == 3)
        #expect(result.lines[0].wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
        #expect(result.lines[1].hasPrefix("libraries: SDL 2."))
        #expect(result.lines[1].contains("libiio ") && result.lines[1].contains("libmosquitto "))
        #expect(result.lines[2].hasPrefix("renderer: "))
    }

    /// Doctor's report for a person whose names are planted in all places that a person has.
    private func report(_ config: String) throws -> String {
        folder.write("mathilda/.config/lenticule/config.toml", config)
        let script = """
            cd '\(folder.path)'
            root=; [ "$(id -u)" = 0 ] || root=--map-root-user
            HOME=$PWD/mathilda XDG_CONFIG_HOME= USER=mathilda LOGNAME=mathilda \\
                exec unshare --uts $root sh -c 'hostname planted-host; exec "$0" doctor --report' "$0"
            """
        return try Program.run(script: script).output
    }

    @Test(.enabled(if: Program.canMount, "needs unshare"))
    func `a report has no name of the machine, its user, its broker`() throws {
        let report = try report(
            """
            tilt.axis = "vertical"
            tilt.flat_degrees = 1
            show.card = "\(folder.path)/mathilda/cards/lake"
            serve.mqtt = "mqtt://broker-of-planted-host/mathilda/hall"
            mqtt.user = "tilly"
            source.from = "ip:planted-host:1"
            """)
        for word in ["mathilda", "planted-host", "tilly", "hall", folder.path] {
            #expect(!report.contains(word), "\(report)")
        }
        #expect(report.contains("    tilt.axis = \"vertical\"\n"))
        #expect(!report.contains("tilt.flat_degrees"), "the default")
        #expect(report.contains("    show.card = \"~/cards/lake\"\n"))
        #expect(report.contains("    source.from = \"ip:<host>:1\"\n"))
        #expect(report.contains("    mqtt.user = \"<user>\"\n"))
        for start in [
            "lenticule: ", "libraries: ", "system: ", "machine: ", "findings:", "renderer: ",
        ] {
            #expect(report.split(separator: "\n").contains { $0.hasPrefix(start) }, "\(start)")
        }
    }

    @Test func `a report and JSON are not asked for at once`() throws {
        let result = try Program.run("doctor", "--report", "--json")
        #expect(result.status == 64)
    }
}
