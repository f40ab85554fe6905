import Foundation
import TestSupport
import Testing

@Suite struct SimulateTests {
    @Test(arguments: ["hand", "still", "flip", "shake"])
    func `each preset writes samples and truth, the same for the same seed`(preset: String) throws {
        let arguments = ["simulate", "--preset", preset, "--seed", "7", "-o", "-"]
        let result = try Program.run(arguments: arguments)
        #expect(result.status == 0)
        #expect(
            result.lines[1] == """
                timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z,\
                ref_qw,ref_qx,ref_qy,ref_qz,movement
                """)
        #expect(result.lines.count == 1202)
        #expect(try Program.run(arguments: arguments).output == result.output)
    }

    @Test func `duration and rate decide the rows`() throws {
        let result = try Program.run(
            "simulate", "--preset", "still", "--duration", "0.5", "--rate", "50", "-o", "-")
        #expect(result.lines.count == 27)
        #expect(result.lines[3].hasPrefix("20000000,"))
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
