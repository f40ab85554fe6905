import Foundation
import Picture
import TestSupport
import Testing

@testable import lenticule

/// Where `render` writes, and what it leaves alone.
@Suite struct RenderOutputTests {
    private let folder = TemporaryFolder()
    private static let header = "timestamp_ns,accel_x,accel_y,accel_z\n"

    init() {
        for (name, colour) in [("back", "teal"), ("middle", "gold"), ("front", "navy")] {
            folder.writePicture("card/\(name).svg", colour: colour)
        }
    }

    /// A log of so many seconds, ten rows a second, in which the device is tilted further and further.
    private func log(seconds: Int, name: String = "log.csv") -> String {
        let rows = (0...seconds * 10).map { row in
            let angle = Double(row) / Double(seconds * 10)
            return "\(row)00000000,0,\(9.8 * sin(angle)),\(9.8 * cos(angle))\n"
        }
        return folder.write(name, Self.header + rows.joined())
    }

    private func render(_ arguments: [String], to output: String) throws -> Program.Result {
        let card = "\(folder.path)/card"
        return try Program.run(arguments: ["render", "--card", card, "-o", output] + arguments)
    }

    private func text(_ path: String) -> String? {
        try? String(contentsOfFile: path, encoding: .utf8)
    }

    private func names(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(path)").sorted()
    }

    @Test(arguments: [
        "log.csv", "card/back.svg", "card/card.toml", "config.toml", "phone/Gyroscope.csv",
        "card/shown/by-back.svg",
    ])
    func `what is read is never written over`(name: String) throws {
        let log = log(seconds: 1)
        folder.write("card/card.toml", "name = \"x\"\n")
        folder.writePicture("card/shown/by-back.svg")
        folder.writePicture("card/back.svg", showing: "shown/by-back.svg")
        let config = folder.write("config.toml", "")
        folder.write("phone/Accelerometer.csv", "seconds_elapsed,z,y,x\n")
        folder.write("phone/Gyroscope.csv", "seconds_elapsed,z,y,x\n")
        symlink("\(folder.path)/\(name)", "\(folder.path)/link.png")
        let source = name.hasPrefix("phone") ? "\(folder.path)/phone" : log
        for output in [name, "link.png"].map({ "\(folder.path)/\($0)" }) {
            let before = text(output)
            let result = try render(["--from", source, "--config", config], to: output)
            #expect(result.status == 64 || name.hasPrefix("phone") && result.status == 65)
            #expect(text(output) == before)
        }
    }

    @Test(
        .enabled(if: Program.canMount, "needs unshare and mount"),
        arguments: ["--tilt 0", "--from log.csv", "--from log.csv --time 1"])
    func `where the disk is full the picture before stays`(options: String) throws {
        _ = log(seconds: 1)
        let result = try Program.run(
            onFullDisk: """
                full=$PWD/full/out.png
                echo before > $full
                cd '\(folder.path)'
                "$0" render --card card \(options) -o $full 2>&1; echo $?; cat $full; ls ${full%/*}
                """)
        let lines = result.output.split(separator: "\n")
        #expect(lines.first?.hasSuffix("/full/out.png: No space left on device") == true)
        #expect(lines.dropFirst() == ["74", "before", "out.png"])
        #expect(try names("") == ["card", "log.csv"])
    }

    @Test(arguments: [["--tilt", "20"], ["--from", "log.csv", "--fps", "5"]])
    func `a pipe gets the bytes that a file gets`(options: [String]) throws {
        _ = log(seconds: 1)
        let options = options.joined(separator: " ")
        let result = try Program.run(
            script: """
                cd '\(folder.path)' && "$0" render --card card \(options) -o file.png &&
                "$0" render --card card \(options) -o - | cmp - file.png
                """)
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        #expect(try names("") == ["card", "file.png", "log.csv"])
    }

    @Test(arguments: [
        "render -o -", "render -o /dev/stdout", "print -o /dev/stdout",
        "view sheet.png -o /dev/stdout",
    ])
    func `a terminal gets no picture`(words: String) throws {
        let script = """
            import os, pty, sys
            status = pty.spawn(sys.argv[1:])
            sys.exit(os.waitstatus_to_exitcode(status))
            """
        let result = try Program.run(script: "python3 -c '\(script)' \"$0\" \(words)")
        #expect(result.status == 64)
        #expect(result.output.contains("a picture is no text for a terminal"))
        #expect(!result.output.contains("IHDR"))
    }

    @Test func `frames that a longer run left are removed, and nothing else`() throws {
        let (long, short) = (log(seconds: 2), log(seconds: 1, name: "short.csv"))
        folder.write("frames/frame-00015.png.txt", "mine")
        #expect(
            try render(["--from", long, "--fps", "10"], to: "\(folder.path)/frames/").status == 0)
        #expect(try names("frames").count == 22)
        // A film's own picture, which happens to be called so.
        folder.write("frames/frame-00030.png", "mine")
        let result = try render(["--from", short, "--fps", "10"], to: "\(folder.path)/frames")
        #expect(result.status == 0)
        #expect(
            result.errors == """
                lenticule: removed 10 frames of an earlier run, \(folder.path)/frames/frame-00011.png \
                to frame-00020.png\n
                """)
        #expect(
            try names("frames") == (0...10).map { "frame-000\($0 < 10 ? "0" : "")\($0).png" }
                + ["frame-00015.png.txt", "frame-00030.png"])
    }

    @Test
    func `a card's own picture stays in the folder of its frames, though it is called as one`()
        throws
    {
        let (long, short) = (log(seconds: 2), log(seconds: 1, name: "short.csv"))
        let frames = "\(folder.path)/frames"
        #expect(try render(["--from", long, "--fps", "10"], to: frames + "/").status == 0)
        folder.write("frames/card.toml", "[[layer]]\npicture = \"frame-00015.png\"")
        let result = try Program.run(
            "render", "--card", frames, "--from", short, "--fps", "10", "-o", frames + "/")
        #expect(result.status == 0)
        #expect(try names("frames").contains("frame-00015.png"))
        #expect(try names("frames").contains("frame-00014.png") == false)
    }

    @Test(arguments: ["out.png", "frames/"])
    func `a log whose time jumps by ten years is refused before anything is drawn`(output: String)
        throws
    {
        let rows = "0,0,0,9.8\n2000000000,0,0,9.8\n315360002000000000,0,0,9.8\n"
        let log = folder.write("log.csv", Self.header + rows)
        let result = try render(["--from", log], to: "\(folder.path)/\(output)")
        #expect(result.status == 65)
        #expect(
            result.errors.hasPrefix(
                "lenticule: \(log): its time jumps from 2 s to 315360002 s: more than 1000000 ")
        )
        #expect(try names("") == ["card", "log.csv"])
    }

    @Test func `a folder without a log is a mistake of usage`() throws {
        for options in [[], ["--from", log(seconds: 1), "--time", "0"]] {
            #expect(try render(options, to: folder.path).status == 64)
        }
    }

    @Test(arguments: ["frames/", "animation.png"])
    func `an event after the log's end is warned of, once`(name: String) throws {
        let events = ["--event", "tap@0.5", "--event", "tap@5", "--event", "tap@6"]
        let result = try render(
            ["--from", log(seconds: 1)] + events, to: "\(folder.path)/\(name)")
        #expect(result.status == 0)
        #expect(
            result.errors == """
                lenticule: an event at 5.0 s comes after the log's last frame: the log ends at \
                1 s; give an earlier one

                """)
    }

    @Test(arguments: [(options: [String](), frames: 240), (["--fps", "240"], 960)])
    func `a simulated orbit gives the frames of one round`(options: [String], frames: Int) throws {
        for name in ["one/", "two/"] {
            let result = try render(
                ["--from", "simulated:orbit"] + options, to: "\(folder.path)/\(name)")
            #expect(result.status == 0, "\(result.errors)")
        }
        #expect(try names("one").count == frames)
        #expect(
            try Program.run(script: "diff -r '\(folder.path)/one' '\(folder.path)/two'").status == 0
        )
    }

    @Test func `an animation takes no more memory for a longer log`() throws {
        let peaks = try [12, 120].map { seconds in
            let log = "\(folder.path)/\(seconds).csv"
            _ = try Program.run(
                "simulate", "--preset", "hand", "--duration", "\(seconds)", "-o", log)
            let script = """
                import resource, subprocess, sys
                subprocess.run(sys.argv[1:], check=True)
                print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
                """
            let result = try Program.run(
                script: """
                    python3 -c '\(script)' "$0" render --card '\(folder.path)/card' --size 96x64 \
                    --fps 10 --from \(log) -o \(log).png
                    """)
            return try #require(Int(result.output.dropLast()))
        }
        // KiB. Its 1,200 frames are 29 MB.
        #expect(peaks[1] < peaks[0] + 10_000)
    }
}
