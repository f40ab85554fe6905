import Foundation
import TestSupport
import Testing

/// What `doctor` says of the display: what `show` would do in the same session.
@Suite struct DoctorDisplayTests {
    private let folder = TemporaryFolder()

    /// The line of the display, in a session without one; its terminal is `terminal`, while the output
    /// goes into a file.
    private func line(
        _ setting: String?, terminal: PseudoTerminal?
    ) throws -> String {
        let config = folder.write(
            "my.toml", setting.map { "show.display = \"\($0)\"\n" } ?? "")
        let output = folder.file("output").path
        let program = try RunningProgram(
            [
                terminal == nil ? "-w" : "-cw", "sh", "-c",
                "exec \"$0\" doctor --config \"$1\" > \"$2\"", Program.executable.path, config,
                output,
            ],
            of: URL(filePath: "/usr/bin/setsid"),
            environment: [
                "DISPLAY": nil, "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil, "SSH_TTY": nil,
                "SSH_CONNECTION": nil,
            ], terminal: terminal?.path)
        _ = try program.result()
        let lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
        let line = try #require(lines.first { $0.dropFirst(9).hasPrefix("display ") })
        return line.split(separator: " ").joined(separator: " ")
    }

    @Test(arguments: [
        (nil, "note display this session has no display: the card appears in the terminal"),
        ("terminal", "ok display the card appears in the terminal, as show.display says"),
    ])
    func `a terminal is a display, also if the report goes into a file`(
        setting: String?, line: String
    ) throws {
        #expect(try self.line(setting, terminal: PseudoTerminal()) == line)
    }

    @Test(arguments: [
        (
            nil,
            "problem display no display: DISPLAY and WAYLAND_DISPLAY are not set, and there is no "
                + "terminal; --display terminal prints one picture"
        ),
        ("terminal", "problem display show.display is terminal, and there is no terminal"),
    ])
    func `without a display and a terminal no card can be shown`(
        setting: String?, line: String
    ) throws {
        #expect(try self.line(setting, terminal: nil) == line)
    }
}
