import TestSupport
import Testing

/// What a configuration does to the commands that take one.
@Suite struct ConfiguredTests {
    private let folder = TemporaryFolder()
    /// Rolled by 15 degrees: the up-vector is (-sin 15°, 0, cos 15°).
    private var log: String {
        folder.write(
            "log.csv",
            "timestamp_ns,accel_x,accel_y,accel_z\n0,-2.538110,0,9.472341\n")
    }

    private func lastRow(_ arguments: String...) throws -> [Substring] {
        let result = try Program.run(arguments: ["angles", log] + arguments)
        #expect(result.status == 0)
        return (result.lines.last ?? "").split(separator: ",", omittingEmptySubsequences: false)
    }

    private func isClose(_ field: Substring, _ number: Double) -> Bool {
        // The log has gravity to 1e-5 m/s².
        Double(field).map { abs($0 - number) < 1e-4 } ?? false
    }

    @Test func `angles takes axis and angles from a configuration, and options go before it`()
        throws
    {
        let config = folder.write(
            "config.toml", "tilt.axis = \"vertical\"\ntilt.base_degrees = 30")
        let row = try lastRow("--config", config)
        #expect(isClose(row[8], 15) && row[9] == "forward" && isClose(row[12], 0.5))
        let other = try lastRow("--config", config, "--axis", "horizontal")
        #expect(isClose(other[8], 0) && other[9] == "flat")
    }

    @Test func `the configured card is found by its name before a folder of that name`() throws {
        for name in ["back", "middle", "front"] {
            folder.writePicture("lenticule/cards/demo/\(name).svg")
            folder.writePicture("lenticule/cards/lake/\(name).svg")
        }
        folder.write("demo/notes.txt", "")
        folder.write("lake/notes.txt", "")
        folder.write("my.toml", "show.card = \"lake\"")
        let script = """
            cd '\(folder.path)' && export XDG_DATA_HOME="$PWD"
            "$0" inspect && "$0" inspect --config my.toml && "$0" inspect demo
            """
        let result = try Program.run(script: script)
        // A card that is given is searched by its path first.
        #expect(result.errors.hasPrefix("lenticule: demo"), "\(result.errors)")
        let titles = result.lines.filter { $0.contains(" at 0 s") }.map { String($0.prefix(4)) }
        #expect(titles == ["demo", "lake"])
    }

    @Test func `neutral and orientation come from a configuration too`() throws {
        let config = folder.write(
            "config.toml", "tilt.orientation = \"landscape-left\"\ntilt.neutral = -15")
        let row = try lastRow("--config", config)
        #expect(isClose(row[8], 30) && isClose(row[12], 0.5))
    }

    @Test func `a configuration that makes no sense stops the command`() throws {
        let config = folder.write("config.toml", "tilt.axis = 1")
        let result = try Program.run("angles", log, "--config", config)
        #expect(result.status == 78)
        #expect(result.errors.hasPrefix("lenticule: \(config):1:13: tilt.axis must be one of"))
        #expect(try Program.run("angles", log, "--config", "\(config).gone").status == 66)
    }

    @Test func `a key that is not known is one line and no more`() throws {
        let config = folder.write("config.toml", "tilt.axsi = 1")
        let result = try Program.run("angles", log, "--config", config)
        #expect(result.status == 0)
        #expect(
            result.errors
                == "lenticule: \(config):1:6: unknown key \"tilt.axsi\"; the nearest is \"tilt.axis\"\n"
        )
    }
}
