import Foundation
import TestSupport
import Testing

/// What `doctor` says of the source that the configuration names.
@Suite struct DoctorSourceTests {
    private let folder = TemporaryFolder()

    /// The line about the source, without its topic.
    private func sourceLine(_ source: String) throws -> String {
        let config = folder.write("my.toml", "source.from = \"\(source)\"\n")
        let result = try Program.run("doctor", "--config", config)
        #expect(!result.lines.contains { $0.hasPrefix("problem  sensor") }, "\(result.output)")
        let line = try #require(
            result.lines.first { $0.dropFirst(9).hasPrefix("source ") }, "\(result.output)")
        return line.split(separator: " ").filter { $0 != "source" }.joined(separator: " ")
    }

    @Test(arguments: [
        ("pointer:", "the pointer"), ("simulated:hand", "simulated hand"),
    ])
    func `a source that works is named`(source: String, name: String) throws {
        #expect(try sourceLine(source) == "ok \(name), as source.from says")
    }

    @Test func `a log is opened, too`() throws {
        let log = folder.write("log.csv", "timestamp_ns,accel_x,accel_y,accel_z\n0,0,0,9.8\n")
        #expect(try sourceLine("file:\(log)") == "ok \(log), as source.from says")
        #expect(
            try sourceLine("file:/nonexistent")
                == "problem source.from: cannot read /nonexistent: No such file or directory")
    }

    @Test func `a service and a broker that are absent are a problem`() throws {
        let socket = folder.file("motion.sock").path
        #expect(
            try sourceLine("socket:\(socket)")
                == "problem source.from: waiting for the service at \(socket)")
        #expect(
            try sourceLine("mqtt://127.0.0.1:1/card").hasPrefix(
                "problem source.from: waiting for the broker at 127.0.0.1"))
    }
}
