import Foundation
import FoundationXML
import TestSupport
import Testing

private let header = "timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z\n"

@Suite struct PlotTests {
    private static let demo = Repository.path("docs/demo.csv")

    @Test func `each filter and the reference are drawn, in XML that parses`() throws {
        let picture = try TemporaryFile()
        let result = try Program.run(
            arguments: ["plot", Self.demo, "-o", picture.path]
                + ["lenticule", "complementary", "madgwick"].flatMap { ["--filter", $0] })
        #expect(result.status == 0)
        #expect(result.output == "" && result.errors == "")
        let page = try Drawing(picture.text)
        for filter in ["lenticule", "complementary", "madgwick"] {
            // Roll, pitch, yaw, tilt and inclination error.
            #expect(page.curves(filter, "line").count == 5)
            #expect(page.words.contains { $0.contains(filter) })
        }
        #expect(page.curves("reference", "broad").count == 4)
        for layer in ["back", "middle", "front"] { #expect(page.curves(layer, "area").count == 1) }
        #expect(page.words.contains("demo.csv"))
    }

    /// Draws a simulated log to an SVG file; gives its path.
    private func plot(in folder: TemporaryFolder) throws -> String {
        let (log, picture) = (folder.file("log.csv").path, folder.file("a.svg").path)
        _ = try Program.run("simulate", "--preset", "hand", "--duration", "5", "-o", log)
        let result = try Program.run("plot", log, "-o", picture, "--size", "640x480")
        try #require(result.status == 0, "\(result.errors)")
        return picture
    }

    /// The colours of which a picture has at least a hundred pixels: its curves are there.
    private func colours(in picture: String) throws -> Set<UInt32> {
        let pixels = try Stranger.pixels(picture)
        try #require(pixels.count == 640 * 480 * 3)
        var counts: [UInt32: Int] = [:]
        for start in stride(from: 0, to: pixels.count, by: 3) {
            counts[pixels[start..<start + 3].reduce(0) { $0 << 8 | UInt32($1) }, default: 0] += 1
        }
        return Set(counts.filter { $0.value >= 100 }.keys)
    }

    /// White paper, and the filter's line.
    private static let expectedColours: Set<UInt32> = [0xFFFFFF, 0x0072B2]

    @Test(
        .enabled(
            if: Stranger.isHere("rsvg-convert") && Stranger.isHere("ffmpeg"),
            "rsvg-convert or ffmpeg is not here (packages librsvg2-bin, ffmpeg)"))
    func `librsvg draws the picture`() throws {
        let folder = TemporaryFolder()
        let picture = try plot(in: folder)
        let result = try Program.run(script: "rsvg-convert '\(picture)' -o '\(picture).png'")
        #expect(result.status == 0 && result.errors == "")
        #expect(try colours(in: picture + ".png").isSuperset(of: Self.expectedColours))
    }

    @Test(
        .enabled(
            if: Stranger.isHere("chromium") && Stranger.isHere("ffmpeg"),
            "chromium or ffmpeg is not here (packages of these names)"))
    func `a browser draws the picture`() throws {
        let folder = TemporaryFolder()
        let picture = try plot(in: folder)
        let result = try Program.run(
            script: """
                timeout 120 chromium --headless --no-sandbox --disable-gpu --hide-scrollbars \
                --user-data-dir='\(folder.path)/profile' --window-size=640,480 \
                --screenshot='\(picture).png' 'file://\(picture)'
                """)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try colours(in: picture + ".png").isSuperset(of: Self.expectedColours))
    }

    @Test func `without options the program's own filter is drawn, to standard output too`() throws
    {
        let log = header + (0..<9).map { "\($0)00000000,0,0,9.8,0,0,0\n" }.joined()
        let page = try Drawing(try Program.run("plot", "-", "-o", "-", input: log).output)
        #expect(page.curves("lenticule", "line").count == 4)
        #expect(page.curves("complementary", "line").isEmpty)
        #expect(page.curves("reference", "broad").isEmpty)
        #expect(page.words.contains("standard input"))
    }

    @Test func `a phone's folder is drawn`() throws {
        let folder = TemporaryFolder()
        for (file, unit) in [("Accelerometer", "m/s^2"), ("Gyroscope", "rad/s")] {
            let rows = (0..<9).map { "0.\($0),0,0,9.8\n" }.joined()
            folder.write("\(file).csv", "Time (s),X (\(unit)),Y (\(unit)),Z (\(unit))\n" + rows)
        }
        let result = try Program.run("plot", folder.path, "-o", "-")
        #expect(result.status == 0 && result.errors == "")
        #expect(try Drawing(result.output).curves("lenticule", "line").count == 4)
    }

    @Test func `a log that begins anew has its length and rate named`() throws {
        let part = (0...10).map { "\($0)00000000,0,0,9.8,0,0,0\n" }.joined()
        let result = try Program.run("plot", "-", "-o", "-", input: header + part + part)
        let words = try Drawing(result.output).words
        #expect(words.contains { $0.hasPrefix("22 rows · 2.0 s · 10 Hz") })
    }

    @Test func `where an angle wraps, the line is interrupted`() throws {
        // A quarter turn a second about z, for nine seconds: yaw wraps twice.
        let rows = (0..<900).map { "\($0)0000000,0,0,9.80665,0,0,1.5707963\n" }.joined()
        let result = try Program.run(
            "plot", "-", "-o", "-", "--filter", "complementary", input: header + rows)
        let curves = try Drawing(result.output).curves("complementary", "line")
        #expect(curves.map { $0.filter { $0 == "M" }.count } == [1, 1, 3, 1])
    }

    @Test func `the same log gives the same picture, and a long one a small file`() throws {
        let log = try TemporaryFile()
        _ = try Program.run(
            "simulate", "--preset", "shake", "--rate", "286", "--duration", "180", "-o", log.path)
        let arguments = [
            "plot", log.path, "-o", "-", "--filter", "lenticule", "--filter", "madgwick",
        ]
        let picture = try Program.run(arguments: arguments).output
        #expect(picture.utf8.count < 400_000)
        #expect(try Program.run(arguments: arguments).output == picture)
    }

    @Test func `tilt options and configuration are obeyed`() throws {
        let log = header + "0,0,0,9.8,0,0,0\n100000000,0,0,9.8,0,0,0\n"
        let result = try Program.run(
            "plot", "-", "-o", "-", "--neutral", "-30", "--axis", "steering", input: log)
        let page = try Drawing(result.output)
        #expect(page.words.contains { $0.contains("steering") && $0.contains("\u{2212}30.0°") })
    }

    @Test(
        arguments: [
            (["plot", "-", "-o", "-", "--filter", "foo"], 64), (["plot", "-"], 64),
            (["plot", "-", "-o", "-", "--size", "10x10"], 64), (["plot", "-", "-o", "-"], 65),
            (["plot", "/nonexistent.csv", "-o", "-"], 66),
            (["plot", demo, "-o", "/nonexistent/plot.svg"], 66),
            (["plot", demo, "-o", "/dev/full"], 74),
        ] as [([String], Int32)])
    func `what cannot be drawn ends in its exit code, without a picture`(
        arguments: [String], status: Int32
    ) throws {
        let result = try Program.run(arguments: arguments, input: header)
        #expect(result.status == status)
        #expect(result.output == "")
        let lines = result.errors.split(separator: "\n")
        #expect(status == 64 ? lines.first?.hasPrefix("Error: ") == true : lines.count == 1)
    }

    @Test func `what is read is never replaced by the picture`() throws {
        let folder = TemporaryFolder()
        let text = header + "0,0,0,9.8,0,0,0\n"
        let log = folder.write("log.csv", text)
        folder.write("config", "")
        link(log, folder.file("hard.svg").path)
        symlink("log.csv", folder.file("soft.svg").path)
        for arguments in [
            "log.csv -o hard.svg", "log.csv -o ./soft.svg", "log.csv -o - >> log.csv",
            "- -o soft.svg < log.csv", ". -o soft.svg", "log.csv --config config -o config",
        ] {
            let result = try Program.run(
                script: "cd '\(folder.path)' && exec \"$0\" plot \(arguments)")
            #expect(result.status == 64, "\(arguments)")
            #expect(result.errors.hasSuffix("it is also read; give another file to write\n"))
            #expect(try String(contentsOfFile: log, encoding: .utf8) == text)
        }
    }

    @Test func `on a full disk the picture before stays`() throws {
        let folder = TemporaryFolder()
        let picture = folder.write("plot.svg", "before")
        let result = try Program.run(
            script: "ulimit -f 4; exec \"$0\" plot '\(Self.demo)' -o '\(picture)'")
        #expect(result.status == 74)
        #expect(result.errors == "lenticule: cannot write \(picture): File too large\n")
        #expect(try String(contentsOfFile: picture, encoding: .utf8) == "before")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["plot.svg"])
    }

    @Test(arguments: ["complementary", "madgwick"])
    func `angles runs other filters, which agree at rest and differ in motion`(filter: String)
        throws
    {
        let rest = header + (0..<200).map { "\($0)0000000,0,4.9033,8.4928,0,0,0\n" }.joined()
        let result = try Program.run("angles", "--filter", filter, "-", input: rest)
        let pitch = try #require(result.lines.last?.split(separator: ",")[6])
        // The acceleration above has five digits.
        #expect(abs(try #require(Double(pitch)) - 30) < 1e-3)
        let own = try Program.run("angles", Self.demo)
        let other = try Program.run("angles", "--filter", filter, Self.demo)
        #expect(own.lines.count == other.lines.count)
        #expect(own.output != other.output)
    }

    @Test func `a wrong filter is answered with those there are`() throws {
        let result = try Program.run("angles", "--filter", "foo", "-")
        #expect(result.status == 64)
        let line = try #require(result.errors.split(separator: "\n").first)
        for name in ["'lenticule'", "'complementary'", "'madgwick'"] {
            #expect(line.contains(name))
        }
    }
}

/// An SVG, parsed.
private final class Drawing: NSObject, XMLParserDelegate {
    private var paths: [[String: String]] = []
    /// The texts on the page.
    private(set) var words: [String] = []

    init(_ text: String) throws {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        #expect(parser.parse())
    }

    /// The `d` of the paths of a colour and a style, in their order.
    func curves(_ colour: String, _ style: String) -> [String] {
        paths.filter { $0["class"] == "\(colour) \(style)" }.compactMap { $0["d"] }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        if name == "path" { paths.append(attributes) }
        if name == "text" { words.append("") }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if !words.isEmpty { words[words.count - 1] += text.trimmingCharacters(in: .newlines) }
    }
}
