import Glibc
import TestSupport
import Testing

@Suite struct RecordTests {
    @Test func `recording a log copies it exactly`() throws {
        let (log, copy) = (try TemporaryFile(), try TemporaryFile())
        _ = try Program.run("simulate", "--preset", "shake", "--duration", "2", "-o", log.path)
        let result = try Program.run("record", copy.path, "--from", "file:\(log.path)")
        #expect(result.status == 0)
        #expect(result.errors == "lenticule: 200 rows in \(copy.path)\n")
        let rows = copy.text.split(separator: "\n").dropFirst(2)
        #expect(rows.count == 200)
        for (row, original) in zip(rows, log.text.split(separator: "\n").dropFirst(2)) {
            #expect(original.hasPrefix(row + ","))
        }
    }

    @Test func `an interrupt keeps what was recorded and ends well`() throws {
        let log = try TemporaryFile()
        let program = try RunningProgram(["record", log.path, "--from", "simulated:still"])
        // Rows go to the file twice a second.
        #expect(eventually { log.text.split(separator: "\n").count > 3 })
        program.send(SIGINT)
        let result = try program.result()
        #expect(result.status == 0)
        #expect(log.text.hasPrefix("# simulated still\ntimestamp_ns,"))
        #expect(log.text.hasSuffix("\n"))
    }

    @Test func `the duration counts the samples' own time`() throws {
        let result = try Program.run("record", "-", "--from", "simulated:", "--duration", "0.2")
        #expect(result.lines.count == 22)
        #expect(result.errors == "")
    }

    @Test func `a bad log ends the recording and keeps what came before`() throws {
        let copy = try TemporaryFile()
        let input = "timestamp_ns,accel_x,accel_y,accel_z\n0,0,0,9\nx\n"
        let result = try Program.run("record", copy.path, "--from", "-", input: input)
        #expect(result.status == 65)
        #expect(
            result.errors == "lenticule: standard input:3:1: timestamp_ns is \"x\", not a number\n")
        #expect(copy.text.hasSuffix("0,0,0,9,,,\n"))
    }

    @Test(arguments: [
        ("foo:", Int32(64)), ("file:", 64), ("simulated:dance", 64), ("file:/nonexistent", 66),
    ])
    func `a source that cannot be is said so`(source: String, status: Int32) throws {
        let result = try Program.run("record", "-", "--from", source)
        #expect(result.status == status)
        #expect(result.errors.hasPrefix("lenticule: "))
        #expect(result.output == "")
    }

    @Test(arguments: [("/dev/full", Int32(74)), ("/nonexistent/log.csv", 66)])
    func `a log that cannot be written is said so`(path: String, status: Int32) throws {
        #expect(try Program.run("record", path, "--from", "simulated:").status == status)
        #expect(try Program.run("simulate", "--preset", "still", "-o", path).status == status)
    }

    // A limit on the file's size stops the writing where a full disk would.
    @Test func `what a full disk cuts off ends with a whole row`() throws {
        let log = try TemporaryFile()
        let result = try Program.run(
            script: """
                trap '' XFSZ; ulimit -f 40; exec "$0" simulate --preset hand -o '\(log.path)'
                """)
        #expect(result.status == 74)
        #expect(result.errors.hasSuffix("File too large; what was written before is kept\n"))
        #expect(log.text.hasSuffix("\n"))
        #expect(log.text.split(separator: "\n").count > 100)
        #expect(try Program.run("angles", "--no-output", log.path).errors == "")
    }
}
