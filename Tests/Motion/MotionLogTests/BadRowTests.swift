import Foundation
import Motion
import Platform
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
        ("1e30,1,2,3,4,5,6,", "2:1: timestamp_ns is \"1e30\", beyond the range of a time"),
        (
            "9223372036854775808,1,2,3,4,5,6,",
            "2:1: timestamp_ns is \"9223372036854775808\", beyond the range of a time"
        ),
        ("1e400,1,2,3,4,5,6,", "2:1: timestamp_ns is \"1e400\", beyond the range of a time"),
        ("nan,1,2,3,4,5,6,", "2:1: timestamp_ns is \"nan\", not a number"),
        ("0,1,-2e400,3,4,5,6,", "2:5: accel_y is \"-2e400\", beyond the range of a number"),
        ("0,1,0x2,3,4,5,6,", "2:5: accel_y is \"0x2\", not a number"),
        (",1,2,3,4,5,6,", "2:1: timestamp_ns is empty"),
        ("0,1,2,,4,5,6,", "2:7: accel_z is empty though its other axes are not"),
        ("0,,,,4,,6,", "2:8: gyro_y is empty though its other axes are not"),
        ("0,1, ,3,4,5,6,", "2:5: accel_y is empty though its other axes are not"),
        ("0,\t1,2,3,4,5,6,", "2:3: accel_x is \"\\u{9}1\", not a number"),
        ("\"0\",\"abc\",\"2\",3,4,5,6,", "2:5: accel_x is \"abc\", not a number"),
        ("0,1,2,3,4,5,6", "2:13: 7 fields where the header has 8 columns"),
        ("0,1,2,3,4,5,6,7,8", "2:17: 9 fields where the header has 8 columns"),
        ("0,1,2", "2:5: 3 fields where the header has 8 columns"),
        ("0,1,2,3,4,5,\u{1B}[31m,", "2:13: gyro_z is \"\\u{1B}[31m\", not a number"),
    ])
    func `a bad row names the place and the reason`(row: String, problem: String) {
        let folder = TemporaryFolder()
        let path = folder.write(header + row + "\n")
        #expect {
            try readAll(path)
        } throws: { "\($0)" == "\(path):\(problem)" }
    }

    @Test(
        arguments: [
            ("0,nan,0,9.8,1,2,3,", nil, Vector3(1, 2, 3)),
            ("0,0,0,9.8,1,-inf,3,", Vector3(0, 0, 9.8), nil),
            ("0,NaN,nan,NAN,inf,INF,nan,", nil, nil),
            ("0,\"nan\",0,9.8,1,2,3,", nil, Vector3(1, 2, 3)),
        ] as [(String, Vector3?, Vector3?)])
    func `a vector that is not finite is missing`(
        row: String, acceleration: Vector3?, rotationRate: Vector3?
    ) throws {
        let folder = TemporaryFolder()
        let path = folder.write(header + row + "\n")
        let sample = ImuSample(
            timestamp: 0, acceleration: acceleration, rotationRate: rotationRate)
        #expect(try readAll(path) == [sample])
    }

    @Test func `a carriage return between ignored fields is named`() {
        let folder = TemporaryFolder()
        let path = folder.write("timestamp_ns,note,accel_x,accel_y,accel_z\n0,a\rb,1,2,3\n")
        #expect {
            try readAll(path)
        } throws: { "\($0)" == "\(path):2:4: a carriage return is in the middle of the line" }
    }

    @Test(arguments: [
        ("99999999999", "beyond the range of a time"),
        ("-99999999999", "beyond the range of a time"),
        ("1e400", "beyond the range of a time"), ("1s", "not a number"),
    ])
    func `a time in seconds that is too large is said so`(time: String, problem: String) {
        let folder = TemporaryFolder()
        let path = folder.write("Time (s);accel_x;accel_y;accel_z\n\(time);1,5;2;3\n")
        #expect {
            try readAll(path)
        } throws: { "\($0)" == "\(path):2:1: Time (s) is \"\(time)\", \(problem)" }
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
        let warning = "\(path):3: the log ends within this line; the lines before it were read"
        #expect(warnings.all == (isWhole ? [] : [warning]))
    }

    @Test(arguments: ["", "# only a comment\n", "\n\n"])
    func `a log without a header is none`(text: String) {
        let folder = TemporaryFolder()
        #expect(throws: MotionLogError.self) { try readAll(folder.write(text)) }
    }

    @Test(arguments: ["", "# a comment\n"], ["#", " "])
    func `an endless line before the header is refused`(start: String, filling: String) {
        let folder = TemporaryFolder()
        let path = folder.write(start + String(repeating: filling, count: 70_000))
        let problem =
            start.isEmpty
            ? ": it is not a motion log: it has no lines of text"
            : ":2:1: the line is longer than 65536 bytes"
        #expect {
            try readAll(path)
        } throws: { "\($0)" == path + problem }
    }

    @Test func `endless text without lines is refused`() {
        #expect {
            try readAll("/dev/zero")
        } throws: { "\($0)" == "/dev/zero: it is not a motion log: it has no lines of text" }
    }

    @Test(arguments: [0, 1000, 70_000, 300_000], ["", "2,1,2"])
    func `a log that a crash has ended with zeros is read up to there`(
        zeros: Int, partOfLine: String
    ) throws {
        let (folder, warnings) = (TemporaryFolder(), Warnings())
        let end = partOfLine + String(repeating: "\0", count: zeros)
        let path = folder.write(header + "0,1,2,3,4,5,6,\n1,1,2,3,4,5,6,\n" + end)
        let samples = try readAll(path, options: warnings.options())
        #expect(samples.map(\.timestamp) == [0, 1])
        let warning = "\(path):4: the log ends within this line; the lines before it were read"
        #expect(warnings.all == (end.isEmpty ? [] : [warning]))
    }

    @Test(arguments: ["x", "\0x", "0,"])
    func `a line without end is named, and can be skipped`(filling: String) throws {
        let (folder, warnings) = (TemporaryFolder(), Warnings())
        let line = String(repeating: filling, count: 300_000) + "x\n"
        let path = folder.write(header + "0,1,2,3,4,5,6,\n" + line + "2,1,2,3,4,5,6,\n")
        var samples: [ImuSample] = []
        let reader = try MotionLogReader(path: path)
        let error = #expect(throws: MotionLogError.self) {
            while try reader.read(into: &samples) {}
        }
        #expect(error?.description == "\(path):3:1: the line is longer than 65536 bytes")
        #expect(samples.map(\.timestamp) == [0])
        let rest = try readAll(path, options: warnings.options(skipsBadRows: true))
        #expect(rest.map(\.timestamp) == [0, 2])
        #expect(warnings.all == ["\(path): 1 bad row was skipped"])
    }

    @Test(arguments: [
        ("timestamp_ns,accel_x,accel_y,accel_z\r0,1,2,3\r", "its lines end with CR alone"),
        ("# a comment\rtimestamp_ns,accel_x\r", "its lines end with CR alone"),
        (String(repeating: "0,1,2,3\r", count: 50_000), "its lines end with CR alone"),
        ("t\0i\0m\0e\0,\0", "it is UTF-16; save it as UTF-8"),
        ("\0t\0i\0m\0e\0,", "it is UTF-16; save it as UTF-8"),
        ("abc\0def\n", "it is not a motion log: it has no lines of text"),
    ])
    func `text that is written otherwise is said so`(text: String, problem: String) {
        let folder = TemporaryFolder()
        let path = folder.write(text)
        #expect {
            try readAll(path)
        } throws: { "\($0)".hasPrefix("\(path): \(problem)") }
    }

    @Test(
        arguments: [
            ([0x1F, 0x8B, 8, 0, 0x0A], "gzip; unpack it with gunzip"),
            (Array("PK\u{3}\u{4}".utf8) + [20, 0], "a zip archive; unpack it with unzip"),
            ([0xFD] + Array("7zXZ\0".utf8), "xz; unpack it with unxz"),
            ([0x28, 0xB5, 0x2F, 0xFD, 4], "zstd; unpack it with unzstd"),
            (Array("BZh91AY".utf8), "bzip2; unpack it with bunzip2"),
        ] as [([UInt8], String)])
    func `a compressed log is said to be so`(bytes: [UInt8], words: String) throws {
        let folder = TemporaryFolder()
        let path = folder.write("")
        try Data(bytes).write(to: URL(filePath: path))
        #expect {
            try readAll(path)
        } throws: { "\($0)".contains(words) }
    }

    @Test func `text in Latin-1 is said so where it matters`() throws {
        let folder = TemporaryFolder()
        let path = folder.write("")
        // The unit ends in a superscript two.
        try Data("timestamp_ns,accel_x (m/s".utf8 + [0xB2] + ")\n".utf8).write(
            to: URL(filePath: path))
        #expect {
            try readAll(path)
        } throws: { "\($0)".hasSuffix("is not known: the file is not UTF-8") }
    }

    @Test func `a name that is not UTF-8 is said so`() {
        #expect {
            try readAll("/nonexistent/\u{FFFD}.csv")
        } throws: { "\($0)".hasSuffix("its name is not UTF-8; rename it") }
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
