import Foundation
import TestSupport

/// A bus for the programs of one session; it ends with this object.
final class SessionBus {
    /// As the variable DBUS_SESSION_BUS_ADDRESS has it.
    let address: String
    private let child: Child

    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon")

    struct NoBus: Error {}

    /// Programs that the bus starts get this `environment`, too; its files lie in `folder`.
    init(in folder: TemporaryFolder, _ environment: [String: String] = [:]) throws {
        let name = folder.file("address")
        child = try Child(
            "dbus-daemon", ["--session", "--nofork", "--nopidfile", "--print-address"],
            streams: Child.Streams(output: name.path),
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 })
        var text = ""
        let isReady = eventually {
            text = (try? String(contentsOf: name, encoding: .utf8)) ?? ""
            return text.hasSuffix("\n")
        }
        guard isReady else { throw NoBus() }
        address = String(text.dropLast())
    }

    deinit {
        child.send(SIGTERM)
        child.wait()
    }
}
