import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite struct RenderTests {
    private let folder = TemporaryFolder()
    private static let header = "timestamp_ns,accel_x,accel_y,accel_z\n"

    /// Runs `render` on a card of three pictures in the folder.
    private func render(_ arguments: String..., output: String = "out.png") throws
        -> Program.Result
    {
        for (name, colour) in [("back", "teal"), ("middle", "gold"), ("front", "navy")] {
            folder.writePicture("\(name).svg", colour: colour)
        }
        let all = ["render", "--card", folder.path, "-o", "\(folder.path)/\(output)"]
        return try Program.run(arguments: all + arguments)
    }

    @Test(arguments: [
        ["--tilt", "nan"], ["--tilt", "inf"], ["--roll", "nan", "--pitch", "0"], ["--roll", "1"],
        ["--time", "-5"], ["--time", "nan"], ["--fps", "10"], ["--tilt", "0", "--size", "0x0"],
        ["--size", "9000x10"], ["--tilt", "0", "--from", "log.csv"], ["--size", "x8x8"],
        ["--from", "log.csv", "--time", "1", "--fps", "10"],
    ])
    func `an option that makes no sense is a mistake of usage`(options: [String]) throws {
        let all = ["render", "-o", "\(folder.path)/out.png"] + options
        #expect(try Program.run(arguments: all).status == 64)
    }

    @Test func `the card is an argument, or an option`() throws {
        for name in ["back", "middle", "front"] { folder.writePicture("\(name).svg") }
        let output = ["-o", "\(folder.path)/out.png"]
        let forms = [[folder.path], ["--card", folder.path]]
        for form in forms {
            #expect(try Program.run(arguments: ["render"] + form + output).status == 0)
            #expect(try Program.run(arguments: ["inspect"] + form).status == 0)
        }
        let both = try Program.run(arguments: ["render"] + forms[0] + forms[1] + output)
        #expect(both.status == 64 && both.errors.contains("give the card once"))
    }

    @Test(arguments: [["--tilt", "-30"], ["--tilt=-30"], ["--roll", "-3", "--pitch", "-4"]])
    func `a negative angle is written both ways`(options: [String]) throws {
        for name in ["back", "middle", "front"] { folder.writePicture("\(name).svg") }
        let output = "\(folder.path)/out.png"
        let all = ["render", "--card", folder.path, "-o", output] + options
        #expect(try Program.run(arguments: all).status == 0)
        #expect(FileManager.default.fileExists(atPath: output))
    }

    @Test(arguments: ["out.png", "frames/"])
    func `a log without rows gives no endless animation`(output: String) throws {
        let log = folder.write("log.csv", Self.header)
        let result = try render("--from", log, output: output)
        #expect(result.status == 65)
        #expect(result.errors == "lenticule: \(log): the motion log has no rows\n")
    }

    @Test func `times at both ends of the scale do no harm`() throws {
        let rows = "-9223372036854775807,0,0,9.8\n9223372036854775806,0,0,9.8\n"
        let log = folder.write("log.csv", Self.header + rows)
        #expect(try render("--from", log, "--time", "3").status == 0)
    }

    @Test func `past its end the log's last tilt is drawn`() throws {
        // Lying flat, then turned right over: only the last moments show another picture.
        let rows = (0..<200).map { "\($0)0000000,0,\($0 < 100 ? 0 : 9.8),\($0 < 100 ? 9.8 : 0)\n" }
        let log = folder.write("log.csv", Self.header + rows.joined())
        let time = { (time: String) in
            #expect(try render("--from", log, "--time", time).status == 0)
            return try Data(contentsOf: URL(filePath: "\(folder.path)/out.png"))
        }
        let (last, past) = (try time("1.99"), try time("1000"))
        #expect(last == past)
        #expect(try time("0") != past)
    }

    @Test func `a moment of a log is the same frame alone and among others, with hysteresis too`()
        throws
    {
        // Out of the flat zone, and back to where only the hysteresis keeps the state.
        let rows = (0..<100).map { row in
            let angle = (row < 40 ? Double(row) / 4 : max(3, 10 - Double(row - 40) / 4)) * .pi / 180
            return "\(row)0000000,0,\(9.8 * sin(angle)),\(9.8 * cos(angle))\n"
        }
        let log = folder.write("log.csv", Self.header + rows.joined())
        folder.write(
            "card.toml", "tilt = { base_degrees = 10, flat_degrees = 5, hysteresis_degrees = 4 }\n")
        #expect(try render("--from", log, "--fps", "30", output: "frames/").status == 0)
        let frames = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/frames")
        #expect(frames.count == 30)
        var looks: Set<Data> = []
        for (number, name) in frames.sorted().enumerated() {
            let time = "\(Double(number) / 30)"
            #expect(try render("--from", log, "--time", time).status == 0)
            let alone = try Data(contentsOf: URL(filePath: "\(folder.path)/out.png"))
            let frame = try Data(contentsOf: URL(filePath: "\(folder.path)/frames/\(name)"))
                .withoutFrameMark
            #expect(alone == frame, "\(name)")
            looks.insert(frame)
        }
        #expect(looks.count > 5)
    }

    @Test func `a picture of a million pixels a side is drawn smaller`() throws {
        let vast = folder.write(
            "vast.svg",
            "<svg xmlns='http://www.w3.org/2000/svg' width='1000000' height='1000'></svg>")
        folder.write("card.toml", "[[layer]]\npicture = \"\(vast)\"")
        #expect(try render("--tilt", "0").status == 0)
    }

    @Test func `where nothing can be written is told in one line`() throws {
        let result = try render("--tilt", "0", output: "nowhere/out.png")
        #expect(result.status == 66)
        let picture = "\(folder.path)/nowhere/out.png"
        #expect(
            result.errors == "lenticule: cannot write \(picture): No such file or directory\n")
        let log = folder.write("log.csv", Self.header + "0,0,0,9.8\n")
        #expect(try render("--from", log, output: "nowhere/frames/").status == 66)
    }
}
