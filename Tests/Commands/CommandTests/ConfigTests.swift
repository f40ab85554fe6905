import Card
import Display
import FoundationEssentials
import Glibc
import IIO
import Motion
import Platform
import Playback
import TOML
import TestSupport
import Testing

@testable import lenticule

@Suite struct ConfigTests {
    private func read(
        _ text: String
    ) throws -> (config: Config, unknown: [TOMLError]) {
        var config = Config()
        let table = try TOMLTable(parsing: text, file: "config.toml")
        let unknown = try config.read(table)
        return (config, unknown)
    }

    private static let documented: String = {
        let root = Repository.root.path
        return (try? String(contentsOfFile: "\(root)/config.toml", encoding: .utf8)) ?? ""
    }()

    @Test func `the repository's config.toml says the built-in defaults`() throws {
        let (config, unknown) = try read(Self.documented)
        #expect(config == Config())
        #expect(unknown.isEmpty)
    }

    @Test func `the repository's config.toml names every key and says why`() throws {
        let table = try TOMLTable(parsing: Self.documented, file: "config.toml")
        let values = try table.entries.flatMap { try $0.value.table().entries.map(\.value) }
        #expect(values.map(\.name).sorted() == ConfigKey.all.map(\.fullName).sorted())
        let lines = Self.documented.split(separator: "\n", omittingEmptySubsequences: false)
        for value in values {
            #expect(lines[value.location.line - 2].hasPrefix("# "), "\(value.name) has no why")
        }
    }

    @Test func `every key is taken over`() throws {
        let (config, _) = try read(
            """
            [tilt]
            axis = "steering"
            orientation = "landscape-left"
            neutral = -12.5
            recenter_seconds = 20
            flat_degrees = 2
            base_degrees = 30
            beyond = "return"
            hysteresis_degrees = 0.25
            [source]
            from = "pointer:"
            device = "bmi160"
            rate = 200
            mount_matrix = "0, 1, 0; -1, 0, 0; 0, 0, 1"
            reversed = true
            gyroscope_delay_ms = 7.5
            [show]
            card = "lake"
            display = 1
            fullscreen = true
            renderer = "cpu"
            allow_shaders = ["/cards/waves", "~/lake"]
            [serve]
            socket = "/tmp/motion.sock"
            mode = "0660"
            group = "video"
            mqtt_hz = 30
            """)
        let tilt = TiltSettings(
            axis: .steering, orientation: .landscapeLeft, neutral: .degrees(-12.5),
            recenterSeconds: 20)
        let state = TiltStateSettings(
            flatDegrees: 2, baseDegrees: 30, beyond: .return, hysteresisDegrees: 0.25)
        let matrix = MountMatrix("0, 1, 0; -1, 0, 0; 0, 0, 1")
        #expect(config.tilt == tilt && config.tiltStates == state)
        var source = SourceSettings()
        (source.from, source.device, source.rate) = (.pointer, "bmi160", 200)
        (source.mountMatrix, source.isReversed, source.gyroscopeDelay) = (matrix, true, 0.0075)
        #expect(config.source == source)
        #expect(
            config.show
                == Config.Show(
                    card: "lake", display: "1", isFullscreen: true, renderer: .cpu,
                    shaderFolders: ["/cards/waves", "\(environmentVariable("HOME") ?? "")/lake"]))
        #expect(
            config.serve
                == Config.Serve(
                    socket: "/tmp/motion.sock", mode: 0o660, group: "video", mqttRate: 30))
    }

    @Test(arguments: ["0640", "0620", "0666", "0661", "0060", "660x", "rw", "07660", ""])
    func `a socket is never made for everybody`(mode: String) throws {
        #expect(throws: TOMLError.self) { try read("serve.mode = \"\(mode)\"") }
    }

    @Test(arguments: [("auto", Neutral.auto), ("gravity", .gravity), ("start", .start)])
    func `neutral may be a word`(word: String, neutral: Neutral) throws {
        #expect(try read("tilt.neutral = \"\(word)\"").config.tilt.neutral == neutral)
    }

    @Test(arguments: [
        ("tilt.axis = \"diagonal\"", "1:13: tilt.axis is \"diagonal\", but must be one of"),
        (
            "tilt.neutral = \"up\"",
            "1:16: tilt.neutral is \"up\", but must be \"auto\", \"gravity\""
        ),
        ("tilt.neutral = 181", "1:16: tilt.neutral is 181, but must be from -180 to 180"),
        ("[tilt]\nbase_degrees = 0", "2:16: tilt.base_degrees is 0, but must be from 1"),
        ("tilt = 3", "1:8: tilt must be a table, not 3"),
        ("source.rate = \"fast\"", "1:15: source.rate must be a number, not the text"),
        ("source.mount_matrix = \"1, 0\"", "1:23: source.mount_matrix must be \"auto\" or three"),
        ("source.reversed = \"no\"", "1:19: source.reversed must be true, false or \"auto\", not"),
        (
            "source.mount_matrix = \"2, 0, 0; 0, 1, 0; 0, 0, 1\"",
            "1:23: source.mount_matrix must be \"auto\" or three rows of a rotation, as \"1, 0, 0; "
                + "0, 1, 0; 0, 0, 1\": its first row has the length 2, not 1"
        ),
        ("show.card = \"\"", "1:13: show.card must not be empty"),
        ("source.rate = inf", "1:15: source.rate is inf, but must be from 1 to 10000"),
        ("source.rate = 1e300", "1:15: source.rate is 1e+300, but must be from 1 to 10000"),
        ("tilt.recenter_seconds = nan", "1:25: tilt.recenter_seconds is nan, but must be from 0"),
        ("tilt.hysteresis_degrees = -1", "1:27: tilt.hysteresis_degrees is -1, but must be from"),
        (
            "source.gyroscope_delay_ms = \"none\"",
            "1:29: source.gyroscope_delay_ms is \"none\", but must be \"auto\" or a number from 0 to"
        ),
        (
            "source.gyroscope_delay_ms = 201",
            "1:29: source.gyroscope_delay_ms is 201, but must be from 0 to 200"
        ),
        ("tilt.flat_degrees = 9223372036854775807", "1:21: tilt.flat_degrees is 9223372036854"),
    ])
    func `a wrong value names its key and place`(text: String, message: String) {
        let error = #expect(throws: TOMLError.self) { try read(text) }
        #expect(error?.description.hasPrefix("config.toml:\(message)") ?? false)
    }

    @Test func `an unknown key is a remark with the nearest key, and the rest is read`() throws {
        let (config, unknown) = try read(
            "tlit.axis = 1\n[tilt]\naxsi = 1\nbase_degrees = 40\n[show]\nflat_degrees = 1")
        #expect(config.tiltStates.baseDegrees == 40)
        #expect(
            unknown.map(\.description) == [
                "config.toml:1:1: unknown key \"tlit\"; the nearest is \"tilt\"",
                "config.toml:3:1: unknown key \"tilt.axsi\"; the nearest is \"tilt.axis\"",
                "config.toml:6:1: unknown key \"show.flat_degrees\"; it belongs in [tilt]",
            ])
    }

    @Test(arguments: [
        (["HOME": "/home/ada"], "/home/ada/.config"),
        (["HOME": "/home/ada", "XDG_CONFIG_HOME": "/conf"], "/conf"),
        (["HOME": "/home/ada", "XDG_CONFIG_HOME": "relative"], "/home/ada/.config"),
    ])
    func `the machine's file comes first, then the user's, then the given one`(
        environment: [String: String], user: String
    ) {
        let files = Config.files(explicit: "mine.toml", environment: environment)
        #expect(
            files.map(\.path) == [
                "/etc/lenticule/config.toml", "\(user)/lenticule/config.toml", "mine.toml",
            ])
        #expect(files.map(\.isRequired) == [false, false, true])
    }

    @Test func `a later file goes before an earlier one, and a missing one is passed over`() throws
    {
        let first = try TemporaryFile("tilt.base_degrees = 30\ntilt.flat_degrees = 3\nx = 1")
        let second = try TemporaryFile("tilt.base_degrees = 40")
        let files = [first.path, "/nonexistent/config.toml", second.path]
            .map { Config.File(path: $0, isRequired: false) }
        var warnings: [String] = []
        let config = try Config.load(files) { warnings.append($0) }
        #expect(config.tiltStates == TiltStateSettings(flatDegrees: 3, baseDegrees: 40))
        #expect(warnings.count == 1 && warnings[0].contains("unknown key \"x\""))
    }

    @Test func `a configuration that is a pipe, a folder or a link to itself is an error`() throws {
        let folder = TemporaryFolder()
        let paths = ["pipe", "folder", "link"].map { "\(folder.path)/\($0).toml" }
        mkfifo(paths[0], 0o600)
        mkdir(paths[1], 0o700)
        symlink("link.toml", paths[2])
        for path in paths {
            let file = Config.File(path: path, isRequired: false)
            let failure = #expect(throws: Failure.self) { try Config.load([file]) }
            #expect(failure?.status == .configuration, "\(path)")
            #expect(failure?.description.hasPrefix("cannot read \(path): ") == true)
        }
    }

    @Test func `a file that was asked for must be there`() {
        let file = Config.File(path: "/nonexistent/config.toml", isRequired: true)
        let failure = #expect(throws: Failure.self) { try Config.load([file]) }
        #expect(failure?.status == .missingFile)
    }
}
