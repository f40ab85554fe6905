import Foundation
import TestSupport
import Testing

/// What a person gets who asks for what makes no sense.
@Suite struct UsageTests {
    private let folder = TemporaryFolder()

    @Test(arguments: [
        ["show", "--from", "nonsense"], ["show", "--from", "file:"], ["show", "--frames", "0"],
        ["show", "--card", "demo", "back.png"], ["show", "--speed", "-1"],
        ["replay", "log.csv", "--from", "pointer:"], ["angles", "log.csv", "--predict", "-5"],
        ["simulate", "--preset", "hand", "--rate", "-1", "-o", "log.csv"],
        ["devices", "--uri", "file:log.csv"],
        ["serve", "--mqtt", "mqtt://localhost/card", "--mqtt-password-file", "file"],
    ])
    func `a mistake of usage ends with 64`(arguments: [String]) throws {
        let result = try Program.run(arguments: arguments)
        #expect(result.status == 64)
        #expect(!result.errors.contains("Missing value"), "a negative number is a value")
    }

    @Test func `a source that a configuration gets wrong is the configuration's mistake`() throws {
        let path = folder.write("my.toml", "source.from = \"nonsense\"")
        let result = try Program.run("check", path)
        #expect(result.status == 78)
        #expect(
            result.errors.hasPrefix(
                "lenticule: \(path):1:15: source.from makes no sense: no source is called"))
    }

    @Test(.enabled(if: access("/sys/bus/iio/devices", F_OK) != 0, "this machine has IIO devices"))
    func `where there is no sensor, doctor is named`() throws {
        let result = try Program.run("devices")
        #expect(result.status == 69)
        #expect(result.errors.hasSuffix("; lenticule doctor says more\n"))
    }

    @Test func `a log is not copied onto itself`() throws {
        let text = "timestamp_ns,accel_x,accel_y,accel_z\n0,0,0,9.8\n"
        let log = folder.write("log.csv", text)
        let result = try Program.run("record", log, "--from", "file:\(folder.path)/./log.csv")
        #expect(result.status == 64)
        #expect(try String(contentsOf: folder.file("log.csv"), encoding: .utf8) == text)
    }

    @Test func `what is printed to a full disk is no success`() throws {
        let result = try Program.run(script: "\"$0\" check > /dev/full")
        #expect(result.status == 74)
        #expect(
            result.errors == "lenticule: cannot write standard output: No space left on device\n")
    }

    @Test func `a link to itself is a file that is missing`() throws {
        for arguments in [["angles"], ["check"], ["show"], ["render", "-o", "-", "--config"]] {
            let words = arguments.map { "'\($0)'" }.joined(separator: " ")
            let script = "cd '\(folder.path)' && ln -sf loop loop && \"$0\" \(words) loop"
            #expect(try Program.run(script: script).status == 66, "\(arguments)")
        }
    }

    @Test func `a reader that has enough ends the program quietly`() throws {
        let script = "{ \"$0\" simulate --preset hand --duration 100 -o - ; } | head -n 1"
        let result = try Program.run(script: script)
        #expect(result.lines.count == 1)
        #expect(result.errors.isEmpty)
    }
}
