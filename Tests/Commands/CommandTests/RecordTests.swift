import Foundation
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

    @Test func `a second signal right after the first loses no line`() throws {
        let log = try TemporaryFile()
        let program = try RunningProgram(["record", log.path, "--from", "simulated:still"])
        #expect(eventually { log.text.split(separator: "\n").count > 3 })
        for _ in 0..<3 { program.send(SIGTERM) }
        let result = try program.result()
        #expect(result.status == 0)
        let rows = log.text.split(separator: "\n").count - 2
        #expect(result.errors == "lenticule: \(rows) rows in \(log.path)\n")
    }

    @Test func `the duration counts the samples' own time`() throws {
        let result = try Program.run("record", "-", "--from", "simulated:", "--duration", "0.2")
        #expect(result.lines.count == 22)
        #expect(result.errors == "")
    }

    @Test func `a log that starts again does not lengthen the recording`() throws {
        let rows = (0..<10).map { "\($0)00000000,0,0,9.8\n" }.joined()
        let result = try Program.run(
            "record", "-", "--from", "-", "--duration", "1.5",
            input: "timestamp_ns,accel_x,accel_y,accel_z\n" + rows + rows)
        #expect(result.status == 0)
        #expect(result.lines.count { $0.first?.isNumber == true } == 16)
    }

    @Test func `a source that stalls near the end does not double the recording`() throws {
        let result = try Program.run(
            script: "{ echo timestamp_ns,accel_x,accel_y,accel_z; echo 0,0,0,9.8; "
                + "echo 3599500000000,0,0,9.8; sleep 6; echo 3599800000000,0,0,9.8; } "
                + "| \"$0\" record - --from - --duration 3600")
        #expect(result.status == 0)
        #expect(result.lines.last?.hasPrefix("3599500000000,") == true)
    }

    @Test func `the clock does not end a recording while samples come`() throws {
        let rows = (0..<4).map { "echo \($0)00000000,0,0,9.8; sleep 1.5; " }.joined()
        let result = try Program.run(
            script: "{ echo timestamp_ns,accel_x,accel_y,accel_z; \(rows)} "
                + "| \"$0\" record - --from - --duration 4")
        #expect(result.status == 0)
        #expect(result.lines.last?.hasPrefix("300000000,") == true)
    }

    @Test func `a bad log ends the recording and keeps what came before`() throws {
        let copy = try TemporaryFile()
        let input = "timestamp_ns,accel_x,accel_y,accel_z\n0,0,0,9\nx\n"
        let result = try Program.run("record", copy.path, "--from", "-", input: input)
        #expect(result.status == 65)
        #expect(
            result.errors == """
                lenticule: 1 row in \(copy.path)
                lenticule: standard input:3:1: timestamp_ns is "x", not a number

                """)
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
        let (folder, log) = (TemporaryFolder(), try TemporaryFile())
        _ = try Program.run("simulate", "--preset", "hand", "-o", log.path)
        let copy = folder.file("copy.csv").path
        let result = try Program.run(
            script: "ulimit -f 40; exec \"$0\" record '\(copy)' --from 'file:\(log.path)'")
        #expect(result.status == 74)
        #expect(
            result.errors == """
                lenticule: cannot write \(copy): File too large; what was written before is kept

                """)
        let text = try String(contentsOfFile: copy, encoding: .utf8)
        #expect(text.hasSuffix("\n"))
        #expect(text.split(separator: "\n").count > 100)
        #expect(try Program.run("angles", "--no-output", copy).errors == "")
    }

    @Test func `where not even the first row can be written, what was there stays`() throws {
        let folder = TemporaryFolder()
        for before in [nil, "before"] {
            let log = folder.file("log.csv").path
            if let before { folder.write("log.csv", before) }
            let result = try Program.run(
                script: "ulimit -f 0; exec \"$0\" record '\(log)' --from simulated: 2> /dev/stdout")
            #expect(result.status == 74)
            #expect(!result.output.contains("kept"))
            #expect((try? String(contentsOfFile: log, encoding: .utf8)) == before)
            #expect(try names(in: folder) == (before == nil ? [] : ["log.csv"]))
        }
    }

    @Test func `a file that the shell opened is never cut`() throws {
        let folder = TemporaryFolder()
        let before = String(repeating: "before\n", count: 20_000)
        let path = folder.write("log", before)
        for command in ["simulate --preset hand -o -", "record - --from simulated: --duration 60"] {
            let result = try Program.run(
                script: "ulimit -f 137; exec \"$0\" \(command) >> '\(path)' 2> /dev/null")
            #expect(result.status == 74)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.hasPrefix(before))
        }
    }

    @Test func `an old log stays while its successor waits for the first sample`() throws {
        let folder = TemporaryFolder()
        let log = folder.write("log.csv", "before")
        let program = try RunningProgram([
            "record", log, "--from", "socket:\(folder.path)/none", "--duration", "0.5",
        ])
        let result = try #require(try program.result(within: 20))
        #expect(result.status == 69)
        #expect(result.errors.hasSuffix("gave no sample: nothing is recorded\n"))
        #expect(try Program.run("record", log, "--duration", "inf").status == 64)
        #expect(try String(contentsOfFile: log, encoding: .utf8) == "before")
        #expect(try names(in: folder) == ["log.csv"])
    }

    @Test func `a recording is not added to the user's configuration`() throws {
        let folder = TemporaryFolder()
        let config = folder.write("lenticule/config.toml", "source.rate = 50\n")
        let result = try Program.run(
            script: """
                XDG_CONFIG_HOME='\(folder.path)' "$0" record - --from simulated: --duration 0.1 \
                    >> '\(config)'
                """)
        #expect(result.status == 64)
        #expect(try String(contentsOfFile: config, encoding: .utf8) == "source.rate = 50\n")
    }

    @Test(arguments: ["log.csv", "other.csv", "link.csv"])
    func `a log is never what is read`(output: String) throws {
        let folder = TemporaryFolder()
        let text = "timestamp_ns,accel_x,accel_y,accel_z\n0,0,0,9.8\n"
        let log = folder.write("log.csv", text)
        link(log, folder.file("other.csv").path)
        symlink("log.csv", folder.file("link.csv").path)
        for arguments in ["--from file:log.csv", "--from - < log.csv"] {
            let result = try Program.run(
                script: "cd '\(folder.path)' && exec \"$0\" record \(output) \(arguments)")
            #expect(result.status == 64)
            #expect(
                result.errors == """
                    lenticule: cannot write \(output): it is also read; give another file to \
                    write

                    """)
            #expect(try String(contentsOfFile: log, encoding: .utf8) == text)
        }
    }

    @Test func `the configuration that is read is never written over`() throws {
        let folder = TemporaryFolder()
        let file = folder.write("conf", "tilt.axis = \"vertical\"\n")
        let result = try Program.run(
            "record", file, "--config", file, "--from", "simulated:", "--duration", "0.3")
        #expect(result.status == 64)
        #expect(
            try String(contentsOfFile: file, encoding: .utf8) == "tilt.axis = \"vertical\"\n")
    }

    @Test func `a second recording into the same log is refused, the first goes on`() throws {
        let folder = TemporaryFolder()
        let log = folder.file("log.csv").path
        let first = try RunningProgram(["record", log, "--from", "simulated:"])
        #expect(eventually { FileManager.default.fileExists(atPath: log) })
        let second = try Program.run("record", log, "--from", "simulated:", "--duration", "1")
        #expect(second.status == 74)
        #expect(
            second.errors == """
                lenticule: cannot write \(log): another program is writing it; give another file

                """)
        first.send(SIGINT)
        #expect(try first.result().status == 0)
        #expect(try Program.run("check", log).status == 0)
    }

    @Test func `a log that is removed meanwhile ends the recording in words`() throws {
        let folder = TemporaryFolder()
        let log = folder.file("log.csv").path
        let program = try RunningProgram(["record", log, "--from", "simulated:"])
        #expect(eventually { FileManager.default.fileExists(atPath: log) })
        unlink(log)
        let result = try #require(try program.result(within: 20))
        #expect(result.status == 74)
        #expect(
            result.errors == """
                lenticule: cannot write \(log): it was removed or replaced while it was written

                """)
    }

    @Test func `gaps are told at the end, and by check`() throws {
        let folder = TemporaryFolder()
        let times = (0..<100).map { $0 < 50 ? $0 * 10 : 4000 + $0 * 10 }
        let log = folder.write(
            "log.csv",
            "timestamp_ns,accel_x,accel_y,accel_z\n"
                + times.map { "\($0)000000,0,0,9.8\n" }.joined())
        let copy = folder.file("copy.csv").path
        let gap = "1 gap: 4.01 s after 0.49 s"
        let result = try Program.run("record", copy, "--from", "file:\(log)")
        #expect(result.errors == "lenticule: 100 rows in \(copy); \(gap)\n")
        #expect(
            try Program.run("check", copy).output == """
                \(copy): a motion log of 100 rows over 4.99 s, 100 with acceleration, 0 with \
                rotation rate, \(gap)

                """)
    }

    private static let hasPython = (try? Program.run(script: "python3 -c ''").status) == 0

    @Test(.enabled(if: hasPython, "python3 is not here"))
    func `Python reads what is recorded and simulated`() throws {
        let folder = TemporaryFolder()
        let (log, truth) = (folder.file("log.csv").path, folder.file("truth.csv").path)
        _ = try Program.run("simulate", "--preset", "flip", "--duration", "1", "-o", truth)
        _ = try Program.run("record", log, "--from", "file:\(truth)")
        let script = folder.write(
            "read.py",
            """
            import csv, sys
            for path, columns in [(sys.argv[1], 7), (sys.argv[2], 12)]:
                with open(path, newline="", encoding="utf-8") as file:
                    lines = [line for line in file if not line.startswith("#")]
                rows = list(csv.DictReader(lines, strict=True))
                assert len(rows) == 100 and len(rows[0]) == columns, rows[0]
                assert [int(row["timestamp_ns"]) for row in rows] == [i * 10**7 for i in range(100)]
                for row in rows:
                    values = [float(value) for value in row.values()]
                    assert 5 < sum(row * row for row in values[1:4]) ** 0.5 < 30, row

            """)
        let result = try Program.run(script: "python3 '\(script)' '\(log)' '\(truth)'")
        #expect(result.status == 0, "\(result.errors)")
    }

    private func names(in folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
}
