import Foundation
import TestSupport
import Testing

@Suite struct SimulateTests {
    private static let cards = Repository.path("cards")

    @Test(arguments: ["hand", "still", "flip", "shake", "orbit"])
    func `each preset writes samples and truth, the same for the same seed`(preset: String) throws {
        let arguments = ["simulate", "--preset", preset, "--seed", "7", "-o", "-"]
        let result = try Program.run(arguments: arguments)
        #expect(result.status == 0)
        #expect(
            result.lines[1] == """
                timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z,\
                ref_qw,ref_qx,ref_qy,ref_qz,movement
                """)
        // An orbit takes 4 s, the others 12 s.
        #expect(result.lines.count == (preset == "orbit" ? 402 : 1202))
        #expect(try Program.run(arguments: arguments).output == result.output)
    }

    @Test func `duration and rate decide the rows`() throws {
        let result = try Program.run(
            "simulate", "--preset", "still", "--duration", "0.5", "--rate", "50", "-o", "-")
        #expect(result.lines.count == 27)
        #expect(result.lines[3].hasPrefix("20000000,"))
    }

    @Test(arguments: ["hand", "still", "flip", "shake", "orbit"])
    func `what is simulated for a command is the log that simulate writes`(preset: String) throws {
        let folder = TemporaryFolder()
        let log = folder.file("log.csv").path
        _ = try Program.run("simulate", "--preset", preset, "-o", log)
        let simulated = try Program.run("angles", "--from", "simulated:\(preset)")
        #expect(simulated.lines.count == (preset == "orbit" ? 401 : 1201))
        #expect(simulated.output == (try Program.run("angles", "--from", "file:\(log)")).output)
        let plot = try Program.run("plot", "--from", "simulated:\(preset)", "-o", "-")
        #expect(plot.output.contains("simulated \(preset)") && plot.output.contains("reference"))
    }

    @Test(arguments: ["angles", "plot -o -", "inspect demo", "render demo -o -"])
    func `a source without an end is refused where a log is read`(command: String) throws {
        let result = try Program.run(
            arguments: command.split(separator: " ").map(String.init) + ["--from", "local:"])
        #expect(result.status == 64)
        #expect(
            result.errors == """
                lenticule: local:: only a log and simulated:PRESET can be read from beginning to end; \
                record LOG --from local: makes a log

                """)
    }

    @Test(arguments: [(card: "demo", tilt: 60.0, tiltX: 0.0), ("examples/tide", 0, 20)])
    func `an orbit tilts a classic card about its axis, a scene about both`(
        card: String, tilt: Double, tiltX: Double
    ) throws {
        struct Report: Decodable { let tilt, tiltX: Double }
        let result = try Program.run(
            "inspect", "\(Self.cards)/\(card)", "--from", "simulated:orbit", "--time", "1", "--json"
        )
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let report = try decoder.decode(Report.self, from: Data(result.output.utf8))
        #expect(abs(report.tilt - tilt) < 0.5 && abs(report.tiltX - tiltX) < 0.2)
    }

    @Test(arguments: [["angles"], ["angles", "a.csv", "--from", "b.csv"]])
    func `a log is given once`(arguments: [String]) throws {
        #expect(try Program.run(arguments: arguments).status == 64)
    }

    @Test(arguments: ["--rate=0", "--duration=0", "--seed=-1", "--preset=dance"])
    func `a value out of range is a usage error`(option: String) throws {
        let result = try Program.run("simulate", "--preset", "still", option, "-o", "-")
        #expect(result.status == 64)
    }

    // A limit on the file's size stops the writing where a full disk would.
    @Test(arguments: [nil, "before"])
    func `on a full disk the log before stays, or none is made`(before: String?) throws {
        let folder = TemporaryFolder()
        let log = folder.file("log.csv").path
        if let before { folder.write("log.csv", before) }
        let result = try Program.run(
            script: "ulimit -f 40; exec \"$0\" simulate --preset hand -o '\(log)'")
        #expect(result.status == 74)
        #expect(result.errors == "lenticule: cannot write \(log): File too large\n")
        #expect((try? String(contentsOfFile: log, encoding: .utf8)) == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names == (before == nil ? [] : ["log.csv"]))
    }
}
