import Motion
import TestSupport
import Testing

@testable import MotionLog

@Suite struct LogFolderTests {
    private let folder = TemporaryFolder()

    @Test func `a phyphox folder merges its sensors by time`() throws {
        _ = folder.write(
            "\"Time (s)\";\"X (m/s^2)\";\"Y (m/s^2)\";\"Z (m/s^2)\"\n1,0E-2;1,0E0;2;9,75\n0,03;0;0;9,5\n",
            to: "Accelerometer.csv")
        _ = folder.write(
            "\"Time (s)\";\"X (rad/s)\";\"Y (rad/s)\";\"Z (rad/s)\"\n0,01;1;2;3\n0,02;4;5;6\n",
            to: "Gyroscope.csv")
        #expect(
            try readAll(folder.path) == [
                ImuSample(
                    timestamp: 10_000_000, acceleration: Vector3(1, 2, 9.75),
                    rotationRate: Vector3(1, 2, 3)),
                ImuSample(timestamp: 20_000_000, acceleration: nil, rotationRate: Vector3(4, 5, 6)),
                ImuSample(
                    timestamp: 30_000_000, acceleration: Vector3(0, 0, 9.5), rotationRate: nil),
            ])
    }

    @Test(arguments: 0..<4)
    func `a folder has an end, after which nothing follows`(rotationRates: Int) throws {
        // The last samples are the accelerometer's, of both, and the gyroscope's.
        let header = "Time (s),X,Y,Z\n"
        let row = { (k: Int) in "\(0.1 * Double(k)),0,0,9\n" }
        _ = folder.write(header + (0..<2).map(row).joined(), to: "Accelerometer.csv")
        _ = folder.write(header + (0..<rotationRates).map(row).joined(), to: "Gyroscope.csv")
        let reader = try MotionLogReader(path: folder.path)
        #expect(try reader.readRows().count == max(2, rotationRates))
        for _ in 0..<3 { #expect(try reader.readRows().isEmpty) }
        let source = try ReplaySource(path: folder.path, speed: .max)
        var samples: [ImuSample] = []
        while try source.read(into: &samples, timeout: .seconds(1)) == .open {}
        #expect(samples.count == max(2, rotationRates))
    }

    @Test func `Sensor Logger's total acceleration is taken where it is`() throws {
        writeSensorLogger("TotalAcceleration.csv", "100,0.1,9.5,1,2\n")
        writeSensorLogger("Accelerometer.csv", "100,0.1,0,0,0\n")
        writeSensorLogger("Gyroscope.csv", "100,0.1,3,2,1\n")
        #expect(
            try readAll(folder.path) == [
                ImuSample(
                    timestamp: 100, acceleration: Vector3(2, 1, 9.5), rotationRate: Vector3(1, 2, 3)
                )
            ])
    }

    @Test func `Sensor Logger's gravity is put back, at the right time`() throws {
        writeSensorLogger("Accelerometer.csv", "0,0,1,0,0\n15,0,1,0,0\n30,0,1,0,0\n")
        writeSensorLogger("Gravity.csv", "10,0,8,0,0\n20,0,6,0,2\n")
        let acceleration = try readAll(folder.path).map(\.acceleration)
        #expect(acceleration == [Vector3(0, 0, 9), Vector3(1, 0, 8), Vector3(2, 0, 7)])
    }

    @Test(arguments: [("Accelerometer.csv", 4), ("Gravity.csv", 3)])
    func `before a bad row no sample is without its gravity`(bad: String, count: Int) throws {
        for (name, force) in [("Accelerometer.csv", 1), ("Gravity.csv", 8)] {
            let rows = ["0", "1", "2", "3", name == bad ? "x" : "4", "5"]
            writeSensorLogger(name, rows.map { "\($0),0,\(force),0,0\n" }.joined())
        }
        let reader = try MotionLogReader(path: folder.path)
        var samples: [ImuSample] = []
        #expect(throws: MotionLogError.self) { while try reader.read(into: &samples) {} }
        #expect(samples.count == count)
        #expect(samples.allSatisfy { $0.acceleration == Vector3(0, 0, 9) })
    }

    @Test func `where the time jumps back, each part has its own gravity and rotation rates`()
        throws
    {
        func rows(_ values: [Int], after delay: Int = 0) -> String {
            values.enumerated().map { index, value in
                "\((index % 3) * 1_000_000_000 + delay),0,0,0,\(value)\n"
            }.joined()
        }
        writeSensorLogger("Accelerometer.csv", rows([0, 0, 0, 0, 0, 0]))
        writeSensorLogger("Gravity.csv", rows([8, 7, 6, 5, 4, 3]))
        writeSensorLogger("Gyroscope.csv", rows([1, 2, 3, 4, 5, 6], after: 100_000_000))
        let samples = try readAll(folder.path)
        #expect(samples.compactMap(\.acceleration?.x) == [8, 7, 6, 5, 4, 3])
        #expect(samples.compactMap(\.rotationRate?.x) == [1, 2, 3, 4, 5, 6])
        let times = [0, 100_000_000, 1_000_000_000, 1_100_000_000, 2_000_000_000, 2_100_000_000]
        #expect(samples.map(\.timestamp) == (times + times).map(Int64.init))
    }

    @Test func `without gravity the folder says what it needs`() {
        writeSensorLogger("Accelerometer.csv", "0,0,1,0,0\n")
        #expect {
            try readAll(folder.path)
        } throws: {
            "\($0)".hasSuffix(
                "is without gravity and tells no tilt: it needs TotalAcceleration.csv or "
                    + "Gravity.csv beside it")
        }
    }

    @Test(arguments: [
        ("Accelerometer.csv", "acceleration"), ("TotalAcceleration.csv", "acceleration"),
        ("Gravity.csv", "acceleration"), ("Gyroscope.csv", "rotation rate"),
    ])
    func `a file without its columns is named, with the header's line`(
        bad: String, quantity: String
    ) {
        let total = bad == "TotalAcceleration.csv" ? [bad] : []
        for name in ["Accelerometer.csv", "Gravity.csv", "Gyroscope.csv"] + total {
            writeSensorLogger(name, "0,0,1,0,0\n")
        }
        let path = folder.write("# a comment\ntime,seconds_elapsed,w\n0,0,1\n", to: bad)
        #expect {
            try readAll(folder.path)
        } throws: {
            "\($0)"
                == "\(path):2: the header has no columns of \(quantity) along x, y and z"
        }
    }

    @Test func `text where a number belongs names the file in the folder`() {
        writeSensorLogger("TotalAcceleration.csv", "0,0,1,0,0\nx,0,1,0,0\n")
        #expect {
            try readAll(folder.path)
        } throws: { "\($0)".contains("TotalAcceleration.csv:3:1: time is \"x\"") }
    }

    @Test func `a folder without logs says so`() {
        #expect {
            try readAll(folder.path)
        } throws: { "\($0)".hasSuffix("has no Accelerometer.csv or TotalAcceleration.csv") }
    }

    private func writeSensorLogger(_ name: String, _ rows: String) {
        _ = folder.write("time,seconds_elapsed,z,y,x\n" + rows, to: name)
    }
}
