import Motion
import Synchronization
import TestSupport
import Testing

@testable import MotionLog

private let header = "timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z,note\n"

/// Collects warnings.
private final class Warnings: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }

    func options(skipsBadRows: Bool = false) -> MotionLogReader.Options {
        var options = MotionLogReader.Options()
        options.skipsBadRows = skipsBadRows
        options.warn = { line in self.lines.withLock { $0.append(line) } }
        return options
    }
}

@Suite struct BadRowTests {
    @Test(arguments: [
        ("0,1,x2,3,4,5,6,", "2:5: accel_y is \"x2\", not a number"),
        ("0,1,2,3,4,5,6.1.2,", "2:13: gyro_z is \"6.1.2\", not a number"),
        ("1e30,1,2,3,4,5,6,", "2:1: timestamp_ns is \"1e30\", not a number"),
        (",1,2,3,4,5,6,", "2:1: timestamp_ns is empty"),
        ("0,1,2,,4,5,6,", "2:7: accel_z is empty though its other axes are not"),
        ("0,1,2,3,4,5,6", "2:13: 7 fields where the header has 8 columns"),
        ("0,1,2,3,4,5,6,7,8", "2:17: 9 fields where the header has 8 columns"),
        ("0,1,2", "2:5: 3 fields where the header has 8 columns"),
        ("0,1,2,3,4,5,\u{1B}[31m,", "2:13: gyro_z is \"?[31m\", not a number"),
    ])
    func `a bad row names the place and the reason`(row: String, problem: String) {
        let folder = TemporaryFolder()
        let path = folder.write(header + row + "\n")
        #expect {
            try readAll(path)
        } throws: { "\($0)" == "\(path):\(problem)" }
    }

    @Test func `bad rows are skipped and counted when asked`() throws {
        let (folder, warnings) = (TemporaryFolder(), Warnings())
        let path = folder.write(header + "0,1,2,3,4,5,6,\nabc\n7,7\n1,1,2,3,4,5,6,\n")
        let samples = try readAll(path, options: warnings.options(skipsBadRows: true))
        #expect(samples.map(\.timestamp) == [0, 1])
        #expect(warnings.all == ["\(path): 2 bad rows were skipped"])
    }

    @Test(arguments: 1...15)
    func `a log cut off in its last line is read up to there`(length: Int) throws {
        let (folder, warnings) = (TemporaryFolder(), Warnings())
        let path = folder.write(header + "0,1,2,3,4,5,6,7\n" + "1,1,2,3,4,5,6,7".prefix(length))
        let samples = try readAll(path, options: warnings.options())
        let isWhole = length >= 14
        #expect(samples.count == (isWhole ? 2 : 1))
        let warning = "\(path):3: the log is cut off here; what is before it was read"
        #expect(warnings.all == (isWhole ? [] : [warning]))
    }

    @Test(arguments: ["", "# only a comment\n", "\n\n"])
    func `a log without a header is none`(text: String) {
        let folder = TemporaryFolder()
        #expect(throws: MotionLogError.self) { try readAll(folder.write(text)) }
    }

    @Test func `endless text without lines is refused`() {
        #expect {
            try readAll("/dev/zero")
        } throws: { "\($0)" == "/dev/zero is no motion log: it has no lines of text" }
    }

    @Test func `a missing log is said to be missing`() {
        #expect {
            try readAll("/nonexistent/log.csv")
        } throws: { ($0 as? MotionLogError)?.kind == .missing }
    }

    @Test func `rows across chunks are read whole`() throws {
        let folder = TemporaryFolder()
        let rows = (0..<40_000).map { "\($0),1,2,3,4,5,6,some words\n" }
        let samples = try readAll(folder.write(header + rows.joined()))
        #expect(samples.map(\.timestamp) == (0..<40_000).map { Int64($0) })
    }
}
