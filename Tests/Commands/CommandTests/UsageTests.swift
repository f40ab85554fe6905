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
        ["serve", "--from", "simulated:", "--mqtt-user", "me"],
        ["show", "--from", "pointer:", "--mqtt-ca", "ca.pem"],
        ["render", "-o", "card.jpg"], ["render", "-o", "log.CSV"],
        ["plot", "log.csv", "-o", "plot.png"], ["record", "walk.png", "--from", "simulated:"],
        ["record", "config.toml", "--from", "simulated:"],
        ["simulate", "--preset", "hand", "--duration", "1", "-o", "walk.png"],
    ])
    func `a mistake of usage ends with 64`(arguments: [String]) throws {
        let result = try Program.run(arguments: arguments)
        #expect(result.status == 64)
        #expect(!result.errors.contains("Missing value"), "a negative number is a value")
    }

    @Test func `a picture in the place of a name, an address, an unknown level are told of`() throws
    {
        let picture = folder.write("winter.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")
        let new = try Program.run("new", picture, picture)
        #expect(new.status == 64)
        #expect(
            new.errors.contains("\(picture) is a picture; the name of the new folder comes first"))
        let show = try Program.run("show", "https://example.org/winter.png")
        #expect(show.status == 64)
        #expect(show.errors.contains("winter.png: pictures are files of this machine"))
        let check = try Program.run(
            script:
                "LENTICULE_LOG=verbose \"$0\" record '\(folder.path)/log.csv' --from simulated: --duration 0.1"
        )
        #expect(check.status == 0)
        #expect(check.errors.hasPrefix("lenticule: LENTICULE_LOG is \"verbose\", which is none of"))
    }

    @Test func `a log that is given without its kind is told how`() throws {
        let path = folder.write("walk.csv", "timestamp_ns,accel_x,accel_y,accel_z\n1,0,0,9.8\n")
        let result = try Program.run("show", "--from", path)
        #expect(result.status == 64)
        #expect(result.errors.hasSuffix("; a log is file:\(path)\n"))
    }

    @Test func `a source that a configuration gets wrong is the configuration's mistake`() throws {
        let path = folder.write("my.toml", "source.from = \"nonsense\"")
        let result = try Program.run("check", path)
        #expect(result.status == 78)
        #expect(
            result.errors.hasPrefix(
                "lenticule: \(path):1:15: source.from cannot be used: there is no source"))
    }

    @Test(.enabled(if: access("/sys/bus/iio/devices", F_OK) != 0, "this machine has IIO devices"))
    func `where there is no sensor, doctor is named`() throws {
        for arguments in [
            ["devices"], ["record", "log.csv", "--from", "local:"],
            ["calibrate", "--from", "local:"],
        ] {
            let result = try Program.run(arguments: arguments)
            #expect(result.status == 69)
            #expect(result.errors.hasSuffix("; run lenticule doctor to find out why\n"))
        }
    }

    @Test(.enabled(if: access("/sys/bus/iio/devices", F_OK) != 0, "this machine has IIO devices"))
    func `where there is no sensor, programs get an empty list`() throws {
        let result = try Program.run(
            script: """
                list=$("$0" devices --json); status=$?
                echo "$list" | jq -c '[.uri, .devices]'; exit $status
                """)
        #expect(result.output == "[\"local:\",[]]\n")
        #expect(result.status == 69)
    }

    @Test func `what is printed to a full disk is no success`() throws {
        let result = try Program.run(script: "\"$0\" check > /dev/full")
        #expect(result.status == 74)
        #expect(
            result.errors == "lenticule: cannot write standard output: No space left on device\n")
    }

    @Test(arguments: [("show", Int32(65)), ("render -o - --config", 78), ("check", 78)])
    func `a link to itself is an error that says so`(command: String, status: Int32) throws {
        let script =
            "cd '\(folder.path)' && ln -sf loop.toml loop.toml && \"$0\" \(command) loop.toml"
        let result = try Program.run(script: script)
        #expect(result.status == status)
        #expect(
            result.errors
                == "lenticule: cannot read loop.toml: Too many levels of symbolic links\n")
    }

    @Test(arguments: [
        (["shwo", "a.png"], "the nearest command is show; a picture is given by its path"),
        (["bogus"], "the commands are angles, "),
        (["demo"], "show the card of this name with: lenticule show --card demo"),
        (["show", "demo"], "show the card of this name with: lenticule show --card demo"),
    ])
    func `a word that is neither command nor picture is explained`(
        arguments: [String], words: String
    ) throws {
        let result = try runInRepository(arguments)
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("lenticule: there is no "))
        #expect(result.errors.contains(words))
    }

    @Test func `a folder that is a card is shown as a picture is`() throws {
        for arguments in [["cards/demo"], ["show", "cards/demo/"]] {
            let result = try runInRepository(arguments + ["--display", "terminal"])
            #expect(result.status == 0)
            #expect(result.lines.count == 25)
        }
        let result = try runInRepository(["show", folder.path])
        #expect(result.status == 66)
        #expect(
            result.errors.hasPrefix(
                "lenticule: \(folder.path) is no card: it has no picture named back "))
        #expect(result.errors.contains("--card"))
    }

    /// Runs the program where the cards are, without the configurations of who runs the tests.
    private func runInRepository(_ arguments: [String]) throws -> Program.Result {
        let root = Repository.root.path
        let words = arguments.map { "'\($0)'" }.joined(separator: " ")
        return try Program.run(
            script: "cd '\(root)' && HOME=/nonexistent XDG_CONFIG_HOME= \"$0\" \(words)")
    }

    @Test func `a program installed elsewhere finds the cards beside itself`() throws {
        let script = """
            cd '\(folder.path)' && mkdir -p opt/bin opt/share/lenticule/cards/lake
            cp "$0" opt/bin/lenticule
            mkdir -p opt/libexec/lenticule
            cp "$0-decode" opt/libexec/lenticule/lenticule-decode
            for name in back middle front; do
                echo '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>' \
                    > opt/share/lenticule/cards/lake/$name.svg
            done
            HOME=/nonexistent opt/bin/lenticule render --card lake --size 4x4 --tilt 0 -o lake.png
            """
        let result = try Program.run(script: script)
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test func `a name that is not UTF-8 is told to be renamed`() throws {
        for arguments in ["show", "check", "check --config"] {
            let script = """
                cd '\(folder.path)' && name=$(printf 'a\\377.toml') && : > "$name"
                "$0" \(arguments) "$name"
                """
            let result = try Program.run(script: script)
            #expect(result.status == 66)
            #expect(result.errors.hasSuffix(".toml: its name is not UTF-8; rename it\n"))
        }
    }

    @Test(arguments: [
        "simulate --preset still --duration 1 -o", "record --from simulated: --duration 0.1",
        "plot log.csv -o", "render --card card -o", "print card --lpi 40 -o", "new", "replay",
        "angles", "new card", "view", "inspect", "show --card",
    ])
    func `a name that is not UTF-8 is taken for no other`(arguments: String) throws {
        folder.writePicture("card/back.svg")
        folder.write("card/card.toml", "layer = [{ picture = \"back.svg\" }]")
        folder.write("log.csv", "timestamp_ns,accel_x,accel_y,accel_z\n0,0,0,9.8\n")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let result = try Program.run(
            script: "cd '\(folder.path)' && \"$0\" \(arguments) \"$(printf 'a\\375.png')\"")
        #expect(result.status == 66)
        #expect(
            result.errors
                == "lenticule: cannot use a\u{FFFD}.png: its name is not UTF-8; rename it\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == names)
    }

    @Test(arguments: [
        ("view sheet.png --lpi 60 -o v.png --stats --trace t.jsonl", "leave out --stats, --trace"),
        ("view sheet.png --lpi 60 -o v.png --speed 2", "leave out --speed"),
        ("view sheet.png --lpi 60 -o v.png --from log.csv", "--from needs --time with -o"),
        ("render card -o v.png --eye left", "card has no lens, which --eye is for: leave it out"),
    ])
    func `an option that would do nothing is refused`(arguments: String, words: String) throws {
        folder.writePicture("card/back.svg")
        folder.write("card/card.toml", "layer = [{ picture = \"back.svg\" }]")
        let result = try Program.run(script: "cd '\(folder.path)' && \"$0\" \(arguments)")
        #expect(result.status == 64)
        #expect(result.errors.contains(words), "\(result.errors)")
    }

    @Test func `a folder of the environment that is not UTF-8 is taken for no other`() throws {
        let result = try Program.run(
            script: "XDG_CONFIG_HOME=$(printf '/tmp/a\\375') \"$0\" devices")
        #expect(result.status == 66)
        #expect(result.errors.contains("XDG_CONFIG_HOME, /tmp/a\u{FFFD}: the folder's name is not"))
    }

    @Test func `a reader that has enough ends the program quietly`() throws {
        let script = "{ \"$0\" simulate --preset hand --duration 100 -o - ; } | head -n 1"
        let result = try Program.run(script: script)
        #expect(result.lines.count == 1)
        #expect(result.errors.isEmpty)
    }

    @Test(arguments: [
        (["serve", "--socket", ""], "the value of --socket is empty"),
        (["calibrate", "--identity", ""], "the value of --identity is empty"),
        (["serve", "--socket="], "--socket= is followed by nothing; give a value"),
        (["render", "demo", "-o", ""], "the value of -o is empty"),
        (["angles", ""], "an argument is empty"), ([""], "an argument is empty"),
        (
            ["record", "log.csv", "--from", "local::"],
            "\"local::\": nothing may follow local:, the sensor of this machine"
        ),
    ])
    func `an empty name or one too many is refused in one line`(
        arguments: [String], words: String
    ) throws {
        let result = try Program.run(arguments: arguments)
        #expect(result.status == 64)
        #expect(result.errors == "lenticule: \(words)\n")
    }
}
