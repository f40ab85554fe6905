import Foundation
import Picture
import TOML
import TestSupport
import Testing

@testable import lenticule

/// Numbers at the ends of their range and beyond, wherever a person can write one.
@Suite struct NumberTests {
    private static let values = [
        "inf", "-inf", "nan", "1e300", "-1e300", "0", "-1", "9223372036854775807",
        "9223372036854775808",
    ]

    /// Names of values that are no numbers.
    private static let words: Set<String> = [
        "address", "config", "dir", "display", "file", "filter", "format", "from", "identity",
        "card", "log",
        "name", "output", "path", "source", "uri", "url",
    ]

    /// What else a command needs so that it soon ends: the log has three rows.
    private static let rest: [String: [String]] = [
        "angles": ["log.csv"],
        "plot": ["log.csv", "-o", "plot.svg"],
        "record": ["copy.csv", "--from", "file:log.csv"],
        "serve": ["--from", "file:log.csv", "--socket", "socket"],
        "simulate": ["--preset", "still", "-o", "sim.csv"],
        "calibrate": ["--from", "file:log.csv", "--dry-run"],
        "show": ["back.svg", "--from", "file:log.csv", "--exit-at-end", "--renderer", "cpu"],
        "replay": ["log.csv", "back.svg", "--exit-at-end", "--renderer", "cpu"],
        "render": ["--card", ".", "-o", "frame.png"],
        "export": [".", "-o", "page.html", "--grid", "3", "--size", "60x40"],
        "inspect": ["."],
        "print": [".", "-o", "sheet.png", "--lpi", "60", "--width", "20"],
        "view": ["sheet.png", "-o", "frame.png", "--lpi", "60", "--dpi", "600"],
    ]

    /// What an option needs beside it.
    private static let company: [String: [String]] = [
        "--roll": ["--pitch=10"], "--pitch": ["--roll=10"], "--fps": ["--from", "log.csv"],
        "--time": ["--from", "log.csv"],
    ]

    /// What the parser itself says of its commands, for the part that matters here.
    private struct Dump: Decodable {
        let command: Command

        struct Command: Decodable {
            let commandName: String
            let arguments: [Argument]?
            let subcommands: [Command]?
        }

        struct Argument: Decodable {
            let kind: String
            let names: [Name]?
            let valueName: String?
            let allValues: [String]?
        }

        struct Name: Decodable {
            let kind: String
            let name: String
        }
    }

    /// Every option that takes a number, with its command.
    private static func options() throws -> [(command: String, option: String)] {
        let text = try Program.run("--experimental-dump-help").output
        let dump = try JSONDecoder().decode(Dump.self, from: Data(text.utf8))
        return (dump.command.subcommands ?? []).flatMap { command in
            (command.arguments ?? []).filter {
                $0.kind == "option" && $0.allValues == nil && !words.contains($0.valueName ?? "")
            }.compactMap { $0.names?.first { $0.kind == "long" } }
                .map { (command.commandName, "--\($0.name)") }
        }
    }

    @Test func `the options that take numbers are found`() throws {
        // The words of the parser's dump may change: none of the options must be lost by that.
        #expect(try Self.options().count >= 20)
    }

    /// What the commands of `rest` read.
    private static func makeFolder() throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        folder.write(
            "log.csv",
            "timestamp_ns,accel_x,accel_y,accel_z\n0,0,0,9.8\n10000000,0,0,9.8\n20000000,0,0,9.8\n")
        for name in ["back", "middle", "front"] { folder.writePicture("\(name).svg") }
        let white = Bitmap(
            width: 240, height: 160, pixels: Array(repeating: 0xFFFF_FFFF, count: 38_400))
        folder.write("sheet.png", Data(try white.png()))
        return folder
    }

    @Test(arguments: (try? options()) ?? [])
    func `no number in an option ends a command otherwise than in words`(
        command: String, option: String
    ) throws {
        var rest = try #require(Self.rest[command], "what else \(command) needs is not known")
        // Of an option that is given twice the last counts.
        if let own = rest.firstIndex(of: option) { rest.removeSubrange(own...own + 1) }
        // A service goes on after a log's end; of three rows a calibration learns nothing.
        let ends: [String: (seconds: Int, status: Int32)] = [
            "calibrate": (60, 65), "serve": (3, 124),
        ]
        let (seconds, status) = ends[command] ?? (60, 0)
        // At the same time: services wait.
        let runs = try Self.values.map { value in
            let folder = try Self.makeFolder()
            let words = [command, "\(option)=\(value)"] + rest + (Self.company[option] ?? [])
            let run = words.map { "'\($0)'" }.joined(separator: " ")
            let script = """
                cd '\(folder.path)' && export HOME="$PWD" XDG_RUNTIME_DIR="$PWD"
                export SDL_VIDEODRIVER=dummy
                exec timeout \(seconds) "$0" \(run)
                """
            let program = try RunningProgram(
                ["-c", script, Program.executable.path], of: URL(filePath: "/bin/sh"))
            return (run, program, folder)
        }
        for (run, program, _) in runs {
            let result = try program.result()
            #expect([status, 64].contains(result.status), "\(run): \(result.errors)")
        }
    }

    @Test(arguments: ConfigKey.all.map(\.fullName))
    func `no number in the configuration ends a command otherwise than in words`(key: String)
        throws
    {
        let folder = TemporaryFolder()
        let log = folder.write(
            "log.csv", "timestamp_ns,accel_x,accel_y,accel_z\n0,0,0,9.8\n20000000,0,0,9.8\n")
        let lines = Self.values.filter { $0 != "9223372036854775808" }.map { "\(key) = \($0)" }
        let taken = lines.map { line in
            var config = Config()
            let table = try? TOMLTable(parsing: Array(line.utf8), file: "my.toml")
            return (try? table.map { try config.read($0) }) != nil
        }
        // The program says in one way what is refused.
        let refused = taken.firstIndex(of: false)
        for (index, line) in lines.enumerated() where taken[index] || index == refused {
            let path = folder.write("my.toml", line)
            let result = try Program.run("angles", "--config", path, log)
            #expect([0, 78].contains(result.status), "\(line): \(result.errors)")
            let lines = result.errors.split(separator: "\n").count
            #expect(lines == (result.status == 0 ? 0 : 1), "\(result.errors)")
        }
    }

    @Test(arguments: [
        "format = VALUE", "size = [VALUE, 100]", "tilt.flat_degrees = VALUE",
        "tilt.base_degrees = VALUE", "tilt.hysteresis_degrees = VALUE",
    ])
    func `no number in a card ends a command otherwise than in words`(line: String) throws {
        let folder = TemporaryFolder()
        folder.writePicture("back.svg")
        for value in Self.values where value != "9223372036854775808" {
            let text = line.replacingOccurrences(of: "VALUE", with: value)
            folder.write("card.toml", text + "\n[[layer]]\npicture = \"back.svg\"\n")
            let picture = folder.file("frame.png").path
            let result = try Program.run(
                "render", "--card", folder.path, "--tilt", "30", "--size", "16x16", "-o", picture)
            #expect([0, 65].contains(result.status), "\(text): \(result.errors)")
            let lines = result.errors.split(separator: "\n").count
            #expect(lines == (result.status == 0 ? 0 : 1), "\(result.errors)")
        }
    }
}
