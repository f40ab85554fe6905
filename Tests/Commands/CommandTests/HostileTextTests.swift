import Display
import Doctor
import Geometry
import IIO
import Picture
import Platform
import Scene
import TestSupport
import Testing

@testable import lenticule

/// Texts from outside that a terminal would obey.
@Suite struct HostileTextTests {
    /// OSC 52 sets the clipboard, in both spellings of its beginning; a line end, and a change of the
    /// direction of writing.
    private static let hostile = "\u{1B}]52;c;aGk=\u{7}\u{9D}52;c;aGk=\u{9C}\r\n\u{202E}x"
    private let folder = TemporaryFolder()

    private func isSafe(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0 == "\n" || String($0).printable == String($0) }
    }

    @Test(arguments: [
        ["\(hostile)"], ["show", "\(hostile).png"], ["show", "--card", hostile],
        ["show", "--from", hostile], ["show", "--a\(hostile)"], ["angles", hostile],
        ["angles", "a", "b\(hostile)"], ["check", hostile], ["check", "\(hostile).toml"],
        ["check", "--config", hostile], ["devices", "--uri", "ip:\(hostile)"],
        ["render", "--card", hostile, "-o", "-"], ["new", hostile, hostile],
        ["plot", hostile, "-o", hostile], ["record", "/none/\(hostile)", "--from", "simulated:"],
        ["show", "--speed", hostile], ["serve", "--mqtt", hostile],
        ["calibrate", "--from", hostile], ["doctor", "--config", hostile],
    ])
    func `arguments are spelled out`(arguments: [String]) throws {
        let result = try Program.run(arguments: arguments)
        #expect(result.status != 0)
        #expect(isSafe(result.errors) && isSafe(result.output))
        #expect((result.errors + result.output).contains("\\u{1B}]52;c;aGk"))
    }

    @Test func `a file's words are spelled out`() throws {
        let config = folder.write("my.toml", "\"\\u001B]52;c;aGk=\" = 1")
        let card = folder.write("card/card.toml", "name = \"\\u001B]52;c;aGk=\"")
        let log = folder.write(
            "log.csv", "timestamp_ns,accel_x,accel_y,accel_z\n0,0,0,\u{1B}]52;c;aGk=\n")
        for arguments in [
            ["check", config], ["check", card], ["check", log],
            ["angles", log, "--config", config],
        ] {
            let result = try Program.run(arguments: arguments)
            #expect(isSafe(result.errors) && isSafe(result.output), "\(arguments)")
            #expect(result.errors.contains("]52;c;aGk"), "\(arguments)")
        }
    }

    @Test func `the name of a folder is spelled out`() throws {
        for name in ["back", "middle", "front"] {
            folder.writePicture("\(Self.hostile)/\(name).svg")
        }
        let result = try Program.run("check", "\(folder.path)/\(Self.hostile)")
        #expect(result.status == 0)
        #expect(result.output.contains("\\u{1B}]52") && isSafe(result.output))
    }

    @Test func `devices and findings are spelled out`() throws {
        let device = IIODeviceReport(id: "iio:device0", name: Self.hostile, label: Self.hostile)
        #expect(!isSafe(device.paragraph) && isSafe(printableLines(device.paragraph)))
        let finding = Finding(.problem, "sensor", Self.hostile, [Self.hostile])
        #expect(isSafe([finding].text(inColour: false)))
        #expect(isSafe(try [finding].json()))
        #expect(try [finding].json().contains("\\u009d52"))
    }

    @Test func `text over the picture is spelled out`() {
        let line = HUDText.Line(Self.hostile, Self.hostile)
        #expect(isSafe(line.term) && isSafe(line.text))
        let scene = Scene(size: Size(width: 1, height: 1), layers: [])
        let card = PlayedCard(title: Self.hostile, scene: scene, pictures: [])
        #expect(isSafe(card.title))
    }
}
