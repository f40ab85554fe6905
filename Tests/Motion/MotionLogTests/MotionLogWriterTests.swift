import Foundation
import Motion
import Platform
import TestSupport
import Testing

@testable import MotionLog

@Suite struct MotionLogWriterTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("log.csv").path }

    private func sample(_ index: Int) -> ImuSample {
        ImuSample(
            timestamp: Int64(index) * 625_000,
            acceleration: Vector3(0.0123456789012, -0.123456789012, 9.80665),
            rotationRate: Vector3(0.0123456789012, -0.123456789012, 0.00123456789012))
    }

    @Test func `what is written reads back exactly`() throws {
        var random = RandomNumbers(seed: 5)
        var samples: [ImuSample] = []
        for index in 0..<500 {
            let acceleration = random.normalVector() * 10
            samples.append(
                ImuSample(
                    timestamp: Int64(index) * 1_234_567,
                    acceleration: index % 3 == 0 ? nil : acceleration,
                    rotationRate: index % 5 == 0 ? nil : random.normalVector()))
        }
        let writer = try MotionLogWriter(path: path, comments: ["BMI160\nat 100 Hz\u{1B}"])
        for sample in samples { try writer.append(sample) }
        try writer.finish()
        #expect(try readAll(path) == samples)
        #expect(contents(of: path).hasPrefix("# BMI160 at 100 Hz\\u{1B}\ntimestamp_ns,accel_x,"))
        #expect(writer.rows == (500, 0))
    }

    @Test func `truth has BROAD's columns`() throws {
        var text = TextBuffer()
        text.appendHead(comments: [], hasTruth: true)
        text.appendRow(
            ImuSample(timestamp: 5, acceleration: Vector3(1, 2, 3), rotationRate: .zero),
            truth: .identity, isMoving: true)
        let file = try OutputFile(path)
        try text.move(to: file)
        try file.finish()
        #expect(
            contents(of: path) == """
                timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z,\
                ref_qw,ref_qx,ref_qy,ref_qz,movement
                5,1,2,3,0,0,0,1,0,0,0,1

                """)
    }

    @Test func `a full disk is one clear error`() throws {
        let writer = try MotionLogWriter(path: "/dev/full")
        let error = #expect(throws: FileError.self) { try writer.finish() }
        #expect(error?.description == "cannot write /dev/full: No space left on device")
    }

    @Test(arguments: [true, false])
    func `the log is there with its first row, and what was there stays until then`(isThere: Bool)
        throws
    {
        if isThere { folder.write("log.csv", "before") }
        let writer = try MotionLogWriter(path: path)
        try writer.flush()
        #expect(contents(of: path) == (isThere ? "before" : ""))
        #expect(FileKind(path) == (isThere ? .file : .missing))
        try writer.append(sample(0))
        #expect(eventually { contents(of: path).hasPrefix("timestamp_ns,") })
        #expect(try readAll(path) == [sample(0)])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["log.csv"])
        try writer.finish()
    }

    @Test func `without a row nothing is written`() throws {
        try MotionLogWriter(path: path).finish()
        #expect(FileKind(path) == .missing)
        folder.write("log.csv", "before")
        try MotionLogWriter(path: path).finish()
        #expect(contents(of: path) == "before")
    }

    @Test(arguments: [true, false])
    func `two writers never share a file`(isThere: Bool) throws {
        if isThere { folder.write("log.csv", "before") }
        let first = try MotionLogWriter(path: path)
        try first.append(sample(0))
        #expect(eventually { contents(of: path).hasPrefix("timestamp_ns,") })
        let error = #expect(throws: FileError.self) { _ = try MotionLogWriter(path: path) }
        #expect(
            error?.description
                == "cannot write \(path): another program is writing it; give another file")
        try first.finish()
        #expect(try readAll(path) == [sample(0)])
        try MotionLogWriter(path: path).finish()
    }

    @Test func `of two that wait for their first row, the later one is refused`() throws {
        let writers = try (0..<2).map { _ in try MotionLogWriter(path: path) }
        try writers[0].append(sample(0))
        try writers[0].finish()
        try writers[1].append(sample(1))
        #expect(throws: FileError.self) { try writers[1].finish() }
        #expect(try readAll(path) == [sample(0)])
    }

    @Test(arguments: [true, false])
    func `a file that is removed or replaced meanwhile is said so`(isReplaced: Bool) throws {
        let writer = try MotionLogWriter(path: path)
        try writer.append(sample(0))
        #expect(eventually { FileKind(path) == .file })
        unlink(path)
        if isReplaced { folder.write("log.csv", "other") }
        let error = #expect(throws: FileError.self) { try writer.finish() }
        #expect(
            error?.description
                == "cannot write \(path): it was removed or replaced while it was written")
        #expect(contents(of: path) == (isReplaced ? "other" : ""))
    }

    @Test func `a reader that stands still for a minute holds nobody up and loses nothing`() throws
    {
        mkfifo(path, 0o600)
        // Open for both, so that neither side waits for the other.
        let pipe = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(pipe) }
        let writer = try MotionLogWriter(path: path)
        let count = 60 * 1600
        // It would never return if it waited.
        for index in 0..<count { try writer.append(sample(index)) }
        #expect(writer.rows == (count, 0))
        let lines = try rows(in: pipe, while: writer)
        #expect(lines.count == count)
        #expect(lines.last?.hasPrefix("\((count - 1) * 625_000),") ?? false)
    }

    @Test func `what is too much to keep is left out, counted, in whole rows`() throws {
        mkfifo(path, 0o600)
        let pipe = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(pipe) }
        let writer = try MotionLogWriter(path: path)
        for index in 0..<300_000 { try writer.append(sample(index)) }
        let (taken, dropped) = writer.rows
        #expect(taken + dropped == 300_000 && dropped > 100_000)
        let lines = try rows(in: pipe, while: writer)
        #expect(lines.count == taken)
        #expect(lines.allSatisfy { $0.split(separator: ",").count == 7 })
    }

    /// The rows that come through `pipe` until `writer` is done; the header comes first.
    private func rows(in pipe: Int32, while writer: MotionLogWriter) throws -> [Substring] {
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue(label: "finish").async {
            try? writer.finish()
            isDone.signal()
        }
        var (bytes, block) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        var isOver = false
        while true {
            let count = read(pipe, &block, block.count)
            if count > 0 {
                bytes += block[..<count]
            } else if isOver {
                break
            } else {
                isOver = isDone.wait(timeout: .now() + 0.005) == .success
            }
        }
        try writer.finish()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().map { $0 }
    }
}
