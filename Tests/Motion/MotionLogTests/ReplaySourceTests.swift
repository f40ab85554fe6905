import FoundationEssentials
import Glibc
import Motion
import Synchronization
import TestSupport
import Testing

@testable import MotionLog

private let header = "timestamp_ns,accel_x,accel_y,accel_z\n"

@Suite struct ReplaySourceTests {
    private let folder = TemporaryFolder()

    @Test func `at full speed every sample comes in order, and then the end`() throws {
        let rows = (0..<1000).map { "\($0 * 10_000_000),0,0,9\n" }.joined()
        let source = try ReplaySource(path: folder.write(header + rows), speed: .max)
        var samples: [ImuSample] = []
        while try source.read(into: &samples, timeout: .seconds(1)) == .open {}
        #expect(samples.map(\.timestamp) == (0..<1000).map { $0 * 10_000_000 })
        #expect(!source.isSensor)
    }

    @Test func `a loop lets time run on, one step further`() throws {
        let path = folder.write(header + "5,0,0,9\n15,0,0,9\n25,0,0,9\n")
        let source = try ReplaySource(path: path, speed: .max, loops: true)
        var samples: [ImuSample] = []
        while samples.count < 8 {
            #expect(try source.read(into: &samples, timeout: .seconds(1)) == .open)
        }
        #expect(samples.prefix(8).map(\.timestamp) == [5, 15, 25, 35, 45, 55, 65, 75])
    }

    @Test(arguments: [Neutral.gravity, .start])
    func `each loop has the tilts of the first, in whatever pose the log ends`(neutral: Neutral)
        throws
    {
        // 40 degrees in 2 s.
        let rows = (0..<200).map { row in
            let angle = 0.0035 * Double(row)
            let force = "0,\(9.80665 * sin(angle)),\(9.80665 * cos(angle))"
            return "\(row * 10_000_000),\(force),0.35,0,0\n"
        }
        let columns = String(header.dropLast()) + ",gyro_x,gyro_y,gyro_z\n"
        let source = try ReplaySource(
            path: folder.write(columns + rows.joined()), speed: .max, loops: true)
        var samples: [ImuSample] = []
        while samples.count < 600 { _ = try source.read(into: &samples, timeout: .seconds(1)) }
        var pipeline = TiltPipeline(TiltFollower(TiltSettings(neutral: neutral)))
        let tilts = samples.prefix(600).map { sample in
            pipeline.update(with: sample)
            return pipeline.tilt
        }
        #expect(tilts[200..<400] == tilts[..<200])
        #expect(tilts[400...] == tilts[..<200])
        #expect(Set(tilts).count > 100)
    }

    @Test(arguments: [ReplaySpeed.times(1), .times(1e9), .max])
    func `a loop over a log whose time stands is no busy one`(speed: ReplaySpeed) throws {
        let path = folder.write(header + "7,0,0,9\n7,0,0,9\n7,0,0,9\n")
        let source = try ReplaySource(path: path, speed: speed, loops: true)
        var samples: [ImuSample] = []
        let end = ContinuousClock.now + .milliseconds(200)
        while ContinuousClock.now < end {
            _ = try source.read(into: &samples, timeout: .milliseconds(50))
        }
        // A round of three rows takes 10 ms at least, and a second of the log's time.
        #expect(samples.count <= (speed == .times(1) ? 3 : 3 * 21))
        #expect(samples.count >= 3)
        #expect(samples.dropFirst(3).allSatisfy { $0.timestamp > 1_000_000_000 })
    }

    @Test func `a log without rows ends, even in a loop`() throws {
        let source = try ReplaySource(path: folder.write(header), loops: true)
        var samples: [ImuSample] = []
        #expect(try source.read(into: &samples, timeout: .seconds(1)) == .ended)
    }

    @Test func `a sample waits for its time`() throws {
        let path = folder.write(header + "0,0,0,9\n3600000000000,0,0,9\n")
        let source = try ReplaySource(path: path)
        var samples: [ImuSample] = []
        #expect(try source.read(into: &samples, timeout: .zero) == .open)
        #expect(try source.read(into: &samples, timeout: .milliseconds(1)) == .open)
        #expect(samples.count == 1)
    }

    @Test(arguments: [(speed: 1.0, pause: 1.0), (10, 0.1)])
    func `a long gap is shortened to a second of the log, which is told once`(
        speed: Double, pause: Double
    ) throws {
        let hour: Int64 = 3_600_000_000_000
        let rows = [0, 10_000_000, hour, hour + 10_000_000].map { "\($0),0,0,9\n" }
        let path = folder.write(header + rows.joined())
        let notes = Mutex<[String]>([])
        var options = MotionLogReader.Options()
        options.warn = { note in notes.withLock { $0.append(note) } }
        let source = try ReplaySource(
            path: path, speed: .times(speed), shortensGaps: true, options: options)
        var samples: [ImuSample] = []
        let start = ContinuousClock.now
        while try source.read(into: &samples, timeout: .seconds(1)) == .open {}
        #expect(ContinuousClock.now - start >= .seconds(pause))
        #expect(samples.map(\.timestamp) == [0, 10_000_000, hour, hour + 10_000_000])
        #expect(
            notes.withLock { $0 } == [
                """
                \(path): a gap of 3599.99 s after 0.01 s is shortened to 1 s, as every gap of more than \
                5 s; --real-gaps keeps them
                """
            ])
    }

    @Test func `what gives no row in a pipe is not waited for longer than the timeout`() throws {
        let path = folder.file("pipe").path
        #expect(mkfifo(path, 0o600) == 0)
        let pipe = open(path, O_RDWR | O_CLOEXEC)
        defer { close(pipe) }
        func write(_ text: String) { #expect(Glibc.write(pipe, text, text.utf8.count) > 0) }
        write(header + "0,0,0,9\n")
        let source = try ReplaySource(path: path, speed: .max)
        var samples: [ImuSample] = []
        while samples.isEmpty { _ = try source.read(into: &samples, timeout: .milliseconds(10)) }
        for part in ["# a comment\n", "\n", "10", ",0,0", ",9"] {
            write(part)
            #expect(try source.read(into: &samples, timeout: .milliseconds(10)) == .open)
            #expect(samples.count == 1)
        }
        write("\n")
        while samples.count == 1 {
            _ = try source.read(into: &samples, timeout: .milliseconds(10))
        }
        #expect(samples.last?.timestamp == 10)
    }

    @Test func `speed scales the time`() throws {
        let path = folder.write(header + "0,0,0,9\n3600000000000,0,0,9\n")
        let source = try ReplaySource(path: path, speed: .times(1e12))
        var samples: [ImuSample] = []
        while try source.read(into: &samples, timeout: .seconds(1)) == .open {}
        #expect(samples.count == 2)
    }

    @Test func `a block read ahead holds the rows before a bad one`() throws {
        let rows = ReadAhead(.log(path: folder.write(header + "0,0,0,9\nabc\n")))
        #expect(try rows.next().count == 1)
        #expect(throws: MotionLogError.self) { try rows.next() }
    }

    @Test func `who reads ahead may stop in the middle`() throws {
        let rows = (0..<20_000).map { "\($0),0,0,9\n" }.joined()
        let path = folder.write(header + rows)
        for _ in 0..<20 { #expect(try !ReadAhead(.log(path: path)).next().isEmpty) }
    }
}
